// Builds `dist/fullstop`, one binary with every command, and the library beside it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bun = process.execPath
const onlyLibrary = process.argv.includes('--library')

/**
 * Bytecode and splitting make the hook start fast: each command loads only its own part. A process this short never
 * earns back what compiling its code costs. Nothing is loaded from the working folder: it may be anybody's repository,
 * and a bunfig.toml there could run code.
 */
const binaryFlags = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm',
  '--splitting',
  '--compile-jit-policy=1000',
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  '--no-compile-autoload-tsconfig',
  '--no-compile-autoload-package-json',
]

mkdirSync(join(root, 'dist'), { recursive: true })
buildLibrary()
if (!onlyLibrary) buildBinary()

function buildBinary(): void {
  const made = join(root, 'dist', 'fullstop.new')
  run(bun, ['build', ...binaryFlags, 'src/cli/main.ts', '--outfile', made])
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
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) {
    process.stderr.write(`build: ${command} ${args.join(' ')} failed (exit ${status})\n`)
    process.exit(1)
  }
}
