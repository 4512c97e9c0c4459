// CI files: checks that run on fewer occasions: triggers narrowed, conditions added, parts of a matrix gone.
import { isCheckName } from '../../../yardstick/check-names.ts'
import { readCommand } from '../command.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { keysOf, lastKey } from '../../settings/setting.ts'
import { GENERATED } from '../../settings/strictness.ts'
import { isCheck } from '../check-kinds.ts'
import { USUAL_BRANCH } from './ci-triggers.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

export function rarerChecks(file: string, sides: Sides, called: CalledWorkflow = () => undefined): TamperFinding[] {
  const now = [...sides.now, ...sides.now.flatMap((setting) => calledBy(setting, called))]
  return [...narrowedTriggers(file, sides), ...newConditions(file, { ...sides, now })]
}

/** What another workflow of the same repository says, by its path. */
export type CalledWorkflow = (path: string) => readonly ToolSetting[] | undefined

/** The jobs of a workflow that a job calls, as if they stood there; each line is that of the call. */
function calledBy({ path, value, line }: ToolSetting, called: CalledWorkflow): ToolSetting[] {
  const [root, job, key] = path
  if (root !== 'jobs' || job === undefined || key !== 'uses' || path.length !== 3) return []
  const theirs = value.startsWith('./') ? (called(value.slice(2)) ?? []) : []
  return theirs.flatMap((one) =>
    one.path[0] === 'jobs' && one.path.length > 2 ? [{ ...one, path: [root, job, ...one.path.slice(2)], line }] : [],
  )
}

const DOCS =
  /^(?:\*{2}\/)?(?:(?:docs?|documentation|examples?|samples?|sandbox|website|changelogs?|bench(?:es|marks?)?|playgrounds?|assets|images)\/.*|\*\.(?:md|mdx|txt|rst)|.*\.(?:md|mdx|rst)|\*{2}\.md|LICENSE.*|\.github\/.*|\.vscode\/.*)$/

/** A filter on a trigger that had none. */
function narrowedTriggers(file: string, { old, now }: Sides): TamperFinding[] {
  const triggers = new Set(old.flatMap(({ path, value }) => (path[0] === 'on' ? [String(path[1] ?? ''), value] : [])))
  const known = new Set(old.map(keysOf))
  const filters = new Map<string, ToolSetting[]>()
  for (const setting of now) {
    const keys = keysOf(setting)
    const isFilter = /^on\.(?:push|pull_request|merge_group)\.(?:paths|paths-ignore|branches|branches-ignore)$/.test(
      keys,
    )
    if (!isFilter || setting.value === '' || known.has(keys) || !triggers.has(String(setting.path[1]))) continue
    filters.set(keys, [...(filters.get(keys) ?? []), setting])
  }
  return [...filters].flatMap(([keys, settings]) => {
    const [first] = settings
    const values = settings.map(({ value }) => value)
    if (!first || isUsual(keys, values) || (keys.startsWith('on.push.') && isOnAllRequests(now))) return []
    return [finding('ci', file, first.line, `${keys.slice(3)} narrowed to ${values.map(quote).join(', ')}`)]
  })
}

/** Pushes need no checks of their own where every pull request has them. */
function isOnAllRequests(now: readonly ToolSetting[]): boolean {
  const isRequest = ({ path, value }: ToolSetting): boolean =>
    path[0] === 'on' && (path[1] === 'pull_request' || value === 'pull_request')
  const own = now.filter(isRequest)
  return (
    own.length > 0 &&
    !own.some(({ path }) => path.some((part) => /^(?:paths|branches)(?:-ignore)?$/.test(String(part))))
  )
}

function isUsual(keys: string, values: readonly string[]): boolean {
  if (keys.endsWith('.branches')) return values.some((value) => USUAL_BRANCH.test(value))
  if (keys.endsWith('.branches-ignore')) return !values.some((value) => USUAL_BRANCH.test(value))
  // Whatever is worked on still starts it.
  if (keys.endsWith('.paths') && values.some((value) => ANY_CODE.test(value))) return true
  if (keys.endsWith('.paths')) return [OWN_CODE, OWN_TESTS].every((own) => values.some((value) => own.test(value)))
  return keys.endsWith('.paths-ignore') && values.every((value) => DOCS.test(value) || GENERATED.test(value))
}

/** All files of a language, wherever they lie. */
const ANY_CODE =
  /^\*{2}(?:\/\*{1,2})?\.(?:\{?(?:[cm]?[jt]sx?|go|rs|py|rb|php|java|kts?|cs|swift|scala|exs?|c|cc|cpp|h|hpp|dart|vue|svelte),?)+\}?$/
const OWN_CODE = /^(?:\*{2}\/)?(?:src|lib|app|packages|crates|pkg|internal)\/\*{2}$|^\*{2}\/?\*?$/
const OWN_TESTS = /^(?:\*{2}\/)?(?:tests?|specs?|__tests__)\/\*{2}$|^\*{2}\/?\*?$/

