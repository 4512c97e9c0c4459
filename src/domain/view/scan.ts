// What a look back at past sessions shows, as values to draw: counts, the worst stops first, and what refusals would have
// cost. No colours, no widths.

export type StopVerdict = 'fine' | 'asks-once' | 'premature' | 'false-claim'

/** What the transcript itself shows against the agent's words. */
export type ShownAgainst =
  | { readonly kind: 'red-check'; readonly command: string; readonly exitCode?: number; readonly line?: string }
  | { readonly kind: 'open-todos'; readonly items: readonly string[] }
  | { readonly kind: 'own-words'; readonly sentence: string }

export interface StopJudged {
  readonly verdict: StopVerdict
  readonly shown: readonly ShownAgainst[]
  /** Of the agent's last words, those that count. */
  readonly quote: string
}

export interface ScanFinding extends StopJudged {
  readonly agent: string
  readonly agentSessionId: string
  readonly isHeadless: boolean
  readonly at?: string
  readonly cwd?: string
  /** Where its last words stand; the line is counted from 1. */
  readonly file: string
  readonly offset: number
  readonly line?: number
  /** What a person types to open the session again; absent where its folder is gone. */
  readonly resume?: string
  readonly asked?: string
  readonly workCalls: number
}

/** Of one agent, with a person at it or without. */
export interface ScanRow extends Counts {
  readonly agent: string
  readonly isHeadless: boolean
}

export interface ScanReport {
  readonly since: string
  readonly until: string
  readonly folders: readonly string[]
  readonly transcripts: number
  readonly bytes: number
  readonly rows: readonly ScanRow[]
  /** The worst first; without those that only would have been asked once. */
  readonly findings: readonly ScanFinding[]
  /** How many there are in all. */
  readonly found: number
  readonly cost: ScanCost
  readonly unreadable: readonly { readonly file: string; readonly why: string }[]
}

export interface Counts {
  readonly sessions: number
  readonly requests: number
  readonly stops: number
  readonly falseClaims: number
  readonly premature: number
  readonly asksOnce: number
}

/** Tokens of a turn, as the transcripts count them. */
export interface TurnTokens {
  readonly input: number
  readonly cached: number
  readonly output: number
}

export interface ScanCost {
  /** A refusal is at least one turn more. */
  readonly continuations: number
  /** The turn in the middle of all turns with work; absent where no transcript counts tokens. */
  readonly turn?: TurnTokens
}

export const NO_COUNTS: Counts = { sessions: 0, requests: 0, stops: 0, falseClaims: 0, premature: 0, asksOnce: 0 }

export function refusedIn({ falseClaims, premature, asksOnce }: Counts): number {
  return falseClaims + premature + asksOnce
}

/** False claims first, then by how much stands against the words, then the newest. */
export function worstFirst(findings: readonly ScanFinding[]): ScanFinding[] {
  return findings
    .map((finding) => ({ finding, weight: weightOf(finding) }))
    .toSorted((one, other) => other.weight - one.weight || (other.finding.at ?? '').localeCompare(one.finding.at ?? ''))
    .map(({ finding }) => finding)
}

function weightOf({ verdict, shown }: StopJudged): number {
  const base = verdict === 'false-claim' ? 1000 : verdict === 'premature' ? 100 : 0
  return base + shown.reduce((sum, one) => sum + weightOfShown(one), 0)
}

function weightOfShown(shown: ShownAgainst): number {
  if (shown.kind === 'red-check') return 30
  return shown.kind === 'open-todos' ? 10 + Math.min(shown.items.length, 10) : 5
}

/** The turn in the middle by its output, so that a few huge ones do not count for all. */
export function middleTurn(turns: readonly TurnTokens[]): TurnTokens | undefined {
  const sorted = turns.toSorted((one, other) => one.output - other.output)
  return sorted[Math.floor(sorted.length / 2)]
}
