// A value set in a JSON text: the rest stays as it is, to the letter.
import { describe, expect, test } from 'bun:test'
import { parseConfig } from './config-file.ts'
import { withValue } from './edit-jsonc.ts'

const rows: ReadonlyArray<readonly [string, string, readonly string[], unknown, string]> = [
  ['an empty object', '{}\n', ['mode'], 'strict', '{\n  "mode": "strict"\n}\n'],
  ['an empty object with a comment', '{\n  // all\n}\n', ['mode'], 'off', '{\n  "mode": "off"\n  // all\n}\n'],
  ['a value that is there', '{ "mode": "off" /* x */ }', ['mode'], 'strict', '{ "mode": "strict" /* x */ }'],
  [
    'behind others, with a comment and without a trailing comma',
    '{\n\t"mode": "off" // why\n}\n',
    ['maxContinuations'],
    3,
    '{\n\t"mode": "off", // why\n\t"maxContinuations": 3\n}\n',
  ],
  [
    'behind a trailing comma',
    '{\r\n  "budget": { "cost": 3 }, // c\r\n}\r\n',
    ['mode'],
    'off',
    '{\r\n  "budget": { "cost": 3 }, // c\r\n  "mode": "off",\r\n}\r\n',
  ],
  ['inside one line', '{"mode":"off"}', ['maxContinuations'], 3, '{"mode":"off", "maxContinuations": 3}'],
  [
    'in an object that is there',
    '{\n  "budget": { "cost": 3 }\n}\n',
    ['budget', 'time'],
    '2h',
    '{\n  "budget": { "cost": 3, "time": "2h" }\n}\n',
  ],
  [
    'in one that is not',
    '{\n  "mode": "off"\n}',
    ['budget', 'time'],
    '2h',
    '{\n  "mode": "off",\n  "budget": { "time": "2h" }\n}',
  ],
  ['taken out', '{ "mode": "off", "settle": "1s" }', ['mode'], undefined, '{ "settle": "1s" }'],
  [
    'taken out, the first of several lines',
    '{\n  "mode": "off",\n  "settle": "1s"\n}\n',
    ['mode'],
    undefined,
    '{\n  "settle": "1s"\n}\n',
  ],
  [
    'taken out with the object that it leaves empty',
    '{\n  "mode": "off",\n  "budget": { "time": "2h" }\n}\n',
    ['budget', 'time'],
    undefined,
    '{\n  "mode": "off"\n}\n',
  ],
  [
    'taken out of an object that keeps a comment',
    '{\n  "budget": { "time": "2h" /* why */ }\n}\n',
    ['budget', 'time'],
    undefined,
    '{\n  "budget": { /* why */ }\n}\n',
  ],
  ['nothing to take out', '{ "mode": "off" }', ['settle'], undefined, '{ "mode": "off" }'],
]

describe('withValue', () => {
  test.each(rows)('%s', (_name, text, path, value, expected) => {
    expect(withValue(text, path, value)).toBe(expected)
    expect(parseConfig(expected).ok).toBe(true)
  })
})
