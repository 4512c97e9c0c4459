// A claim stands only where the words beside it leave no work: "Not covered: the importer. FULLSTOP_DONE::…" claims nothing.
import { wasSoBefore } from '../last-words/excused.ts'
import { ownRemainder } from '../last-words/last-words.ts'
import { asksToSeeFailure } from '../last-words/question.ts'
import type { Match, Reading } from './detector.ts'
import { grammar } from './grammar.ts'
import { takesBack, tellsRed } from './grammar/take-back.ts'
import { detect, type Detection } from './index.ts'

/** What strategies find in one message, if the rest of it lets that stand. The prompts say what was asked. */
export function detectInMessage(reading: Reading, names: readonly string[], prompts: readonly string[]): Detection {
  return ifStanding(reading, detect(reading, names, grammar), (beside) => {
    const red = prompts.some(asksToSeeFailure) ? null : tellsRed(beside, wasSoBefore)
    return red ?? ownRemainder(beside, prompts)
  })
}

/** The same in all that a program printed: what it was about to do, and what was red, may be over since. */
export function detectInOutput(reading: Reading, names: readonly string[]): Detection {
  return ifStanding(reading, detect(reading, names, grammar), (beside) => ownRemainder(beside.replace(ABOUT_TO, '')))
}

const ABOUT_TO =
  /(?<=^|[.!?…]\s)\W{0,4}(?:(?:now|next|first|then|ok|okay|great|good|perfect|alright|so|and),? ){0,3}(?:let me|let's|i'll|i’ll|i will|i'm|i’m|i am|i need to|i have to|i should|running|writing|adding|fixing|checking|looking|starting|moving on|continuing)\b[^.!?\n]{0,300}/gim

function ifStanding(reading: Reading, found: Detection, leaves: (beside: string) => string | null): Detection {
  const { match, reasons } = found
  if (match === null) return found
  const left = leaves(wordsBeside(reading.text, match))
  if (left === null) return found
  return { match: null, reasons: [...reasons, `${match.strategy}: the same message leaves work: "${shorten(left)}"`] }
}

/** Do the words of a message take back what was claimed before it? */
export function takesClaimBack(message: string, prompts: readonly string[]): boolean {
  return takesBack(message) !== null || ownRemainder(message, prompts) !== null
}

/** So much of a text says how far the work is. */
const FARTHEST = 20_000

/** The message without the sentence that claims, and without the one that only announces it. */
function wordsBeside(text: string, { at, text: claim }: Match): string {
  const before = withoutLast(text.slice(Math.max(0, at - FARTHEST), at)).trimEnd()
  const announced = before.slice(withoutLast(before).length)
  const after = text.slice(at + claim.length).slice(-FARTHEST)
  const end = after.search(SENTENCE_END)
  const lead = ANNOUNCES.test(announced.slice(-LONGEST)) ? before.slice(0, before.length - announced.length) : before
  return `${lead}\n${end < 0 ? '' : after.slice(end)}`
}

/** So much of a sentence tells what it is. */
const LONGEST = 300
const SENTENCE_END = /(?<=[.!?…]["'”’»)\]*_`]{0,3})\s|[。！？]|\n/

/** Without the last sentence, or the last line if that is none. */
function withoutLast(text: string): string {
  const line = text.lastIndexOf('\n') + 1
  let start = line
  for (const { index, 0: mark } of text.slice(line).matchAll(new RegExp(SENTENCE_END, 'g')))
    start = line + index + mark.length
  return text.slice(0, start)
}

/** "So I print the token:", "Now I will mark the task as complete." */
const ANNOUNCES =
  /[:：][\s*_]{0,9}$|\b(?:i'll|i’ll|i will|i am|i'm|i’m|let me|going to)\b.*\b(?:claim|token|signal|promise|tag|marker|complete|completion|done|finished)\b/i

function shorten(text: string): string {
  const line = text.replace(/\s{1,200}/g, ' ')
  return line.length > 120 ? `${line.slice(0, 117)}…` : line
}
