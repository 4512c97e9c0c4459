// The policy of a task from all its sources: who wins, and what a project may do that nobody trusted.
import { describe, expect, test } from 'bun:test'
import type { Config } from '../../contract/config/config.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { resolvePolicy, type Setting } from './policy.ts'
import type { PolicySources } from './resolve-key.ts'
import { toMs } from '../text/duration.ts'

const resolve = (sources: Partial<PolicySources> = {}): ReturnType<typeof resolvePolicy> =>
  resolvePolicy({ env: {}, attended: true, supervised: false, ...sources })
const setting = (key: string, sources: Partial<PolicySources>): Setting | undefined =>
  resolve(sources).settings.find((found) => found.key === key)

const DEFAULTS: Policy = {
  mode: 'balanced',
  maxContinuations: 5,
  repeatsReminder: false,
  blockedPushes: 1,
  strategies: ['tool', 'cli', 'done-token', 'promise-tag'],
  phrases: ['all acceptance criteria met', 'all tasks complete', 'implementation complete', 'all checks pass'],
  checks: [],
  untrustedChecks: [],
  baseline: 'off',
  allowCommands: [],
  waitingIgnore: ['dev', 'serve', 'watch', 'preview'],
  tamper: 'ask-human',
  review: 'on-warning',
  proof: { when: 'suspicion', timeMs: 600_000 },
  memory: { briefCharacters: 8000, keepMs: 30 * 24 * 3_600_000 },
  subtasks: { onChildEnd: 'continue', maxDepth: 3, maxOpen: 20 },
  budget: {},
}

describe('defaults', () => {
  test('the policy', () => expect(resolve().policy).toEqual(DEFAULTS))
  test('no problems', () => expect(resolve().problems).toEqual([]))
  test('every key of the config table, with its default', () => {
    expect(Object.fromEntries(resolve().settings.map(({ key, value }) => [key, value]))).toEqual({
      mode: 'balanced',
      maxContinuations: 5,
      blockedPushes: 1,
      'doneToken.prefix': null,
      'detect.strategies': ['tool', 'cli', 'done-token', 'promise-tag'],
      'detect.phrases': [
        'all acceptance criteria met',
        'all tasks complete',
        'implementation complete',
        'all checks pass',
      ],
      checks: [],
      'waiting.ignore': ['dev', 'serve', 'watch', 'preview'],
      baseline: 'off',
      allowCommands: [],
      tamper: 'ask-human',
      review: 'on-warning',
      'notify.desktop': false,
      'notify.command': null,
      'notify.webhook': null,
      'notify.secret': null,
      'notify.ntfy': null,
      'ui.url': null,
      'memory.briefCharacters': 8000,
      'memory.keep': '30d',
      continue: 'auto',
      'budget.time': null,
      'budget.tokens': null,
      'budget.cost': null,
      idleTimeout: '10m',
      settle: '3s',
      'limits.wait': true,
      agent: null,
      'proof.when': 'suspicion',
      'proof.time': '10m',
      'worktree.setup': null,
      'worktree.link': [],
      'worktree.maxDisk': null,
      trackers: [],
      'subtasks.onChildEnd': 'continue',
      'subtasks.maxDepth': 3,
      'subtasks.maxOpen': 20,
    })
  })
})

describe('the default mode', () => {
  const modes: ReadonlyArray<readonly [name: string, sources: Partial<PolicySources>, mode: string]> = [
    ['somebody is there', {}, 'balanced'],
    ['headless, not started by us', { attended: false }, 'off'],
    ['started by us', { supervised: true, attended: false }, 'strict'],
    ['TASKMASTER_MAX', { env: { TASKMASTER_MAX: '3' } }, 'strict'],
    ['TASKMASTER_DONE_PREFIX', { env: { TASKMASTER_DONE_PREFIX: 'OK' } }, 'strict'],
    ['TASKMASTER_MAX in a headless session', { env: { TASKMASTER_MAX: '3' }, attended: false }, 'strict'],
    ['an empty TASKMASTER_ variable is none', { env: { TASKMASTER_MAX: '' } }, 'balanced'],
    ['an unset TASKMASTER_ variable is none', { env: { TASKMASTER_MAX: undefined } }, 'balanced'],
    ['FULLSTOP_MODE in a headless session', { env: { FULLSTOP_MODE: 'strict' }, attended: false }, 'strict'],
    ['R7: FULLSTOP_MODE loosens no TASKMASTER_', { env: { FULLSTOP_MODE: 'off', TASKMASTER_MAX: '3' } }, 'strict'],
    ['FULLSTOP_MAX makes nothing strict', { env: { FULLSTOP_MAX: '3' } }, 'balanced'],
    ['the config of a headless session', { user: { mode: 'strict' }, attended: false }, 'strict'],
  ]
  for (const [name, sources, mode] of modes) test(name, () => expect(resolve(sources).policy.mode).toBe(mode as never))
})

