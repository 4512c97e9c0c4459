// A config file's text to a config, or to errors that a person can act on.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { type ConfigRead, parseConfig } from './config-file.ts'

const wrong = (...errors: readonly string[]): ConfigRead => ({ ok: false, errors })

const rows: ReadonlyArray<readonly [name: string, text: string, expected: ConfigRead]> = [
  ['an empty object', '{}', { ok: true, config: {} }],
  ['a line comment', '// ours\n{ "mode": "strict" } // end', { ok: true, config: { mode: 'strict' } }],
  ['a block comment', '{ /* one\n two */ "mode": "strict" }', { ok: true, config: { mode: 'strict' } }],
  [
    'trailing commas',
    '{ "mode": "strict", "waiting": { "ignore": ["dev",], }, }',
    { ok: true, config: { mode: 'strict', waiting: { ignore: ['dev'] } } },
  ],
  ['a byte order mark', '\uFEFF{ "mode": "off" }', { ok: true, config: { mode: 'off' } }],
  ['line ends of Windows', '{\r\n  "mode": "off"\r\n}\r\n', { ok: true, config: { mode: 'off' } }],
  [
    'a URL is no comment',
    '{ "$schema": "https://example.org/s.json" }',
    { ok: true, config: { $schema: 'https://example.org/s.json' } },
  ],
  [
    'a whole file',
    '{ "checks": [{ "name": "test", "run": "npm test", "timeout": "10m" }, { "name": "l", "run": ["a", "b"], "shell": false }], "limits": { "wait": "2h" } }',
    {
      ok: true,
      config: {
        checks: [
          { name: 'test', run: 'npm test', timeout: '10m' },
          { name: 'l', run: ['a', 'b'], shell: false },
        ],
        limits: { wait: '2h' },
      },
    },
  ],
  // Unknown keys
  ['an unknown key', '{ "mod": "strict" }', wrong('unknown key "mod", did you mean "mode"?')],
  [
    'an unknown key in other case',
    '{ "maxcontinuations": 3 }',
    wrong('unknown key "maxcontinuations", did you mean "maxContinuations"?'),
  ],
  [
    'a key far from every other',
    '{ "zzzzzzzzz": 3 }',
    wrong(
      'unknown key "zzzzzzzzz" (known here: $schema, mode, maxContinuations, blockedPushes, doneToken, detect, completion, checks, waiting, baseline, allowCommands, tamper, review, notify, ui, memory, continue, budget, idleTimeout, settle, limits, agent, proof, worktree, trackers, subtasks)',
    ),
  ],
  [
    'two unknown keys',
    '{ "mod": 1, "chekcs": [] }',
    wrong('unknown key "mod", did you mean "mode"?', 'unknown key "chekcs", did you mean "checks"?'),
  ],
  [
    'an unknown key inside',
    '{ "budget": { "tokns": 3 } }',
    wrong('unknown key "budget.tokns", did you mean "budget.tokens"?'),
  ],
  [
    'an unknown key in a list',
    '{ "checks": [{ "name": "a", "run": "b", "timeot": "1s" }] }',
    wrong('unknown key "timeot" of check 1, did you mean "timeout" of check 1?'),
  ],
  ['a nested key at the top', '{ "ignore": ["dev"] }', wrong('unknown key "ignore", did you mean "waiting.ignore"?')],
  // Values
  [
    'a wrong type',
    '{ "maxContinuations": "5" }',
    wrong('"maxContinuations" cannot be "5": it takes a number from 0; after 100 the stop is allowed in any case'),
  ],
  ['a wrong word', '{ "mode": "loud" }', wrong('"mode" cannot be "loud": it takes strict, balanced, watch or off')],
  ['a word that is nearly right', '{ "mode": "strickt" }', wrong('"mode" cannot be "strickt": did you mean "strict"?')],
  [
    'a check that runs a number',
    '{ "checks": [{ "name": "a", "run": "b" }, { "name": "c", "run": 3 }] }',
    wrong('"run" of check 2 cannot be 3: it takes a command line, or a list of program and arguments'),
  ],
  [
    'a check that is a text',
    '{ "checks": ["npm test"] }',
    wrong('entry 1 of "checks" cannot be "npm test": it takes an object, from { to }'),
  ],
  [
    'checks that are an object',
    '{ "checks": { "test": "npm test" } }',
    wrong(
      '"checks" cannot be {"test":"npm test"}: it takes a list of checks, such as {"name": "test", "run": "npm test"}',
    ),
  ],
  [
    'a strategy that does not exist',
    '{ "detect": { "strategies": ["tool", "vibes"] } }',
    wrong(
      'entry 2 of "detect.strategies" cannot be "vibes": it takes one of tool, cli, done-token, promise-tag, relaxed-tag, heuristic, probe, file-change',
    ),
  ],
  [
    'a number of tests that is a word',
    '{ "checks": [{ "name": "a", "run": "b", "expect": { "tests": "3" } }] }',
    wrong('"expect.tests" of check 1 cannot be "3": it takes a number'),
  ],
  [
    'a variable that is a number may be a secret',
    '{ "checks": [{ "name": "a", "run": "b", "env": { "PIN": 4711 } }] }',
    wrong('"env.PIN" of check 1 takes text in quotation marks'),
  ],
  [
    'a secret that is a number',
    '{ "notify": { "webhook": "https://example.org", "secret": 4711 } }',
    wrong('"notify.secret" takes the secret, env:NAME, file:/path or file:~/path'),
  ],
  [
    'a budget that is nothing',
    '{ "budget": { "tokens": 0 } }',
    wrong('"budget.tokens" cannot be 0: it takes a number from 1'),
  ],
  [
    'a negative number',
    '{ "maxContinuations": -1 }',
    wrong('"maxContinuations" cannot be -1: it takes a number from 0; after 100 the stop is allowed in any case'),
  ],
  ['a fraction', '{ "blockedPushes": 1.5 }', wrong('"blockedPushes" cannot be 1.5: it takes a whole number from 0')],
  ['a wrong duration', '{ "settle": "3 seconds" }', wrong('"settle": a duration such as "90s", "10m", "8h" or "30d"')],
  ['a check without a name', '{ "checks": [{ "run": "x" }] }', wrong('"name" of check 1 is missing: it takes text')],
  // Notifications
  [
    'every way to be told',
    '{ "notify": { "desktop": true, "command": "beep -f 440", "webhook": "https://example.org/h", "secret": "env:HOOK", "ntfy": "https://ntfy.sh/t" } }',
    {
      ok: true,
      config: {
        notify: {
          desktop: true,
          command: 'beep -f 440',
          webhook: 'https://example.org/h',
          secret: 'env:HOOK',
          ntfy: 'https://ntfy.sh/t',
        },
      },
    },
  ],
  ['a desktop that is a word', '{ "notify": { "desktop": "yes" } }', wrong('"notify.desktop" takes true or false')],
  ['a command without a program', '{ "notify": { "command": [] } }', wrong('"notify.command": it names no program')],
  [
    'a command that is a number',
    '{ "notify": { "command": 3 } }',
    wrong('"notify.command": a program and its arguments, as one line or as a list'),
  ],
  [
    'a webhook that is no address',
    '{ "notify": { "webhook": "example.org/h" } }',
    wrong('"notify.webhook": an address that begins with https:// or http://'),
  ],
  [
    'a webhook of another kind',
    '{ "notify": { "webhook": "file:///etc/passwd" } }',
    wrong('"notify.webhook": an address that begins with https:// or http://'),
  ],
  [
    'a server without a topic',
    '{ "notify": { "ntfy": "https://ntfy.sh/" } }',
    wrong('"notify.ntfy": the address of a topic, such as "https://ntfy.sh/my-topic"'),
  ],
  [
    'a secret without a webhook',
    '{ "notify": { "secret": "x" } }',
    wrong('"notify.secret": it signs a webhook: set "notify.webhook" first'),
  ],
  [
    'a secret in a relative file',
    '{ "notify": { "webhook": "https://example.org", "secret": "file:hook" } }',
    wrong('"notify.secret": the secret itself, "env:NAME" for a variable, or "file:/path" or "file:~/path" for a file'),
  ],
  [
    'an unknown way to be told',
    '{ "notify": { "email": "me@example.org" } }',
    wrong('unknown key "notify.email" (known here: desktop, command, webhook, secret, ntfy)'),
  ],
  ['a list instead of an object', '[]', wrong('it has to be one object, from { to }')],
  ['null', 'null', wrong('it has to be one object, from { to }')],
  // Syntax
  ['nothing at all', '', wrong('line 1 is not valid JSON (value expected)')],
  [
    'a missing comma',
    '{\n  "mode": "strict"\n  "review": "never"\n}',
    wrong('line 3 is not valid JSON (comma expected)'),
  ],
  [
    'an error after a byte order mark',
    '\uFEFF{\n\n"mode" "strict" }',
    wrong('line 3 is not valid JSON (colon expected)'),
  ],
  ['an end that is missing', '{\n"mode": "strict"\n', wrong('line 3 is not valid JSON (close brace expected)')],
]

