// How a turn ended that the agent did not end by itself: words for people, and the code in none of them.
import { describe, expect, test } from 'bun:test'
import { reasonText } from './agent-end.ts'

describe('reasonText', () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      "the stop is not the agent's choice: session-missing (no rollout found)",
      'the agent lost its session (no rollout found)',
    ],
    ["the stop is not the agent's choice: interrupted", 'the agent was interrupted'],
    ["the stop is not the agent's choice: new-kind", "the stop is not the agent's choice: new-kind"],
    ['check "test" failed (exit 1)', 'check "test" failed (exit 1)'],
  ]
  test.each(rows)('%p', (text, words) => expect(reasonText(text)).toBe(words))
})
