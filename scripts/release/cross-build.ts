// Builds the binary for any platform on this one. Bun's own executables for the others come from npm, each checked
// against the lockfile, and are kept as tarballs in a cache folder outside the tree.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { binaryFlags } from '../binary-flags.ts'
import { stageSources } from '../stage.ts'
import { platformOf } from './headers.ts'
import { signatureOf, signed } from './mach-signature.ts'
import type { Platform } from './platforms.ts'
import { run } from './run.ts'

export interface BuildRequest {
  readonly root: string
  readonly platform: Platform
  readonly isCurrent: boolean
  readonly bunVersion: string
  /** An empty folder for what is needed on the way. */
  readonly scratch: string
  readonly outfile: string
}

/**
 * Bytecode made here serves every platform: Bun's own modules get theirs only in a build for the platform it runs on, so
 * a binary that was built at home starts a little faster still.
 */
export async function buildBinary(request: BuildRequest): Promise<void> {
  const { root, platform, isCurrent, outfile } = request
  const bun = isCurrent ? process.execPath : unpackBun(request)
  const foreign = isCurrent ? [] : [`--target=${platform.target}`, `--compile-executable-path=${bun}`]
  const staged = await stageSources(root)
  try {
    run(process.execPath, ['build', ...binaryFlags, ...foreign, staged.entry, '--outfile', outfile], root)
  } finally {
    staged.remove()
  }
  if (platform.os === 'darwin') signIfBroken(outfile)
  assertRightKind(outfile, platform, statSync(bun).size)
}

/** Bun signs what it builds for Apple silicon; on Intel it leaves the signature of the file that it changed. */
function signIfBroken(path: string): void {
  const file = readFileSync(path)
  if (platformOf(file)?.startsWith('darwin') !== true || signatureOf(file) === 'valid') return
  const repaired = signed(file, 'fullstop')
  if (repaired) writeFileSync(path, repaired)
}

function assertRightKind(path: string, platform: Platform, bunSize: number): void {
  const file = readFileSync(path)
  const kind = platformOf(file)
  if (kind !== platform.name) throw new Error(`the binary for ${platform.name} is one for ${kind ?? 'nothing we know'}`)
  if (file.length <= bunSize) throw new Error(`the binary for ${platform.name} holds no program of ours`)
  if (platform.os === 'darwin' && signatureOf(file) !== 'valid')
    throw new Error(`the binary for ${platform.name} has no valid signature: macOS would kill it`)
}

function unpackBun({ root, platform, bunVersion, scratch }: BuildRequest): string {
  const folder = join(scratch, 'bun')
  mkdirSync(folder)
  run('tar', ['-xzf', fetchBun(root, platform.bunPackage, bunVersion), '-C', folder], root)
  const executable = join(folder, 'package', platform.bunExecutable)
  const kind = platformOf(readFileSync(executable))
  if (kind !== platform.name) throw new Error(`${platform.bunPackage} holds a Bun for ${kind ?? 'nothing we know'}`)
  return executable
}

/** Safe to run twice at once: each process downloads beside the target, and what is there counts only if its hash does. */
function fetchBun(root: string, name: string, version: string): string {
  const expected = lockedIntegrity(root, name, version)
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'fullstop-release')
  const target = join(cache, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)
  if (existsSync(target) && integrityOf(target) === expected) return target
  const staging = join(cache, `.${randomUUID()}`)
  mkdirSync(staging, { recursive: true })
  try {
    run('npm', ['pack', `${name}@${version}`, '--pack-destination', staging, '--silent'], root)
    const [file] = readdirSync(staging)
    if (file === undefined || integrityOf(join(staging, file)) !== expected)
      throw new Error(`${name}@${version} is not what package-lock.json pins`)
    renameSync(join(staging, file), target)
    return target
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** They are optional dependencies of `bun`: the lockfile pins those of all platforms, whichever is installed. */
function lockedIntegrity(root: string, name: string, version: string): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
  }
  const entry = lock.packages[`node_modules/${name}`]
  if (entry?.version !== version || entry.integrity === undefined)
    throw new Error(`package-lock.json does not pin ${name}@${version}`)
  return entry.integrity
}

function integrityOf(path: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
}
