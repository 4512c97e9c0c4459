// golangci-lint without the linters that run by default, and without those of them that must then be named.
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import type { ToolSetting } from '../setting.ts'
import { keysOf } from '../setting.ts'

const FILES = /(?:^|\/)\.golangci\.\w+$/
/** Linters of golangci-lint that run without being enabled. */
export const GOLANGCI_DEFAULTS = ['errcheck', 'govet', 'ineffassign', 'staticcheck', 'unused']

export function lostDefaults(file: string, old: readonly ToolSetting[], now: readonly ToolSetting[]): TamperFinding[] {
  const none = FILES.test(file) ? now.find(isNone) : undefined
  if (!none || old.some(isNone)) return []
  const enabled = new Set(
    now.filter((setting) => /^linters\.enable(?:$|\.)/.test(keysOf(setting))).map(({ value }) => value),
  )
  const lost = GOLANGCI_DEFAULTS.filter((name) => !enabled.has(name))
  // A list that names all but one or two of them is a choice.
  if (lost.length <= 2) return []
  return [finding('config', file, none.line, `the linters that run by default are off (${lost.join(', ')})`)]
}

function isNone(setting: ToolSetting): boolean {
  const keys = keysOf(setting)
  return (
    (keys === 'linters.default' && setting.value === 'none') ||
    (keys === 'linters.disable-all' && setting.value === 'true')
  )
}
