// Lint, type and test-runner configs: what a new one leaves out, and what a changed one no longer asks for.
import type { FileChange } from '../../../../../contract/change.ts'
import { addedRunner } from '../added-runner.ts'
import { grownBaseline, isBaseline } from '../baselines.ts'
import { bluntConfig, emptied } from './blunt-configs.ts'
import { compareSettings } from '../compare-settings.ts'
import { ofCoverage } from '../coverage-scope.ts'
import { lostDefaults } from '../tools/default-linters.ts'
import { ofGoneTools, withItsGem } from '../tools/gone-tools.ts'
import { withMoved } from '../moved-settings.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { fewerPhpTests } from '../tools/phpunit-suites.ts'
import { isFormerMaximum, isToolRaised } from '../tools/raised-tools.ts'
import type { ToolSetting } from '../setting.ts'
import { notSpread, watched } from './watched.ts'
import { lineAt, lineStarts, plainLines } from '../../../source/source.ts'
import { kindOfConfig } from '../../../yardstick/yardstick.ts'

export function compareConfig(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, how, before, after } = change
  if (isBaseline(path)) return grownBaseline(change, changes)
  if (how === 'added' && after !== undefined && !isIgnoreFile(path)) return added(path, after, changes)
  const text = how === 'added' && isIgnoreFile(path) ? '' : before
  if (text === undefined || after === undefined) return []
  const [old, now] = [watched(path, text), watched(path, after)]
  const known = now.filter((setting) => !isOfNewTool(path, setting, old))
  const moved = withMoved(path, { old, now: known }, changes)
  const found = [
    ...compareSettings({ file: path, old, now: moved.settings, changes }).map(moved.inTheirFile),
    ...lostPresets(path, text, after, changes),
    ...lostDefaults(path, old, now),
    ...fewerPhpTests(change, changes),
    ...emptied(path, after, text),
    ...bluntConfig(
      path,
      '',
      now.filter((setting) => isOfNewTool(path, setting, old)),
    ),
  ]
  const judged = ofGoneTools(found, { file: path, old, now }, changes)
    .filter((one) => !hasMovedTo(one, path, changes) && !isFormerMaximum(one, changes))
    .map((one) => withItsGem(ofCoverage(one, { file: path, old, now }), changes))
  return isToolRaised(changes) ? judged.map(asNote) : judged
}

const TSCONFIG = /(?:^|\/)tsconfig[\w.-]*\.json$/

/** A flag that left one config of TypeScript for another, which did not have it before. */
function hasMovedTo({ what }: TamperFinding, file: string, changes: readonly FileChange[]): boolean {
  const flag = /^(\w+) removed$/.exec(what)?.[1]
  if (flag === undefined || !TSCONFIG.test(file)) return false
  const isOn = new RegExp(`"${flag}"\\s{0,9}:\\s{0,9}true\\b`)
  return changes.some(
    ({ path, before = '', after = '' }) =>
      path !== file && TSCONFIG.test(path) && isOn.test(after) && !isOn.test(before),
  )
}

/** A linter or type checker that the file did not set up before: as if its config were a new file. */
function isOfNewTool(file: string, setting: ToolSetting, old: readonly ToolSetting[]): boolean {
  if (kindOfConfig(file) !== 'mixed' && !file.endsWith('tox.ini')) return false
  const tool = toolOf(setting)
  return !/pytest/.test(tool) && !old.some((one) => toolOf(one) === tool)
}

function toolOf({ path }: ToolSetting): string {
  return String(path[path[0] === 'tool' ? 1 : 0])
    .replace(/^mypy-.*/, 'mypy')
    .replace(/^coverage:.*/, 'coverage')
}

/** Nobody knows here which config it takes the place of, unless that one changed too. */
function added(path: string, text: string, changes: readonly FileChange[]): TamperFinding[] {
  const kind = kindOfConfig(path)
  if (kind === 'runner') return addedRunner(path, watched(path, text), changes)
  if (kind !== 'lint' && kind !== 'types') return []
  const former = changes.filter((one) => one.how === 'deleted' && kindOfConfig(one.path) === kind)
  const settings = watched(path, text)
  const blunt = bluntConfig(path, text, settings).filter(({ what }) => !wasLeftOut(what, former))
  return [...blunt, ...turnedOff(path, settings, former)]
}

