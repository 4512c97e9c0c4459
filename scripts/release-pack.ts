// `npm run release:pack`: the npm packages of a release, as tarballs. It publishes nothing.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBinary } from './release/cross-build.ts'
import { platformOf } from './release/headers.ts'
import { writeMainPackage, writePlatformPackage } from './release/package-files.ts'
import type { Manifest } from './release/package-files.ts'
import { packageOf, platforms } from './release/platforms.ts'
import type { Platform } from './release/platforms.ts'
import { run } from './release/run.ts'

const USAGE = `usage: npm run release:pack [-- [--only current|NAME ...] [--out DIR]]
  platforms: ${platforms.map(({ name }) => name).join(' ')}
`

interface Packed {
  readonly name: string
  readonly file: string
  readonly ran: string
}

const root = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
/** Bun knows what it was built for, and so we do for which libc. */
const current = platformOf(readFileSync(process.execPath))

try {
  await main()
} catch (error) {
  process.stderr.write(`release:pack: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const { chosen, out } = readArguments()
  const bunVersion = manifest.dependencies['bun']
  if (Bun.version !== bunVersion)
    throw new Error(
      `Bun ${bunVersion} builds the release, this is ${Bun.version}\n  next: npm ci && npm run release:pack`,
    )
  mkdirSync(out, { recursive: true })
  const work = mkdtempSync(join(out, '.work-'))
  try {
    const packed = [packMain(work, out)]
    for (const platform of chosen) packed.push(await packPlatform(platform, bunVersion, work, out))
    process.stdout.write(toTable(packed, out))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function readArguments(): { chosen: readonly Platform[]; out: string } {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string', multiple: true }, out: { type: 'string' } },
    allowPositionals: true,
  })
  const names = [...(values.only ?? []), ...positionals].map((name) => (name === 'current' ? current : name))
  const unknown = names.filter((name) => !platforms.some((platform) => platform.name === name))
  if (unknown.length > 0) throw new Error(`there is no platform ${unknown.join(', ')}\n${USAGE}`)
  if (positionals.length > 0 && !values.only) throw new Error(`names of platforms stand after --only\n${USAGE}`)
  return {
    chosen: names.length === 0 ? platforms : platforms.filter(({ name }) => names.includes(name)),
    out: resolve(values.out ?? join(root, 'dist', 'release')),
  }
}

function packMain(work: string, out: string): Packed {
  say(`${manifest.name}: library`)
  run(process.execPath, ['scripts/build.ts', '--library'], root)
  const folder = join(work, 'main')
  mkdirSync(folder)
  writeMainPackage(root, folder, manifest)
  return { name: manifest.name, file: pack(folder, out), ran: '' }
}

async function packPlatform(platform: Platform, bunVersion: string, work: string, out: string): Promise<Packed> {
  const name = packageOf(platform)
  const isCurrent = platform.name === current
  const folder = join(work, platform.name)
  const scratch = join(work, `${platform.name}-scratch`)
  mkdirSync(folder)
  mkdirSync(scratch)
  const outfile = join(folder, platform.binary)
  say(`${name}: build`)
  await buildBinary({ root, platform, isCurrent, bunVersion, scratch, outfile })
  const ran = isCurrent ? tryOut(outfile) : 'not run here'
  say(`${name}: pack`)
  writePlatformPackage(root, folder, manifest, platform)
  const file = pack(folder, out)
  for (const done of [folder, scratch]) rmSync(done, { recursive: true, force: true })
  return { name, file, ran }
}

function tryOut(binary: string): string {
  const said = run(binary, ['--version'], root).trim()
  if (said !== manifest.version) throw new Error(`${binary} says that it is ${said}, not ${manifest.version}`)
  return 'runs here'
}

/** Packed beside the target and renamed: nobody sees half of a tarball. */
function pack(folder: string, out: string): string {
  const made = `${folder}-tarball`
  mkdirSync(made)
  run('npm', ['pack', folder, '--pack-destination', made, '--ignore-scripts', '--silent'], root)
  const [file] = readdirSync(made)
  if (file === undefined) throw new Error(`npm pack made nothing of ${folder}`)
  renameSync(join(made, file), join(out, file))
  return join(out, file)
}

function toTable(packed: readonly Packed[], out: string): string {
  // One below the other: a checksum is as wide as a window.
  const lines = packed.map(({ name, file, ran }) =>
    [
      `${name}  ${(statSync(file).size / 1e6).toFixed(1)} MB  ${ran}`.trimEnd(),
      `  ${basename(file)}`,
      `  sha256 ${createHash('sha256').update(readFileSync(file)).digest('hex')}`,
    ].join('\n'),
  )
  return `${lines.join('\n')}\n\n${packed.length} packages of version ${manifest.version} in ${out}\n`
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
