// CI files: steps and jobs that may fail, or that never run, although they counted before.
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { lastKey } from '../../settings/setting.ts'
import { isCheck } from '../check-kinds.ts'
import { readCommand } from '../command.ts'
import { isProof } from '../weaker-command.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

const SOFT: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:continue-on-error|continueOnError|allow_failure|soft_fail|ignore_failures?|ignore_error)$/,
    /^(?:true|yes|\$\{\{ ?true ?\}\})$/,
  ],
  [/^if$/, /^(?:false|\$\{\{ ?false ?\}\})$/],
  [/^when$/, /^(?:never|manual)$/],
  [/^shell$/, /\|\||\+e\b/],
  [/^only-new-issues$/, /^true$/],
]

function isSoft(setting: ToolSetting): boolean {
  return SOFT.some(([key, value]) => key.test(lastKey(setting)) && value.test(setting.value))
}

/** The step or job that a setting is about, as far as its path leads there. */
function ownerOf({ path }: ToolSetting): ToolSetting['path'] {
  const at = path.findLastIndex((part) => part === 'steps' || part === 'cmds')
  if (at >= 0 && typeof path[at + 1] === 'number') return path.slice(0, at + 2)
  if (path[0] === 'jobs') return path.slice(0, 2)
  const isListItem = typeof path.at(-2) === 'number' && path.at(-3) !== 'rules'
  return isListItem ? path.slice(0, -1) : path.slice(0, 1)
}

const OF_MATRIX = /^\$\{\{\s{0,9}matrix\.([\w-]{1,60})(?:\s{0,9}(?:\|\|\s{0,9}false|==\s{0,9}true))?\s{0,9}\}\}$/

/** What a matrix answers for every one of its rows stands there as if it were written. */
function answered(settings: readonly ToolSetting[]): readonly ToolSetting[] {
  return settings.map((setting) => {
    const name = OF_MATRIX.exec(setting.value)?.[1]
    return name !== undefined && isTrueOfAll(name, setting, settings) ? { ...setting, value: 'true' } : setting
  })
}

function isTrueOfAll(name: string, { path: [root, job] }: ToolSetting, settings: readonly ToolSetting[]): boolean {
  const matrix = settings.filter(
    ({ path }) => path[0] === root && path[1] === job && path[3] === 'matrix' && path.length > 5,
  )
  const own = matrix.filter((one) => lastKey(one) === name)
  const axes = matrix.filter(({ path }) => path[4] !== 'include' && path[4] !== 'exclude')
  const rows = new Set(matrix.flatMap(({ path }) => (path[4] === 'include' ? [path[5]] : [])))
  const isOfEveryRow = axes.length > 0 ? axes.some((one) => lastKey(one) === name) : own.length === rows.size
  return own.length > 0 && isOfEveryRow && own.every(({ value }) => value === 'true')
}

/** Places of all that may fail or never runs, as JSON. */
export function softOwners(settings: readonly ToolSetting[]): ReadonlySet<string> {
  return new Set(
    answered(settings)
      .filter(isSoft)
      .map((setting) => JSON.stringify(ownerOf(setting))),
  )
}

export function softened(file: string, { old, now }: Sides): TamperFinding[] {
  // One entry of a matrix, beside those that count.
  const added = answered(now).filter((setting) => isSoft(setting) && !setting.path.includes('include'))
  if (added.length === 0) return []
  const wereSoft = softOwners(old)
  const known = new Map(deedsIn(old).map(({ deed, owner }) => [deed, owner]))
  const names = new Set(old.map((setting) => JSON.stringify(ownerOf(setting))))
  const here = deedsIn(now)
  return added.flatMap((setting) => {
    const owner = JSON.stringify(ownerOf(setting))
    const own = here.filter((one) => one.owner === owner || one.owner.startsWith(`${owner.slice(0, -1)},`))
    const isStep = ownerOf(setting).some((part) => part === 'steps' || part === 'cmds')
    const before = own.flatMap(({ deed }) => known.get(deed) ?? [])
    const isKnown = isStep ? before.length > 0 : names.has(owner)
    const wasSoft = isStep ? before.some((one) => wereSoft.has(one)) : wereSoft.has(owner)
    if (!isKnown || wasSoft || !own.some(({ deed }) => doesMatter(deed)) || hasCondition(setting, now)) return []
    const written = now.find(({ path }) => path === setting.path)?.value ?? setting.value
    return [finding('ci', file, setting.line, `${lastKey(setting)}: ${written} added`)]
  })
}

/** A rule with a condition of its own leaves some occasions out, not all. */
function hasCondition(setting: ToolSetting, now: readonly ToolSetting[]): boolean {
  if (!setting.path.includes('rules')) return false
  const item = JSON.stringify(setting.path.slice(0, -1))
  return now.some(
    (one) => JSON.stringify(one.path.slice(0, -1)) === item && /^(?:if|changes|exists)$/.test(lastKey(one)),
  )
}

interface Deed {
  readonly owner: string
  readonly deed: string
}

const DEED = /^(?:run|uses|script|bash|task|command|commands|cmd|cmds)$/

/** What steps do, in their own words. */
function deedsIn(settings: readonly ToolSetting[]): Deed[] {
  return settings.flatMap((setting) => {
    if (!DEED.test(lastKey(setting)) || setting.value === '') return []
    const { path } = setting
    const isStep = path.includes('steps') || path.includes('cmds')
    const owner = isStep ? ownerOf(setting) : typeof path.at(-2) === 'number' ? path.slice(0, -1) : path.slice(0, 1)
    const deed = lastKey(setting) === 'uses' ? setting.value.replace(/@.*$/, '') : setting.value
    return [{ owner: JSON.stringify(owner), deed }]
  })
}

const CHECK_ACTION =
  /(?:^|[/_-])(?:lint|test|tests|check|clippy|pre-commit|golangci-lint-action|codeql-action)(?:$|[/_-])/i
const SIDE_WORK = /codecov|coveralls|upload|notify|slack|discord|publish|deploy|release|comment|badge|cache|\bpush\b/i

/** Uploads, notifications and preparations may fail. */
function doesMatter(deed: string): boolean {
  if (SIDE_WORK.test(deed)) return false
  if (readCommand(deed).some(isCheck)) return true
  if (/^(?:docker:\/\/|\.\/)?[\w.-]+\/[\w./-]+$/.test(deed) && !deed.startsWith('./')) return CHECK_ACTION.test(deed)
  return readCommand(deed).some(isProof)
}
