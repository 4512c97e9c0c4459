// A tree survives encoding and decoding unchanged.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeTree, encodeTree } from './encode-tree.ts'
import { makeRepository } from '../scratch.suite.ts'
import { diffTrees } from './diff-trees.ts'
import { hashTree } from './hash-tree.ts'

test('S4: a tree survives as bytes: changed, deleted, announced, odd names, repositories inside', async () => {
  const scratch = makeRepository()
  try {
    scratch.write('a.txt', 'changed\n')
    scratch.remove('src/c.txt')
    scratch.write('announced', 'x')
    scratch.git('add', '-N', 'announced')
    scratch.write('tab\tand\nline "quoted"', 'x')
    writeFileSync(Buffer.concat([Buffer.from(join(scratch.root, 'latin-')), Buffer.of(0xe9)]), 'x')
    scratch.git('init', '-q', 'inner')
    scratch.write('inner/x.txt', 'x')
    const tree = await scratch.read()
    const again = decodeTree(encodeTree(tree))
    if (!again) throw new Error('not decoded')
    expect({ ...again }).toEqual({ ...tree })
    expect(hashTree(again)).toBe(hashTree(tree))
    expect(diffTrees(tree, again)).toEqual({ tracked: [], untracked: [] })
  } finally {
    scratch.end()
  }
})

test('S4: half a tree, or something else, is none', async () => {
  const scratch = makeRepository()
  try {
    const bytes = encodeTree(await scratch.read())
    const others = [bytes.subarray(0, -1), bytes.subarray(0, 30), Buffer.concat([bytes, Buffer.of(0)]), Buffer.alloc(0)]
    expect(others.map((other) => decodeTree(other))).toEqual(others.map(() => undefined))
    expect(decodeTree(Buffer.from('{}\n'))).toBeUndefined()
  } finally {
    scratch.end()
  }
})
