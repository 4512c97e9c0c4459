// Which test files become plain programs, and the steps in which those run: what is expected, by a program of ours that loads
// nothing of the project; the plain programs, twice; the check itself; and the same at the task's start.
import type { FileChange } from '../../../../contract/change.ts'
import { given } from '../../../../contract/given.ts'
import { folderOf } from '../../yardstick/named/paths.ts'
import { isTestFile } from '../../yardstick/yardstick.ts'
import type { CanaryFile, CanaryRunner } from '../canary/in-file.ts'
import { filesFor, loadedBy, type ToCanary } from '../canary/plan.ts'
import { runnersIn, type StartedRunner } from '../canary/runners.ts'
import { planStart } from '../plan-start.ts'
import type { PlainPlan, PutFile } from '../plans.ts'
import { nodeDriver, type PlainStep, type PlainStepName, pythonDriver } from './driver.ts'
import { type PlainAssertion, type PlainNames, plainNames } from './names.ts'
import { pythonHelper } from './python-helper.ts'
import { pythonProgram } from './python-program.ts'
import { type RunnerHabits, scriptHelper } from './script-helper.ts'
import { scriptProgram } from './script-program.ts'
import { needsRunner } from './settings.ts'

/** All but how the check itself is started. */
export interface PlannedPlain {
  readonly names: PlainNames
  readonly isPython: boolean
  readonly cwd: string
  readonly files: readonly string[]
  readonly steps: readonly PlainStep[]
  readonly atStart: readonly PlainStep[]
  readonly assertions: PlainPlan['assertions']
}

const PYTHON: ReadonlySet<CanaryRunner> = new Set(['pytest', 'unittest'])
const SCRIPTS: ReadonlySet<CanaryRunner> = new Set(['node:test', 'vitest', 'jest', 'mocha', 'bun test', 'ava', 'tape'])
const MOST_FILES = 4
const LONGEST = 200_000

interface Candidate {
  readonly started: StartedRunner
  readonly file: CanaryFile
  readonly isPython: boolean
  readonly loads: number
}

/** Undefined where no test file can be told without its runner. Never throws. */
export function planPlain(asked: ToCanary, changes: readonly FileChange[]): PlannedPlain | undefined {
  const { commands, tests, changed, texts, names: words } = asked
  const names = plainNames(words)
  const around = new Map([...texts, ...tests.map(({ path, text }) => [path, text] as const)])
  const candidates = runnersIn(commands).flatMap((started): Candidate[] => {
    const isPython = PYTHON.has(started.runner)
    if (!(isPython || SCRIPTS.has(started.runner)) || needsRunner(started, commands, around)) return []
    const files = filesFor(started, tests).filter(({ text }) => text.length <= LONGEST)
    return files.map((file) => ({ started, file, isPython, loads: loadedBy(file, changed).length }))
  })
  const [best] = candidates.toSorted(byWorth)
  if (!best) return undefined
  const { started, isPython } = best
  const chosen = candidates.filter((one) => one.started === started && (one.loads > 0 || best.loads === 0))
  const now = programsOf(
    chosen.toSorted(byWorth).map(({ file }) => file),
    started,
    { isPython, names, first: 0 },
  )
  if (now.length === 0) return undefined
  const old = new Map(changes.map(({ path, before }) => [path, before]))
  const textThen = ({ path, text }: CanaryFile): string | undefined => (old.has(path) ? old.get(path) : text)
  const count = now.reduce((sum, { assertions }) => sum + assertions.length, 0)
  const filesThen = now.flatMap(({ file }) => {
    const text = textThen(file)
    return text === undefined ? [] : [{ path: file.path, text }]
  })
  const then = programsOf(filesThen, started, { isPython, names, first: count })
  const own = { isPython, names, started }
  const hidden = withPackages(tests.map(({ path }) => path).filter((path) => isTestFile(path)))
  const all = [...now, ...then].flatMap(({ assertions }) => assertions)
  return {
    names,
    isPython,
    cwd: started.cwd,
    files: now.map(({ file }) => file.path),
    steps: [expectedStep(all, own), plainStep('plain', now, own, hidden), plainStep('again', now, own, hidden)],
    atStart: then.length === 0 ? [] : startSteps(changes, plainStep('start', then, own, hidden)),
    assertions: now.flatMap(({ file, assertions }) => assertions.map((one) => toTold(file, one, then))),
  }

  function toTold(
    { path }: CanaryFile,
    one: PlainAssertion,
    earlier: readonly Program[],
  ): PlainPlan['assertions'][number] {
    const same = earlier.find(({ file }) => file.path === path)
    const place = same?.assertions.findIndex(({ written }) => written === one.written) ?? -1
    const { line, expected, isLoose, distance } = one
    return {
      file: path,
      line,
      expected,
      isLoose,
      ...given({ distance, then: place < 0 ? undefined : (same?.first ?? 0) + place }),
    }
  }
}

