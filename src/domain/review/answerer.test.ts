// Who answered, in words: each place, with and without a name.
import { expect, test } from 'bun:test'
import type { Answerer } from '../../contract/view/comment.ts'
import { answererText } from './answerer.ts'

const cases: readonly [Answerer, string][] = [
  [{ name: 'ana', by: 'terminal' }, 'ana (at a terminal)'],
  [{ name: 'ci\u001b[2J', by: 'script' }, 'ci\u{fffd}[2J (by script)'],
  [{ by: 'agent-screen' }, "somebody in the agent's screen"],
  [{ by: 'prompt' }, 'somebody by prompt'],
]

test.each(cases)('%j reads %j', (answerer, text) => expect(answererText(answerer)).toBe(text))
