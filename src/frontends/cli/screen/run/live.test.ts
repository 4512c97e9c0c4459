// The live screen as it is drawn, whole: sizes, phases, budgets, todos.
import { describe, expect, test } from 'bun:test'
import type { RunView } from '../../../../contract/view/run-view.ts'
import type { Frame } from '../frame.ts'
import { renderLive } from './live.ts'
import { frameOf, todo, USAGE_LIMIT, viewWith } from './view.fixture.ts'

/** The text between the first and the last line of a template, without its margin. */
function block(template: string): string[] {
  return template
    .split('\n')
    .slice(1, -1)
    .map((line) => line.slice(4))
}

const sizes: ReadonlyArray<readonly [columns: number, rows: number, expected: string]> = [
  [
    100,
    30,
    `
    ⠹ working · npm test -- src/uploader.test.ts
      Claude Code · claude-opus-4-1 · task_7k3f9qz1 · /home/ada/code/uploader
      request Add retries with backoff to the uploader, with tests.
      says    The retry works; now the test for the time limit.

      ☑ 4 done
      ☐ Test the time limit
      ☐ Describe it in the README
      ☐ Changelog

      checks  ✗ test failed 14s  ✓ typecheck 2.1s  ✓ lint 0.8s  ○ build

      time          ▕█░░░░░░░░░░░░░░░░░░░░░░░▏ 3m12s of 1h00m
      tokens        ▕████████████████████░░░░▏ 431k of 500k
      continuations ▕█████████░░░░░░░░░░░░░░░▏ 2 of 5
      cost $0.42

      Ctrl-C: end after this turn
    `,
  ],
  [
    60,
    20,
    `
    ⠹ working · npm test -- src/uploader.test.ts
      Claude Code · claude-opus-4-1 · task_7k3f9qz1
      request Add retries with backoff to the uploader, with t…
      says    The retry works; now the test for the time limit.

      ☑ 4 done
      ☐ Test the time limit
      ☐ Describe it in the README
      ☐ Changelog

      checks  ✗ test failed 14s  ✓ typecheck 2.1s  ✓ lint 0.8s
              ○ build

      time          ▕█░░░░░░░░░░░░░░░░░░░░░░░▏ 3m12s of 1h00m
      tokens        ▕████████████████████░░░░▏ 431k of 500k
      continuations ▕█████████░░░░░░░░░░░░░░░▏ 2 of 5
      cost $0.42

      Ctrl-C: end after this turn
    `,
  ],
  [
    40,
    12,
    `
    ⠹ npm test -- src/uploader.test.ts
      Claude Code · claude-opus-4-1
      request Add retries with backoff to …
      says    The retry works; now the tes…
      ☐ Test the time limit
      ☐ Describe it in the README
      ☐ Changelog
      checks  ✗ test failed 14s
      time          ▕░░░░░░▏ 3m12s of 1h00m
      tokens        ▕█████░▏ 431k of 500k
      continuations ▕██░░░░▏ 2 of 5
    `,
  ],
  [
    30,
    10,
    `
    ⠹ npm test -- src/uploader.t…
      Claude Code
      ☐ Test the time limit
      ☐ Describe it in the README
      ☐ Changelog
      checks  ✗ test failed 14s
      time 3m12s of 1h00m
      tokens 431k of 500k
      continuations 2 of 5
    `,
  ],
  [
    20,
    8,
    `
    ⠹ npm test -- src/…
    ☐ Test the time li…
    … 2 more
    ✗ test failed 14s
    time 3m12s of 1h00m
    tokens 431k of 500k
    continuations 2/5
    `,
  ],
  [
    10,
    3,
    `
    ⠹ npm te…
    431k/500k
    `,
  ],
]

describe('a run in mid-work', () => {
  for (const [columns, rows, expected] of sizes)
    test(`at ${columns}x${rows}`, () => expect(renderLive(viewWith(), frameOf(columns, rows))).toEqual(block(expected)))
})

test('without limits and before anything happened', () => {
  const { model: _model, doing: _doing, said: _said, cost: _cost, ...rest } = viewWith()
  const none = { used: 0 }
  const view = { ...rest, phase: 'starting' as const, todos: [], checks: [] }
  expect(renderLive({ ...view, time: { used: 2000 }, tokens: none, continuations: none }, frameOf(80, 24))).toEqual(
    block(`
    ⠹ starting · Claude Code
      Claude Code · 2s · task_7k3f9qz1 · /home/ada/code/uploader
      request Add retries with backoff to the uploader, with tests.

      continuations 0

      Ctrl-C: end after this turn
    `),
  )
})

