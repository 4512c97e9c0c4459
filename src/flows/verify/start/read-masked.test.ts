// R5: whatever is found in a change, no secret of its texts is told.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../../contract/change.ts'
import { maskSecretsInLines } from '../../../domain/text/mask-secrets.ts'
import { readChange } from '../../../domain/proof/reading/read-change.ts'
import { readMasked } from './read-masked.ts'

const TOKEN = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0iL3oR6'}`
const PASSWORD = 'hunter2-hunter2'
const PRODUCT: FileChange = { path: 'src/api.ts', how: 'modified', before: 'let a = 1\n', after: 'let a = 2\n' }

function tests(...lines: readonly string[]): string {
  return ["import { api } from './api.ts'", "test('asks', () => {", ...lines.map((line) => `  ${line}`), '})', ''].join(
    '\n',
  )
}

function changed(before: string, after: string): FileChange {
  return { path: 'src/api.test.ts', how: 'modified', before, after }
}

test.each<[string, FileChange]>([
  [
    'a token that a quotation cuts in two',
    changed(tests('expect(api()).toBe("none")'), tests(`expect(api()).toBe("of the release: ${TOKEN}")`)),
  ],
  [
    'a password that only its name gives away',
    changed(
      tests(`const password = '${PASSWORD}'`, `expect(api({ password: '${PASSWORD}' })).toBe(1)`),
      tests('api()'),
    ),
  ],
  [
    'both in one line, at the place where it is cut',
    changed(
      tests(`expect(api({ user: 'somebody', password: '${PASSWORD}', token: '${TOKEN}', more: 1 })).toBe(1)`, 'api()'),
      tests('api()'),
    ),
  ],
])('R5: %s is told masked', (_, change) => {
  const read = readMasked([change, PRODUCT])
  expect(read.suspicions.length + read.notes.length).toBeGreaterThan(0)
  const told = JSON.stringify(read)
  for (const secret of [TOKEN, PASSWORD]) expect(told).not.toContain(secret.slice(0, 8))
  const masked = [change, PRODUCT].map((one) => ({
    ...one,
    before: maskSecretsInLines(one.before ?? ''),
    after: maskSecretsInLines(one.after ?? ''),
  }))
  expect(read).toEqual(readChange(masked))
})

test('R5: a text that was masked when it was kept is compared with a masked one', () => {
  const now = tests(`expect(api()).toBe("${TOKEN}")`)
  const change = changed(maskSecretsInLines(now), now)
  expect(readChange([change]).suspicions).not.toEqual([])
  expect(readMasked([change])).toEqual({ suspicions: [], notes: [] })
})