const MOST_COMPARED = 200

type StepPath = readonly (string | number)[]

const ALWAYS =
  /^(?:\$\{\{\s{0,9})?(?:always\(\)|!\s?cancelled\(\)|success\(\)|success\(\)\s?\|\|\s?failure\(\)|true)(?:\s{0,9}\}\})?$/

/** About the place or the occasion of a run, not about whether the work is checked at all. */
const ABOUT_THE_RUN =
  /\b(?:matrix|runner|steps|needs|inputs)[.[]|github\.(?:(?:triggering_)?actor\s?!=|event\.pull_request\.(?:draft|head\.repo|user)|event\.head_commit|event\.action\s?!=\s?'closed'|event_name\s?!=|head_ref)|hashFiles\(|^!/

/** `if:` on a job or a step that checked without one. */
function newConditions(file: string, { old, now }: Sides): TamperFinding[] {
  return now
    .filter((setting) => lastKey(setting) === 'if' && setting.value !== '' && !ALWAYS.test(setting.value))
    .slice(0, MOST_COMPARED)
    .flatMap(({ path, value, line }) => {
      const place = path.slice(0, -1)
      const checks = checksIn(now, place)
      if (checks.length === 0 || ABOUT_THE_RUN.test(value) || /^(?:false|\$\{\{ ?false ?\}\})$/.test(value)) return []
      const was = placeBefore(old, place, checks)
      if (!was || conditionAt(old, was) !== undefined) return []
      return [
        finding('ci', file, line, `${quote(checks[0] ?? '')} runs under a condition now (${quote(`if: ${value}`)})`),
      ]
    })
}

function isWithin({ path }: ToolSetting, place: StepPath): boolean {
  return path.length > place.length && place.every((part, index) => path[index] === part)
}

function checksIn(settings: readonly ToolSetting[], place: StepPath): string[] {
  return settings
    .filter((setting) => isWithin(setting, place) && /^(?:run|script|bash|commands?)$/.test(lastKey(setting)))
    .map(({ value }) => value)
    .filter((value) => readCommand(value).some(isCheck))
}

/** A job goes by its name, a step by what it runs. */
function placeBefore(old: readonly ToolSetting[], place: StepPath, checks: readonly string[]): StepPath | undefined {
  if (typeof place.at(-1) !== 'number') return old.some((one) => isWithin(one, place)) ? place : undefined
  const job = place.slice(0, -1)
  const same = old.find((one) => isWithin(one, job) && checks.includes(one.value))
  return same?.path.slice(0, place.length)
}

function conditionAt(settings: readonly ToolSetting[], place: StepPath): string | undefined {
  const found = settings.find(
    (one) => isWithin(one, place) && one.path.length === place.length + 1 && lastKey(one) === 'if',
  )
  return found?.value
}

/** Names of checks in a matrix; its versions, systems and architectures come and go. */
const CHECK_AXIS =
  /(?:^|[_-])(?:suites?|tests?|tasks?|checks?|commands?|scripts?|tox|toxenv|sessions?|shards?|specs?|lint|group|target|job)(?:$|[_-])/i
const VERSION = /\d|latest|head|nightly|stable|lts|ubuntu|windows|macos/i

/** Checks that a matrix named; where a step of its own names one now, it has only moved. */
export function smallerMatrix(file: string, { old, now }: Sides, hasChecks: boolean): TamperFinding[] {
  const entries = old.filter(
    (setting) =>
      setting.path.includes('matrix') &&
      typeof setting.path.at(-1) === 'number' &&
      setting.value !== '' &&
      CHECK_AXIS.test(lastKey(setting)) &&
      (hasChecks || isCheckName(setting.value)) &&
      !VERSION.test(setting.value),
  )
  const commands = now.filter((one) => lastKey(one) === 'run').map(({ value }) => value)
  const isSpelledOut = (task: string): boolean =>
    commands.some((command) => !old.some((one) => one.value === command) && command.split(/[\s:]+/).includes(task))
  const anywhere = new Set(now.filter(({ path }) => path.includes('matrix')).map(({ value }) => value))
  return entries.slice(0, MOST_COMPARED).flatMap((setting) => {
    const keys = keysOf(setting)
    const left = now.filter((one) => keysOf(one) === keys && typeof one.path.at(-1) === 'number')
    const before = old.filter((one) => keysOf(one) === keys && typeof one.path.at(-1) === 'number')
    if (anywhere.has(setting.value) || isSpelledOut(setting.value) || left.length === 0 || left.length >= before.length)
      return []
    return [finding('ci', file, setting.line, `${quote(setting.value)} removed from ${lastKey(setting)} of the matrix`)]
  })
}
