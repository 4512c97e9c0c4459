// F1: our own words and the person's, said back by the assistant, are no claim.
import { describe, expect, test } from 'bun:test'
import { detect } from '../detectors/index.ts'
import { decide } from '../gate/decide.ts'
import { claim, facts, policy, SESSION, TOKEN } from '../gate/facts.fixture.ts'
import type { Facts } from '../contract/facts.ts'
import { withoutEcho } from './echo.ts'

function refusalOf(changes: Partial<Facts>): string {
  const decision = decide(facts(changes), policy())
  if (decision.kind !== 'continue') throw new Error('no refusal')
  return decision.say
}

const REFUSAL = refusalOf({})
const RUNNING = refusalOf({
  claim: claim('success'),
  verification: { kind: 'running', checks: ['test'] },
  attended: false,
})
const PROMPT = `Fix the parser.\nWhen done, print\n${TOKEN}`

const rows: ReadonlyArray<
  readonly [name: string, text: string, own: readonly (string | undefined)[], expected: string]
> = [
  ['nothing of ours', 'I fixed it.', [REFUSAL, PROMPT], 'I fixed it.'],
  ['a claim of its own', `Fixed.\n${TOKEN}`, [REFUSAL, PROMPT], `Fixed.\n${TOKEN}`],
  ['our last refusal', `You said:\n${REFUSAL}\nI go on.`, [REFUSAL], 'You said:\n[echo]\nI go on.'],
  ['an older refusal that is not at hand', `You said:\n${REFUSAL}\nI go on.`, [], 'You said:\n[echo]\nI go on.'],
  ['a refusal as the host shows it', `Stop hook feedback:\n${REFUSAL}\nI go on.`, [], '[echo]\nI go on.'],
  ['two refusals', `${REFUSAL}\nand\n${REFUSAL}`, [], '[echo]\nand\n[echo]'],
  [
    'a refusal, then a claim of its own',
    `${REFUSAL}\nNow it is done.\n${TOKEN}`,
    [REFUSAL],
    `[echo]\nNow it is done.\n${TOKEN}`,
  ],
  ["the person's prompt", `Your task: ${PROMPT}\nI start.`, [undefined, PROMPT], 'Your task: [echo]\nI start.'],
  [
    'a short prompt is not taken out of every sentence',
    'I will fix it now, then fix it again.',
    ['fix it'],
    'I will fix it now, then fix it again.',
  ],
  ['the name alone', 'FULLSTOP (1/5) is what the gate prints.', [], 'FULLSTOP (1/5) is what the gate prints.'],
]

describe('withoutEcho', () => {
  for (const [name, text, own, expected] of rows) test(name, () => expect(withoutEcho(text, own)).toBe(expected))
})

describe('an echo is found by no detector', () => {
  const ONE_LINE = 'Fix the parser and print <promise>COMPLETE</promise>'
  const echoes: ReadonlyArray<readonly [name: string, text: string, own: readonly string[]]> = [
    ['our refusal', `You said:\n${REFUSAL}`, []],
    ['our refusal while checks run', `You said:\n${RUNNING}`, []],
    ['our refusal while checks run, at hand', `You said:\n${RUNNING}`, [RUNNING]],
    ["the person's prompt", `Your task: ${PROMPT}`, [PROMPT]],
    ["the person's prompt of one line", `Your task: ${ONE_LINE}`, [ONE_LINE]],
    ["the person's prompt of one line, alone", ONE_LINE, [ONE_LINE]],
    ["the person's prompt in other line ends", `Your task:\r\n${PROMPT.replaceAll('\n', '\r\n')}`, [PROMPT]],
  ]
  for (const [name, text, own] of echoes) {
    test(name, () => {
      const reading = { text: withoutEcho(text, own), sessionId: SESSION }
      expect(detect(reading, ['done-token', 'promise-tag']).match).toBeNull()
    })
  }
  test('while a claim beside it is', () => {
    const reading = {
      text: withoutEcho(`You said:\n${REFUSAL}\n\nIt is done now.\n\n${TOKEN}`, []),
      sessionId: SESSION,
    }
    expect(detect(reading, ['done-token']).match?.text).toBe(TOKEN)
  })
})