describe('user file below project file below environment below the prompt', () => {
  const user: Config = { mode: 'watch' }
  const project = { config: { mode: 'balanced' } as Config, trusted: true }
  const env = { FULLSTOP_MODE: 'strict' }
  const rows: ReadonlyArray<readonly [name: string, sources: Partial<PolicySources>, expected: Setting]> = [
    ['default', {}, { key: 'mode', value: 'balanced', origin: 'default' }],
    ['user', { user }, { key: 'mode', value: 'watch', origin: 'user file' }],
    ['project over user', { user, project }, { key: 'mode', value: 'balanced', origin: 'project file' }],
    [
      'environment over project',
      { user, project, env },
      { key: 'mode', value: 'strict', origin: 'environment', note: 'FULLSTOP_MODE' },
    ],
    [
      'prompt over environment',
      { user, project, env, sessionMode: 'off' },
      { key: 'mode', value: 'off', origin: 'prompt' },
    ],
  ]
  for (const [name, sources, expected] of rows) test(name, () => expect(setting('mode', sources)).toEqual(expected))

  const others: ReadonlyArray<readonly [name: string, sources: Partial<PolicySources>, changed: Partial<Policy>]> = [
    ['maxContinuations of the user', { user: { maxContinuations: 9 } }, { maxContinuations: 9 }],
    [
      'maxContinuations of a trusted project',
      { user: { maxContinuations: 9 }, project: { config: { maxContinuations: 2 }, trusted: true } },
      { maxContinuations: 2 },
    ],
    ['FULLSTOP_MAX over files', { user: { maxContinuations: 9 }, env: { FULLSTOP_MAX: '7' } }, { maxContinuations: 7 }],
    ['FULLSTOP_MAX=0', { env: { FULLSTOP_MAX: '0' } }, { maxContinuations: 0 }],
    [
      'TASKMASTER_MAX repeats the reminder',
      { env: { TASKMASTER_MAX: '2' } },
      { mode: 'strict', maxContinuations: 2, repeatsReminder: true },
    ],
    [
      'FULLSTOP_MAX over TASKMASTER_MAX',
      { env: { FULLSTOP_MAX: '7', TASKMASTER_MAX: '2' } },
      { mode: 'strict', maxContinuations: 7 },
    ],
    [
      'TASKMASTER_DONE_PREFIX',
      { user: { doneToken: { prefix: 'MINE' } }, env: { TASKMASTER_DONE_PREFIX: 'THEIRS' } },
      { mode: 'strict', donePrefix: 'THEIRS' },
    ],
    [
      'the alias completion.strategies',
      { user: { completion: { strategies: ['promise-tag'] } } },
      { strategies: ['promise-tag'] },
    ],
    [
      'detect.strategies before its alias',
      { user: { detect: { strategies: ['tool'] }, completion: { strategies: ['cli'] } } },
      { strategies: ['tool'] },
    ],
    [
      'budgets',
      { user: { budget: { time: '1.5h', tokens: 10, cost: 0.5 } } },
      { budget: { timeMs: 5_400_000, tokens: 10, cost: 0.5 } },
    ],
    [
      'checks of a trusted project',
      { project: { config: { checks: [{ name: 't', run: 'x' }] }, trusted: true } },
      { checks: [{ name: 't', run: 'x' }] },
    ],
    ['an empty list is a value', { user: { waiting: { ignore: [] } } }, { waitingIgnore: [] }],
  ]
  for (const [name, sources, changed] of others) {
    test(name, () => expect(resolve(sources).policy).toEqual({ ...DEFAULTS, ...changed }))
  }
})