/** What makes packages of folders of tests goes with them. */
function withPackages(files: readonly string[]): string[] {
  const folders = files.flatMap((path) => (path.endsWith('.py') ? [folderOf(path)] : []))
  const packages = folders.flatMap((folder) => (isTestFile(`${folder}/__init__.py`) ? [`${folder}/__init__.py`] : []))
  return [...new Set([...files, ...packages])]
}

function byWorth(a: Candidate, b: Candidate): number {
  return b.loads - a.loads || b.file.text.length - a.file.text.length || (a.file.path < b.file.path ? -1 : 1)
}

interface Program {
  readonly file: CanaryFile
  readonly main: PutFile
  readonly first: number
  readonly assertions: readonly PlainAssertion[]
}

interface Own {
  readonly isPython: boolean
  readonly names: PlainNames
}

function programsOf(
  files: readonly CanaryFile[],
  { cwd }: StartedRunner,
  { isPython, names, first }: Own & { readonly first: number },
): Program[] {
  const made: Program[] = []
  let next = first
  for (const file of files) {
    if (made.length === MOST_FILES) break
    const place = { folder: cwd, helper: helperOf(isPython, names), first: next }
    const program = isPython ? pythonProgram(file, names, place) : scriptProgram(file, names, place)
    if (!program) continue
    const ending = isPython ? '.py' : endingOf(file)
    const path = inFolder(
      cwd,
      `main${isPython ? '_' : '-'}${names.tail}${made.length === 0 ? '' : made.length}${ending}`,
    )
    made.push({ file, main: { path, text: program.text }, first: next, assertions: program.assertions })
    next += program.assertions.length
  }
  return made
}

