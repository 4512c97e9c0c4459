// Builds `dist/fullstop`, one binary with every command, and the library beside it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { binaryFlags } from './binary-flags.ts'
import { stageSources } from './stage.ts'

const root = join(import.meta.dirname, '..')
const bun = process.execPath
const onlyLibrary = process.argv.includes('--library')

if (!process.argv.includes('--if-changed') || isChanged()) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  buildLibrary()
  if (!onlyLibrary) await buildBinary()
}

/** Something that goes into the binary, the last thing built, is newer than it. */
function isChanged(): boolean {
  const built = statSync(join(root, 'dist', 'fullstop'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isNewer = (path: string): boolean => statSync(join(root, path)).mtimeMs >= built
  const folders = ['src', 'scripts'].flatMap((folder) =>
    [...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }), ''].map((path) => join(folder, path)),
  )
  return [...folders, 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.library.json'].some(isNewer)
}

async function buildBinary(): Promise<void> {
  const made = join(root, 'dist', 'fullstop.new')
  const staged = await stageSources(root)
  try {
    run(bun, ['build', ...binaryFlags, staged.entry, '--outfile', made])
  } finally {
    staged.remove()
  }
  // A running hook keeps the old file; nobody sees half of the new one.
  renameSync(made, join(root, 'dist', 'fullstop'))
}

function buildLibrary(): void {
  run(bun, ['build', '--target=node', '--format=esm', 'src/index.ts', '--outfile', 'dist/index.js'])
  rmSync(join(root, 'dist', 'types'), { recursive: true, force: true })
  const types = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--rewriteRelativeImportExtensions',
    '--outDir',
    'dist/types',
    '--rootDir',
    'src',
  ]
  run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.library.json', ...types])
}

function run(command: string, args: readonly string[]): void {
  // The compiler of types keeps nearly all that it makes: to look for what it could drop is a quarter of its work.
  const env = { ...process.env, GOGC: 'off' }
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) {
    throw new Error(`build: ${command} ${args.join(' ')} failed (exit ${status})`)
  }
}
