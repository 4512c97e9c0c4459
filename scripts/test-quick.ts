// A quick answer for a change: format, lint and types, all tests of pure code, and the end-to-end files that the change
// affects, as far as a minute goes. Names what it leaves out; `npm test` runs everything.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { affectedBy, within } from './affected.ts'
import type { TestFile } from './affected.ts'

const root = join(import.meta.dirname, '..')
/** Of one worker; two of them have this much beside the tests of pure code. */
const BUDGET_MS = 20_000
const USUAL_MS = 8000
/** Tests that run git, SQLite or other programs, each with the folder whose changes they are run for. */
const NOT_PURE = [
  ['src/adapters/copy/', 'src/adapters/copy/**'],
  ['src/adapters/platform/', 'src/adapters/platform/**'],
  ['src/adapters/store/', 'src/adapters/store/**'],
  ['src/adapters/workspace/', 'src/adapters/workspace/**'],
  ['src/adapters/worktree/', 'src/adapters/worktree/**'],
  ['src/domain/proof/running/', 'src/domain/proof/running/canary/runs.test.ts'],
] as const

const changed = changedFiles()
const timings = JSON.parse(readFileSync(join(root, 'test/timings.json'), 'utf8')) as { files: Record<string, number> }
const { run: chosen, left } = within(BUDGET_MS, affectedBy(changed, testFiles()), timings.files, USUAL_MS)
console.log(`${changed.length} changed files; end to end: ${chosen.join(', ')}`)
run('npm', ['run', '--silent', 'check'])
run('npm', ['run', '--silent', 'build'])
const untouched = NOT_PURE.filter(([room]) => !changed.some((path) => path.startsWith(room)))
const sources = ['./src', ...untouched.map(([, tests]) => `--path-ignore-patterns=${tests}`)]
run(process.execPath, ['test', '--only-failures', '--parallel=3', '--timings=test/timings.json', ...sources, ...chosen])
if (left.length > 0) console.log(`Also affected, but not run: ${left.join(', ')}`)

/** Since the branch left main, and what is not committed. */
function changedFiles(): string[] {
  const base = ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name).trim()).find(Boolean) ?? 'HEAD'
  const names = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return names.flatMap((text) => text.split('\n').filter(Boolean))
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout
}

function testFiles(): TestFile[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('test', name))
    .map((path) => ({ path, imports: importsIn(path, readFileSync(join(root, path), 'utf8')) }))
}

function importsIn(path: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map((match) => join(dirname(path), match[1] ?? ''))
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