test('U16: the usual agent comes from your own file or the environment, never from a project', () => {
  const agentOf = (sources: Partial<PolicySources>) =>
    resolvePolicy({ env: {}, attended: true, supervised: true, ...sources }).settings.find(({ key }) => key === 'agent')
  expect(agentOf({ user: { agent: 'codex' } })).toMatchObject({ value: 'codex', origin: 'user file' })
  expect(agentOf({ user: { agent: 'codex' }, env: { FULLSTOP_AGENT: 'claude' } })).toMatchObject({ value: 'claude' })
  expect(agentOf({ project: { config: { agent: 'other' }, trusted: true } })).toEqual({
    key: 'agent',
    value: null,
    origin: 'default',
    note: 'the project file sets this, but only your own file can',
  })
})

describe('an untrusted project may only tighten', () => {
  const check = { name: 't', run: 'rm -rf /' }
  const rows: ReadonlyArray<readonly [name: string, config: Config, changed: Partial<Policy>]> = [
    ['mode up', { mode: 'strict' }, { mode: 'strict' }],
    ['mode down', { mode: 'watch' }, {}],
    ['mode off', { mode: 'off' }, {}],
    ['R1: more continuations', { maxContinuations: 9 }, {}],
    ['R1: fewer continuations', { maxContinuations: 1 }, { maxContinuations: 1 }],
    ['R1: no cap, and with it no stuck guards', { maxContinuations: 0 }, {}],
    ['R1: more pushes', { blockedPushes: 3 }, {}],
    ['R1: no pushes', { blockedPushes: 0 }, { blockedPushes: 0 }],
    ['deeper and more subtasks', { subtasks: { maxDepth: 4, maxOpen: 21, onChildEnd: 'wait' } }, {}],
    [
      'fewer subtasks',
      { subtasks: { maxDepth: 1, maxOpen: 2 } },
      { subtasks: { onChildEnd: 'continue', maxDepth: 1, maxOpen: 2 } },
    ],
    ['a setup of worktrees is a command', { worktree: { setup: 'rm -rf /' } }, {}],
    ['trackers are commands', { trackers: [{ name: 'x', list: 'rm -rf /', take: 'a', close: 'b' }] }, {}],
    ['paths to bring along to worktrees', { worktree: { link: ['.env'] } }, { worktree: { link: ['.env'] } }],
    ['less room for worktrees', { worktree: { maxDisk: '1GB' } }, { worktree: { link: [], maxDiskBytes: 1e9 } }],
    ['review always', { review: 'always' }, { review: 'always' }],
    ['review never', { review: 'never' }, {}],
    ['tamper refuse', { tamper: 'refuse' }, { tamper: 'refuse' }],
    ['tamper warn', { tamper: 'warn' }, {}],
    ['checks are named, never run', { checks: [check] }, { untrustedChecks: ['t'] }],
    ['another prefix', { doneToken: { prefix: 'X' } }, {}],
    ['easier strategies', { detect: { strategies: ['heuristic'], phrases: ['ok'] } }, {}],
    ['the alias of strategies', { completion: { strategies: ['heuristic'] } }, {}],
    ['waiting', { waiting: { ignore: [] } }, {}],
    [
      'more names that are not waited for',
      { waiting: { ignore: ['dev', 'serve', 'watch', 'preview', 'storybook'] } },
      { waitingIgnore: ['dev', 'serve', 'watch', 'preview', 'storybook'] },
    ],
    ['extra runs at every claim', { proof: { when: 'always' } }, { proof: { when: 'always', timeMs: 600_000 } }],
    ['no extra runs', { proof: { when: 'read' } }, {}],
    ['other names that are not waited for', { waiting: { ignore: ['dev', 'storybook'] } }, {}],
    [
      'R1: a budget where there was none',
      { budget: { time: '1m', tokens: 1, cost: 0.01 } },
      { budget: { timeMs: 60_000, tokens: 1, cost: 0.01 } },
    ],
  ]
  for (const [name, config, changed] of rows) {
    test(name, () =>
      expect(resolve({ project: { config, trusted: false } }).policy).toEqual({ ...DEFAULTS, ...changed }),
    )
  }

  const commands: ReadonlyArray<readonly [key: string, config: Config]> = [
    ['checks', { checks: [check] }],
    ['allowCommands', { allowCommands: ['rm'] }],
    ['notify.desktop', { notify: { desktop: true } }],
    ['notify.command', { notify: { command: 'rm' } }],
    ['notify.webhook', { notify: { webhook: 'https://example.org' } }],
    ['notify.secret', { notify: { webhook: 'https://example.org', secret: 'x' } }],
    ['notify.ntfy', { notify: { ntfy: 'https://ntfy.sh/x' } }],
    ['limits.wait', { limits: { wait: false } }],
    ['proof.time', { proof: { time: '1h' } }],
  ]
  for (const [key, config] of commands) {
    test(`${key} acts only when trusted, and says so`, () => {
      const before = setting(key, {})
      expect(setting(key, { project: { config, trusted: false } })).toEqual({
        ...before,
        key,
        note: 'the project file sets this, but it is not trusted',
      } as Setting)
      expect(setting(key, { project: { config, trusted: true } })?.origin).toBe('project file')
    })
  }

  test('what the user loosened for themselves, a project may tighten again', () => {
    const sources = {
      user: { review: 'never' },
      project: { config: { review: 'on-warning' }, trusted: false },
    } as const
    expect(resolve(sources).policy).toEqual(DEFAULTS)
  })
})

