// CI files: deleted, with checks removed or weakened, steps that may fail, triggers gone.
import type { FileChange } from '../contract/change.ts'
import type { CommandLine } from './check-lines.ts'
import { compareLines } from './check-lines.ts'
import { readCommand } from './command.ts'
import type { Finding } from './finding.ts'
import { finding, quote } from './finding.ts'
import { readYaml } from './read-yaml.ts'
import type { Setting } from './settings.ts'
import { keysOf, lastKey } from './settings.ts'
import { linesOf } from './shell-scripts.ts'
import { isCheck } from './weaker-command.ts'

export function compareCi(changes: readonly FileChange[]): Finding[] {
  const everywhere = changes.flatMap(({ path, after }) => (after === undefined ? [] : commandsOf(path, after)))
  return changes.flatMap(({ path, how, before, after }) => {
    if (before === undefined || before === after) return []
    if (how === 'deleted' || after === undefined) return deletedCi(path, before, everywhere)
    return [
      ...(isYaml(path) ? [...softened(path, before, after), ...lostTriggers(path, before, after)] : []),
      ...compareLines({
        file: path,
        before: commandsOf(path, before),
        after: commandsOf(path, after),
        elsewhere: everywhere,
        kind: 'ci',
      }),
    ]
  })
}

function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path)
}

/** Its checks may have moved to another file of the CI. */
function deletedCi(path: string, before: string, elsewhere: readonly CommandLine[]): Finding[] {
  const commands = commandsOf(path, before)
  const checks = commands.filter(({ text }) => readCommand(text).some(isCheck))
  const isMoved = compareLines({ file: path, before: checks, after: [], elsewhere, kind: 'ci' }).length === 0
  if (commands.length === 0 || (checks.length > 0 && isMoved)) return []
  return [finding('deleted', path, 1, 'CI file deleted')]
}

const COMMAND_KEYS = /^(?:run|script|before_script|commands?|bash|pwsh|powershell|cmd|test|entry|args)$/
const CHECK_ACTION = /lint|test|check|clippy|pre-commit|codeql|sonar|semgrep|coverage|codecov/i

function commandsOf(path: string, text: string): CommandLine[] {
  if (!isYaml(path)) return linesOf(text).map(({ text: line, line: number }) => ({ text: shellOf(line), line: number }))
  const found: CommandLine[] = []
  for (const setting of readYaml(text)) {
    const { value, line } = setting
    const key = lastKey(setting)
    if (key === 'uses' && CHECK_ACTION.test(value))
      found.push({ text: `make check-action ${value.replace(/@.*$/, '')}`, line })
    if (!COMMAND_KEYS.test(key) || value === '') continue
    const last = found.at(-1)
    if (last?.text.endsWith('\\')) found.splice(-1, 1, { ...last, text: `${last.text.slice(0, -1)} ${value}` })
    else found.push({ text: value, line })
  }
  return found
}

/** `sh 'npm test'` in a Jenkinsfile. */
function shellOf(line: string): string {
  return /^(?:sh|bat|pwsh)\s*\(?\s*(?:script:\s*)?["']{1,3}(.*?)["']{0,3}\s*[,)]*$/.exec(line)?.[1] ?? line
}

const SOFT: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:continue-on-error|continueOnError|allow_failure|soft_fail|ignore_failures?)$/,
    /^(?:true|yes|\$\{\{ ?true ?\}\})$/,
  ],
  [/^if$/, /^(?:false|\$\{\{ ?false ?\}\})$/],
  [/^when$/, /^(?:never|manual)$/],
]

function softened(file: string, before: string, after: string): Finding[] {
  const [old, now] = [readYaml(before), readYaml(after)]
  const places = new Set(
    old.flatMap(({ path }) => [JSON.stringify(path.slice(0, 1)), JSON.stringify(path.slice(0, 2))]),
  )
  const left = new Map<string, number>()
  for (const setting of old.filter(isSoft)) left.set(textOf(setting), (left.get(textOf(setting)) ?? 0) + 1)
  return now.filter(isSoft).flatMap((setting) => {
    const count = left.get(textOf(setting)) ?? 0
    left.set(textOf(setting), count - 1)
    const isNewJob = !places.has(JSON.stringify(setting.path.slice(0, Math.min(2, setting.path.length - 1))))
    return count > 0 || isNewJob ? [] : [finding('ci', file, setting.line, `${textOf(setting)} added`)]
  })
}

function isSoft(setting: Setting): boolean {
  return SOFT.some(([key, value]) => key.test(lastKey(setting)) && value.test(setting.value))
}

function textOf(setting: Setting): string {
  return `${lastKey(setting)}: ${setting.value}`
}

const TRIGGERS = /^(?:push|pull_request|pull_request_target|merge_group|schedule)$/

function lostTriggers(file: string, before: string, after: string): Finding[] {
  const [old, now] = [triggersOf(before), triggersOf(after)]
  const lost = [...old]
    .filter(([name]) => !now.has(name))
    .map(([name, line]) => finding('ci', file, line, `trigger ${name} removed`))
  const branches = branchesOf(before).filter(
    (one) => !branchesOf(after).some((other) => other.key === one.key && other.value === one.value),
  )
  const added = branchesOf(after).filter(
    (one) => !branchesOf(before).some((other) => other.key === one.key && other.value === one.value),
  )
  const narrowed = branches.filter(({ key }) => {
    const isKept = branchesOf(after).some((other) => other.key === key)
    return isKept && branches.filter((one) => one.key === key).length > added.filter((one) => one.key === key).length
  })
  return [
    ...lost,
    ...narrowed.map(({ value, line, key }) => finding('ci', file, line, `branch ${quote(value)} removed from ${key}`)),
  ]
}

function triggersOf(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const { path, value, line } of readYaml(text)) {
    if (path[0] !== 'on') continue
    for (const name of [String(path[1] ?? ''), value])
      if (TRIGGERS.test(name) && !found.has(name)) found.set(name, line)
  }
  return found
}

function branchesOf(text: string): { key: string; value: string; line: number }[] {
  return readYaml(text)
    .filter((setting) => /^on\.\w+\.branches$/.test(keysOf(setting)) && setting.value !== '')
    .map((setting) => ({ key: keysOf(setting), value: setting.value, line: setting.line }))
}
