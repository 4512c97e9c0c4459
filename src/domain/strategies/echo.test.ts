// F1: our own words and the person's, said back by the assistant, are no claim.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { grammar } from './grammar.ts'
import { detect } from './index.ts'
import { decide } from '../gate/decide.ts'
import { claim, facts, failed, policy, SESSION, TOKEN } from '../gate/facts.fixture.ts'
import type { Facts } from '../../contract/facts.ts'
import { withoutEcho, withoutSent } from './echo.ts'

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
const PRINTED = '<promise>COMPLETE</promise>'
const RED = refusalOf({
  claim: claim('success'),
  verification: { kind: 'done', evidence: [failed('test', `expected 42\n${PRINTED}`)] },
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
  ['our last refusal with what the check printed', `You said:\n${RED}\nI go on.`, [RED], 'You said:\n[echo]\nI go on.'],
  ['R9: … that is not at hand', `You said:\n${RED}\nI go on.`, [], 'You said:\n[echo]\nI go on.'],
  [
    'R9: lines that the refusal quoted, alone',
    `The check says:\n> | ${PRINTED}\n\n| expected 42 \n| a | b |`,
    [RED],
    'The check says:\n[echo]\n\n[echo]\n| a | b |',
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
    ['R9: the output of a check in our refusal', `You said:\n${RED}`, []],
    ['R9: a line of it, with its mark', `The check printed\n\n| ${PRINTED}`, [RED]],
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
      expect(detect(reading, ['done-token', 'promise-tag'], grammar).match).toBeNull()
    })
  }
  test('while a claim beside it is', () => {
    const reading = {
      text: withoutEcho(`You said:\n${REFUSAL}\n\nIt is done now.\n\n${TOKEN}`, []),
      sessionId: SESSION,
    }
    expect(detect(reading, ['done-token'], grammar).match?.text).toBe(TOKEN)
  })
})

describe('withoutSent', () => {
  const SENT = `Add rate limiting to the API, with tests.
When it is done, end your message with this line alone:
${TOKEN}
Stuck: say what blocks you.`
  const lines = SENT.split('\n')
  /** Broken after so many columns, as a screen does it. */
  const wrapped = (text: string, columns: number): string =>
    text.replaceAll(new RegExp(`([^\\n]{${columns}})`, 'g'), '$1\n')
  const boxed = lines.map((line) => `│ ${line.padEnd(70)} │`).join('\n')

  const sentRows: ReadonlyArray<readonly [name: string, output: string, expected: string]> = [
    ['nothing of it', `I work.\n${TOKEN}\n`, `I work.\n${TOKEN}\n`],
    ['as it was sent', SENT, '[echo]'],
    ['between words of its own', `hello\n${SENT}\nbye`, 'hello\n[echo]\nbye'],
    ['twice', `${SENT}\n---\n${SENT}`, '[echo]\n---\n[echo]'],
    ['in other line ends', SENT.replaceAll('\n', '\r\n'), '[echo]'],
    ['broken into short lines', wrapped(SENT, 20), '[echo]'],
    ['broken in mid-token', wrapped(SENT, 7), '[echo]'],
    ['indented', lines.map((line) => `    ${line}`).join('\n'), '    [echo]'],
    ['quoted', lines.map((line) => `> ${line}`).join('\n'), '> [echo]'],
    [
      'quoted and wrapped',
      wrapped(SENT, 30)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n'),
      '> [echo]',
    ],
    ['in a box', `╭──╮\n${boxed}\n╰──╯`, `╭──╮\n│ [echo]${' '.repeat(70 - (lines.at(-1) ?? '').length)} │\n╰──╯`],
    ...['│ ', '┃ ', '| ', '▌ ', '❯ ', '» ', '· '].map((mark): readonly [string, string, string] => [
      `behind "${mark}"`,
      lines.map((line) => `${mark}${line}`).join('\n'),
      `${mark}[echo]`,
    ]),
    ['then a claim of its own', `> ${SENT}\nIt is done.\n${TOKEN}\n`, `> [echo]\nIt is done.\n${TOKEN}\n`],
    ['then a claim at once', `${SENT}\n${TOKEN}`, `[echo]\n${TOKEN}`],
    ['a claim before it', `${TOKEN}\n${SENT}`, `${TOKEN}\n[echo]`],
    ['a part of it is no echo of it', `${lines.slice(0, 3).join('\n')}\nok`, `${lines.slice(0, 3).join('\n')}\nok`],
  ]
  for (const [name, output, expected] of sentRows) test(name, () => expect(withoutSent(output, SENT)).toBe(expected))

  test('a word or two are not taken for an echo', () =>
    expect(withoutSent('I will fix it. Then I fix it again.', 'fix it')).toBe('I will fix it. Then I fix it again.'))
  test('nothing was sent', () => expect(withoutSent('words', '')).toBe('words'))

  const anyText = fc.string({ unit: 'binary', maxLength: 300 })
  const anyOutput = fc.oneof(
    anyText,
    fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '>', '│'), maxLength: 300 }),
  )
  const bare = (text: string): string => text.replaceAll(/[\s>│┃|▌❯»·]/g, '')

  test('what does not hold the words that were sent is left as it is', () => {
    fc.assert(
      fc.property(anyOutput, anyOutput, (output, sent) => {
        if (bare(sent) !== '' && bare(output).includes(bare(sent))) return
        expect(withoutSent(output, sent)).toBe(output)
      }),
      { numRuns: rounds(500) },
    )
  })
  test('what stands around an echo is left as it is, and no echo is left', () => {
    const words = fc.array(fc.constantFrom('one', 'two', 'three', 'four', 'five'), { minLength: 15, maxLength: 40 })
    const own = fc.array(fc.constantFrom('red', 'green', 'blue'), { maxLength: 10 }).map((all) => all.join(' '))
    fc.assert(
      fc.property(words, own, own, fc.integer({ min: 3, max: 60 }), (said, before, after, columns) => {
        const sent = said.join(' ')
        const output = `${before}\n${wrapped(sent, columns)
          .split('\n')
          .map((line) => `│ ${line}`)
          .join('\n')}\n${after}`
        const rest = withoutSent(output, sent)
        expect(bare(rest)).toBe(bare(`${before}[echo]${after}`))
        expect(withoutSent(rest, sent)).toBe(rest)
      }),
    )
  })
})