test('worktrees: a setup of a trusted project carries the content that was trusted, one of the user carries none', () => {
  const worktree = { setup: ['npm', 'ci'], link: ['.env'], maxDisk: '2GB' }
  const project = { config: { worktree }, trusted: true, hash: 'h' }
  const policy = { setup: ['npm', 'ci'], link: ['.env'], maxDiskBytes: 2e9 }
  expect(resolve({ project }).policy.worktree).toEqual({ ...policy, trustHash: 'h' })
  expect(resolve({ user: { worktree } }).policy.worktree).toEqual(policy)
})

describe('R1: an untrusted project may lower what costs money, never raise it', () => {
  const own: Config = { maxContinuations: 3, blockedPushes: 2, budget: { time: '90s', tokens: 100, cost: 1 } }
  const rows: ReadonlyArray<readonly [key: string, config: Config, value: unknown, user?: Config]> = [
    ['maxContinuations', { maxContinuations: 2 }, 2],
    ['maxContinuations', { maxContinuations: 4 }, 3],
    ['maxContinuations', { maxContinuations: 100_000 }, 3],
    ['maxContinuations', { maxContinuations: 0 }, 3],
    ['maxContinuations', { maxContinuations: 7 }, 7, { maxContinuations: 0 }],
    ['maxContinuations', { maxContinuations: 0 }, 0, { maxContinuations: 0 }],
    ['blockedPushes', { blockedPushes: 1 }, 1],
    ['blockedPushes', { blockedPushes: 3 }, 2],
    ['budget.time', { budget: { time: '1m' } }, '1m'],
    ['budget.time', { budget: { time: '2m' } }, '90s'],
    ['budget.time', { budget: { time: `${'9'.repeat(400)}d` } }, '90s'],
    ['budget.tokens', { budget: { tokens: 99 } }, 99],
    ['budget.tokens', { budget: { tokens: 101 } }, 100],
    ['budget.cost', { budget: { cost: 0.5 } }, 0.5],
    ['budget.cost', { budget: { cost: 1.5 } }, 1],
  ]
  for (const [key, config, value, user = own] of rows) {
    for (const supervised of [false, true]) {
      test(`${JSON.stringify(config)} over ${JSON.stringify(user)}${supervised ? ', in a run' : ''}`, () => {
        const project = { config, trusted: false }
        expect(setting(key, { user, project, supervised })?.value).toEqual(value)
      })
    }
  }
  test('a trusted one may raise it', () => {
    const project = { config: { maxContinuations: 0, budget: { cost: 9 } }, trusted: true }
    expect(resolve({ user: own, project }).policy).toMatchObject({ maxContinuations: 0, budget: { cost: 9 } })
  })
  test('what the environment and the command line of the user say stands', () => {
    const project = { config: { maxContinuations: 2 }, trusted: false }
    expect(setting('maxContinuations', { project, env: { FULLSTOP_MAX: '9' } })?.value).toBe(9)
    expect(setting('maxContinuations', { project, flags: { maxContinuations: 0 } })?.value).toBe(0)
  })
})

