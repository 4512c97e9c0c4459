// The quick reader of plain config files says nothing, or what the schema says.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { parseConfig } from './config-file.ts'
import { readPlain } from './plain-config.ts'

const PLAIN: readonly string[] = [
  '{}',
  '{ "$schema": "https://example.com/fullstop.json", "mode": "strict" }',
  '{ "checks": [] }',
  '{ "checks": [{ "name": "test", "run": "npm test" }] }',
  '{ "mode": "watch", "checks": [{ "run": ["npm", "test"], "name": "test", "timeout": "90s" }, { "name": "lint", "run": "x" }] }',
  '{ "checks": [{ "name": "test", "run": "a && b", "shell": true, "paths": ["src/**", ""] }] }',
]

for (const text of PLAIN) {
  test(`it knows ${text}`, () => {
    expect(JSON.stringify(readPlain(text))).toBe(JSON.stringify(read(text)))
  })
}

const LEFT: readonly string[] = [
  '',
  '[]',
  'null',
  '{ "mode": "loud" }',
  '{ "mode": null }',
  '{ "checks": {} }',
  '{ "checks": [{ "name": "", "run": "x" }] }',
  '{ "checks": [{ "name": "a", "run": "" }] }',
  '{ "checks": [{ "name": "a", "run": [] }] }',
  '{ "checks": [{ "name": "a", "run": ["x", 1] }] }',
  '{ "checks": [{ "name": "a", "run": "x" }, { "name": "a", "run": "y" }] }',
  '{ "checks": [{ "name": "a", "run": "x", "timeout": "90" }] }',
  '{ "checks": [{ "name": "a", "run": "x", "shell": "yes" }] }',
  '{ "checks": [{ "name": "a", "run": "x", "paths": "src" }] }',
  '{ "checks": [{ "name": "a", "run": "x", "cwd": "../b" }] }',
  '{ "checks": [{ "name": "a", "run": "x", "__proto__": {} }] }',
  '{ "__proto__": { "mode": "off" } }',
  '// why\n{ "mode": "off" }',
  `{ "checks": [${Array.from({ length: 2000 }, (_, index) => `{ "name": "${index}", "run": "x" }`).join(', ')}] }`,
]

for (const text of LEFT) {
  test(`it leaves ${text.slice(0, 80)} to the schema`, () => {
    expect(readPlain(text)).toBeUndefined()
  })
}

const word = fc.constantFrom('', 'a', 'b', 'npm test', '90s', '10m', '5', 'off', 'strict', 'src/**')
const loose = fc.oneof({ weight: 4, arbitrary: word }, fc.boolean(), fc.constant(null), fc.array(word), fc.integer())
const check = fc.record(
  {
    name: word,
    run: fc.oneof(word, fc.array(word)),
    shell: fc.oneof(fc.boolean(), loose),
    timeout: loose,
    paths: loose,
    cwd: word,
  },
  { requiredKeys: [] },
)
const config = fc.record(
  { $schema: loose, mode: loose, checks: fc.oneof(fc.array(check), loose), agent: word },
  { requiredKeys: [] },
)

test('what it reads is what the schema reads, whatever stands there', () => {
  fc.assert(
    fc.property(fc.oneof(config, fc.jsonValue()), (value) => {
      const text = JSON.stringify(value)
      const plain = readPlain(text)
      if (plain !== undefined) expect(JSON.stringify(plain)).toBe(JSON.stringify(read(text)))
    }),
    { numRuns: 3000 },
  )
})

function read(text: string): unknown {
  const parsed = parseConfig(text)
  return parsed.ok ? parsed.config : parsed.errors
}
