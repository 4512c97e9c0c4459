// Which settings of a config count, each in the place where its tool reads it today.
import type { ToolSetting } from '../setting.ts'
import { keysOf } from '../setting.ts'
import { byModule } from '../tools/module-overrides.ts'
import { readSettings } from '../formats/read-settings.ts'

/** In files with many purposes only these sections are ours to watch. */
const SECTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/pyproject\.toml$/, /^tool\.(?:ruff|mypy|pytest|coverage|pylint|flake8|pyright|basedpyright|pytest-\w+|ty)\b/],
  [/(?:setup\.cfg|tox\.ini)$/, /^(?:tool:pytest|pytest|flake8|mypy|coverage|pylint|pycodestyle|isort)/],
  [/Cargo\.toml$/, /^(?:workspace\.)?lints\b/],
  [/package\.json$/, /^(?:jest|vitest|eslintConfig|mocha|ava|nyc|c8|xo|stylelint|standard|tap|tsd)\b/],
  [/deno\.jsonc?$/, /^(?:test|lint|compilerOptions)\b/],
  [/vite\.config\.\w+$/, /(?:^|\.)test\b/],
  [/conftest\.py$/, /^collect_ignore/],
  [/bunfig\.toml$/, /^test\b/],
]

const RUFF_LINT =
  /^(?:(?:extend-)?(?:select|ignore|fixable|unfixable|per-file-ignores)|mccabe|pylint|isort|pydocstyle|flake8-[\w-]+|pep8-naming|pycodestyle|dummy-variable-rgx|preview)$/

export function watched(path: string, text: string): ToolSetting[] {
  const section = SECTIONS.find(([file]) => file.test(path))?.[1]
  const written = readSettings(path, text)
  const read = LINT_CODE.test(path) ? written.map((one) => ({ ...one, value: notSpread(one.value) })) : written
  const settings = read.flatMap((setting) => (isOfWatcher(setting) ? [] : spelledOut(inItsPlace(path, setting))))
  const ofTool = byModule(path, settings)
  return section ? ofTool.filter((setting) => section.test(keysOf(setting))) : ofTool
}

/** What makes a watcher run again; a check does not watch. */
function isOfWatcher({ path }: ToolSetting): boolean {
  return path.some((part) => /^watch(?!$)|^ignoredByWatcher$/i.test(String(part)))
}

const LINT_CODE = /(?:^|\/)(?:\.eslintrc\.[cm]?js|(?:eslint|oxlint|stylelint|xo)\.config\.[cm]?[jt]s)$/

/** A list of presets holds the same rules whether it is spread or named. */
export function notSpread(value: string): string {
  return value.replace(/^\.{3}/, '')
}

/** Where the same setting stood in older versions of its tool, and where it belongs. */
const MOVED: readonly (readonly [RegExp, RegExp, readonly string[], readonly string[]])[] = [
  [/pyproject\.toml$/, RUFF_LINT, ['tool', 'ruff'], ['tool', 'ruff', 'lint']],
  [/ruff\.toml$/, RUFF_LINT, [], ['lint']],
  // Since pytest 9 its settings may stand in a table of their own.
  [/pyproject\.toml$/, /^(?!ini_options$)/, ['tool', 'pytest'], ['tool', 'pytest', 'ini_options']],
]

function inItsPlace(file: string, setting: ToolSetting): ToolSetting {
  const { path } = setting
  // Extensions of RuboCop were required before they became plugins.
  if (/(?:^|\/)\.rubocop[\w.-]*\.ya?ml$/.test(file) && path[0] === 'require')
    return { ...setting, path: ['plugins', ...path.slice(1)] }
  const row = MOVED.find(
    ([files, key, from]) =>
      files.test(file) && key.test(String(path[from.length])) && from.every((part, index) => path[index] === part),
  )
  return row ? { ...setting, path: [...row[3], ...path.slice(row[2].length)] } : setting
}

/** What pytest's `strict` stands for. */
function spelledOut(setting: ToolSetting): ToolSetting[] {
  const { path, value, line } = setting
  const home = path.slice(0, -1)
  if (path.at(-1) !== 'strict' || value !== 'true' || !home.join('.').includes('pytest')) return [setting]
  const addopts = { path: [...home, 'addopts', MOST_OPTIONS], value: '--strict-markers --strict-config', line }
  return [setting, { path: [...home, 'xfail_strict'], value, isText: false, line }, { ...addopts, isText: true }]
}

/** A place behind all others of the list. */
const MOST_OPTIONS = 1000
