// What the transcripts told, as plain values: requests and judged stops, file by file. Stops wait until there are many of
// them, because one takes a fraction of the time where its code and patterns are still in the processor's cache. Nor need
// the thread judge them that reads them: to make ready what judges takes half a second, in each thread that does.
import { given } from '../../contract/given.ts'
import type { ScanFinding, StopVerdict, TurnTokens } from '../../domain/view/scan.ts'
import type { World } from '../world.ts'
import type { TranscriptFile } from './find-transcripts.ts'
import { type JudgedStop, judgeStop, leavesOpen } from './judge-stop.ts'
import { readSession, type SessionEnd, type SessionHeard, type SessionStop } from './read-session.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'

/** Something that counts. It passes between threads. */
export type HeardMoment =
  | { readonly kind: 'request'; readonly attended: boolean; readonly key?: string }
  | {
      readonly kind: 'stop'
      readonly attended: boolean
      readonly verdict: StopVerdict
      /** The same in every copy of it. */
      readonly key?: string
      /** Of a turn with work, where the transcript counts tokens. */
      readonly tokens?: TurnTokens
      /** Where something is shown against the agent's words. */
      readonly finding?: ScanFinding
    }

export interface TranscriptHeard {
  readonly heard: readonly HeardMoment[]
  /** Why it was not read to its end. */
  readonly why?: string | undefined
}

export interface Hearing {
  /** Opens, reads and closes one transcript. Never throws: what cannot be read is said in `why`. */
  readonly hear: (file: TranscriptFile) => TranscriptHeard
  /** Judges the stops that wait: before that, what was heard is not complete. */
  readonly settle: () => void
  /** Judges what another thread has read. */
  readonly judge: (moments: readonly UnjudgedMoment[]) => void
  /** What a transcript told so far that another thread has read. */
  readonly judgedOf: (path: string) => TranscriptHeard | undefined
}

export interface HearingQuery {
  readonly since: string
  /** So many more bytes were read. */
  readonly onRead: (bytes: number) => void
  /** Absent: everything is judged here. */
  readonly other?: OtherJudge
}

/** Another thread that judges. A transcript that it takes has told nothing here. */
export interface OtherJudge {
  readonly takes: (file: Pick<TranscriptFile, 'size'>) => boolean
  readonly send: (moments: readonly UnjudgedMoment[]) => void
}

/** Passes between threads. */
export interface UnjudgedMoment {
  readonly agent: string
  readonly path: string
  readonly what: Waiting
}

const MOST_WAITING = 64
const MOST_CHARACTERS = 1024 * 1024

type Waiting = Extract<HeardMoment, { kind: 'request' }> | { readonly kind: 'unjudged'; readonly stop: SessionStop }

interface Session {
  readonly told: { readonly heard: HeardMoment[]; why?: string | undefined }
  /** As its newest stop that was judged left it. */
  isOpen: boolean
}

export function newHearing(world: Pick<World, 'files'>, { since, onRead, other }: HearingQuery): Hearing {
  const own = new Map<string, Session>()
  const others = new Map<string, Session>()
  const here = newBatch((moments) => judgeAll(moments, own, since))
  const there = newBatch((moments) => other?.send(moments))
  return {
    hear: (file) => {
      const { told } = sessionOf(own, file.path)
      const { wait } = other?.takes(file) === true ? there : here
      const moment = (what: Waiting): UnjudgedMoment => ({ agent: file.agent.id, path: file.path, what })
      const why = readOne(world, file, onRead, {
        onRequest: ({ at, attended, key }) => {
          if (!isOld(at, since)) wait(moment({ kind: 'request', attended, ...given({ key }) }), 0)
        },
        onStop: (stop) => wait(moment({ kind: 'unjudged', stop }), stop.past.said.length),
      })
      told.why ??= why
      return told
    },
    settle: () => {
      here.flush()
      there.flush()
    },
    judge: (moments) => judgeAll(moments, others, since),
    judgedOf: (path) => others.get(path)?.told,
  }
}

