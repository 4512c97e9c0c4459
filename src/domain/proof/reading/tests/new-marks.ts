// Marks that were not there before: skip, only, todo, expected to fail.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import type { PlacedMark, TestFile } from '../test-file/test-file.ts'

export function newMarks(before: readonly TestFile[], after: readonly TestFile[]): TamperFinding[] {
  const isKnown = knownMarks(before, new Set(after.flatMap(({ titles }) => [...titles])))
  const titlesBefore = new Set(before.flatMap(({ titles }) => [...titles]))
  const pathsBefore = new Set(before.map(({ path }) => path))
  return after.flatMap((file) =>
    file.marks
      .filter((mark) => !isKnown(file.path, mark))
      .flatMap((mark) => {
        const isNew = mark.target === '' ? !pathsBefore.has(file.path) : !titlesBefore.has(mark.target)
        if (isNew && (mark.isConditional || mark.isPlan)) return []
        return [finding('skipped', file.path, mark.line, sentence(mark, isNew))]
      }),
  )
}

type Take = (path: string, mark: PlacedMark) => boolean

/** A mark is an old one if the same test bore it anywhere, or if a test that is gone bore it in this file: it was renamed. */
function knownMarks(before: readonly TestFile[], titlesNow: ReadonlySet<string>): Take {
  const byTarget = new Map<string, PlacedMark[]>()
  const byPath = new Map<string, PlacedMark[]>()
  for (const { path, marks } of before) {
    for (const mark of marks) {
      push(byTarget, keyOf(mark), mark)
      if (!titlesNow.has(mark.target)) push(byPath, JSON.stringify([path, effectOf(mark)]), mark)
    }
  }
  const used = new Set<PlacedMark>()
  const takeFrom = (list: PlacedMark[] | undefined): boolean => {
    let found = list?.pop()
    while (found && used.has(found)) found = list?.pop()
    if (found) used.add(found)
    return found !== undefined
  }
  return (path, mark) =>
    takeFrom(byTarget.get(keyOf(mark))) || takeFrom(byPath.get(JSON.stringify([path, effectOf(mark)])))
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const list = map.get(key)
  if (list) list.push(one)
  else map.set(key, [one])
}

function keyOf(mark: PlacedMark): string {
  return JSON.stringify([effectOf(mark), mark.target])
}

type Effect = 'only' | 'fails' | 'skipped' | 'maybe'

function effectOf({ label, isConditional }: PlacedMark): Effect {
  if (/only|focus|^(?:RSpec\.)?f(?:it|test|specify|describe|context|example)$/i.test(label)) return 'only'
  if (isConditional && !/should_panic|xfail/.test(label)) return 'maybe'
  return /fail|should_panic|PendingFeature/i.test(label) ? 'fails' : 'skipped'
}

const EFFECTS: Readonly<Record<Effect, (what: string) => string>> = {
  only: (what) => `${what} runs alone`,
  fails: (what) => `${what} is expected to fail`,
  skipped: (what) => `${what} is skipped`,
  maybe: (what) => `${what} is skipped under a condition`,
}

function sentence(mark: PlacedMark, isNew: boolean): string {
  const noun = mark.isOnCase ? 'test' : 'suite'
  const what = mark.target === '' ? 'the whole file' : `${isNew ? 'new ' : ''}${noun} ${quote(mark.target)}`
  return `${EFFECTS[effectOf(mark)](what)}${isNew ? '' : ' now'} (${mark.label})`
}
