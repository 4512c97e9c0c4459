// Tools of other servers by their names: which only read.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectLinear } from '../../../test/cost.ts'
import { accessOfMcp, readsByName } from './mcp-access.ts'

describe('J3: a reading tool by its name', () => {
  for (const file of ['mcp-names.txt', 'mcp-names-held.txt']) {
    const lines = readFileSync(join(import.meta.dir, 'fixtures', file), 'utf8').split('\n')
    for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
      const [verdict = '', name = ''] = line.split(': ')
      test(line, () => expect(readsByName(name) ? 'read' : 'work').toBe(verdict))
    }
  }
  test('build_get_log', () => expect(readsByName('build_get_log')).toBe(true))
  test('run_query', () => expect(readsByName('run_query')).toBe(false))
  test('the name of the server says nothing', () => {
    expect(accessOfMcp('mcp__get_list__delete_all')).toBe('run')
    expect(accessOfMcp('mcp__create__list__all')).toBe('read')
  })
  test('a hostile name is read in time', () => {
    for (const part of ['a', 'A', '_', 'get_', '__']) expectLinear(100_000, (size) => accessOfMcp(part.repeat(size)))
  })
})
