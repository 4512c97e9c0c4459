// A test-runner config that came: it may leave single tests out that ran without it.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isAimed, namesOneFile } from './narrowed-lists.ts'
import type { ToolSetting } from './setting.ts'
import { keysOf, lastKey } from './setting.ts'
import { FILTER, GENERATED, LEFT_OUT } from './strictness.ts'
import { isWeaker } from '../commands/weaker-command.ts'

const MOST_LOOKED_FOR = 100

/** What a config that went in the same change said already is no news. */
export function addedRunner(
  file: string,
  settings: readonly ToolSetting[],
  changes: readonly FileChange[],
): TamperFinding[] {
  if (/coverage|codecov|nyc|c8/.test(file)) return []
  const known = changes.flatMap(({ before }) => (before === undefined ? [] : [before])).join('\n')
  return settings
    .flatMap((setting) => {
      const what = setting.value === '' || isAside(keysOf(setting)) ? undefined : sentence(setting)
      return what === undefined ? [] : [{ setting, what }]
    })
    .slice(0, MOST_LOOKED_FOR)
    .filter(({ setting }) => !known.includes(setting.value))
    .map(({ setting, what }) => finding('config', file, setting.line, what))
}

function sentence(setting: ToolSetting): string | undefined {
  const { value } = setting
  const key = lastKey(setting)
  if (LEFT_OUT.test(key) && isAimed(value) && !GENERATED.test(value) && value !== 'setup.py')
    return `${quote(value)} added to ${key}`
  if (FILTER.test(key)) return `${quote(value)} added to ${key}`
  if (isRunnerList(setting) && isNarrow(setting)) return `${key} narrowed to ${quote(value)}`
  if (key === 'passWithNoTests' && value === 'true') return `${key} set to ${value}`
  if (/^(?:addopts|opts)$/.test(key) && isWeaker('pytest', `pytest ${value}`)) return `${key} set to ${quote(value)}`
  return undefined
}

export function isRunnerList(setting: ToolSetting): boolean {
  const keys = keysOf(setting)
  return !isAside(keys) && (RUNNER_LIST.test(lastKey(setting)) || keys.endsWith('testsuite.file'))
}

const RUNNER_LIST =
  /^(?:include|testMatch|testRegex|specs?|specPattern|testFiles|testpaths|python_files|python_functions|python_classes)$/

/** Names that tests usually have. */
const USUAL_NAME = /test|spec|e2e|cy\b|^\*\.py$|^\*+$/i

/** One file, or files that are no tests by their names. */
export function isNarrow(setting: ToolSetting): boolean {
  const { value } = setting
  if (/^python_(?:functions|classes)$/.test(lastKey(setting))) return !/^(?:tests?_?\*?|Tests?\*?|\*.*)$/.test(value)
  const plain = lastKey(setting) === 'testRegex' ? value.replaceAll(/\\+(.)/g, '$1').replaceAll(/[$^]/g, '') : value
  if (namesOneFile(plain)) return value !== 'tests.py'
  return /^(?:python_files|testRegex)$/.test(lastKey(setting)) && !USUAL_NAME.test(value)
}

/** Coverage and type checks have lists of their own. */
function isAside(keys: string): boolean {
  return /coverage|typecheck|benchmark/i.test(keys)
}
