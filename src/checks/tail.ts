// What an agent should read of a failing check's output: the end of it, and the first failure if the end does not tell.
import { isFailureLine } from './failure-lines.ts'
import { toLines } from './output-lines.ts'

export interface Room {
  readonly lines: number
  readonly characters: number
}

const LONGEST_LINE = 400

export function failingTail(output: string, most: Room = { lines: 40, characters: 2500 }): string {
  const lines = readableLines(output, Math.min(LONGEST_LINE, most.characters))
  if (fits(lines, most)) return lines.join('\n')
  const start = tailStart(lines, leaving(most, 1))
  const first = lines.findIndex(isFailureLine)
  if (first < 0 || first >= start || lines.slice(start).some(isFailureLine))
    return [before(start), ...lines.slice(start)].join('\n')
  return withFirstFailure(lines, first, most)
}

function withFirstFailure(lines: readonly string[], first: number, most: Room): string {
  const half = { lines: Math.floor(most.lines / 2), characters: Math.floor(most.characters / 2) }
  const top = first > 0 ? [before(first)] : []
  const head = headOf(lines.slice(first, first + half.lines), leaving(half, top.length))
  const rest = lines.slice(first + head.length)
  const start = tailStart(rest, leaving(half, 1))
  const gap = start > 0 ? [`[… ${counted(start)} left out]`] : []
  return [...top, ...head, ...gap, ...rest.slice(start)].join('\n')
}

const before = (count: number): string => `[… ${counted(count)} before]`
const counted = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)

/** A note such as "[… 123456 lines before]" takes a line and some characters. */
function leaving(room: Room, notes: number): Room {
  return { lines: room.lines - notes, characters: room.characters - notes * 32 }
}

function readableLines(output: string, longest: number): string[] {
  const lines: string[] = []
  for (const line of toLines(output))
    if (line !== '' || (lines.at(-1) ?? '') !== '') lines.push(cutMiddle(line, longest))
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function cutMiddle(line: string, longest: number): string {
  if (line.length <= longest) return line
  const mark = ' […] '
  const kept = Math.max(longest - mark.length, 0)
  const tail = Math.floor(kept / 3)
  return `${line.slice(0, kept - tail)}${mark}${line.slice(line.length - tail)}`
}

function fits(lines: readonly string[], room: Room): boolean {
  return lines.length <= room.lines && lines.reduce((sum, line) => sum + line.length + 1, -1) <= room.characters
}

function tailStart(lines: readonly string[], room: Room): number {
  let start = lines.length
  let left = room.characters
  while (start > 0 && lines.length - start < room.lines) {
    left -= (lines[start - 1] ?? '').length + 1
    if (left < 0) break
    start -= 1
  }
  return start
}

function headOf(lines: readonly string[], room: Room): readonly string[] {
  let end = 0
  let left = room.characters
  while (end < lines.length && end < room.lines) {
    left -= (lines[end] ?? '').length + 1
    if (left < 0) break
    end += 1
  }
  return lines.slice(0, end)
}