const keys = (count: number, key: (nth: number) => string): string =>
  `{${Array.from({ length: count }, (_, nth) => `"${key(nth)}": 1`).join(',')}}`
const KNOWN =
  '(known here: $schema, mode, maxContinuations, blockedPushes, doneToken, detect, completion, checks, waiting, baseline, allowCommands, tamper, review, notify, ui, memory, continue, budget, idleTimeout, settle, limits, agent, proof, worktree, trackers, subtasks)'
const DEEP = wrong('it is nested more than 32 levels deep')
const MANY = wrong('it holds more than 10000 values')

const hostile: ReadonlyArray<readonly [name: string, text: string, expected: ConfigRead]> = [
  ['lists in lists', '['.repeat(100_000), DEEP],
  ['objects in objects', '{"a":'.repeat(100_000), DEEP],
  ['a whole file, nested', `{"mode":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, DEEP],
  ['nested behind a valid key', `{"mode":"strict","x":${'{"a":'.repeat(33)}1${'}'.repeat(33)}}`, DEEP],
  ['a key named __proto__', '{"__proto__": {"mode": "off"}}', wrong(`unknown key "__proto__" ${KNOWN}`)],
  [
    'keys that every object has',
    '{"budget": {"__proto__": 1, "constructor": {}}, "checks": [{"name": "a", "run": "b", "toString": 1}]}',
    wrong(
      'unknown key "toString" of check 1 (known here: name, run, shell, timeout, paths, env, cwd, expect, repeat)',
      'unknown key "budget.__proto__" (known here: time, tokens, cost)',
      'unknown key "budget.constructor" (known here: time, tokens, cost)',
    ),
  ],
  [
    '300 unknown keys',
    keys(300, (nth) => `zzzzzzzzzzzz${nth}`),
    wrong(...[0, 1, 2, 3, 4].map((nth) => `unknown key "zzzzzzzzzzzz${nth}" ${KNOWN}`), 'and 295 more'),
  ],
  ['a million keys', keys(80_000, (nth) => `k${nth}`), MANY],
  ['the same key again and again', keys(80_000, () => 'mode'), MANY],
  ['a huge list of checks', `{"checks":[${'{"name":"a","run":"b"},'.repeat(40_000)}]}`, MANY],
  ['a very long key', `{"${'m'.repeat(1_000_000)}": 1}`, wrong(`unknown key "${'m'.repeat(99)}…" ${KNOWN}`)],
  [
    'a very long duration',
    `{"settle": "${'1'.repeat(900_000)}"}`,
    wrong('"settle": a duration such as "90s", "10m", "8h" or "30d"'),
  ],
  [
    'a key that writes to the terminal',
    '{"\\u001b[2J\\n\\u202e": 1}',
    wrong(`unknown key "\u{fffd}[2J \u{fffd}" ${KNOWN}`),
  ],
  ['syntax errors without end', ']'.repeat(900_000), wrong('line 1 is not valid JSON (value expected)')],
  ['the last of two equal keys counts', '{"mode":"off","mode":"strict"}', { ok: true, config: { mode: 'strict' } }],
]

/** Processor time of the quickest of some calls: the others were interrupted. */
function cpuOf(text: string): number {
  const spent = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    parseConfig(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.max(Math.min(...spent), 200)
}

describe('R2: a hostile file is an error, and a cheap one', () => {
  for (const [name, text, expected] of hostile) test(name, () => expect(parseConfig(text)).toEqual(expected))

  test('unknown keys cost no more than the few that are named', () => {
    const few = cpuOf(keys(5, (nth) => `maxContinuation${nth}`))
    expect(cpuOf(keys(300, (nth) => `maxContinuation${nth}`))).toBeLessThan(15 * few)
    expect(cpuOf(keys(300, (nth) => `__proto__${nth}`))).toBeLessThan(15 * few)
  })

  test('twice the file costs about twice as much', () => {
    const shapes: readonly ((size: number) => string)[] = [
      (size) => `{"${'m'.repeat(size)}": 1}`,
      (size) => `{"settle": "${'1.'.repeat(size / 2)}"}`,
      (size) => `{"waiting": {"ignore": [${'"a",'.repeat(size / 100)}]}}`,
      (size) => `{${'/**/'.repeat(size / 4)}}`,
    ]
    for (const shape of shapes) {
      expectLinear(800_000, (size) => {
        const text = shape(size)
        for (let nth = 0; nth < 20; nth++) parseConfig(text)
      })
    }
  })
})

describe('parseConfig', () => {
  for (const [name, text, expected] of rows) test(name, () => expect(parseConfig(text)).toEqual(expected))

  test('only the first syntax error: the others follow from it', () => {
    const read = parseConfig('{ a b c d e f g h }')
    expect(read.ok ? 0 : read.errors.length).toBe(1)
  })
})