describe('R1: an untrusted project never switches the gate on in a headless session that we did not start', () => {
  const project = { config: { mode: 'strict', maxContinuations: 100_000 } as Config, trusted: false }
  const rows: ReadonlyArray<readonly [name: string, sources: Partial<PolicySources>, mode: string]> = [
    ['by default', {}, 'off'],
    ['where the user only watches', { user: { mode: 'watch' } }, 'watch'],
    ['the user does, by environment', { env: { FULLSTOP_MODE: 'balanced' } }, 'balanced'],
    ['the user does, by config', { user: { mode: 'balanced' } }, 'balanced'],
    ['the user does, by trust', { project: { ...project, trusted: true } }, 'strict'],
    ['the user does, by prompt', { sessionMode: 'balanced' }, 'balanced'],
    ['attended, it may tighten', { attended: true }, 'strict'],
  ]
  for (const [name, sources, mode] of rows) {
    test(name, () => expect(resolve({ attended: false, project, ...sources }).policy.mode).toBe(mode as never))
  }
})

describe('R7: FULLSTOP_MODE may only tighten', () => {
  const ignored = (value: string): string =>
    `FULLSTOP_MODE=${value} would loosen the gate and is ignored, since a repository can set it: type "fullstop off" as a prompt, or set "mode" in your own config file`
  const rows: ReadonlyArray<
    readonly [name: string, value: string, sources: Partial<PolicySources>, mode: string, isTold: boolean]
  > = [
    ['below the default', 'off', {}, 'balanced', true],
    ['below the default', 'watch', {}, 'balanced', true],
    ['the default itself', 'balanced', {}, 'balanced', false],
    ['above the default', 'strict', {}, 'strict', false],
    ['below the user file', 'balanced', { user: { mode: 'strict' } }, 'strict', true],
    ['above the user file', 'watch', { user: { mode: 'off' } }, 'watch', false],
    ['below a trusted project', 'balanced', { project: { config: { mode: 'strict' }, trusted: true } }, 'strict', true],
    ['above a trusted project', 'strict', { project: { config: { mode: 'off' }, trusted: true } }, 'strict', false],
    ['in a headless session', 'watch', { attended: false }, 'watch', false],
    ['in a headless session, as it is', 'off', { attended: false }, 'off', false],
    [
      'above what an untrusted project says',
      'off',
      { project: { config: { mode: 'off' }, trusted: false } },
      'balanced',
      true,
    ],
    ['where the person said it', 'off', { sessionMode: 'watch' }, 'watch', false],
    ['in a run', 'off', { supervised: true, attended: false, sessionMode: 'strict' }, 'strict', false],
  ]
  for (const [name, value, sources, mode, isTold] of rows) {
    test(`${value}: ${name}`, () => {
      const { policy, problems, warnings } = resolve({ ...sources, env: { FULLSTOP_MODE: value } })
      expect([policy.mode, problems, warnings]).toEqual([mode as never, [], isTold ? [ignored(value)] : []])
    })
  }
})

