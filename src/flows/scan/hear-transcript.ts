// What the transcripts told, as plain values: requests and judged stops, file by file. Stops wait until there are many of
// them, because one takes a fraction of the time where its code and patterns are still in the processor's cache.
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
}

export interface HearingQuery {
  readonly since: string
  /** So many more bytes were read. */
  readonly onRead: (bytes: number) => void
}

const MOST_WAITING = 64
const MOST_CHARACTERS = 1024 * 1024

type Waiting = Extract<HeardMoment, { kind: 'request' }> | { readonly kind: 'unjudged'; readonly stop: SessionStop }

interface Session {
  readonly file: TranscriptFile
  readonly told: { readonly heard: HeardMoment[]; why?: string | undefined }
  /** As its newest stop that was judged left it. */
  isOpen: boolean
}

export function newHearing(world: Pick<World, 'files'>, { since, onRead }: HearingQuery): Hearing {
  let waiting: { readonly session: Session; readonly what: Waiting }[] = []
  let characters = 0
  const settle = (): void => {
    for (const { session, what } of waiting) session.told.why ??= trying(() => take(session, what, since))
    waiting = []
    characters = 0
  }
  const wait = (session: Session, what: Waiting, length: number): void => {
    waiting.push({ session, what })
    characters += length
    if (waiting.length >= MOST_WAITING || characters >= MOST_CHARACTERS) settle()
  }
  return {
    hear: (file) => {
      const session: Session = { file, told: { heard: [] }, isOpen: false }
      const why = readOne(world, file, onRead, {
        onRequest: ({ at, attended, key }) => {
          if (!isOld(at, since)) wait(session, { kind: 'request', attended, ...given({ key }) }, 0)
        },
        onStop: (stop) => wait(session, { kind: 'unjudged', stop }, stop.past.said.length),
      })
      session.told.why ??= why
      return session.told
    },
    settle,
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

function take(session: Session, what: Waiting, since: string): undefined {
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
  const finding = shown.length > 0 ? toFinding(session.file, what.stop, judged) : undefined
  const ofWork = past.window.work.workCalls > 0 ? tokens : undefined
  heard.push({ kind: 'stop', attended: past.attended, verdict, ...given({ key, tokens: ofWork, finding }) })
}

function toFinding({ agent, path }: TranscriptFile, stop: SessionStop, judged: JudgedStop): ScanFinding {
  const { past, at, cwd, offset, line, asked } = stop
  const { verdict, shown, quote } = judged
  return {
    verdict,
    shown,
    quote,
    agent: agent.id,
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
