// Which runners a check starts that can take a canary, and the test files that they may run.
import { readTestFile } from '../../reading/test-file/test-file.ts'
import { isTestFile } from '../../yardstick/yardstick.ts'
import type { CanaryFile, CanaryRunner } from './in-file.ts'
import type { CheckCommand, CheckCommands } from '../check-commands.ts'

export interface StartedRunner {
  readonly runner: CanaryRunner
  readonly args: readonly string[]
  readonly cwd: string
  /** The script that it runs, where it is given one. */
  readonly script?: CanaryFile
}

const BY_PROGRAM: Readonly<Record<string, CanaryRunner>> = {
  vitest: 'vitest',
  jest: 'jest',
  'react-scripts': 'jest',
  mocha: 'mocha',
  tape: 'tape',
  ava: 'ava',
  uvu: 'uvu',
  pytest: 'pytest',
  'py.test': 'pytest',
  unittest: 'unittest',
  gotestsum: 'go test',
}

/** Test runners first: a script that starts one is not itself what runs the tests. */
export function runnersIn({ commands, code, scripts }: CheckCommands): StartedRunner[] {
  const runners = commands.flatMap((command) => runnerOf(command))
  const plain = commands.flatMap((command) => scriptOf(command, code))
  const last = scripts.map((script): StartedRunner => ({ runner: 'sh', args: [], cwd: '', script }))
  return [...runners, ...plain, ...(runners.length + plain.length === 0 ? last : [])]
}

function runnerOf({ program, args, cwd }: CheckCommand): StartedRunner[] {
  const known = Object.hasOwn(BY_PROGRAM, program) ? BY_PROGRAM[program] : undefined
  const runner = known ?? byWords(program, args)
  const isCommand = runner === 'bun test' || (runner === 'go test' && program === 'go')
  return runner === undefined ? [] : [{ runner, args: isCommand ? args.slice(1) : args, cwd }]
}

function byWords(program: string, args: readonly string[]): CanaryRunner | undefined {
  if ((program === 'bun' || program === 'go') && args[0] === 'test') return `${program} test`
  if (args.includes('--test') && /^(?:node|nodejs|tsx)$/.test(program)) return 'node:test'
  const isDjango = program.startsWith('python') && /(?:^|\/)manage\.py$/.test(args[0] ?? '') && args[1] === 'test'
  return isDjango ? 'unittest' : undefined
}

/** `node test.js`, `python3 tests/run.py`: the file is the test, whatever it is called. */
function scriptOf({ program, args, cwd }: CheckCommand, code: CheckCommands['code']): StartedRunner[] {
  const script = code.find(
    ({ path }) => path !== '' && (args[0] ?? '').replace(/^\.\//, '') === withoutFolder(path, cwd),
  )
  if (!script || byWords(program, args) !== undefined) return []
  const runner = plainRunner(program, script)
  return runner === undefined ? [] : [{ runner, args: args.slice(1), cwd, script }]
}

function plainRunner(program: string, { text }: CanaryFile): CanaryRunner | undefined {
  if (/^(?:python|pypy)[\d.]*$/.test(program)) return /\bunittest\.main\(/.test(text) ? 'unittest' : 'python'
  if (!/^(?:node|nodejs|tsx|bun|ts-node)$/.test(program)) return undefined
  return /["']node:test["']/.test(text) ? 'node:test' : 'node'
}

function withoutFolder(path: string, cwd: string): string {
  return cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
}

const FILES: Readonly<Partial<Record<CanaryRunner, RegExp>>> = {
  pytest: /\.py$/,
  unittest: /\.py$/,
  'go test': /_test\.go$/,
}
const SCRIPTS = /\.[cm]?[jt]sx?$/

/** Runners that a file names itself; where it names another one, it is not for this one. */
const NAMED_IN_FILE: readonly (readonly [RegExp, CanaryRunner | undefined])[] = [
  [/["']vitest["']/, 'vitest'],
  [/["']node:test["']/, 'node:test'],
  [/["']bun:test["']/, 'bun test'],
  [/["']@jest\/globals["']/, 'jest'],
  [/["']tape["']/, 'tape'],
  [/["']ava["']/, 'ava'],
  [/["']uvu["']/, 'uvu'],
  [/["'](?:@playwright\/test|cypress|tap|@web\/test-runner)["']/, undefined],
]

/** Does this runner run such a file? By its name, its contents, and the paths that the command names. */
export function isFor({ runner, args, cwd }: StartedRunner, { path, text }: CanaryFile): boolean {
  if (!(FILES[runner] ?? SCRIPTS).test(path) || !isTestFile(path)) return false
  if (cwd !== '' && !path.startsWith(`${cwd}/`)) return false
  const own = NAMED_IN_FILE.find(([pattern]) => pattern.test(text))
  if (own && own[1] !== runner) return false
  if (runner === 'unittest' && !/\bTestCase\b/.test(text)) return false
  const below = args.map((word) => word.replace(/^\.\//, '').replace(/\/$|\/\.\.\.$/, '')).filter(isPath)
  const isNamed = below.length === 0 || below.some((word) => withoutFolder(path, cwd).startsWith(word))
  return isNamed && (readTestFile(path, text)?.cases.length ?? 0) > 0
}

function isPath(word: string): boolean {
  return (
    /^[\w./-]+$/.test(word) &&
    !word.startsWith('-') &&
    (word.includes('/') || /\.\w{1,4}$/.test(word) || /^(?:tests?|spec|src)$/.test(word))
  )
}
