// Settings by which a linter or runner looks at what changed since some commit, and at nothing else.
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import { readSettings } from '../formats/read-settings.ts'
import { keysOf } from '../setting.ts'

const GOLANGCI = /(?:^|\/)\.golangci\.\w+$/
const OF_GOLANGCI = /^issues\.(?:new|new-from-rev|new-from-patch|new-from-merge-base)$/
const RUNNER = /(?:^|\/)(?:(?:vite|vitest|jest)\.config\.\w+|package\.json|biome\.jsonc?)$/
const OF_RUNNER = /^(?:(?:test|jest)\.)?(?:changed|onlyChanged|changedSince|lastCommit)$/

export function onlyChanged(file: string, before: string, after: string): TamperFinding[] {
  const keys = GOLANGCI.test(file) ? OF_GOLANGCI : RUNNER.test(file) ? OF_RUNNER : undefined
  if (!keys) return []
  const on = (text: string): ReturnType<typeof readSettings> =>
    readSettings(file, text).filter((one) => keys.test(keysOf(one)) && !/^(?:false|null|undefined)?$/.test(one.value))
  const known = new Set(on(before).map(keysOf))
  return on(after)
    .filter((one) => !known.has(keysOf(one)))
    .map((one) => finding('config', file, one.line, `only what changed is looked at (${keysOf(one)}: ${one.value})`))
}
