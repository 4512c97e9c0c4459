// CI files: steps that stay in place and do nothing any more, or whose failure no longer counts, whatever they ran.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { lastKey } from '../../settings/setting.ts'
import { isSideWork } from '../check-kinds.ts'
import { readCommand } from '../command.ts'
import { isProof } from '../weaker-command.ts'
import { stepOf } from './ci-lines.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

interface Step {
  readonly job: string
  readonly name: string
  readonly commands: readonly ToolSetting[]
}

export function idleSteps(file: string, { old, now }: Sides): TamperFinding[] {
  const [was, is] = [stepsIn(old), stepsIn(now)]
  const anywhere = new Set(now.map(({ value }) => value))
  return [...was].flatMap(([place, step]) => {
    const same = sameStep(place, step, { was, is })
    if (!same) return []
    return isIdle(same) && !isIdle(step)
      ? emptied(file, step, same, anywhere)
      : same.commands.flatMap((line) => deafened(file, line, step, same))
  })
}

function stepsIn(settings: readonly ToolSetting[]): Map<string, Step> {
  const steps = new Map<string, Step>()
  for (const setting of settings) {
    const place = stepOf(setting.path)
    if (place === undefined) continue
    const at = setting.path.lastIndexOf('steps')
    const isOwn = setting.path.length === at + 3
    const { name = '', commands = [] } = steps.get(place) ?? {}
    steps.set(place, {
      job: JSON.stringify(setting.path.slice(0, at)),
      name: isOwn && lastKey(setting) === 'name' ? setting.value : name,
      commands: isOwn && lastKey(setting) === 'run' ? [...commands, setting] : commands,
    })
  }
  return steps
}

/** By its name, or by its place in a job that has as many steps as before. */
function sameStep(
  place: string,
  step: Step,
  { was, is }: { readonly was: ReadonlyMap<string, Step>; readonly is: ReadonlyMap<string, Step> },
): Step | undefined {
  const own = [...is].filter(([, { job }]) => job === step.job)
  const isAsLong = own.length === [...was.values()].filter(({ job }) => job === step.job).length
  const there = isAsLong ? is.get(place) : undefined
  return there?.name === step.name ? there : own.find(([, { name }]) => name !== '' && name === step.name)?.[1]
}

const SAYS = /^(?:echo|printf|true|:|exit|sleep)$/

/** It runs something, and nothing that it runs can fail. */
function isIdle({ commands }: Step): boolean {
  const parts = commands.flatMap(({ value }) => readCommand(value))
  return parts.length > 0 && parts.every(({ tool, files }) => SAYS.test(tool) && (tool !== 'exit' || files[0] === '0'))
}

/** It finds something out for other steps. */
const HANDS_ON = /\$\{?(?:env:)?GITHUB_(?:OUTPUT|ENV|PATH)\b|::set-output/

function emptied(file: string, { commands }: Step, same: Step, anywhere: ReadonlySet<string>): TamperFinding[] {
  if (commands.some(({ value }) => HANDS_ON.test(value))) return []
  const lost = commands.find(({ value }) => !anywhere.has(value) && readCommand(value).some(isProof))
  const [first] = same.commands
  if (!lost || !first) return []
  return [finding('ci', file, first.line, `command changed from ${quote(lost.value)} to ${quote(first.value)}`)]
}

const DEAF = /\s*(?:\|\|\s*(?:true|:|exit 0|echo\b[^|&;]*)|;\s*(?:true|exit 0))\s*$/
const REMOVES = /\brm\b/i

/** The same words, and something behind them that takes the failure. */
function deafened(file: string, { value, line }: ToolSetting, step: Step, same: Step): TamperFinding[] {
  const plain = value.replace(DEAF, '')
  if (plain === value || isSideWork(plain) || REMOVES.test(plain) || same.commands.some((one) => one.value === plain))
    return []
  const was = step.commands.find((one) => one.value === plain)
  if (!was || !readCommand(plain).some(isProof)) return []
  return [finding('ci', file, line, `command changed from ${quote(plain)} to ${quote(value)}`)]
}
