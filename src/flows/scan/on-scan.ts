// The entrance to `fullstop scan`: finds, reads and judges the transcripts of a period, and keeps the worst stops.
// Nothing is written, and no store is opened.
//
//   find-transcripts.ts  which transcripts there are
//   read-lines.ts        the lines of one, in one buffer
//   share-out.ts         all of them, by one thread or several
//   hear-transcript.ts   what one told, its stops judged
//   read-session.ts      one transcript: every place where the agent ended its turn
//   judge-stop.ts        the decision on such a place, and what speaks against the agent's words
//   show-finding.ts      a finding with its texts masked, and the command that opens the session
import type { Agent } from '../../agents/agent.ts'
import {
  middleTurn,
  NO_COUNTS,
  refusedIn,
  type ScanFinding,
  type ScanReport,
  type ScanRow,
  type StopVerdict,
  type TurnTokens,
  worstFirst,
} from '../../domain/view/scan.ts'
import type { World } from '../world.ts'
import { findTranscripts, type TranscriptFile } from './find-transcripts.ts'
import type { HeardMoment, TranscriptHeard } from './hear-transcript.ts'
import { type ScanProgress, type Sharing, shareOut } from './share-out.ts'
import { showFinding } from './show-finding.ts'

export interface ScanQuery extends Omit<Sharing, 'since'> {
  readonly agents: readonly Agent[]
  readonly folder?: string | undefined
  readonly since: Date
  /** How many findings are wanted. */
  readonly most: number
}

export type { ScanProgress }

/** The command of a thread that reads some of the transcripts. */
export const SCAN_READER = 'scan-reader'

export type ScanWorld = Pick<World, 'files' | 'userHome' | 'env' | 'now' | 'sleep'>

export async function onScan(world: ScanWorld, query: ScanQuery): Promise<ScanReport> {
  const { files, folders } = await findTranscripts(world, { ...query, sinceMs: query.since.getTime() })
  const tally = emptyTally(query)
  const told = await shareOut(world, files, { ...query, since: query.since.toISOString() })
  for (const file of files) count(tally, file, told.get(file.path))
  const rows = [...tally.rows.values()].filter(({ sessions }) => sessions > 0)
  return {
    since: query.since.toISOString(),
    until: world.now().toISOString(),
    folders,
    transcripts: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    rows,
    findings: worstFirst(tally.findings)
      .slice(0, query.most)
      .map((finding) => showFinding(world, finding, { files, isOwn: query.folder === undefined })),
    found: tally.found,
    cost: toCost(rows, tally.turns),
    unreadable: tally.unreadable,
  }
}

/** Sums over all files; its size does not depend on theirs. */
interface Tally {
  readonly most: number
  readonly rows: Map<string, RowTally>
  findings: ScanFinding[]
  found: number
  readonly turns: TurnTokens[]
  /** What was counted: a session that was forked or resumed may repeat it in another file. */
  readonly keys: Readonly<Record<HeardMoment['kind'], Set<string>>>
  readonly unreadable: { readonly file: string; readonly why: string }[]
}

type RowTally = { -readonly [Key in keyof ScanRow]: ScanRow[Key] }

function emptyTally({ most }: ScanQuery): Tally {
  const keys = { request: new Set<string>(), stop: new Set<string>() }
  return { most, rows: new Map(), findings: [], found: 0, turns: [], keys, unreadable: [] }
}

const NOTHING_TOLD: TranscriptHeard = { heard: [] }

/** Always in the order in which the files were found, whatever the order in which they were read. */
function count(tally: Tally, { agent: { id: agent }, path }: TranscriptFile, told: TranscriptHeard | undefined): void {
  const { heard, why } = told ?? NOTHING_TOLD
  const begun = new Map<boolean, RowTally>()
  for (const one of heard) {
    if (isRepeated(tally, one)) continue
    let row = begun.get(one.attended)
    if (!row) {
      row = rowOf(tally, agent, !one.attended)
      row.sessions += 1
      begun.set(one.attended, row)
    }
    if (one.kind === 'request') row.requests += 1
    else {
      countStop(row, one.verdict)
      keep(tally, one)
    }
  }
  if (why !== undefined) tally.unreadable.push({ file: path, why })
}

type StopHeard = Extract<HeardMoment, { kind: 'stop' }>

function isRepeated({ keys }: Tally, { kind, key }: HeardMoment): boolean {
  if (key === undefined) return false
  const known = keys[kind]
  const before = known.size
  return known.add(key).size === before
}

function rowOf({ rows }: Tally, agent: string, isHeadless: boolean): RowTally {
  const key = `${agent} ${isHeadless}`
  const row = rows.get(key) ?? { ...NO_COUNTS, agent, isHeadless }
  rows.set(key, row)
  return row
}

function countStop(row: RowTally, verdict: StopVerdict): void {
  row.stops += 1
  if (verdict === 'false-claim') row.falseClaims += 1
  if (verdict === 'premature') row.premature += 1
  if (verdict === 'asks-once') row.asksOnce += 1
}

const LEAST_KEPT = 1000

/** Only as many findings as are wanted. Headless sessions are counted, and not listed. */
function keep(tally: Tally, { tokens, finding }: StopHeard): void {
  if (tokens) tally.turns.push(tokens)
  if (!finding || finding.isHeadless) return
  tally.found += 1
  tally.findings.push(finding)
  if (tally.findings.length > Math.max(LEAST_KEPT, 4 * tally.most))
    tally.findings = worstFirst(tally.findings).slice(0, tally.most)
}

/** Where the gate is off, nothing would have been refused. */
function toCost(rows: readonly ScanRow[], turns: readonly TurnTokens[]): ScanReport['cost'] {
  const continuations = rows.filter(({ isHeadless }) => !isHeadless).reduce((sum, row) => sum + refusedIn(row), 0)
  const turn = middleTurn(turns)
  return turn === undefined ? { continuations } : { continuations, turn }
}
