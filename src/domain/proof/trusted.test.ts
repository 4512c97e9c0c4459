// Suspicions about files that a person trusted meanwhile.
import { expect, test } from 'bun:test'
import type { Tampering } from '../../contract/change.ts'
import { sortTrusted } from './trusted.ts'

const config: Tampering = { file: 'fullstop.json', line: 3, what: 'a check is gone', meant: false }
const skipped: Tampering = { file: 'a.test.ts', line: 1, what: 'a test is skipped now', meant: false, kind: 'skipped' }

test('a suspicion about a trusted file becomes a note', () => {
  expect(sortTrusted([config, skipped], ['fullstop.json'])).toStrictEqual({
    suspicions: [skipped],
    notes: [{ file: 'fullstop.json', line: 3, kind: 'own-config', what: 'a check is gone; you trusted it' }],
  })
})

test('the note keeps the kind of the suspicion', () => {
  expect(sortTrusted([skipped], ['a.test.ts']).notes).toMatchObject([{ kind: 'skipped' }])
})

test('where nothing was trusted, all suspicions stay', () => {
  expect(sortTrusted([config, skipped], [])).toStrictEqual({ suspicions: [config, skipped], notes: [] })
})
