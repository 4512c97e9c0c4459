// The table of the tamper watch: diffs as they occur in projects, half of them honest. Rows live in fixtures/ by subject.
import { describe, expect, test } from 'bun:test'
import { commands } from './fixtures/commands.ts'
import { configs } from './fixtures/configs.ts'
import type { Row } from './fixtures/diff.ts'
import { honest } from './fixtures/honest.ts'
import { javascript } from './fixtures/javascript.ts'
import { languages } from './fixtures/languages.ts'
import { watchTampering } from './watch.ts'

const rows: readonly Row[] = [...javascript, ...honest, ...languages, ...commands, ...configs]

describe('watchTampering', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_, { changes, found }) => {
    expect(watchTampering(changes)).toEqual([...found])
  })
})
