// Logs of checks, piece by piece. Only a log that an event of the task names can be read, and by a name that is a hash of
// its path: nothing that a browser sends ever becomes a path.
import type { Event } from '../../../contract/event.ts'
import { given } from '../../../contract/given.ts'
import { toLines } from '../../../domain/checks/output/output-lines.ts'
import type { LogPart } from '../../../domain/view/web.ts'
import type { World } from '../../../flows/world.ts'

const PIECE = 256 * 1024
const NAME_LETTERS = 24

export function nameOfLog({ hashOf }: Pick<World, 'hashOf'>): (path: string) => string {
  return (path) => hashOf('log', path).slice(0, NAME_LETTERS)
}

/** The paths of all logs of a task, by their names. */
export function logsIn(events: readonly Event[], world: Pick<World, 'hashOf'>): ReadonlyMap<string, string> {
  const nameLog = nameOfLog(world)
  return new Map(events.flatMap(pathsIn).map((path) => [nameLog(path), path]))
}

function pathsIn(event: Event): readonly string[] {
  if (event.kind === 'check.finished') return asList(event.check.log)
  if (event.kind !== 'claim.verified') return []
  return [...event.evidence.checks, ...(event.evidence.extra ?? [])].flatMap(({ log }) => asList(log))
}

function asList(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path]
}

/** Whole lines from this byte on; a negative number counts from the end. Undefined: the log is gone. */
export function readLog({ files, stateHome }: World, path: string, from: number): LogPart | undefined {
  const opened = files.openFile(path, [stateHome])
  if (opened.kind !== 'opened') return undefined
  const { file } = opened
  try {
    const { size } = file
    const wanted = Math.min(Math.max(0, from < 0 ? size + from : from), size)
    // One byte more tells whether the piece begins with a line.
    const bytes = file.read(Math.max(0, wanted - 1), PIECE)
    const start = wanted === 0 || from >= 0 ? wanted : wanted - 1 + bytes.indexOf(0x0a) + 1
    const piece = bytes.subarray(start - Math.max(0, wanted - 1))
    const isLast = start + piece.length >= size
    const cut = isLast ? piece.length : lineEnd(piece)
    const next = start + cut
    const text = toLines(piece.subarray(0, cut).toString('utf8')).join('\n')
    return { text, offset: start, size, ...given({ next: next < size ? next : undefined }) }
  } finally {
    file.close()
  }
}

/** After the last line break; without one, before a character that is cut in two. */
function lineEnd(piece: Buffer): number {
  const at = piece.lastIndexOf(0x0a)
  if (at >= 0) return at + 1
  let end = piece.length
  while (end > 1 && ((piece[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return ((piece[end - 1] ?? 0) & 0x80) === 0 ? end : Math.max(1, end - 1)
}
