// A runner that looks for its tests where none are: all patterns that say what a test file is called find nothing any more.
import type { FileChange } from '../../../../../contract/change.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'
import { findsNothing, isBuilt } from '../../around/found-files.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding } from '../../finding.ts'
import { readSettings } from '../formats/read-settings.ts'
import type { ToolSetting } from '../setting.ts'
import { keysOf } from '../setting.ts'

/** By the file, the list that holds them. */
const LISTS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:^|\/)jest[\w.-]*\.config\.(?:[cm]?[jt]s|json)$/, /^(?:projects\.)?testMatch$/],
  [/(?:^|\/)(?:vite|vitest)[\w.-]*\.(?:config|workspace)\.[cm]?[jt]s$/, /(?:^|\.)test\.include$/],
  [/(?:^|\/)playwright[\w.-]*\.config\.[cm]?[jt]s$/, /^(?:projects\.)?testMatch$/],
  [/(?:^|\/)ava\.config\.[cm]?js$/, /^files$/],
  [/(?:^|\/)\.mocharc\.(?:json|jsonc|ya?ml|[cm]?js)$/, /^spec$/],
  [/(?:^|\/)package\.json$/, /^(?:jest\.testMatch|vitest\.include|ava\.files|mocha\.spec)$/],
]

/** `files`: all that there are before the change; undefined: not known yet. */
export function idlePatterns(
  { path, before, after }: FileChange,
  changes: readonly FileChange[],
  files?: readonly string[],
): TamperFinding[] {
  const list = LISTS.find(([file]) => file.test(path))?.[1]
  if (list === undefined || before === undefined || after === undefined) return []
  const [was, is] = [patternsIn(path, before, list), patternsIn(path, after, list)]
  const known = new Set(was.map(({ value }) => value))
  const first = is.find(({ value }) => !known.has(value))
  // Where one stays, it finds what it found.
  if (!first || is.some(({ value }) => known.has(value) || isBuilt(value))) return []
  const what = `the pattern ${cut(first.value)} finds no test`
  if (files === undefined) return [{ ...finding('config', path, first.line, what), isOpen: true }]
  const hadTests =
    was.length === 0
      ? files.some((file) => isTestFile(file))
      : was.some(({ value }) => !isBuilt(value) && !findsNothing(value, files, []))
  const isIdle = hadTests && is.every(({ value }) => findsNothing(value, files, changes))
  return isIdle ? [finding('config', path, first.line, what)] : []
}

function patternsIn(path: string, text: string, list: RegExp): ToolSetting[] {
  return readSettings(path, text)
    .filter((one) => list.test(keysOf(one)) && one.isText && !one.value.startsWith('!') && one.value !== '')
    .map((one) => ({ ...one, value: one.value.replace(/^<rootDir>\//, '') }))
}
