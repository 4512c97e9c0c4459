// CI files: deleted, with checks removed or weakened, steps that may fail, triggers gone.
import type { FileChange } from '../../../../contract/change.ts'
import { rarerChecks } from './ci-conditions.ts'
import type { CheckLine } from './check-lines.ts'
import { compareLines } from './check-lines.ts'
import { readCommand } from './command.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { expander } from './package-scripts.ts'
import { readYaml } from '../settings/read-yaml.ts'
import type { ToolSetting } from '../settings/setting.ts'
import { keysOf, lastKey } from '../settings/setting.ts'
import { givesUp, linesOf } from './shell-scripts.ts'
import { isCheck } from './weaker-command.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

export function compareCi(changes: readonly FileChange[], scripts?: FileChange): TamperFinding[] {
  const expand = { before: expander(scripts?.before), after: expander(scripts?.after) }
  const elsewhere = changes.flatMap(({ path, after }) => (after === undefined ? [] : commandsOf(path, after)))
  return changes.flatMap(({ path, how, before, after }) => {
    if (before === undefined || before === after) return []
    if (how === 'deleted' || after === undefined) return deletedCi(path, before, elsewhere)
    const sides = isYaml(path) ? { old: readYaml(before), now: readYaml(after) } : { old: [], now: [] }
    const lines = { before: commandsOf(path, before), after: commandsOf(path, after) }
    return [
      ...softened(path, sides),
      ...lostTriggers(path, sides),
      ...rarerChecks(path, sides),
      ...givesUp(path, lines.before, lines.after, 'ci'),
      ...compareLines({ file: path, ...lines, elsewhere, kind: 'ci', expand }),
    ]
  })
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path)
}

/** Its checks may have moved to another file of the CI. */
function deletedCi(path: string, before: string, elsewhere: readonly CheckLine[]): TamperFinding[] {
  const commands = commandsOf(path, before)
  const checks = commands.filter(({ text }) => readCommand(text).some(isCheck))
  const isMoved = compareLines({ file: path, before: checks, after: [], elsewhere, kind: 'ci' }).length === 0
  if (commands.length === 0 || (checks.length > 0 && isMoved)) return []
  return [finding('deleted', path, 1, 'CI file deleted')]
}

const COMMAND_KEYS = /^(?:run|script|before_script|commands?|cmds?|bash|pwsh|powershell|cmd|test|entry|args)$/
const CHECK_ACTION = /lint|test|check|clippy|pre-commit|codeql|sonar|semgrep|coverage|codecov/i

function commandsOf(path: string, text: string): CheckLine[] {
  if (!isYaml(path)) return linesOf(text).map(({ text: line, line: number }) => ({ text: shellOf(line), line: number }))
  const found: CheckLine[] = []
  for (const setting of readYaml(text)) {
    const { value, line } = setting
    const key = lastKey(setting)
    const isHook = key === 'id' && path.includes('pre-commit')
    if (isHook || (key === 'uses' && CHECK_ACTION.test(value))) found.push(toAction(value, line))
    if (!COMMAND_KEYS.test(key) || value === '') continue
    const last = found.at(-1)
    if (last?.text.endsWith('\\')) found.splice(-1, 1, { ...last, text: `${last.text.slice(0, -1)} ${value}` })
    else found.push({ text: value, line })
  }
  return found
}

/** A step that is no command still checks; its version does not matter. */
function toAction(value: string, line: number): CheckLine {
  const name = value.replace(/@.*$/, '')
  return { text: `make check-action ${name}`, line, shown: name }
}

/** `sh 'npm test'` in a Jenkinsfile. */
function shellOf(line: string): string {
  return /^(?:sh|bat|pwsh)\s*\(?\s*(?:script:\s*)?["']{1,3}(.*?)["']{0,3}\s*[,)]*$/.exec(line)?.[1] ?? line
}

const SOFT: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:continue-on-error|continueOnError|allow_failure|soft_fail|ignore_failures?|ignore_error)$/,
    /^(?:true|yes|\$\{\{ ?true ?\}\})$/,
  ],
  [/^if$/, /^(?:false|\$\{\{ ?false ?\}\})$/],
  [/^when$/, /^(?:never|manual)$/],
]

