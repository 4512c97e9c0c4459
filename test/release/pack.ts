// The packages of this platform as tarballs, made in a second: library and binary are those that all tests use, and nothing
// is compressed. `npm run release:pack` builds and compresses both, which takes longer than all that is tried with them.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Manifest, writeMainPackage, writePlatformPackage } from '../../scripts/release/package-files.ts'
import { platforms } from '../../scripts/release/platforms.ts'
import { run } from '../../scripts/release/run.ts'
import { binary } from '../e2e/binary.ts'

const root = join(import.meta.dirname, '..', '..')

/** The files of the main package and of the one with the binary. */
export function packQuickly(out: string, manifest: Manifest, current: string): readonly string[] {
  const platform = platforms.find(({ name }) => name === current)
  if (!platform) throw new Error(`there is no package for ${current}`)
  const main = packed(out, `fullstop-${manifest.version}.tgz`, (folder) => writeMainPackage(root, folder, manifest))
  const own = packed(out, `fullstop-${current}-${manifest.version}.tgz`, (folder) => {
    copyFileSync(binary, join(folder, platform.binary))
    writePlatformPackage(root, folder, manifest, platform)
  })
  return [main, own]
}

function packed(out: string, name: string, write: (folder: string) => void): string {
  const work = join(out, `${name}-work`)
  const folder = join(work, 'package')
  mkdirSync(folder, { recursive: true })
  write(folder)
  const archive = join(work, 'package.tar')
  run('tar', ['-cf', archive, '-C', work, 'package'], root)
  const file = join(out, name)
  writeFileSync(file, gzipSync(readFileSync(archive), { level: 0 }))
  rmSync(work, { recursive: true })
  return file
}
