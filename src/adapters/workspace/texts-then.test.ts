// Texts of single files as they stood at a moment.
import { afterEach, expect, test } from 'bun:test'
import { type Scratch, makeRepository } from './scratch.suite.ts'
import { textsBelow, textsThen } from './texts-then.ts'

const scratches: Scratch[] = []
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.end()
})

function repository(): Scratch {
  const scratch = makeRepository()
  scratches.push(scratch)
  return scratch
}

test('as they are now; what is no text is empty, and what is not there has none', async () => {
  const scratch = repository()
  scratch.write('a.txt', 'now\r\n')
  scratch.write('binary', 'a\0b')
  const texts = await textsThen(scratch.door, scratch.root, ['a.txt', 'binary', 'src', 'gone.txt'])
  expect([...texts]).toEqual([
    ['a.txt', 'now\n'],
    ['binary', ''],
    ['src', undefined],
    ['gone.txt', undefined],
  ])
})

test('a file that changed since the moment is read from the commit of that moment', async () => {
  const scratch = repository()
  const head = scratch.git('rev-parse', 'HEAD').trim()
  const at = new Date(Date.now() - 60_000)
  scratch.write('a.txt', 'by the agent\n')
  scratch.write('new.txt', 'by the agent\n')
  const texts = await textsThen(scratch.door, scratch.root, ['a.txt', 'new.txt', 'src/b.txt'], { head, at })
  expect(Object.fromEntries(texts)).toEqual({ 'a.txt': 'a\n', 'new.txt': undefined, 'src/b.txt': 'b\n' })
})

test('from a commit, in a folder below the top', async () => {
  const scratch = repository()
  const head = scratch.git('rev-parse', 'HEAD').trim()
  const below = await textsBelow(scratch.door, `${scratch.root}/src`, head, ['b.txt', 'no such.txt', 'c.txt'])
  expect(Object.fromEntries(below)).toEqual({ 'b.txt': 'b\n', 'no such.txt': undefined, 'c.txt': 'c\n' })
  expect([...(await textsBelow(scratch.door, scratch.root, 'HEAD', ['a.txt']))]).toEqual([])
})
