// The agent's last words: do they ask the person something, and do they name work that the agent itself still has to do?
// Courtesy ("anything else?"), offers and advice to the person do neither.
import { shownRed } from './asked/shown.ts'
import { closingQuestion } from './question.ts'
import { contradictionIn } from './contradiction.ts'
import { namedWork } from './own-work.ts'
import { requestAtEnd } from './request.ts'
import { sentencesOf, withoutFences } from './sentences.ts'

const LONGEST_READ = 20_000

/** What the agent ends on and waits for: a question, a request, or that the request or a check contradicts itself. */
export function closingRequest(message: string): string | null {
  const text = message.slice(-LONGEST_READ)
  const asked = closingQuestion(text)
  if (asked !== null) return asked
  const found = sentencesOf(withoutFences(text))
  return requestAtEnd(found) ?? contradictionIn(found.slice(-6))
}

/** The sentence that names work of the agent's own that is still to be done, or null. The prompts say what was asked. */
export function ownRemainder(message: string, prompts: readonly string[] = []): string | null {
  const key = [message, ...prompts].join('\0')
  if (newest?.key !== key) {
    const text = message.slice(-LONGEST_READ)
    newest = { key, found: namedWork(withoutFences(text), prompts) ?? shownRed(text, prompts) }
  }
  return newest.found
}

/** Asked again where what was found decides nothing by itself. */
let newest: { readonly key: string; readonly found: string | null } | undefined
