// The order of changed files, and what is left out of them.
import { expect, test } from 'bun:test'
import type { ChangedFile } from '../../contract/evidence.ts'
import { changedFiles } from './changed-files.ts'

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({ path, how: 'modified', ...more })

test('issue 17: what programs wrote comes after what was worked on', () => {
  const changed = ['__pycache__/calc.cpython-312.pyc', 'calc.py', 'coverage/lcov.info', 'src/log.ts', 'test.log']
  const { files, count } = changedFiles({ changed: changed.map((path) => file(path)), changedCount: 5 })
  expect(files.map(({ path }) => path)).toEqual([
    'calc.py',
    'src/log.ts',
    '__pycache__/calc.cpython-312.pyc',
    'coverage/lcov.info',
    'test.log',
  ])
  expect(count).toBe(5)
})

test('issue 17: the config that a person trusted is not work of the agent', () => {
  const own = file('fullstop.json', { how: 'added' })
  const changed = [file('calc.py'), { ...own, isTrusted: true }]
  expect(changedFiles({ changed, changedCount: 200 })).toEqual({ files: [file('calc.py')], count: 199 })
  expect(changedFiles({ changed: [own], changedCount: 1 })).toEqual({ files: [own], count: 1 })
  expect(changedFiles({})).toEqual({ files: [], count: 0 })
})
