// Trust files: exactly that content, exactly that root; what cannot be read is no trust.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from '../../adapters/platform/files/files.ts'
import { hashOf } from '../../adapters/platform/ids.ts'
import { isTrusted, readTrust, trustFile, wasTrusted } from './trust.ts'

const ROOT = '/home/me/project'
const at = '2026-01-01T00:00:00.000Z'

interface Place extends Disposable {
  readonly files: typeof files
  readonly hashOf: typeof hashOf
  readonly stateHome: string
  readonly env: Readonly<Record<string, string>>
  readonly put: (text: string, root?: string) => void
}

function place(env: Readonly<Record<string, string>> = {}): Place {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-trust-'))
  mkdirSync(join(stateHome, 'trust'))
  return {
    files,
    hashOf,
    stateHome,
    env,
    put: (text, root = ROOT) => writeFileSync(trustFile({ stateHome, hashOf }, root), text),
    [Symbol.dispose]: () => rmSync(stateHome, { recursive: true }),
  }
}

test('what was trusted last for the root is; for an open task also what was before', () => {
  using world = place()
  expect(readTrust(world, ROOT)).toBeUndefined()
  const trust = { root: ROOT, hashes: ['new', 'old'], at }
  world.put(JSON.stringify(trust))
  expect(readTrust(world, ROOT)).toEqual(trust)
  expect(['new', 'old', 'other'].map((hash) => isTrusted(world, ROOT, hash))).toEqual([true, false, false])
  expect(['new', 'old', 'other'].map((hash) => wasTrusted(world, ROOT, hash))).toEqual([true, true, false])
  expect(isTrusted(world, `${ROOT}/`, 'new')).toBe(false)
  expect(wasTrusted(world, '/home/me', 'old')).toBe(false)
})

const broken: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['half a file', '{"root":"/home/me/project","hashes":["new"'],
  ['another root', JSON.stringify({ root: '/home/me/other', hashes: ['new'], at })],
  ['no list', JSON.stringify({ root: ROOT, hashes: 'new', at })],
  ['no root', JSON.stringify({ hashes: ['new'], at })],
  ['no time', JSON.stringify({ root: ROOT, hashes: ['new'] })],
  ['a list', '[]'],
  ['larger than any of ours', JSON.stringify({ root: ROOT, hashes: ['new', 'x'.repeat(70_000)], at })],
]

test.each(broken)('a file that is %s is no trust', (_what, text) => {
  using world = place()
  world.put(text)
  expect([isTrusted(world, ROOT, 'new'), wasTrusted(world, ROOT, 'new')]).toEqual([false, false])
})

const named: readonly (readonly [string, boolean])[] = [
  ['new', true],
  ['other,new', true],
  ['other new', true],
  [' new\n', true],
  ['newer', false],
  ['*', false],
  ['', false],
]

test.each(named)('FULLSTOP_TRUST=%j', (value, expected) => {
  using world = place({ FULLSTOP_TRUST: value })
  expect(isTrusted(world, ROOT, 'new')).toBe(expected)
})
