// A config file's text to a config, or to errors that a person can act on.
import { describe, expect, test } from 'bun:test'
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
      'unknown key "zzzzzzzzz" (known here: $schema, mode, maxContinuations, blockedPushes, doneToken, detect, completion, checks, waiting, baseline, allowCommands, tamper, review, notify, memory, continue, budget, idleTimeout, settle, limits, fallbackAgents, subtasks)',
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
    wrong('unknown key "checks.0.timeot", did you mean "checks.0.timeout"?'),
  ],
  ['a nested key at the top', '{ "ignore": ["dev"] }', wrong('unknown key "ignore", did you mean "waiting.ignore"?')],
  // Values
  [
    'a wrong type',
    '{ "maxContinuations": "5" }',
    wrong('"maxContinuations": Invalid input: expected number, received string'),
  ],
  [
    'a wrong word',
    '{ "mode": "loud" }',
    wrong('"mode": Invalid option: expected one of "off"|"watch"|"balanced"|"strict"'),
  ],
  [
    'a negative number',
    '{ "maxContinuations": -1 }',
    wrong('"maxContinuations": Too small: expected number to be >=0'),
  ],
  ['a fraction', '{ "blockedPushes": 1.5 }', wrong('"blockedPushes": Invalid input: expected int, received number')],
  ['a wrong duration', '{ "settle": "3 seconds" }', wrong('"settle": a duration such as "90s", "10m", "8h" or "30d"')],
  [
    'a check without a name',
    '{ "checks": [{ "run": "x" }] }',
    wrong('"checks.0.name": Invalid input: expected string, received undefined'),
  ],
  ['a list instead of an object', '[]', wrong('"the file": Invalid input: expected object, received array')],
  ['null', 'null', wrong('"the file": Invalid input: expected object, received null')],
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

describe('parseConfig', () => {
  for (const [name, text, expected] of rows) test(name, () => expect(parseConfig(text)).toEqual(expected))

  test('only the first syntax error: the others follow from it', () => {
    const read = parseConfig('{ a b c d e f g h }')
    expect(read.ok ? 0 : read.errors.length).toBe(1)
  })
})
