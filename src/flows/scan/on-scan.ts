// The entrance to `fullstop scan`: finds, reads and judges the transcripts of a period, and keeps the worst stops.
// Nothing is written, and no store is opened.
//
//   find-transcripts.ts  which transcripts there are
//   read-lines.ts        the lines of one, in one buffer
//   read-session.ts      one transcript: every place where the agent ended its turn
//   judge-stop.ts        the decision on such a place, and what speaks against the agent's words
//   show-finding.ts      a finding with its texts masked, and the command that opens the session
import { given } from '../../contract/given.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'
import type { Agent } from '../../agents/agent.ts'
import {
  type Counts,
  countStop,
  middleTurn,
  NO_COUNTS,
  refusedIn,
  type ScanFinding,
  type ScanReport,
  type ScanRow,
  type TurnTokens,
  worstFirst,
} from '../../domain/view/scan.ts'
import type { World } from '../world.ts'
import { findTranscripts, type TranscriptFile } from './find-transcripts.ts'
import { readSession, type SessionEnd, type SessionHeard, type SessionStop } from './read-session.ts'
import { showFinding } from './show-finding.ts'

export interface ScanQuery {
  readonly agents: readonly Agent[]
  readonly folder?: string | undefined
  readonly since: Date
  /** How many findings are wanted. */
  readonly most: number
  readonly onProgress: (progress: ScanProgress) => void
}

export interface ScanProgress {
  readonly done: number
  readonly files: number
  readonly bytes: number
}

export type ScanWorld = Pick<World, 'files' | 'userHome' | 'env' | 'now'>

export async function onScan(world: ScanWorld, query: ScanQuery): Promise<ScanReport> {
  const { files, folders } = await findTranscripts(world, { ...query, sinceMs: query.since.getTime() })
  const tally = emptyTally(query)
  let bytes = 0
  for (const [done, file] of files.entries()) {
    const before = bytes
    readOne(world, file, {
      tally,
      onRead: (read) => query.onProgress({ done, files: files.length, bytes: before + read }),
    })
    bytes += file.size
  }
  query.onProgress({ done: files.length, files: files.length, bytes })
  const rows = [...tally.rows.values()].filter(({ sessions }) => sessions > 0)
  return {
    since: query.since.toISOString(),
    until: world.now().toISOString(),
    folders,
    transcripts: files.length,
    bytes,
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
  readonly since: string
  readonly most: number
  readonly rows: Map<string, ScanRow>
  findings: ScanFinding[]
  found: number
  readonly turns: TurnTokens[]
  /** Stops that were counted: a session that was forked or resumed may repeat them in another file. */
  readonly keys: Set<string>
  readonly unreadable: { readonly file: string; readonly why: string }[]
}

function emptyTally({ since, most }: ScanQuery): Tally {
  return {
    since: since.toISOString(),
    most,
    rows: new Map(),
    findings: [],
    found: 0,
    turns: [],
    keys: new Set(),
    unreadable: [],
  }
}

interface Reading {
  readonly tally: Tally
  /** How much of the file was read: a large one takes a while. */
  readonly onRead: (bytes: number) => void
}

function readOne(world: ScanWorld, file: TranscriptFile, { tally, onRead }: Reading): void {
  onRead(0)
  const opened = world.files.openFile(file.path, [file.folder])
  // Gone since it was listed: then there is nothing to read.
  if (opened.kind === 'missing') return
  if (opened.kind === 'refused') {
    tally.unreadable.push({ file: file.path, why: opened.why })
    return
  }
  try {
    const ended = readSession(told(opened.file, onRead), file, heardIn(file, tally))
    if (ended === 'damaged') tally.unreadable.push({ file: file.path, why: WHY[ended] })
  } catch (error) {
    tally.unreadable.push({ file: file.path, why: error instanceof Error ? error.message : String(error) })
  } finally {
    opened.file.close()
  }
}

/** The same file, which tells how far it was read. */
function told(file: OpenedFile, onRead: Reading['onRead']): OpenedFile {
  return {
    ...file,
    read: (offset, length, into) => {
      onRead(offset)
      return file.read(offset, length, into)
    },
  }
}

const WHY: Readonly<Record<Exclude<SessionEnd, 'read'>, string>> = { damaged: 'too many of its lines are not JSON' }

function heardIn(file: TranscriptFile, tally: Tally): SessionHeard {
  const begun = new Set<string>()
  const count = (isHeadless: boolean, change: (counts: Counts) => Counts): void => {
    const agent = file.agent.id
    const key = `${agent} ${isHeadless}`
    const row = tally.rows.get(key) ?? { ...NO_COUNTS, agent, isHeadless }
    const sessions = row.sessions + (begun.has(key) ? 0 : 1)
    begun.add(key)
    tally.rows.set(key, { ...row, ...change(row), sessions })
  }
  return {
    onRequest: (at, attended) => {
      if (isOld(at, tally)) return
      count(!attended, (counts) => ({ ...counts, requests: counts.requests + 1 }))
    },
    onStop: (stop) => {
      const { key, attended } = stop
      if (isOld(stop.at, tally) || (key !== undefined && tally.keys.has(key))) return
      if (key !== undefined) tally.keys.add(key)
      count(!attended, (counts) => countStop(counts, stop.verdict))
      if (stop.tokens && stop.workCalls > 0) tally.turns.push(stop.tokens)
      if (stop.shown.length > 0) keep(tally, toFinding(file, stop))
    },
  }
}

/** A line that does not tell its time counts: its file was written since. */
function isOld(at: string | undefined, { since }: Tally): boolean {
  return at !== undefined && at < since
}

/** Only as many as are wanted are kept, so that memory stays flat. Headless sessions are counted, and not listed. */
function keep(tally: Tally, finding: ScanFinding): void {
  if (finding.isHeadless) return
  tally.found += 1
  tally.findings.push(finding)
  if (tally.findings.length > 4 * tally.most) tally.findings = worstFirst(tally.findings).slice(0, tally.most)
}

function toFinding({ agent, path }: TranscriptFile, stop: SessionStop): ScanFinding {
  const { verdict, shown, quote, agentSessionId, attended, at, cwd, offset, asked, workCalls } = stop
  return {
    verdict,
    shown,
    quote,
    agent: agent.id,
    agentSessionId,
    isHeadless: !attended,
    ...given({ at, cwd }),
    file: path,
    offset,
    ...given({ asked }),
    workCalls,
  }
}

/** Where the gate is off, nothing would have been refused. */
function toCost(rows: readonly ScanRow[], turns: readonly TurnTokens[]): ScanReport['cost'] {
  const continuations = rows.filter(({ isHeadless }) => !isHeadless).reduce((sum, row) => sum + refusedIn(row), 0)
  const turn = middleTurn(turns)
  return turn === undefined ? { continuations } : { continuations, turn }
}