describe('environment values that cannot be used are ignored and named', () => {
  const rows: ReadonlyArray<readonly [name: string, value: string, key: string]> = [
    ['FULLSTOP_MODE', 'Strict', 'mode'],
    ['FULLSTOP_MODE', 'on', 'mode'],
    ['FULLSTOP_MAX', '-1', 'maxContinuations'],
    ['FULLSTOP_MAX', '3.5', 'maxContinuations'],
    ['FULLSTOP_MAX', 'many', 'maxContinuations'],
    ['FULLSTOP_MAX', '99999999', 'maxContinuations'],
  ]
  for (const [name, value, key] of rows) {
    test(`${name}=${value}`, () => {
      const { policy, problems } = resolve({ env: { [name]: value } })
      expect({ policy, problems }).toEqual({
        policy: DEFAULTS,
        problems: [`${name}=${value} is not a value for ${key} and was ignored`],
      })
    })
  }
  test('TASKMASTER_MAX=x is ignored, but its user still gets strict', () => {
    const { policy, problems } = resolve({ env: { TASKMASTER_MAX: 'x' } })
    expect({ policy, problems }).toEqual({
      policy: { ...DEFAULTS, mode: 'strict' },
      problems: ['TASKMASTER_MAX=x is not a value for maxContinuations and was ignored'],
    })
  })
  test('a prefix with a space', () => {
    expect(resolve({ env: { TASKMASTER_DONE_PREFIX: 'A B' } }).policy.donePrefix).toBeUndefined()
  })
  test('a very long value is cut in the message', () => {
    expect(resolve({ env: { FULLSTOP_MODE: 'x'.repeat(5000) } }).problems.join().length).toBeLessThan(120)
  })
  test('an empty value is not set', () => {
    expect(resolve({ env: { FULLSTOP_MODE: '', FULLSTOP_MAX: '' } })).toEqual(resolve())
  })
})

describe('toMs', () => {
  const rows: ReadonlyArray<readonly [text: string, ms: number]> = [
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['8h', 28_800_000],
    ['30d', 2_592_000_000],
    ['1.5h', 5_400_000],
    ['0s', 0],
    ['10', Number.NaN],
    ['m', Number.NaN],
    ['-1s', Number.NaN],
    ['10 m', Number.NaN],
    ['', Number.NaN],
  ]
  for (const [text, ms] of rows) test(`"${text}"`, () => expect(toMs(text)).toBe(ms))
})

describe('what only a supervisor heeds', () => {
  const SUPERVISION = { continue: 'auto', idleTimeoutMs: 600_000, settleMs: 3000 } as const
  const run = (sources: Partial<PolicySources> = {}): Policy =>
    resolve({ supervised: true, attended: false, ...sources }).policy

  test('nothing where nobody supervises', () =>
    expect(resolve({ user: { continue: 'fresh', limits: { wait: false } } }).policy.supervision).toBeUndefined())
  test('the defaults of a run', () => expect(run()).toEqual({ ...DEFAULTS, mode: 'strict', supervision: SUPERVISION }))

  const rows: ReadonlyArray<readonly [name: string, config: Config, expected: Policy['supervision']]> = [
    ['continue', { continue: 'fresh' }, { ...SUPERVISION, continue: 'fresh' }],
    ['idleTimeout', { idleTimeout: '90s' }, { ...SUPERVISION, idleTimeoutMs: 90_000 }],
    ['settle', { settle: '500ms' }, { ...SUPERVISION, settleMs: 500 }],
    ['limits.wait true: however long it takes', { limits: { wait: true } }, SUPERVISION],
    ['limits.wait false: not at all', { limits: { wait: false } }, { ...SUPERVISION, longestWaitMs: 0 }],
    ['limits.wait: at most so long', { limits: { wait: '2h' } }, { ...SUPERVISION, longestWaitMs: 7_200_000 }],
    ['limits without wait', { limits: {} }, SUPERVISION],
  ]
  for (const [name, config, expected] of rows) {
    test(`${name}, of the user`, () => expect(run({ user: config }).supervision).toEqual(expected))
    test(`${name}, by flag`, () => expect(run({ flags: config }).supervision).toEqual(expected))
    test(`${name}, of a project that nobody trusted: no word on it`, () =>
      expect(run({ project: { config, trusted: false } }).supervision).toEqual(SUPERVISION))
  }
})