test('in plain ASCII, waiting, about to end', () => {
  const view = viewWith({ phase: 'waiting', wait: USAGE_LIMIT, isStopping: true, said: 'Grüße, 世界' })
  expect(renderLive(view, frameOf(80, 24, { isPlain: true }))).toEqual(
    block(`
    - usage limit; trying again in 12m30s (at ${clock(USAGE_LIMIT.untilMs)}) [##############......]
      Claude Code - claude-opus-4-1 - task_7k3f9qz1 - /home/ada/code/uploader
      request Add retries with backoff to the uploader, with tests.
      says    Gr??e, ??

      [x] 4 done
      [ ] Test the time limit
      [ ] Describe it in the README
      [ ] Changelog

      checks  x test failed 14s  + typecheck 2.1s  + lint 0.8s  o build

      time          [#.......................] 3m12s of 1h00m
      tokens        [####################....] 431k of 500k
      continuations [#########...............] 2 of 5
      cost $0.42

      ends after this turn - Ctrl-C again: end now
    `),
  )
})

function clock(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 5)
}

describe('the status line', () => {
  const until = clock(USAGE_LIMIT.untilMs)
  const waiting = { phase: 'waiting' as const, wait: USAGE_LIMIT }
  const asking = { phase: 'asking' as const, said: 'Which bucket?' }
  const check = { name: 'test', state: 'running' as const, ms: 64_000 }
  const over = 'over' as const
  const rows: ReadonlyArray<readonly [name: string, more: Partial<RunView>, columns: number, expected: string]> = [
    ['starting', { phase: 'starting' }, 80, '⠹ starting · Claude Code'],
    ['working', { doing: 'Edit src/a.ts' }, 80, '⠹ working · Edit src/a.ts'],
    ['working at nothing that is known', { doing: '' }, 80, '⠹ working'],
    ['verifying', { phase: 'verifying', checks: [check] }, 80, '⠹ verifying · test 1m04s'],
    ['verifying, no check yet', { phase: 'verifying', checks: [] }, 80, '⠹ verifying'],
    ['waiting', waiting, 80, `⠹ usage limit; trying again in 12m30s (at ${until}) ▕██████████████░░░░░░▏`],
    ['waiting, a short bar', waiting, 60, `⠹ usage limit; trying again in 12m30s (at ${until}) ▕█████░░░▏`],
    ['waiting, no room for the bar', waiting, 56, `⠹ usage limit; trying again in 12m30s (at ${until})`],
    ['waiting, nor for the clock', waiting, 44, '⠹ usage limit; trying again in 12m30s'],
    ['waiting, nor for all words', waiting, 32, '⠹ 12m30s left: usage limit'],
    ['waiting, the least', waiting, 10, '⠹ 12m30s…'],
    ['waiting for what is not known', { phase: 'waiting' }, 80, '⠹ waiting'],
    ['asking', asking, 80, '? asks you: Which bucket?'],
    ['asking, narrow', asking, 20, '? Which bucket?'],
    ['completed', { phase: over, outcome: 'completed' }, 80, '✓ ended: completed'],
    ['another outcome', { phase: over, outcome: 'over-budget' }, 80, '■ ended: over-budget'],
    ['another outcome, narrow', { phase: over, outcome: 'over-budget' }, 16, '■ over-budget'],
    ['over, outcome not known', { phase: over }, 80, '■ ended'],
  ]
  for (const [name, more, columns, expected] of rows)
    test(name, () => expect(renderLive(viewWith(more), frameOf(columns, 20))[0]).toBe(expected))
})

describe('the last line', () => {
  const rows: ReadonlyArray<readonly [name: string, more: Partial<RunView>, columns: number, expected: string]> = [
    ['a hint', {}, 80, '  Ctrl-C: end after this turn'],
    ['stopping', { isStopping: true }, 80, '  ends after this turn · Ctrl-C again: end now'],
    ['stopping, narrow', { isStopping: true }, 40, '  Ctrl-C again: end now'],
    ['stopping, the least', { isStopping: true }, 20, 'ending'],
    ['nothing once it is over', { phase: 'over', isStopping: true }, 80, '  cost $0.42'],
  ]
  for (const [name, more, columns, expected] of rows)
    test(name, () => expect(renderLive(viewWith(more), frameOf(columns, 40)).at(-1)).toBe(expected))

  test('that it is about to end is said before any budget', () => {
    expect(renderLive(viewWith({ isStopping: true }), frameOf(60, 3))).toEqual([
      '⠹ working · npm test -- src/uploader.test.ts',
      '  ends after this turn · Ctrl-C again: end now',
    ])
  })
})