function softened(file: string, { old, now }: Sides): TamperFinding[] {
  const places = new Set(
    old.flatMap(({ path }) => [JSON.stringify(path.slice(0, 1)), JSON.stringify(path.slice(0, 2))]),
  )
  const isNewStep = newSteps({ old, now })
  const left = new Map<string, number>()
  for (const setting of old.filter(isSoft)) left.set(textOf(setting), (left.get(textOf(setting)) ?? 0) + 1)
  return now.filter(isSoft).flatMap((setting) => {
    const count = left.get(textOf(setting)) ?? 0
    left.set(textOf(setting), count - 1)
    const isNewJob = !places.has(JSON.stringify(setting.path.slice(0, Math.min(2, setting.path.length - 1))))
    return count > 0 || isNewJob || isNewStep(setting)
      ? []
      : [finding('ci', file, setting.line, `${textOf(setting)} added`)]
  })
}

const DEED = /^(?:run|uses|script|bash|task)$/

/** What steps do, in their own words; by step. */
function deedsByStep(settings: readonly ToolSetting[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const setting of settings) {
    const step = stepOf(setting)
    if (step === undefined || !DEED.test(lastKey(setting))) continue
    found.set(step, [...(found.get(step) ?? []).slice(0, 20), setting.value.replace(/@.*$/, '')])
  }
  return found
}

/** The part of the path that leads to one step of a job. */
function stepOf({ path }: ToolSetting): string | undefined {
  const at = path.lastIndexOf('steps')
  return at >= 0 && typeof path[at + 1] === 'number' ? JSON.stringify(path.slice(0, at + 2)) : undefined
}

/** A step that came and checks nothing may fail. */
function newSteps({ old, now }: Sides): (setting: ToolSetting) => boolean {
  const known = new Set([...deedsByStep(old).values()].flat())
  const steps = deedsByStep(now)
  return (setting) => {
    const deeds = steps.get(stepOf(setting) ?? '') ?? []
    return deeds.length > 0 && !deeds.some((deed) => known.has(deed) || readCommand(deed).some(isCheck))
  }
}

function isSoft(setting: ToolSetting): boolean {
  return SOFT.some(([key, value]) => key.test(lastKey(setting)) && value.test(setting.value))
}

function textOf(setting: ToolSetting): string {
  return `${lastKey(setting)}: ${setting.value}`
}

const TRIGGERS = /^(?:push|pull_request|pull_request_target|merge_group|schedule)$/

function lostTriggers(file: string, { old, now }: Sides): TamperFinding[] {
  const still = triggersOf(now)
  const lost = [...triggersOf(old)].filter(([name]) => !still.has(name))
  return [
    ...lost.map(([name, line]) => finding('ci', file, line, `trigger ${name} removed`)),
    ...lostBranches(file, { old, now }),
  ]
}

function triggersOf(settings: readonly ToolSetting[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { path, value, line } of settings) {
    if (path[0] !== 'on') continue
    for (const name of [String(path[1] ?? ''), value])
      if (TRIGGERS.test(name) && !found.has(name)) found.set(name, line)
  }
  return found
}

/** A branch may be renamed; fewer of them watch less. */
function lostBranches(file: string, { old, now }: Sides): TamperFinding[] {
  const [before, after] = [branchesOf(old), branchesOf(now)]
  return [...before].flatMap(([key, was]) => {
    const is = after.get(key)
    const lost = is ? [...was].filter(([branch]) => !is.has(branch)) : []
    if (!is || was.size <= is.size) return []
    return lost.map(([branch, line]) => finding('ci', file, line, `branch ${quote(branch)} removed from ${key}`))
  })
}

function branchesOf(settings: readonly ToolSetting[]): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>()
  for (const setting of settings) {
    const key = keysOf(setting)
    if (!/^on\.\w+\.branches$/.test(key) || setting.value === '') continue
    found.set(key, (found.get(key) ?? new Map<string, number>()).set(setting.value, setting.line))
  }
  return found
}
