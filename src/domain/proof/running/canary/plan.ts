// One more test in a file that a check runs, which must fail: where it goes, and what it prints.
import { given } from '../../../../contract/given.ts'
import type { KnownTexts } from '../../yardstick/named/named-files.ts'
import { folderOf, joinPath } from '../../yardstick/named/paths.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { canaryExcuse } from './excuse.ts'
import { type CanaryFile, canaryInFile, isPlainScript } from './in-file.ts'
import { isFor, runnersIn, type StartedRunner } from './runners.ts'
import type { CanaryNames } from './words.ts'
import type { CheckCommands } from '../check-commands.ts'
import type { CanaryPlan } from '../plans.ts'

export interface ToCanary {
  /** What the check starts, from `checkCommands`. */
  readonly commands: CheckCommands
  /** Test files of the tree in which it will run. */
  readonly tests: readonly CanaryFile[]
  /** Product files that changed since the start. */
  readonly changed: readonly string[]
  /** Settings of runners, go.mod, and the conftest.py beside the tests. */
  readonly texts: KnownTexts
  readonly names: CanaryNames
  /** One of the tests of the file may end it. */
  readonly isEarly?: true
}

export type PlannedCanary =
  | { readonly kind: 'plan'; readonly plan: CanaryPlan }
  | { readonly kind: 'none'; readonly why: string }

/** Prefers a test file that loads changed code, and one without an excuse. Never throws. */
export function planCanary({ commands, tests, changed, texts, names, isEarly }: ToCanary): PlannedCanary {
  const runners = runnersIn(commands)
  if (runners.length === 0) return { kind: 'none', why: 'the check starts no test runner that can take a canary' }
  const settings = [...texts].flatMap(([path, text]) => (text !== undefined && isSettings(path) ? [text] : []))
  const candidates = runners.flatMap((started) =>
    filesFor(started, tests).map((file) => ({
      started,
      file,
      loads: loadedBy(file, changed),
      excuse: canaryExcuse(started, file, commands, settings),
    })),
  )
  for (const { started, file, loads, excuse } of candidates.sort(byWorth)) {
    const canary = canaryInFile(started.runner, file, { names, texts, isEarly })
    if (!canary) continue
    const { text, isLast, beside } = canary
    const put = [{ path: file.path, text }, ...beside]
    const plan = { put, remove: [], file: file.path, witness: names.witness, reached: names.reached, isLast, loads }
    const isProgram = isPlainScript(started.runner) || undefined
    return { kind: 'plan', plan: { ...plan, ...given({ excuse, isProgram }) } }
  }
  return { kind: 'none', why: 'no test file is known that the check runs' }
}

interface Candidate {
  readonly file: CanaryFile
  readonly loads: readonly string[]
  readonly excuse: string | undefined
}

function byWorth(a: Candidate, b: Candidate): number {
  const worth = ({ loads, excuse }: Candidate): number => (loads.length > 0 ? 2 : 0) + (excuse === undefined ? 1 : 0)
  return worth(b) - worth(a) || a.file.text.length - b.file.text.length || (a.file.path < b.file.path ? -1 : 1)
}

export function filesFor(started: StartedRunner, tests: readonly CanaryFile[]): readonly CanaryFile[] {
  return started.script ? [started.script] : tests.filter((file) => isFor(started, file))
}

function isSettings(path: string): boolean {
  const kind = kindOfConfig(path)
  return kind === 'runner' || kind === 'mixed' || kind === 'package' || kind === 'tox'
}

const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["'](\.{1,2}\/[^"'\n]{1,200})["']/g
const PYTHON_IMPORT = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+([\w, ]+)|import[ \t]+([\w.]+))/gm

/** Files among the changed ones that the test file loads itself. */
export function loadedBy({ path, text }: CanaryFile, changed: readonly string[]): string[] {
  const folder = folderOf(path)
  if (path.endsWith('.go')) return changed.filter((one) => one.endsWith('.go') && folderOf(one) === folder)
  const stems = path.endsWith('.py') ? pythonStems(text) : scriptStems(folder, text)
  return changed.filter((one) => stems.some((stem) => isStem(one, stem, path.endsWith('.py'))))
}

function scriptStems(folder: string, text: string): string[] {
  return Array.from(text.matchAll(SPECIFIER), ([, one = '']) => joinPath(folder, one) ?? '').filter((one) => one !== '')
}

function pythonStems(text: string): string[] {
  return Array.from(text.matchAll(PYTHON_IMPORT)).flatMap(([, from, names = '', plain]) => {
    const module = (from ?? plain ?? '').replace(/^\.+/, '').replaceAll('.', '/')
    const inner = names.split(',').map((name) => `${module}/${name.trim().split(' ')[0] ?? ''}`)
    return [module, ...(from === undefined ? [] : inner)].filter((one) => one !== '')
  })
}

/** `./cart`, `./cart.js` and `./cart/` for `cart.ts` or `cart/index.ts`; `shop.cart` also below `src`. */
function isStem(path: string, stem: string, isPython: boolean): boolean {
  const bare = path.replace(/\.[cm]?[jt]sx?$|\.py$/, '').replace(/\/(?:index|__init__)$/, '')
  if (isPython) return bare === stem || bare.endsWith(`/${stem}`)
  return bare === stem.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/(?:index)?$/, '')
}
