// The commands of a CI file, each with the job it belongs to. Actions and hooks that check count as commands.
import { readYaml } from '../../settings/formats/read-yaml.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { lastKey } from '../../settings/setting.ts'
import type { CheckLine } from '../check-lines.ts'
import { isTool } from '../command.ts'
import { softOwners } from './ci-soft.ts'
import { linesOf } from '../shell-scripts.ts'

export interface CiFile {
  readonly settings: readonly ToolSetting[]
  readonly lines: readonly CheckLine[]
}

export function readCi(path: string, text: string | undefined): CiFile {
  if (text === undefined) return { settings: [], lines: [] }
  if (!/\.ya?ml$/.test(path)) {
    const lines = linesOf(text).map(({ text: line, line: number }) => ({ text: shellOf(line), line: number }))
    return { settings: [], lines }
  }
  const settings = readYaml(text)
  const owners = softOwners(settings)
  const isSoft = (place: ToolSetting['path']): boolean =>
    place.some((_, index) => owners.has(JSON.stringify(place.slice(0, index + 1))))
  const lines = linesIn(path, settings).map(({ path: place, line }) =>
    isSoft(place) ? { ...line, isSoft: true } : line,
  )
  return { settings, lines }
}

interface Placed {
  readonly path: ToolSetting['path']
  readonly line: CheckLine
}

const COMMAND_KEYS = /^(?:run|script|before_script|commands?|cmds?|bash|pwsh|powershell|cmd|test|entry|args)$/

function linesIn(file: string, settings: readonly ToolSetting[]): Placed[] {
  const found: Placed[] = []
  const isPipeSafe = pipeSafety(settings)
  const isCode = codeSteps(settings)
  const toolNamed = namedTools(settings)
  for (const setting of settings) {
    const { path, value, line } = setting
    const key = lastKey(setting)
    const action = actionIn(file, key, value)
    if (action) found.push({ path, line: { ...action, line, place: placeOf(path) } })
    const handed = path.includes('with') ? handedTo(setting, settings) : undefined
    if (handed !== undefined) found.push({ path, line: { text: handed, line, place: placeOf(path) } })
    if (!COMMAND_KEYS.test(key) || value === '' || path.includes('with') || isCode(path)) continue
    const last = found.at(-1)
    const text = toolNamed(value)
    if (last?.line.text.endsWith('\\') === true)
      found.splice(-1, 1, { path, line: { ...last.line, text: `${last.line.text.slice(0, -1)} ${text}` } })
    else {
      const shown = text === value ? {} : { shown: value }
      found.push({ path, line: { text, ...shown, line, place: placeOf(path), isPipeSafe: isPipeSafe(path) } })
    }
  }
  return found
}

