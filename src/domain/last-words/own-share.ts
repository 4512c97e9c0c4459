// How many of them are done: "12 of 30", or "Of the nine shaders, six compile".
import { lazily } from '../../contract/lazily.ts'
import { holdsPart } from '../text/words-in.ts'
import { REDONE, UNDONE } from './work-words.ts'

/** "Converted 12 of 30 templates", or "Of the nine shaders, six compile". */
export function leavesSome(plain: string): boolean {
  // How many there were says what was found.
  if (!holdsPart(plain, [' of ', '/', 'tests', 'of the ']) || /^there (?:was|were)\b/.test(plain)) return false
  const [, written, passing] =
    /\b(\d{1,6}) (?:\p{L}+ ){0,2}tests?\b[^.]{0,40}[;,:–—] (?:of which |only |and |but )?(\d{1,6}) (?:of them )?pass\b/u.exec(
      plain,
    ) ?? []
  if (passing !== undefined && Number(passing) < Number(written)) return true
  const [part, whole] = sharesIn(plain)
  if (part === undefined || whole === undefined || !(toNumber(part) < toNumber(whole))) return false
  return (
    (counted().test(plain) && !uncounted().test(plain)) ||
    /^\d.* now$|^progress\b/.test(plain) ||
    standsAt().test(plain)
  )
}

function sharesIn(plain: string): ReadonlyArray<string | undefined> {
  const [, some, all] = share().exec(plain) ?? []
  if (some !== undefined) return [some, all]
  const [, whole, part] = plain.includes('of ') ? (ofWhich().exec(plain) ?? []) : []
  return [part, whole]
}

/** "French is at 198 of 412 keys" */
const standsAt = lazily(
  () =>
    /^(?!.*\bby default\b).*\b(?:is|are|stands?) (?:now |only |currently |still )?at \d{1,6} ?(?:of|out of|\/) ?(?:the )?\d/,
)

/** "9 of 14 pass", and later "14 of 14 pass". */
export function isReached(plain: string, later: readonly string[]): boolean {
  const [, whole] = sharesIn(plain)
  if (whole === undefined || !PASSES.test(plain)) return false
  const all = new RegExp(`\\b${whole} ?(?:of|out of|/) ?${whole}\\b`)
  return later.some((sentence) => all.test(sentence) && PASSES.test(sentence))
}

const PASSES = /\b(?:pass(?:es|ed|ing)?|green)\b/i

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const COUNT = `(\\d{1,6}|(?:${[...TENS.slice(2), ...ONES.slice(1)].join('|')})(?:-(?:${ONES.slice(1, 10).join('|')}))?)`
const share = lazily(() => new RegExp(`\\b${COUNT} ?(?:of|out of|/) ?(?:the |all |all the )?${COUNT}\\b`))
const ofWhich = lazily(
  () =>
    new RegExp(
      `\\bof (?:the |all |all the |these )?${COUNT} [^,;:.]{1,60}?(?:,| (?:i|we)(?:'ve| have)?(?: only| just| now)? [a-z]{2,20})(?: only| just)? ${COUNT}\\b`,
    ),
)

/** Of digits or words, up to ninety-nine. */
export function toNumber(text: string): number {
  const [first = '', second = 'zero'] = text.split('-')
  if (/\d/.test(first)) return Number(first)
  return (TENS.includes(first) ? TENS.indexOf(first) * 10 : ONES.indexOf(first)) + ONES.indexOf(second)
}

const counted = lazily(
  () =>
    new RegExp(
      `\\b(?:${UNDONE}|${REDONE}|documented|typed|reviewed|recorded|imported|annotated|processed|resolved|closed|compiles?|pass|passes|green|build|builds)\\b`,
    ),
)
const uncounted = lazily(
  () =>
    /\b(?:needed|affected|required|all of them|uses?|shows?|displays?|prints?|says?|while|configured|page|step|phase|part|version|before|previously|earlier|runs|times|attempts)\b/,
)
