// What is known of the host beyond its environment: whether a person is there, and which process it is.
import type { Agent, Attendance, TranscriptReader } from '../../agents/agent.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { SessionState } from '../../contract/state.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { Source } from '../transcript/source.ts'
import type { TranscriptLine } from '../transcript/lines/line.ts'
import { linesBack } from '../transcript/lines/lines-back.ts'
import { lastLinesWith } from '../transcript/lines/marked-lines.ts'
import { startOfTurn } from '../transcript/lines/turn-start.ts'
import type { World } from '../world.ts'

/** The first line of a transcript may hold the whole system prompt. */
const LONGEST_LINE = 1024 * 1024
/** Most turns are short: their start stands near the end. */
const NEAR = 64 * 1024
/** The lines that begin a turn. */
const HEAD = 64 * 1024
const MOST_SEARCHED = 16 * 1024 * 1024
const MOST_STARTS = 100

export function hostOf(world: World, agent: Agent, told: Host, source: Source): Host {
  const { transcript } = agent
  const host = transcript?.attendance ? { ...told, ...attendanceIn(source, transcript, transcript.attendance) } : told
  if (host.pid !== undefined) return host
  const pid = starter(world)
  return pid === undefined ? host : { ...host, pid, isShared: isShared(world, agent, pid) }
}

/** In doubt nobody is there: a script's output must not change because of us. */
function attendanceIn(
  source: Source,
  reader: TranscriptReader,
  attendance: Attendance,
): Pick<Host, 'attended' | 'isUntold'> {
  const attended = isAttended(source, reader, attendance)
  return attended === undefined ? { attended: false, isUntold: true } : { attended }
}

/** In doubt as it was when something told: an agent could remove the transcript that tells. */
export function asRemembered(host: Host, session: SessionState | undefined): Host {
  return host.isUntold === true && session ? { ...host, attended: session.attended } : host
}

function isAttended(
  { open, turn }: Source,
  { turnMark }: TranscriptReader,
  { mark, of }: Attendance,
): boolean | undefined {
  const opened = open()
  if (opened.kind !== 'opened') return undefined
  try {
    for (const lines of startsOf(opened.file, mark, turn === undefined ? undefined : { turnMark, turn })) {
      for (const line of lines()) {
        const said = of(parseLine(line.text))
        if (said !== undefined) return said
      }
    }
    return of(parseLine(firstLine(opened.file)))
  } finally {
    opened.file.close()
  }
}

function firstLine(file: OpenedFile): string {
  for (let size = NEAR; ; size = LONGEST_LINE) {
    const bytes = file.read(0, size)
    const end = bytes.indexOf(10)
    if (end >= 0 || size === LONGEST_LINE) return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
  }
}

/** Lines that may tell, newest first: near the end, else where the turn begins, else wherever they stand. */
function startsOf(
  file: OpenedFile,
  mark: string,
  of: { readonly turnMark: string; readonly turn: string } | undefined,
): (() => Iterable<TranscriptLine>)[] {
  const near = Math.max(0, file.size - NEAR)
  const atEnd = (): Iterable<TranscriptLine> => linesBack(file, { from: near, to: file.size }, mark)
  if (near === 0) return [atEnd]
  const atTurn = (): Iterable<TranscriptLine> => {
    const start = of && startOfTurn(file, { from: 0, to: file.size }, of.turnMark, of.turn)
    return start === undefined ? [] : linesBack(file, { from: start, to: Math.min(start + HEAD, file.size) }, mark)
  }
  // Up to the end, since a line may lie across the border of what was looked at.
  const rest = { from: Math.max(0, file.size - MOST_SEARCHED), to: file.size }
  const anywhere = (): Iterable<TranscriptLine> =>
    lastLinesWith(file, rest, [mark], { isOver: () => false, most: MOST_STARTS }).reverse()
  return [atEnd, atTurn, anywhere]
}

/** The agent starts its hooks itself, or through a shell. */
function starter({ processes }: World): number | undefined {
  const key = processes.starters().at(-1)
  return key === undefined ? undefined : Number.parseInt(key, 10)
}

/** Where the system does not tell, it may be. */
function isShared({ processes }: World, { isDaemon }: Agent, pid: number): boolean {
  const command = processes.commandOf(pid)
  return isDaemon !== undefined && (command === undefined || isDaemon(command))
}