/** A module stays one, wherever it stands. */
function endingOf({ path, text }: CanaryFile): string {
  const [, ending = '.js'] = /(\.[cm]?[jt]s)$/.exec(path) ?? []
  if (ending !== '.js') return ending
  return /^[ \t]*(?:import\s*[\w$*{"']|export\s)/m.test(text) ? '.mjs' : '.cjs'
}

function helperOf(isPython: boolean, { tail }: PlainNames): string {
  return isPython ? `lib_${tail}` : `lib-${tail}.cjs`
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

interface OwnStarted extends Own {
  readonly started: StartedRunner
}

function helperFile({ isPython, names, started }: OwnStarted): PutFile {
  const name = helperOf(isPython, names)
  const text = isPython ? pythonHelper(names.word, names.own) : scriptHelper(names.word, habitsOf(started))
  return { path: inFolder(started.cwd, isPython ? `${name}.py` : name), text }
}

const GIVES_CALLBACK: ReadonlySet<CanaryRunner> = new Set(['jest', 'mocha', 'bun test'])

function habitsOf({ runner }: StartedRunner): RunnerHabits {
  return {
    callsReturned: runner === 'vitest',
    givesCallback: GIVES_CALLBACK.has(runner),
    waitsForEnd: runner === 'tape',
  }
}

function expectedStep(all: readonly PlainAssertion[], own: OwnStarted): PlainStep {
  const { isPython, names, started } = own
  const helper = helperOf(isPython, names)
  const name = isPython ? `list_${names.tail}.py` : `list-${names.tail}.cjs`
  const lines = all.flatMap(({ expected }, index) =>
    expected.map((one) => (isPython ? `v(${index}, ${one})` : `k.v(${index}, ${one});`)),
  )
  const head = isPython
    ? `import sys\nsys.path.insert(0, ${JSON.stringify('.')})\nfrom decimal import Decimal\nimport decimal\nfrom ${helper} import v`
    : `const k = require('./${helper}')`
  const text = `${head}\n${lines.join('\n')}\n`
  const program = isPython ? [SAME_PROGRAM, '-I', name] : ['node', name]
  const put = [helperFile(own), { path: inFolder(started.cwd, name), text }]
  return { name: 'expected', programs: [program], put, hidden: [], isPlain: true }
}

/** The interpreter that the driver itself runs in. */
const SAME_PROGRAM = '\0'

function plainStep(
  name: PlainStepName,
  programs: readonly Program[],
  own: OwnStarted,
  hidden: readonly string[],
): PlainStep {
  const { isPython, started } = own
  const from = started.cwd === '' ? 0 : started.cwd.length + 1
  return {
    name,
    programs: programs.map(({ main }) => {
      const file = main.path.slice(from)
      return isPython ? [SAME_PROGRAM, file] : [...programFor(started, file), file]
    }),
    put: [helperFile(own), ...programs.map(({ main }) => main)],
    hidden,
    isPlain: true,
  }
}

/** Node takes TypeScript itself from some version on; where it does not, nobody can tell. */
function programFor({ runner }: StartedRunner, file: string): string[] {
  if (runner === 'bun test') return ['bun']
  return /\.[cm]?ts$/.test(file) ? ['node', '--no-warnings'] : ['node']
}

function startSteps(changes: readonly FileChange[], step: PlainStep): PlainStep[] {
  const start = planStart(changes)
  if (start.missing.length > 0 || start.put.some(({ text }) => text.includes('[masked'))) return []
  const back: PlainStep = {
    name: 'start-control',
    programs: [],
    put: start.put,
    hidden: start.remove,
    isPlain: false,
    isLasting: true,
  }
  return [back, step]
}

const LIMIT_MS = 10_000

interface PlainCheck {
  /** The words of the check. */
  readonly argv: readonly string[]
  /** How many folders below the root it starts in. */
  readonly depth: number
  /** How long each plain program may take. */
  readonly limitMs?: number
}

export function toPlainPlan(
  { names, isPython, cwd, files, steps, atStart, assertions }: PlannedPlain,
  { argv, depth, limitMs = LIMIT_MS }: PlainCheck,
): PlainPlan {
  const control: PlainStep = { name: 'control', programs: [argv], put: [], hidden: [], isPlain: false }
  const [back, then] = atStart
  const all = [...steps, control, ...(back && then ? [{ ...back, programs: [argv] }, then] : [])]
  const driven = { steps: all, outer: names.outer, word: names.word, cwd, limitMs }
  const path = isPython ? `start_${names.tail}.py` : `start-${names.tail}.cjs`
  const put = [{ path, text: isPython ? pythonDriver(driven) : nodeDriver(driven) }]
  const { outer, own, tail } = names
  const program = isPython ? pythonOf(argv) : 'node'
  return {
    put,
    remove: [],
    programs: files.length,
    startsToo: back !== undefined && then !== undefined,
    argv: [program, `${'../'.repeat(depth)}${path}`],
    outer,
    own,
    tail,
    assertions,
  }
}

/** The interpreter that the check names. */
function pythonOf(argv: readonly string[]): string {
  return argv.find((word) => /(?:^|\/)python[\d.]*$/.test(word)) ?? 'python3'
}
