// CI files: events that started the checks and do not any more.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { keysOf } from '../../settings/setting.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

const TRIGGERS = /^(?:push|pull_request|pull_request_target|merge_group)$/

/** Branches that work happens on. */
export const USUAL_BRANCH =
  /^(?:main|master|develop|dev|trunk|next|\*{1,2}|releases?\b.*|v?\d.*|v\*.*|\*{1,2}\.x|\*{2}\/.*)$/

/** Pushes need no checks of their own where pull requests have them, and a workflow that others call has their triggers. */
export function lostTriggers(file: string, { old, now }: Sides): TamperFinding[] {
  const still = triggersOf(now)
  const isCalled = now.some(({ path, value }) => path[0] === 'on' && [String(path[1]), value].includes('workflow_call'))
  const isOnRequests = still.has('pull_request') || still.has('pull_request_target') || still.has('merge_group')
  const lost = [...triggersOf(old)].filter(([name]) => !still.has(name) && !isOnRequests)
  if (isCalled) return []
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

/** Branches come and go; where none of the usual ones is left, nobody's work is checked. */
function lostBranches(file: string, { old, now }: Sides): TamperFinding[] {
  const [before, after] = [branchesOf(old), branchesOf(now)]
  return [...before].flatMap(([key, was]) => {
    const is = after.get(key)
    if (!is || [...is.keys()].some((branch) => USUAL_BRANCH.test(branch))) return []
    return [...was]
      .filter(([branch]) => !is.has(branch) && USUAL_BRANCH.test(branch))
      .map(([branch, line]) => finding('ci', file, line, `branch ${quote(branch)} removed from ${key}`))
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