const BY_NAME =
  /((?:^|[;&|]\s{0,9})(?:[A-Z_]\w{0,40}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"']{0,200})\s{1,9}){0,5})\$\{\{\s{0,9}env\.(\w{1,60})\s{0,9}\}\}(?=\s)/g

const PROGRAM = /^(?:cargo|go|npm|pnpm|yarn|bun|deno|python3?|poetry|uv|make|mvn|gradle|dotnet|composer|php|ruby|rake)$/

/** `${{ env.CARGO }} test`: the program's name is a variable of the file, which may stand for a wrapper on some machines. */
function namedTools(settings: readonly ToolSetting[]): (command: string) => string {
  const tools = new Map<string, string>()
  for (const { path, value } of settings) {
    const [place, name] = path.slice(-2)
    if (place === 'env' && !tools.has(String(name)) && (PROGRAM.test(value) || isTool(value)))
      tools.set(String(name), value)
  }
  if (tools.size === 0) return (command) => command
  return (command) =>
    command.replaceAll(BY_NAME, (all, before: string, name: string) => {
      const tool = tools.get(name)
      return tool === undefined ? all : `${before}${tool}`
    })
}

/** Steps that are written in another language than that of a shell. */
function codeSteps(settings: readonly ToolSetting[]): (path: ToolSetting['path']) => boolean {
  const steps = new Set(
    settings
      .filter((setting) => lastKey(setting) === 'shell' && /^(?:python|node|perl|ruby)\d*\b/.test(setting.value))
      .map(({ path }) => stepOf(path)),
  )
  return (path) => steps.has(stepOf(path) ?? '')
}

const RETRIES =
  /(?:^|\/)(?:retry|retry-step|retry-on-[\w-]+|action-retry|setup-xvfb|xvfb-action|headless-gui|vm-actions\/[\w-]+|[\w-]+-vm|run-on-arch-action)(?:$|@)/
const GRADLE_ACTION = /(?:^|\/)(?:gradle-build-action|setup-gradle|gradle-command-action)(?:$|@)/

/** An action that runs the command it is given. */
function handedTo(setting: ToolSetting, settings: readonly ToolSetting[]): string | undefined {
  const { path, value } = setting
  const key = lastKey(setting)
  if (!/^(?:command|run|script|arguments)$/.test(key) || value === '') return undefined
  const step = JSON.stringify(path.slice(0, path.indexOf('with')))
  const action =
    settings.find((one) => lastKey(one) === 'uses' && JSON.stringify(one.path.slice(0, -1)) === step)?.value ?? ''
  if (key === 'arguments') return GRADLE_ACTION.test(action) ? `gradle ${value}` : undefined
  return RETRIES.test(action) ? value : undefined
}

/** A job by its name, wherever the system keeps its jobs. */
export function placeOf(path: ToolSetting['path']): string {
  if (path[0] === 'jobs') return String(path[1])
  const at = path.findIndex((part) => part === 'steps' || part === 'script')
  return path.slice(0, at < 0 ? 1 : at).join('.')
}

/** The part of the path that leads to one step of a job. */
export function stepOf(path: ToolSetting['path']): string | undefined {
  const at = path.lastIndexOf('steps')
  return at >= 0 && typeof path[at + 1] === 'number' ? JSON.stringify(path.slice(0, at + 2)) : undefined
}

/** GitHub's own `shell: bash` stops at a failure inside a pipe; its default does not. */
function pipeSafety(settings: readonly ToolSetting[]): (path: ToolSetting['path']) => boolean {
  const safe = new Set<string>()
  for (const setting of settings) {
    const isBash = lastKey(setting) === 'shell' && setting.value === 'bash'
    if (isBash || /\bset\s[^\n]{0,40}pipefail/.test(setting.value)) safe.add(stepOf(setting.path) ?? 'everywhere')
  }
  return (path) => safe.has('everywhere') || safe.has(stepOf(path) ?? '')
}

/** Actions that run a known tool. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^pre-commit\/action$/, 'pre-commit run --all-files'],
  [/^golangci\/golangci-lint-action$/, 'golangci-lint run'],
  [/rhysd\/actionlint$/, 'actionlint'],
  [/^(?:chartboost|astral-sh)\/ruff-action$/, 'ruff check .'],
  [/^(?:actions-rs|giraffate|auguwu)\/clippy/, 'cargo clippy'],
]
/** The tool's name is in the action's. */
const TOOL_ACTION =
  /(?:^|[/_-])(phpstan|psalm|eslint|rubocop|shellcheck|hadolint|mypy|pytest|phpunit|stylelint)(?:$|[/_-])/i
const CHECK_ACTION =
  /(?:^|[/_.-])(?:lint|linter|lints|tests?|checks?|checker|clippy|codeql-action\/analyze|sonarqube|sonarcloud|semgrep|phpstan|psalm|eslint|zizmor|shellcheck|super-linter)(?:$|[/_.-])/i
const NO_CHECK_ACTION =
  /(?:^|[/_-])(?:setup|checkout|cache|upload|download|install|report|reporter|results?|summary|publish|release|comment|notify|labeler|stale|attest)(?:$|[/_-])/i

function actionIn(file: string, key: string, value: string): CheckLine | undefined {
  if (key === 'id' && /(?:^|\/)\.pre-commit-(?:config|hooks)\.ya?ml$/.test(file))
    return FIXERS.test(value) || HYGIENE.test(value) ? undefined : toHook(value)
  if (key !== 'uses') return undefined
  const name = value.replace(/@.*$/, '').replace(/^docker:\/\/([^:]*)(?::.*)?$/, '$1')
  const known = ACTIONS.find(([pattern]) => pattern.test(name))?.[1] ?? TOOL_ACTION.exec(name)?.[1]
  if (known !== undefined) return { text: known, line: 0, shown: name }
  // A workflow of the same repository is read where it changes.
  if (name.startsWith('./') || !CHECK_ACTION.test(name) || NO_CHECK_ACTION.test(name)) return undefined
  return { text: `check-action ${name}`, line: 0, shown: name }
}

/** Hooks under their newer names, and those that a newer one replaces. */
const HOOK_NAMES: Readonly<Record<string, string>> = {
  'ruff-check': 'ruff',
  'check-byte-order-marker': 'fix-byte-order-marker',
  'mypy-strict': 'mypy',
}
const HOOK_INCLUDES: Readonly<Record<string, readonly string[]>> = {
  ruff: [
    'flake8',
    'pyupgrade',
    'reorder-python-imports',
    'isort',
    'autoflake',
    'pydocstyle',
    'pycln',
    'bandit',
    'debug-statements',
  ],
  'ruff-format': ['black', 'autopep8', 'yapf', 'blacken-docs'],
  eslint: ['tslint'],
  oxlint: ['eslint'],
  oxfmt: ['prettier'],
  'biome-check': ['eslint', 'prettier'],
  'biome-ci': ['eslint', 'prettier'],
}

/** Hooks that put text in order or write files down anew. They measure nothing. */
const FIXERS =
  /^(?:docformatter|mdformat|pyprojectsort|toml-sort(?:-fix)?|sort-[\w-]+|setup-cfg-fmt|pyproject-fmt|tox-ini-fmt|tox-toml-fmt|taplo-format|clang-format|trailing-whitespace|end-of-file-fixer|mixed-line-ending|requirements-txt-fixer|file-contents-sorter|pretty-format-json|double-quote-string-fixer|add-trailing-comma|pip-compile[\w-]*|poetry-(?:lock|export)|uv-(?:lock|export)|sync-pre-commit-deps|sync-with-uv|pre-commit-update)$/

/** Hooks that look at texts, data and the repository itself: the work is measured by others. */
const HYGIENE =
  /^(?:check-(?:merge-conflict|case-conflict|added-large-files|symlinks|vcs-permalinks|executables-have-shebangs|shebang-scripts-are-executable|byte-order-marker|yaml|toml|json|xml|useless-excludes|hooks-apply|github-\w+|dependabot|readthedocs|renovate|jsonschema|docstring-first|builtin-literals|manifest)|fix-\w+(?:-\w+)*|destroyed-symlinks|detect-(?:private-key|aws-credentials|secrets)|forbid-(?:new-)?submodules|no-commit-to-branch|debug-statements|name-tests-test|python-(?:use-type-annotations|no-\w+(?:-\w+)*|check-\w+(?:-\w+)*)|rst-\w+(?:-\w+)*|text-unicode-replacement-char|codespell|typos|misspell|yesqa|markdownlint(?:-\w+)*|yamllint|doc8|rstcheck|validate-(?:pyproject|cff|\w+)|commitizen(?:-\w+)?|gitlint|gitleaks|shfmt|actionlint|zizmor|blacken-docs|nbstripout|pyupgrade|reorder-python-imports|prettier|black|isort|ruff-format)$/

function toHook(id: string): CheckLine {
  const name = (Object.hasOwn(HOOK_NAMES, id) ? HOOK_NAMES[id] : undefined) ?? id
  const included = Object.hasOwn(HOOK_INCLUDES, name) ? (HOOK_INCLUDES[name] ?? []) : []
  return { text: ['check-action', name, ...included].join(' '), line: 0, shown: id }
}

/** `sh 'npm test'` in a Jenkinsfile. */
function shellOf(line: string): string {
  return /^(?:sh|bat|pwsh)\s*\(?\s*(?:script:\s*)?["']{1,3}(.*?)["']{0,3}\s*[,)]*$/.exec(line)?.[1] ?? line
}