describe('colours', () => {
  const mark = (name: string) => (text: string) => `<${name}>${text}</>`
  const paint: Frame['paint'] = {
    bold: mark('bold'),
    dim: mark('dim'),
    good: mark('good'),
    bad: mark('bad'),
    warn: mark('warn'),
  }
  const meter = (used: number): Partial<RunView> => ({ tokens: { used, limit: 500_000 } })
  const rows: ReadonlyArray<readonly [name: string, more: Partial<RunView>, expected: string]> = [
    ['much is left', meter(399_000), 'tokens        ▕███████████████████░░░░░▏ 399k of 500k'],
    ['yellow from four fifths on', meter(400_000), 'tokens        <warn>▕███████████████████░░░░░▏ 400k of 500k</>'],
    ['red when it is used up', meter(500_000), 'tokens        <bad>▕████████████████████████▏ 500k of 500k</>'],
    ['and over it', meter(520_000), 'tokens        <bad>▕████████████████████████▏ 520k of 500k</>'],
    ['a check that failed', {}, '<bad>✗ test failed 14s</>  <good>✓ typecheck 2.1s</>'],
    ['success', { phase: 'over', outcome: 'completed' }, '<good>✓ ended: completed</>'],
    ['any other end', { phase: 'over', outcome: 'unverified' }, '<warn>■ ended: unverified</>'],
  ]
  for (const [name, more, expected] of rows)
    test(name, () => {
      const lines = renderLive(viewWith(more), frameOf(100, 30, { paint }))
      expect(lines.join('\n')).toContain(expected)
    })
})

describe('todos', () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    todo(`Step ${index + 1}`, index < 4 ? 'done' : index < 5 ? 'cancelled' : 'open'),
  )
  const few = [todo('One', 'done'), todo('Two'), todo('Three', 'cancelled')]
  const rows: ReadonlyArray<readonly [string, RunView['todos'], rows: number, expected: readonly string[]]> = [
    ['few stand in their order', few, 30, ['☑ One', '☐ Two', '☒ Three']],
    [
      'of many the first open ones',
      many,
      30,
      [
        '☑ 4 done, 1 cancelled',
        ...['Step 6', 'Step 7', 'Step 8', 'Step 9', 'Step 10', 'Step 11', 'Step 12'].map((text) => `☐ ${text}`),
        '… 2 more',
      ],
    ],
    ['as many as fit', many, 9, ['☐ Step 6', '☐ Step 7', '… 7 more']],
    ['one line', many, 7, ['☐ Step 6']],
    ['none', many, 6, []],
    ['all done', few.map(({ text }) => todo(text, 'done')), 30, ['☑ 3 done']],
  ]
  for (const [name, todos, height, expected] of rows)
    test(name, () => {
      const lines = renderLive(viewWith({ todos }), frameOf(60, height)).map((line) => line.trim())
      expect(lines.filter((line) => /^(?:[☐☑☒]|… \d)/u.test(line))).toEqual([...expected])
    })
})

describe('checks', () => {
  const passed = Array.from({ length: 20 }, (_, index) => ({ name: `check-${index}`, state: 'passed' as const }))
  test('what went wrong and what runs stand first; what does not fit is counted', () => {
    const checks = [
      ...passed,
      { name: 'lint', state: 'could-not-run' as const },
      { name: 'test', state: 'running' as const, ms: 900 },
      { name: 'e2e', state: 'timed-out' as const, ms: 600_000 },
    ]
    const lines = renderLive(viewWith({ checks }), frameOf(60, 40)).filter((line) => /check-\d|e2e/.test(line))
    expect(lines).toEqual([
      '  checks  ✗ e2e timed-out 10m00s  ✗ lint could-not-run',
      '          ⠹ test 0.9s  ✓ check-0  ✓ check-1  ✓ check-2',
      '          ✓ check-3  ✓ check-4  ✓ check-5  ✓ check-6  +13',
    ])
  })

  test('checks that passed give way to todos', () => {
    const lines = renderLive(viewWith({ checks: passed }), frameOf(60, 6)).join('\n')
    expect(lines).toContain('☐ Test the time limit')
    expect(lines).not.toContain('check-0')
  })
})

test('the words of an agent cannot steer the terminal', () => {
  const evil = '\u001b[2J\u001b]0;x\u0007a\r\nb\u202e'
  const view = viewWith({ doing: evil, said: evil, request: evil, agent: evil, model: evil, todos: [todo(evil)] })
  const text = renderLive({ ...view, checks: [{ name: evil, state: 'failed' }] }, frameOf(200, 40)).join('')
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
})