/** Hands moments on when there are many of them. */
function newBatch(full: (moments: readonly UnjudgedMoment[]) => void): Batch {
  let waiting: UnjudgedMoment[] = []
  let characters = 0
  const flush = (): void => {
    if (waiting.length > 0) full(waiting)
    waiting = []
    characters = 0
  }
  const wait = (moment: UnjudgedMoment, length: number): void => {
    waiting.push(moment)
    characters += length
    if (waiting.length >= MOST_WAITING || characters >= MOST_CHARACTERS) flush()
  }
  return { wait, flush }
}

interface Batch {
  readonly wait: (moment: UnjudgedMoment, length: number) => void
  readonly flush: () => void
}

function sessionOf(sessions: Map<string, Session>, path: string): Session {
  const known = sessions.get(path)
  if (known) return known
  const session: Session = { told: { heard: [] }, isOpen: false }
  sessions.set(path, session)
  return session
}

function judgeAll(moments: readonly UnjudgedMoment[], sessions: Map<string, Session>, since: string): void {
  for (const moment of moments) {
    const session = sessionOf(sessions, moment.path)
    session.told.why ??= trying(() => take(session, moment, since))
  }
}

const WHY: Readonly<Record<SessionEnd, string | undefined>> = {
  read: undefined,
  damaged: 'too many of its lines are not JSON',
}

function readOne(
  { files }: Pick<World, 'files'>,
  file: TranscriptFile,
  onRead: HearingQuery['onRead'],
  heard: SessionHeard,
): string | undefined {
  const opened = files.openFile(file.path, [file.folder])
  // Gone since it was listed: then there is nothing to read.
  if (opened.kind === 'missing') return undefined
  if (opened.kind === 'refused') return opened.why
  try {
    return trying(() => WHY[readSession(told(opened.file, onRead), file, heard)])
  } finally {
    opened.file.close()
  }
}

/** Why it failed. */
function trying(what: () => string | undefined): string | undefined {
  try {
    return what()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The same file, which tells how far it was read: a large one takes a while. */
function told(file: OpenedFile, onRead: HearingQuery['onRead']): OpenedFile {
  return {
    ...file,
    read: (offset, length, into) => {
      const bytes = file.read(offset, length, into)
      onRead(bytes.length)
      return bytes
    },
  }
}

/** A line that does not tell its time counts: its file was written since. */
function isOld(at: string | undefined, since: string): boolean {
  return at !== undefined && at < since
}

function take(session: Session, { what, ...of }: UnjudgedMoment, since: string): undefined {
  const { heard } = session.told
  if (what.kind === 'request') {
    heard.push(what)
    return
  }
  const { past, at, key, tokens } = what.stop
  const judged = judgeStop({ ...past, isOpen: past.isOpen ?? session.isOpen })
  const { verdict, shown } = judged
  session.isOpen = leavesOpen(judged)
  if (isOld(at, since)) return
  const finding = shown.length > 0 ? toFinding(of, what.stop, judged) : undefined
  const ofWork = past.window.work.workCalls > 0 ? tokens : undefined
  heard.push({ kind: 'stop', attended: past.attended, verdict, ...given({ key, tokens: ofWork, finding }) })
}

function toFinding(
  { agent, path }: Pick<UnjudgedMoment, 'agent' | 'path'>,
  stop: SessionStop,
  judged: JudgedStop,
): ScanFinding {
  const { past, at, cwd, offset, line, asked } = stop
  const { verdict, shown, quote } = judged
  return {
    verdict,
    shown,
    quote,
    agent,
    agentSessionId: past.agentSessionId,
    isHeadless: !past.attended,
    ...given({ at, cwd }),
    file: path,
    offset,
    ...given({ asked }),
    workCalls: past.window.work.workCalls,
    ...given({ line }),
  }
}
