// The agent's last words: do they ask the person something, and do they name work that the agent itself still has to do?
// Courtesy ("anything else?"), offers and advice to the person do neither.
import { lazily } from '../../contract/lazily.ts'
import { shownOpen, shownRed } from './asked/shown.ts'
import { closingQuestion, toSentences, withoutTrailingBlock } from './question.ts'
import { contradictionIn } from './contradiction.ts'
import { waitsForWord } from './owed/offers.ts'
import { namedWork } from './own-work.ts'
import { requestAtEnd, withoutReason } from './request.ts'
import { normal, sentencesOf, withoutFences } from './sentences.ts'

const LONGEST_READ = 20_000

/** What the agent ends on and waits for: a question, a request, or that the request or a check contradicts itself. */
export function closingRequest(message: string): string | null {
  const text = message.slice(-LONGEST_READ)
  const asked = closingQuestion(text)
  if (asked !== null) return asked
  const lines = withoutFences(text)
  const found = sentencesOf(lines)
  const request = requestAtEnd(found)
  if (request !== null && waitsForWord(normal(request))) return null
  return request ?? askedAboveOptions(lines) ?? (endsGivingUp(found) ? null : contradictionIn(found.slice(-6)))
}

/** "Whatever I do, it fails. I'm at the end of my ideas." */
function endsGivingUp(found: readonly string[]): boolean {
  return found.slice(-3).some((sentence) => gaveUp().test(normal(sentence)))
}

const gaveUp = lazily(
  () => /\b(?:end|out) of (?:my )?ideas\b|\bi(?:'d| would) rather stop\b|\bi(?:'m| am) giving up\b|\bi give up\b/,
)

/** What it asks may stand above a list of options, with words on its own choice below that. */
function askedAboveOptions(lines: readonly string[]): string | null {
  const text = lines.slice(-40).join('\n').trimEnd()
  const above = withoutTrailingBlock(text) ?? withoutTrailingBlock(withoutReason(text))
  if (above === null) return null
  const last = toSentences(above.trimEnd()).at(-1)
  return last === undefined ? null : (closingQuestion(last) ?? requestAtEnd([last]))
}

/** The sentence that names work of the agent's own that is still to be done, or null. The prompts say what was asked. */
export function ownRemainder(message: string, prompts: readonly string[] = []): string | null {
  const key = [message, ...prompts].join('\0')
  if (newest?.key !== key) {
    const text = message.slice(-LONGEST_READ)
    newest = {
      key,
      found: namedWork(withoutFences(text), prompts) ?? shownRed(text, prompts) ?? shownOpen(text, prompts),
    }
  }
  return newest.found
}

/** Asked again where what was found decides nothing by itself. */
let newest: { readonly key: string; readonly found: string | null } | undefined
