// Files without a text: which of them a person is asked about.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../../contract/change.ts'
import { unreadNow } from './unread.ts'

const rows: readonly (readonly [string, FileChange, number])[] = [
  ['a link to product code', { path: 'shop/src/sync/once.rs', how: 'deleted', bytes: {} }, 0],
  ['a link to tests', { path: 'shop/tests/once.rs', how: 'deleted', bytes: {} }, 1],
  ['a file that is too large', { path: 'shop/src/sync/once.rs', how: 'deleted', bytes: { before: 9_000_000 } }, 1],
]

test.each(rows)('%s is deleted', (_, change, asked) => {
  expect(unreadNow(change, new Map())).toHaveLength(asked)
})
