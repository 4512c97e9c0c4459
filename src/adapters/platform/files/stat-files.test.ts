// The quick look at many files tells what the runtime's own look tells.
import { expect, test } from 'bun:test'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statFiles } from './stat-files.ts'

const isLinux = process.platform === 'linux'

function inFolder(work: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fullstop-stat-'))
    try {
      await work(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

test.if(isLinux)(
  'files are told as lstat tells them, whatever their names, times and modes are',
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'in'))
    const names = ['plain', 'in/side', 'with space\n', 'caf\xe9', 'empty', 'old', 'late', 'run']
    const toPath = (name: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')])
    for (const name of names) writeFileSync(toPath(name), name === 'empty' ? '' : `${name}\n`)
    utimesSync(toPath('old'), -1.5, -1000.25)
    utimesSync(toPath('late'), 5_000_000_000, 5_000_000_000)
    chmodSync(toPath('run'), 0o755)
    const found = await statFiles(folder, names)
    for (const [at, name] of names.entries()) {
      const { mode, dev, ino, size, mtimeMs, ctimeMs } = lstatSync(toPath(name))
      expect(found?.modes[at]).toBe(mode)
      expect([...(found?.stamps.subarray(at * 5, (at + 1) * 5) ?? [])]).toEqual([dev, ino, size, mtimeMs, ctimeMs])
    }
  }),
)

test.if(isLinux)(
  'what is no regular file has no mode',
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'folder'))
    writeFileSync(join(folder, 'file'), 'x')
    symlinkSync('file', join(folder, 'link'))
    const found = await statFiles(folder, ['folder', 'link', 'file', 'nothing', 'file/below'])
    expect(Array.from(found?.modes ?? [], (mode) => mode !== 0)).toEqual([false, false, true, false, false])
  }),
)

test(
  'a folder that is not there is no failure',
  inFolder(async (folder) => {
    expect(await statFiles(join(folder, 'gone'), ['a'])).toBeUndefined()
  }),
)

test.if(isLinux)(
  'S4: what is collected between two stretches was needed by nobody',
  inFolder(async (folder) => {
    const names = Array.from({ length: 3000 }, (_, nth) => `file-${nth}`)
    for (const name of names) writeFileSync(join(folder, name), '')
    const other: Buffer[] = []
    const collect = (): void => {
      Bun.gc(true)
      other.push(Buffer.alloc(names.join().length, 'x'))
    }
    const collecting = setInterval(collect, 0)
    try {
      for (let round = 0; round < 3; round++) {
        const asked = statFiles(folder, names)
        Bun.gc(true)
        for (let nth = 0; nth < 20; nth++) other.push(Buffer.alloc(names.join().length, 'x'))
        const found = await asked
        expect([...(found?.modes ?? [])].filter((mode) => mode === 0)).toEqual([])
      }
    } finally {
      clearInterval(collecting)
    }
  }),
)
