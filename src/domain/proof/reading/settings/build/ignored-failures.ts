// Tasks whose runner is told to go on as if nothing had happened where their command fails: `warn=True` of invoke,
// `ignore_fail` of poe, a dash before the command of hatch.
import type { FileChange } from '../../../../../contract/change.ts'
import { isCheckName } from '../../../yardstick/check-names.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { readSettings } from '../formats/read-settings.ts'
import type { ToolSetting } from '../setting.ts'
import { keysOf } from '../setting.ts'
import { isCheck } from '../../commands/check-kinds.ts'
import { readCommand } from '../../commands/command.ts'

interface TaskCommand {
  /** The command, or the task by its name. */
  readonly what: string
  readonly line: number
  readonly isIgnored: boolean
  readonly isCheck: boolean
}

type ReadTasks = (path: string, text: string) => readonly TaskCommand[]

const RUNNERS: readonly (readonly [RegExp, ReadTasks])[] = [
  [/(?:^|\/)(?:tasks|fabfile)\.py$|(?:^|\/)tasks\/\w+\.py$/, tasksOfInvoke],
  [
    /(?:^|\/)(?:pyproject|poe_tasks|hatch)\.toml$/,
    (path, text) => [...tasksOfPoe(path, text), ...tasksOfHatch(path, text)],
  ],
]

export function ignoredFailures({ path, before, after }: FileChange): TamperFinding[] {
  const read = RUNNERS.find(([files]) => files.test(path))?.[1]
  if (!read || before === undefined || after === undefined) return []
  const now = read(path, after).filter((one) => one.isIgnored && one.isCheck)
  if (now.length === 0) return []
  const heard = new Set(read(path, before).flatMap((one) => (one.isIgnored ? [] : [one.what])))
  return now
    .filter(({ what }) => heard.has(what))
    .map(({ what, line }) => finding('command', path, line, `failures of ${quote(what)} are ignored now`))
}

const RUNS =
  /\.(?:run|sudo|local)\(\s{0,99}[rf]?("""|["'])([^"'\n]{1,400})\1((?:[^()\n]|\([^()\n]{0,200}\)|\n){0,400}?)\)/g
const WARNS = /\b(?:warn|warn_only)\s?=\s?True\b/

function tasksOfInvoke(_: string, text: string): TaskCommand[] {
  if (!/\b(?:invoke|fabric)\b/.test(text)) return []
  return Array.from(text.matchAll(RUNS), ({ 2: what = '', 3: options = '', index }) => ({
    what,
    line: text.slice(0, index).split('\n').length,
    isIgnored: WARNS.test(options) && !isAnswered(text, index),
    isCheck: readCommand(what).some(isCheck),
  }))
}

/** The result is kept, so that the task may fail by itself. */
function isAnswered(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return /[\w\])]\s?(?::\s?\w{1,40}\s?)?=\s|\breturn\b|\bif\b|\bassert\b|\bexit\b/.test(line)
}

const OF_POE = /^(?:tool\.poe\.)?tasks\.([\w-]+)(?:\.|$)/

function tasksOfPoe(path: string, text: string): TaskCommand[] {
  if (path.endsWith('hatch.toml')) return []
  const tasks = Map.groupBy(
    readSettings(path, text).filter((one) => OF_POE.test(keysOf(one))),
    (one) => OF_POE.exec(keysOf(one))?.[1] ?? '',
  )
  return [...tasks].flatMap(([name, settings]): TaskCommand[] => {
    const ignored = settings.find(
      (one) => one.path.at(-1) === 'ignore_fail' && /^(?:true|return_zero)$/.test(one.value),
    )
    const [first] = settings
    if (!first) return []
    const isOfChecks =
      isCheckName(name) || settings.some(({ value }) => isCheckName(value) || readCommand(value).some(isCheck))
    return [{ what: name, line: (ignored ?? first).line, isIgnored: ignored !== undefined, isCheck: isOfChecks }]
  })
}

const OF_HATCH = /^(?:tool\.hatch\.)?envs\.[\w.-]+\.scripts\./

function tasksOfHatch(path: string, text: string): TaskCommand[] {
  return readSettings(path, text)
    .filter((one: ToolSetting) => OF_HATCH.test(keysOf(one)) && one.value !== '')
    .map(({ value, line }) => {
      const what = value.replace(/^-\s+/, '')
      return { what, line, isIgnored: what !== value, isCheck: readCommand(what).some(isCheck) }
    })
}
