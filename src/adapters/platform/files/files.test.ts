// Reading the files of others: bounded, never a device, never outside the folders that the caller names.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from './files.ts'

interface Folder extends Disposable {
  readonly path: (name: string) => string
  readonly write: (name: string, text: string | Uint8Array) => string
}

function newFolder(): Folder {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-files-'))
  mkdirSync(join(root, 'home'))
  const path = (name: string): string => join(root, name)
  return {
    path,
    write: (name, text) => {
      writeFileSync(path(name), text)
      return path(name)
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

describe('readText', () => {
  test('reads a file up to the limit, and refuses one byte more', () => {
    using folder = newFolder()
    const path = folder.write('a', 'ünï')
    expect(files.readText(path, 5)).toEqual({ kind: 'text', text: 'ünï' })
    expect(files.readText(path, 4)).toEqual({ kind: 'refused', why: 'it has 5 bytes, 4 is the most' })
  })

  test('an empty file is empty text, a missing one is missing', () => {
    using folder = newFolder()
    expect(files.readText(folder.write('empty', ''), 5)).toEqual({ kind: 'text', text: '' })
    expect(files.readText(folder.path('none'), 5)).toEqual({ kind: 'missing' })
  })

  test('a folder, a pipe and a device are refused at once', () => {
    using folder = newFolder()
    spawnSync('mkfifo', [folder.path('pipe')])
    expect(files.readText(folder.path('home'), 5)).toEqual({ kind: 'refused', why: 'it is a folder' })
    expect(files.readText(folder.path('pipe'), 5)).toEqual({ kind: 'refused', why: 'it is not a regular file' })
    expect(files.readText('/dev/zero', 5)).toEqual({ kind: 'refused', why: 'it is not a regular file' })
  })

  test('a path with a null byte is refused, not thrown', () => {
    expect(files.readText('a\u0000b', 5).kind).toBe('refused')
  })
})

describe('readPart', () => {
  const parts: ReadonlyArray<readonly [string, { from: number; most: number }, object]> = [
    ['from the start', { from: 0, most: 100 }, { text: '0123456789', start: 0 }],
    ['from the middle', { from: 4, most: 100 }, { text: '456789', start: 4 }],
    ['the last bytes if there are more', { from: 2, most: 3 }, { text: '789', start: 7 }],
    ['nothing new', { from: 10, most: 100 }, { text: '', start: 10 }],
    ['anew if the file is shorter', { from: 11, most: 100 }, { text: '0123456789', start: 0 }],
  ]

  for (const [name, range, expected] of parts) {
    test(name, () => {
      using folder = newFolder()
      const path = folder.write('home/t', '0123456789')
      expect(files.readPart(path, range, [folder.path('home')])).toEqual({
        kind: 'part',
        size: 10,
        ...expected,
      } as ReturnType<typeof files.readPart>)
    })
  }

  test('only inside the folders named, whatever the path looks like', () => {
    using folder = newFolder()
    const inside = [folder.path('home')]
    const outside = folder.write('outside', 'x')
    mkdirSync(folder.path('home-of-another'))
    folder.write('home-of-another/t', 'x')
    symlinkSync(outside, folder.path('home/link'))
    symlinkSync(folder.path('home-of-another'), folder.path('home/folder'))
    const refused = { kind: 'refused' as const, why: 'it lies outside your home folder' }
    for (const name of ['outside', 'home-of-another/t', 'home/link', 'home/folder/t', 'home/../outside']) {
      expect(files.readPart(folder.path(name), { from: 0, most: 9 }, inside)).toEqual(refused)
    }
    expect(files.readPart(outside, { from: 0, most: 9 }, [])).toEqual(refused)
  })

  test('a home folder that is itself a link is the folder it points to', () => {
    using folder = newFolder()
    folder.write('home/t', 'x')
    symlinkSync(folder.path('home'), folder.path('link'))
    const read = files.readPart(folder.path('home/t'), { from: 0, most: 9 }, [folder.path('link')])
    expect(read).toEqual({ kind: 'part', text: 'x', start: 0, size: 1 })
  })

  test('a missing file and a link to nowhere are missing', () => {
    using folder = newFolder()
    symlinkSync(folder.path('nowhere'), folder.path('home/link'))
    for (const name of ['home/none', 'home/link']) {
      expect(files.readPart(folder.path(name), { from: 0, most: 9 }, [folder.path('home')])).toEqual({
        kind: 'missing',
      })
    }
  })

  test('a link that leads to itself is refused, not followed for ever', () => {
    using folder = newFolder()
    symlinkSync(folder.path('home/loop'), folder.path('home/loop'))
    const read = files.readPart(folder.path('home/loop'), { from: 0, most: 9 }, [folder.path('home')])
    expect(read.kind).toBe('refused')
  })
})

test('sizeOf and exists know regular files only', () => {
  using folder = newFolder()
  const path = folder.write('a', 'abc')
  expect([files.sizeOf(path), files.exists(path)]).toEqual([3, true])
  expect([files.sizeOf(folder.path('home')), files.exists(folder.path('none'))]).toEqual([undefined, false])
})

test('modifiedMs is when a file or folder was last written, and nothing where there is none', () => {
  using folder = newFolder()
  const path = folder.write('a', 'abc')
  const at = new Date('2026-01-02T03:04:05.000Z')
  utimesSync(path, at, at)
  utimesSync(folder.path('home'), at, at)
  symlinkSync(path, folder.path('link'))
  symlinkSync(folder.path('nowhere'), folder.path('dangling'))
  expect(['a', 'home', 'link'].map((name) => files.modifiedMs(folder.path(name)))).toEqual(
    Array.from({ length: 3 }, () => at.getTime()),
  )
  for (const name of ['none', 'dangling', 'a/b', 'a\u0000b'])
    expect(files.modifiedMs(folder.path(name))).toBeUndefined()
})

test('a repository begins where .git is, be it a folder or the file of a worktree', () => {
  using folder = newFolder()
  expect(files.isRepositoryRoot(folder.path('home'))).toBe(false)
  folder.write('home/.git', 'gitdir: elsewhere')
  expect(files.isRepositoryRoot(folder.path('home'))).toBe(true)
})
