// The options of `run` and `resume`: what each good value means, and that every bad one is a usage error.
import { describe, expect, test } from 'bun:test'
import type { Config } from '../../../contract/config/config.ts'
import { Config as ConfigSchema } from '../../../contract/config/config.ts'
import { FullstopError } from '../../../contract/error.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import type { Context } from '../command.ts'
import { runOptions, toFlags, toSetup } from './run-options.ts'

const RUN = { name: 'run' }
type Options = Readonly<Record<string, string | boolean>>
const flags = (options: Options): Config => toFlags(RUN, { options })
const SETUP: RunSetup = { cwd: '/repo', permissions: 'edits', args: [] }
const setup = (options: Options, passedOn: readonly string[] = [], before = SETUP): RunSetup =>
  toSetup(RUN, { options, passedOn } as unknown as Context, before)

/** Code, message and hint of what it throws. */
function complaint(call: () => unknown): readonly string[] {
  try {
    return ['nothing', JSON.stringify(call())]
  } catch (error) {
    return error instanceof FullstopError ? [error.code, error.message, error.hint] : [String(error)]
  }
}
const HINT = 'run `fullstop run --help`'

const good: ReadonlyArray<readonly [name: string, options: Options, expected: Config]> = [
  ['none', {}, {}],
  ['others', { model: 'm', json: true, quiet: true, permissions: 'all', answer: 'ask' }, {}],
  ['continuations', { 'max-continuations': '12' }, { maxContinuations: 12 }],
  ['no cap', { 'max-continuations': '0' }, { maxContinuations: 0 }],
  ['time', { 'max-time': '1.5h' }, { budget: { time: '1.5h' } }],
  ['tokens', { 'max-tokens': '200000' }, { budget: { tokens: 200_000 } }],
  ['cost', { 'max-cost': '5' }, { budget: { cost: 5 } }],
  ['cost in cents', { 'max-cost': '0.05' }, { budget: { cost: 0.05 } }],
  [
    'all budgets',
    { 'max-time': '2h', 'max-tokens': '1', 'max-cost': '1.25' },
    { budget: { time: '2h', tokens: 1, cost: 1.25 } },
  ],
  ...(['auto', 'same', 'fresh'] as const).map((how): readonly [string, Options, Config] => [
    `continue ${how}`,
    { continue: how },
    { continue: how },
  ]),
  ['idle-timeout', { 'idle-timeout': '90s' }, { idleTimeout: '90s' }],
  ['settle', { settle: '500ms' }, { settle: '500ms' }],
  ['limits are waited for', { 'limit-wait': 'yes' }, { limits: { wait: true } }],
  ['limits are not', { 'limit-wait': 'no' }, { limits: { wait: false } }],
  ['limits are, at most so long', { 'limit-wait': '2h' }, { limits: { wait: '2h' } }],
]

describe('flags', () => {
  for (const [name, options, expected] of good) {
    test(name, () => expect([flags(options), ConfigSchema.safeParse(flags(options)).success]).toEqual([expected, true]))
  }

  const NUMBER = 'is not a number that fits'
  const TIME = 'is not a time such as 30s, 90m or 2h'
  const bad: ReadonlyArray<readonly [option: string, value: string, message: string]> = [
    ...['', '-1', '1.5', '1e3', 'five', ' 5', '5 ', '0x5', '٣', '1234567890123', 'Infinity', 'NaN'].flatMap((value) => [
      ['max-continuations', value, `--max-continuations ${value} ${NUMBER}`] as const,
      ['max-tokens', value, `--max-tokens ${value} ${NUMBER}`] as const,
    ]),
    ...['', '-1', '$5', '5$', '1,5', '.5', '5.', '1e3', '0.1234567', '1234567890', 'NaN'].map(
      (value) => ['max-cost', value, `--max-cost ${value} ${NUMBER}`] as const,
    ),
    ['max-tokens', '0', 'a budget of 0 leaves nothing to work with'],
    ['max-cost', '0', 'a budget of 0 leaves nothing to work with'],
    ['max-cost', '0.000', 'a budget of 0 leaves nothing to work with'],
    ...['max-time', 'idle-timeout', 'settle'].flatMap((option) =>
      ['', '5', '0s', '0.0h', '-5m', '5 m', '5min', '1h30m', 'h', '٣s', '1e3s', 'Infinity'].map(
        (value) => [option, value, `--${option} ${value} ${TIME}`] as const,
      ),
    ),
    ...['true', 'YES', 'maybe', '5', '', '5 m'].map(
      (value) =>
        ['limit-wait', value, `--limit-wait ${value} is neither yes, no nor a time such as 30s, 90m or 2h`] as const,
    ),
    ...['', 'new'].map((value) => ['continue', value, `--continue ${value} is not one of auto, same, fresh`] as const),
    ['max-time', 'x'.repeat(100), `--max-time ${'x'.repeat(20)} ${TIME}`],
  ]
  for (const [option, value, message] of bad) {
    test(`--${option} ${JSON.stringify(value).slice(0, 30)}`, () =>
      expect(complaint(() => flags({ [option]: value }))).toEqual(['usage', `run: ${message}`, HINT]))
  }
})

