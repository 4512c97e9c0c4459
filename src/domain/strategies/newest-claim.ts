// The newest claim in the assistant's own words. Brings the grammar along, so it is loaded only where a text looks like a
// claim.
import type { Match, Reading } from './detector.ts'
import { withoutEcho } from './echo.ts'
import { type Detection, rowsByWords } from './index.ts'
import { detectInMessage, takesClaimBack } from './standing.ts'

export interface SpokenWords {
  /** The messages that count, the newest last. */
  readonly messages: readonly string[]
  /** Messages before work that was done since. */
  readonly staleMessages: readonly string[]
  /** What we and the person said: an echo of it is not a claim. */
  readonly own: readonly (string | undefined)[]
  /** What was asked. */
  readonly prompts?: readonly string[]
}

export interface WordsRead {
  readonly match?: Match
  /** Only a message before later work claims. */
  readonly isStale: boolean
  /** Why texts that look like a claim are none. */
  readonly nearMisses: readonly string[]
}

/** The newest message that claims, unless a later one takes the claim back. */
export function newestInWords(
  { messages, staleMessages, own, prompts = [] }: SpokenWords,
  strategies: readonly string[],
  settings: Omit<Reading, 'text' | 'explicitChannel'>,
): WordsRead {
  const rows = rowsByWords(strategies)
  const names = rows.map(({ name }) => name)
  // Where an agent has an explicit way to claim, its mood is not guessed at.
  const explicitChannel = rows.some(({ isExplicit }) => isExplicit)
  const find = (text: string): Detection =>
    detectInMessage({ ...settings, text: withoutEcho(text, own), explicitChannel }, names, prompts)
  const nearMisses: string[] = []
  for (const [index, text] of [...messages.entries()].reverse()) {
    const { match, reasons } = find(text)
    if (match && messages.slice(index + 1).some((later) => takesClaimBack(later, prompts))) {
      return { isStale: false, nearMisses: [...nearMisses, `${match.strategy}: a later message takes it back`] }
    }
    if (match) return { match, isStale: false, nearMisses }
    for (const miss of reasons) if (!nearMisses.includes(miss)) nearMisses.push(miss)
  }
  return { isStale: staleMessages.some((text) => find(text).match !== null), nearMisses }
}
