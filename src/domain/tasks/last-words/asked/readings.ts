// All that a clause may say of its subject. Whether that is work which was asked for is asked elsewhere.
import { lazily } from '../../../../contract/lazily.ts'
import type { Clause, State } from './clauses.ts'
import {
  BAD_CALLS,
  misbehaves,
  regardless,
  REGARDLESS_CALLS,
  selected,
  SELECTED_CALLS,
  underway,
  UNDERWAY_CALLS,
  USES_OLD_CALLS,
  usesOld,
  WITH_NONE_CALLS,
  withNone,
} from './contrary-states.ts'
import {
  constant,
  CONSTANT_CALLS,
  HALT_WORDS,
  halts,
  hollow,
  HOLLOW_CALLS,
  PERSIST_CALLS,
  persists,
  planned,
  PLANNED_CALLS,
  ONLY_THERE_CALLS,
  onlyThere,
  likewise,
  LIKEWISE_CALLS,
  replaced,
  REPLACED_CALLS,
  unknown,
  UNKNOWN_CALLS,
} from './unmet-states.ts'
import { AWAY_WORDS, LATER_NOUN_WORDS, LATER_SINGLE_WORDS, atAnotherTime, putAway } from './later-states.ts'
import {
  announced,
  ANNOUNCED_CALLS,
  begun,
  BEGUN_CALLS,
  excepted,
  EXCEPTION_WORDS,
  givenUp,
  givenUpCalls,
  red,
  RED_CALLS,
} from './more-states.ts'
import type { Request } from './request-read.ts'
import { absent, asItWas, inItsPlace, LACK_WORDS, notDone, owing, STAND_IN_WORDS, STAY_WORDS } from './states.ts'

export function statesIn(clause: Clause, request: () => Request): readonly State[] {
  let calls = 0
  for (const word of clause.words) calls |= callsOf(word)
  if (calls === 0) return []
  const words = clause.words.slice(0, clause.main)
  return readings().flatMap(([read], at) => (((calls >> at) & 1) === 1 ? (read(words, clause, request) ?? []) : []))
}

type Reading = (words: readonly string[], clause: Clause, request: () => Request) => State | undefined

/** Each with the words without one of which it finds nothing: a hook has no time to run all of them on every clause. */
const readings = lazily((): ReadonlyArray<readonly [read: Reading, calls: string]> => [
  [notDone, 'not never yet failed'],
  [putAway, AWAY_WORDS],
  [inItsPlace, `${STAND_IN_WORDS} nothing 501 unsupported null true`],
  [atAnotherTime, `${LATER_NOUN_WORDS} ${LATER_SINGLE_WORDS} leaves then next now follow come wait happen need have`],
  [asItWas, STAY_WORDS],
  [
    absent,
    `${LACK_WORDS} gap gaps hole point points item items ends piece link bit part needed step no zero nothing none 0`,
  ],
  [owing, 'needs need wants want requires require deserves awaits left be treatment'],
  [(_, clause, request) => excepted(clause, request), EXCEPTION_WORDS],
  [red, RED_CALLS],
  [givenUp, givenUpCalls()],
  [(_, clause) => begun(clause), BEGUN_CALLS],
  [announced, ANNOUNCED_CALLS],
  [constant, CONSTANT_CALLS],
  [persists, PERSIST_CALLS],
  [halts, HALT_WORDS],
  [unknown, UNKNOWN_CALLS],
  [planned, PLANNED_CALLS],
  [hollow, HOLLOW_CALLS],
  [replaced, REPLACED_CALLS],
  [likewise, LIKEWISE_CALLS],
  [onlyThere, ONLY_THERE_CALLS],
  [withNone, WITH_NONE_CALLS],
  [usesOld, USES_OLD_CALLS],
  [regardless, REGARDLESS_CALLS],
  [selected, SELECTED_CALLS],
  [underway, UNDERWAY_CALLS],
  [misbehaves, BAD_CALLS],
])

/** Looked for in text: to enter all of the words in a table takes a hook longer than to look for those of a message. */
const called = lazily(() => readings().map(([, words]) => ` ${words.replace(/\s+/g, ' ')} `))
const masks = new Map<string, number>()
const MOST_MASKS = 5000

/** The readings that a word calls for, as bits. */
function callsOf(word: string): number {
  const known = masks.get(word)
  if (known !== undefined) return known
  let mask = 0
  const part = ` ${word} `
  for (const [at, words] of called().entries()) if (words.includes(part)) mask |= 1 << at
  if (masks.size >= MOST_MASKS) masks.clear()
  masks.set(word, mask)
  return mask
}