describe('setup', () => {
  const rows: ReadonlyArray<
    readonly [name: string, options: Options, passedOn: readonly string[], expected: Partial<RunSetup>]
  > = [
    ['nothing changes', {}, [], {}],
    ['permissions', { permissions: 'all' }, [], { permissions: 'all' }],
    ['permissions of the agent itself', { permissions: 'settings' }, [], { permissions: 'settings' }],
    ['a model', { model: 'opus' }, [], { model: 'opus' }],
    ['a person is asked', { answer: 'ask' }, [], { answer: { kind: 'ask' } }],
    ['nobody is', { answer: 'fail' }, [], { answer: { kind: 'fail' } }],
    ['words', { answer: 'Take the first.' }, [], { answer: { kind: 'text', text: 'Take the first.' } }],
    ['words that begin so', { answer: 'ask me' }, [], { answer: { kind: 'text', text: 'ask me' } }],
    ['what stood after --', {}, ['--effort', 'high', ''], { args: ['--effort', 'high', ''] }],
  ]
  for (const [name, options, passedOn, expected] of rows) {
    test(name, () => expect(setup(options, passedOn)).toEqual({ ...SETUP, ...expected }))
  }
  test('what was set before stays', () => {
    const before: RunSetup = {
      cwd: '/repo',
      command: ['aider', '{prompt}', '-x'],
      terminal: true,
      model: 'm',
      permissions: 'all',
      args: ['-x'],
      answer: { kind: 'fail' },
    }
    expect([setup({}, [], before), setup({ answer: 'ask' }, ['-y'], before)]).toEqual([
      before,
      { ...before, answer: { kind: 'ask' }, args: ['-y'], command: ['aider', '{prompt}', '-y'] },
    ])
  })
  for (const value of ['', 'none', 'Edits', 'edits ']) {
    test(`--permissions ${JSON.stringify(value)}`, () =>
      expect(complaint(() => setup({ permissions: value }))).toEqual([
        'usage',
        `run: --permissions ${value} is not one of settings, edits, all`,
        value.trim().toLowerCase() === 'edits' ? 'did you mean --permissions edits?' : HINT,
      ]))
  }
  for (const [value, meant] of [
    ['Fresh', 'fresh'],
    ['same ', 'same'],
  ] as const) {
    test(`--continue ${JSON.stringify(value)} has a near word`, () =>
      expect(complaint(() => flags({ continue: value }))).toEqual([
        'usage',
        `run: --continue ${value} is not one of auto, same, fresh`,
        `did you mean --continue ${meant}?`,
      ]))
  }
  for (const option of ['answer', 'model']) {
    test(`--${option} without a word`, () =>
      expect(complaint(() => setup({ [option]: ' ' }))).toEqual(['usage', `run: --${option} is empty`, HINT]))
  }
})

test('every option is described in a line', () =>
  expect(Object.values(runOptions).every(({ summary }) => summary.length > 10 && summary.length < 80)).toBe(true))
