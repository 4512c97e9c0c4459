// pytest: does a marker come with new tests, or is it put on tests that were there before?
import type { FileChange } from '../../../../../contract/change.ts'
import { plainLines } from '../../../source/source.ts'

const MOST_LINES = 20_000
const TEST = /^([ \t]*)(?:async )?def (test\w*)\s?\(/
const CLASS = /^([ \t]*)class (\w+)/

/** By name, in whatever file they stand now. */
export function isPutOnOldTests(marker: string, changes: readonly FileChange[]): boolean {
  const files = changes.filter(({ path }) => path.endsWith('.py'))
  const old = new Set(
    files
      .flatMap(({ before }) => (before === undefined ? [] : testsIn(before, marker)))
      .flatMap(({ name, isMarked }) => (isMarked ? [] : [name])),
  )
  return (
    old.size > 0 &&
    files.some(({ after = '' }) => {
      if (!after.includes(marker)) return false
      return testsIn(after, marker).some(({ name, isMarked }) => isMarked && old.has(name))
    })
  )
}

interface MarkedTest {
  /** With the class around it. */
  readonly name: string
  readonly isMarked: boolean
}

/** A marker stands above a test, above its class, or in `pytestmark` of the class or the file. */
function testsIn(raw: string, marker: string): MarkedTest[] {
  const names = new RegExp(`\\bmark\\.${marker}\\b`)
  const found: MarkedTest[] = []
  const lines = plainLines(raw).split('\n').slice(0, MOST_LINES)
  let isAbove = false
  let ofFile = false
  let around = { name: '', indent: -1, isMarked: false }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const indent = line.length - line.trimStart().length
    if (around.indent >= 0 && indent <= around.indent && !/^\s*[)\]#]/.test(line))
      around = { name: '', indent: -1, isMarked: false }
    if (/^\s*pytestmark\b/.test(line)) {
      const list = /\[[^\]]*$/.test(line)
        ? (lines
            .slice(index, index + 20)
            .join('\n')
            .split(']')[0] ?? '')
        : line
      if (!names.test(list)) continue
      if (around.indent >= 0) around = { ...around, isMarked: true }
      else ofFile = true
      continue
    }
    if (/^\s*@/.test(line)) {
      isAbove ||= names.test(line)
      continue
    }
    const [, , ofClass] = CLASS.exec(line) ?? []
    const [, , name] = TEST.exec(line) ?? []
    if (ofClass !== undefined && indent === 0) around = { name: ofClass, indent, isMarked: isAbove }
    if (name !== undefined)
      found.push({ name: `${around.name}.${name}`, isMarked: isAbove || ofFile || around.isMarked })
    if (ofClass !== undefined || name !== undefined || /^\s*(?:async )?def /.test(line)) isAbove = false
  }
  return found
}