const TESTS =
  /(?:^|[/*._{,-])(?:tests?|specs?|__tests__|e2e|stories|fixtures|scripts?|examples?|config)(?:$|[/*._},-])/i

/** A rule that the config of before demanded, off in the last block that names it and looks at more than tests. */
function turnedOff(file: string, now: readonly ToolSetting[], former: readonly FileChange[]): TamperFinding[] {
  if (!/\.[cm]?[jt]s$/.test(file)) return []
  const demanded = new Set(
    former.flatMap(({ path, before = '' }) =>
      watched(path, before)
        .filter(({ path: keys, value }) => keys[0] === 'rules' && keys.length < 4 && /^(?:error|2)$/.test(value))
        .map(({ path: keys }) => String(keys[1])),
    ),
  )
  const narrow = now.filter(
    ({ path, value }) => path.includes('files') && (TESTS.test(value) || /^[\w./-]+$/.test(value)),
  )
  const isOfSome = ({ line }: ToolSetting): boolean => narrow.some((one) => Math.abs(one.line - line) <= LONGEST_BLOCK)
  const last = new Map(
    now.flatMap((one) => {
      const at = one.path.lastIndexOf('rules')
      const isSeverity = at >= 0 && (one.path.length === at + 2 || one.path.at(-1) === 0)
      return isSeverity ? [[String(one.path[at + 1]), one] as const] : []
    }),
  )
  return [...last].flatMap(([name, setting]) =>
    demanded.has(name) && /^(?:off|0)$/.test(setting.value) && !isOfSome(setting)
      ? [finding('config', file, setting.line, `rule ${quote(name)} turned off`)]
      : [],
  )
}

/** Its files stand so near to its rules. */
const LONGEST_BLOCK = 8

/** The config in whose place it came left the same out. */
function wasLeftOut(what: string, former: readonly FileChange[]): boolean {
  const pattern = /^"(.{1,200})" added to (?:ignores|ignorePatterns|exclude)$/.exec(what)?.[1]
  return (
    pattern !== undefined &&
    former.some(({ path, before = '' }) =>
      watched(path, before).some(
        ({ value, path: keys }) => value === pattern && /^(?:ignore|exclude)/.test(String(keys[0])),
      ),
    )
  )
}

/** A newer version of a tool brings new rules; leaving single ones out goes with it. */
function asNote(one: TamperFinding): TamperFinding {
  const isSingle = SINGLE_RULE.test(one.what) || (GOLANGCI.test(one.file) && SINGLE_LINTER.test(one.what))
  return isSingle ? { ...one, isNote: true } : one
}

const SINGLE_RULE =
  /^"[\w@/.-]{2,60}" added to (?:ignore|extend-ignore|disable|ignores|per-file-ignores)$|^rule \S+ (?:turned off|removed)$|^[A-Z]\w{1,40}\/\w{1,60}\.Enabled set to false$|^"[^"]{1,80}\.configs\b[^"]{1,80}" removed$/
const GOLANGCI = /(?:^|\/)\.golangci\.\w+$/
const SINGLE_LINTER = /^".{1,80}" (?:added to (?:exclusions|exclude-rules|excludes?)|removed from enable)$/

function isIgnoreFile(path: string): boolean {
  return path.endsWith('ignore') && kindOfConfig(path) === 'lint'
}

const PRESET = /(?<![\w.])[\w.]{1,80}?\.configs(?:\.[\w-]+|\[["'][\w/-]+["']\])+/g

/** Presets in config code, such as `tseslint.configs.strict`. */
function lostPresets(file: string, before: string, after: string, changes: readonly FileChange[]): TamperFinding[] {
  if (!/\.[cm]?[jt]s$/.test(file)) return []
  const text = plainLines(before)
  const starts = lineStarts(text)
  const old = Array.from(text.matchAll(PRESET), ({ 0: name, index }) => ({
    name: notSpread(name),
    line: lineAt({ starts }, index),
  }))
  const now = new Set((after.match(PRESET) ?? []).map(notSpread))
  const lost = old.filter(({ name }) => !now.has(name))
  const added = [...now].filter((name) => !old.some((one) => one.name === name)).length
  if (lost.length <= added + ownPresets(file, before, after, changes)) return []
  return lost.map(({ name, line }) => finding('config', file, line, `${quote(name)} removed`))
}

const OWN_FILE = /(?:\brequire\(\s{0,9}|\bfrom\s{1,9}|\bimport\(\s{0,9})["'](\.{1,2}\/[\w./-]{1,100})["']/g
const RULE_ON = /["'][\w@/-]{1,80}["']\s{0,9}:\s{0,9}(?:\[\s{0,9})?(?:["'](?:error|warn)["']|[12]\b)/

/** Files with rules that came with this change, and that the config loads now. */
function ownPresets(file: string, before: string, after: string, changes: readonly FileChange[]): number {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const loaded = Array.from(after.matchAll(OWN_FILE), ([, name = '']) => name).filter((name) => !before.includes(name))
  return loaded.filter((name) =>
    changes.some(
      ({ path, how, after: text = '' }) =>
        how === 'added' &&
        path.replace(/\.[cm]?[jt]s$/, '') === `${folder}${name.replace(/^\.\//, '').replace(/\.[cm]?[jt]s$/, '')}` &&
        RULE_ON.test(text),
    ),
  ).length
}
