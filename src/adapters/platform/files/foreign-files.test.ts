// Files of others: what is looked at, what is refused, and that nothing is half written or overwritten unseen.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foreignFiles } from './foreign-files.ts'

const { guarded, isProgram, look, missingFolders, placeOf, removeFolders, replace, whyNot } = foreignFiles

let root = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fullstop-foreign-')))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array = 'old', mode = 0o644): string {
  const path = join(root, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

test('a file is read as it is, with its byte order mark, and known without links', () => {
  const path = file('real', '\uFEFFx\r\n')
  symlinkSync('real', join(root, 'link'))
  expect(look(path)).toEqual({ kind: 'file', text: '\uFEFFx\r\n', real: path })
  expect(look(join(root, 'link'))).toEqual({ kind: 'file', text: '\uFEFFx\r\n', real: path })
  expect(look(join(root, 'none'))).toEqual({ kind: 'missing' })
  expect(look(join(root, 'no/folder/either'))).toEqual({ kind: 'missing' })
})

test('what cannot be written back as the same bytes is refused', () => {
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0x7b, 0x80, 0x7d]])
    expect([bytes, look(file('bytes', Uint8Array.from(bytes)))]).toEqual([
      bytes,
      { kind: 'refused', why: 'it is not UTF-8 text' },
    ])
})

test('folders, devices, dangling and circular links are refused, with the reason', () => {
  symlinkSync('nowhere', join(root, 'dangling'))
  symlinkSync('circle', join(root, 'circle'))
  symlinkSync('/dev/zero', join(root, 'device'))
  expect(look(root)).toEqual({ kind: 'refused', why: 'it is a folder' })
  expect(look(join(root, 'dangling'))).toEqual({
    kind: 'refused',
    why: 'it is a link to nowhere, which is not there',
  })
  expect(look(join(root, 'circle')).kind).toBe('refused')
  expect(look(join(root, 'device'))).toEqual({ kind: 'refused', why: 'it is no regular file' })
  expect(look(join(file('plain'), 'below')).kind).not.toBe('file')
})

test('what is read-only is not written, not even by root', () => {
  expect(whyNot(file('open'))).toBeUndefined()
  expect(whyNot(join(root, 'none'))).toBeUndefined()
  expect(whyNot(join(root, 'a/b/c'))).toBeUndefined()
  const real = file('closed', 'x', 0o444)
  symlinkSync(real, join(root, 'link'))
  expect(whyNot(real)).toBe('it is read-only')
  expect(whyNot(join(root, 'link'))).toBe(`it is a link to ${real}, which is read-only`)
  expect(whyNot(join(real, 'below'))).toBeString()
})

test('a file is replaced only as it was read', () => {
  const path = file('a')
  expect(replace(path, 'other', 'new')).toEqual({ kind: 'changed' })
  expect(replace(path, undefined, 'new')).toEqual({ kind: 'changed' })
  expect(replace(join(root, 'none'), 'old', 'new')).toEqual({ kind: 'changed' })
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(replace(path, 'old', 'new')).toEqual({ kind: 'written' })
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(readdirSync(root)).toEqual(['a'])
})

test('rights stay, links stay, folders are made and taken back', () => {
  const path = file('real', 'old', 0o640)
  symlinkSync('real', join(root, 'link'))
  expect(replace(join(root, 'link'), 'old', 'new')).toEqual({ kind: 'written' })
  expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true)
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o640])
  const deep = join(root, 'a/b/c.json')
  const made = missingFolders(deep)
  expect(made).toEqual([join(root, 'a'), join(root, 'a/b')])
  expect(replace(deep, undefined, 'x')).toEqual({ kind: 'written' })
  expect(missingFolders(deep)).toEqual([])
  expect(replace(deep, 'x', undefined)).toEqual({ kind: 'written' })
  removeFolders(made)
  expect(existsSync(join(root, 'a'))).toBe(false)
})

test('a folder that holds something by now stays', () => {
  mkdirSync(join(root, 'a/b'), { recursive: true })
  file('a/mine')
  removeFolders([join(root, 'a'), join(root, 'a/b')])
  expect(readdirSync(join(root, 'a'))).toEqual(['mine'])
})

test('a file that goes takes the link to it along', () => {
  const path = file('real')
  symlinkSync('real', join(root, 'link'))
  expect(replace(join(root, 'link'), 'old', undefined)).toEqual({ kind: 'written' })
  expect([existsSync(path), readdirSync(root)]).toEqual([false, []])
})

test('what cannot be written fails with the reason, and no folder stays for it', () => {
  file('plain')
  const failed = replace(join(root, 'plain/x/y'), undefined, 'new')
  expect(failed.kind).toBe('failed')
  symlinkSync('/nowhere/at/all', join(root, 'dangling'))
  expect(replace(join(root, 'dangling/x'), undefined, 'new').kind).toBe('failed')
  expect(readdirSync(root).sort()).toEqual(['dangling', 'plain'])
})

test('halves of killed processes are swept, those of living ones are not', () => {
  const dead = Bun.spawnSync(['true']).pid
  file(`.fullstop-${dead}.tmp`)
  file(`.fullstop-1.tmp`)
  file('.fullstop-notes.tmp')
  const path = file('a')
  expect(replace(path, 'old', 'new')).toEqual({ kind: 'written' })
  expect(readdirSync(root).sort()).toEqual(['.fullstop-1.tmp', '.fullstop-notes.tmp', 'a'])
})

test('a link by the name of our temporary file is not followed', () => {
  const victim = file('victim', 'mine')
  const path = file('a')
  symlinkSync(victim, join(root, `.fullstop-${process.pid}.tmp`))
  expect(replace(path, 'old', 'new')).toEqual({ kind: 'written' })
  expect([readFileSync(victim, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['mine', 'new'])
})

test('a place is known without links, also for what is not there yet', () => {
  mkdirSync(join(root, 'real'))
  symlinkSync('real', join(root, 'link'))
  expect(placeOf(join(root, 'link/a/b'))).toBe(join(root, 'real/a/b'))
  expect(placeOf(join(root, 'link'))).toBe(join(root, 'real'))
})

test('a program is a file that may be started', () => {
  mkdirSync(join(root, 'folder'))
  expect([join(root, 'folder'), join(root, 'none'), file('text')].map(isProgram)).toEqual([false, false, false])
  expect(isProgram(file('program', '#!/bin/sh\n', 0o755))).toBe(true)
})

test('while we write, the lock is there; afterwards it is not', async () => {
  const lock = join(root, 'x.lock')
  const seen: boolean[] = []
  const written = await guarded(lock, () => {
    seen.push(existsSync(lock))
    return { kind: 'written' }
  })
  expect([written, seen, existsSync(lock)]).toEqual([{ kind: 'written' }, [true], false])
  const thrown = guarded(lock, () => {
    throw new Error('no')
  })
  expect(thrown).rejects.toThrow('no')
  await thrown.catch(() => undefined)
  expect(existsSync(lock)).toBe(false)
})

test('a lock that its holder left behind is taken over, a fresh one stays', async () => {
  const lock = join(root, 'x.lock')
  mkdirSync(lock)
  utimesSync(lock, 0, 0)
  expect(await guarded(lock, () => ({ kind: 'written' }))).toEqual({ kind: 'written' })
  mkdirSync(lock)
  let ran = false
  const refused = await guarded(lock, () => {
    ran = true
    return { kind: 'written' }
  })
  expect([refused.kind, ran, existsSync(lock)]).toEqual(['failed', false, true])
})
