// Does background work hold the agent, or does it run for ever by nature, like a dev server?
import type { BackgroundTask } from '../contract/hook-event.ts'

/** Work that ends by itself, whatever names stand beside it: `npm test -- dev` is waited for. */
const FINITE = new Set(
  `test tests spec build compile lint check typecheck install ci deploy release bench benchmark migrate seed e2e`.split(
    ' ',
  ),
)

/** The running task that the agent may rightly wait for, or undefined. */
export function awaited(background: readonly BackgroundTask[], ignore: readonly string[]): BackgroundTask | undefined {
  return background.find((task) => task.running && !isEndless(task.label, ignore))
}

function isEndless(label: string, ignore: readonly string[]): boolean {
  const words = toWords(label)
  const names = ignore.map(toWords).filter((name) => name.length > 0)
  const named = words.filter((_, at) =>
    names.some((name) => name.every((part, index) => isNamed(words[at + index], part))),
  )
  if (named.length === 0) return false
  // `jest --watch` never ends although it tests; nor does what the user named in so many words.
  return named.some((word) => word.startsWith('watch') || FINITE.has(word)) || !words.some((word) => FINITE.has(word))
}

function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

function isNamed(word: string | undefined, name: string): boolean {
  return word === name || word === `${name}r` || word === `${name}er`
}