describe('flags stand above everything that is written down', () => {
  const sources: Partial<PolicySources> = {
    supervised: true,
    attended: false,
    user: { maxContinuations: 1, budget: { time: '1m', tokens: 10, cost: 1 } },
    project: { config: { maxContinuations: 2, continue: 'same', settle: '1s' }, trusted: true },
    env: { FULLSTOP_MAX: '3', TASKMASTER_MAX: '4' },
  }
  const rows: ReadonlyArray<readonly [key: string, flags: Config, expected: Setting]> = [
    ['maxContinuations', {}, { key: 'maxContinuations', value: 3, origin: 'environment', note: 'FULLSTOP_MAX' }],
    ['maxContinuations', { maxContinuations: 9 }, { key: 'maxContinuations', value: 9, origin: 'flag' }],
    ['maxContinuations', { maxContinuations: 0 }, { key: 'maxContinuations', value: 0, origin: 'flag' }],
    ['continue', { continue: 'fresh' }, { key: 'continue', value: 'fresh', origin: 'flag' }],
    ['continue', { maxContinuations: 9 }, { key: 'continue', value: 'same', origin: 'project file' }],
    ['budget.time', { budget: { time: '2h' } }, { key: 'budget.time', value: '2h', origin: 'flag' }],
    ['budget.tokens', { budget: { time: '2h' } }, { key: 'budget.tokens', value: 10, origin: 'user file' }],
    ['limits.wait', { limits: { wait: false } }, { key: 'limits.wait', value: false, origin: 'flag' }],
  ]
  for (const [key, flags, expected] of rows) {
    test(`${key} with ${JSON.stringify(flags)}`, () => expect(setting(key, { ...sources, flags })).toEqual(expected))
  }
  test('all of it in one policy', () => {
    const flags: Config = {
      maxContinuations: 9,
      continue: 'fresh',
      idleTimeout: '1m',
      settle: '2s',
      budget: { time: '2h', cost: 5 },
      limits: { wait: '30m' },
    }
    const { maxContinuations, repeatsReminder, budget, supervision } = resolve({ ...sources, flags }).policy
    expect({ maxContinuations, repeatsReminder, budget, supervision }).toEqual({
      maxContinuations: 9,
      repeatsReminder: false,
      budget: { timeMs: 7_200_000, tokens: 10, cost: 5 },
      supervision: { continue: 'fresh', idleTimeoutMs: 60_000, settleMs: 2000, longestWaitMs: 1_800_000 },
    })
  })
})

describe('notify: what counts, and what is shown of it', () => {
  const webhook = 'https://hooks.example.org/T1/B2?key=abc'
  const project = (notify: Config['notify'], trusted = true): Partial<PolicySources> => ({
    project: { config: { notify }, trusted },
  })
  const effective: ReadonlyArray<readonly [name: string, sources: Partial<PolicySources>, notify: unknown]> = [
    ['nothing', {}, undefined],
    ['switched off', { user: { notify: { desktop: false } } }, undefined],
    [
      'of the user',
      { user: { notify: { desktop: true, webhook, secret: 's' } } },
      { config: { desktop: true, webhook, secret: 's' }, fromProject: [] },
    ],
    ['of a project that is not trusted', project({ desktop: true, webhook }, false), undefined],
    [
      'of both',
      { user: { notify: { desktop: true } }, ...project({ command: ['beep'] }) },
      { config: { desktop: true, command: ['beep'] }, fromProject: ['command'] },
    ],
    [
      "a project's webhook is not signed with the user's secret",
      { user: { notify: { webhook, secret: 's' } }, ...project({ webhook: 'https://other.example.org' }) },
      { config: { webhook: 'https://other.example.org' }, fromProject: ['webhook'] },
    ],
  ]
  for (const [name, sources, notify] of effective)
    test(name, () => expect(resolve(sources).notify).toEqual(notify as never))

  const shown: ReadonlyArray<readonly [key: string, notify: Config['notify'], value: unknown]> = [
    ['notify.webhook', { webhook }, 'https://hooks.example.org/…'],
    ['notify.webhook', { webhook: 'https://me:word@example.org:8443/' }, 'https://example.org:8443'],
    ['notify.ntfy', { ntfy: 'https://:tk_1@ntfy.sh/topic' }, 'https://ntfy.sh/…'],
    ['notify.secret', { webhook, secret: 'hunter2' }, '[masked]'],
    ['notify.secret', { webhook, secret: 'env:HOOK_SECRET' }, 'env:HOOK_SECRET'],
    ['notify.secret', { webhook, secret: 'file:~/.hook' }, 'file:~/.hook'],
  ]
  for (const [key, notify, value] of shown) {
    test(`${key} ${JSON.stringify(notify)}`, () =>
      expect(setting(key, { user: { notify } } as Partial<PolicySources>)?.value).toEqual(value))
  }
})
