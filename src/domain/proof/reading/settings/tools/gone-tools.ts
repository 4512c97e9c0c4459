// Tools that a change takes out of the project altogether: no command and no list of dependencies names them any more.
import type { FileChange } from '../../../../../contract/change.ts'
import type { TamperFinding } from '../../finding.ts'
import type { ToolSetting } from '../setting.ts'

const TOOLS = /^(?:pytest|mypy|ruff|flake8|pylint|pyright|basedpyright|isort)$/
const NAMES_TOOLS =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|noxfile\.py|Makefile|justfile|requirements[\w./-]*\.(?:txt|in)|Pipfile|\.pre-commit-config\.yaml|[\w.-]+\.ya?ml)$/

interface Sides {
  readonly file: string
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

/** All of its settings went with the tool. What it checked is looked at where it was called. */
export function ofGoneTools(
  found: readonly TamperFinding[],
  { file, old, now }: Sides,
  changes: readonly FileChange[],
): TamperFinding[] {
  const gone = new Set(
    old
      .map(toolOf)
      .filter((tool) => TOOLS.test(tool) && !now.some((one) => toolOf(one) === tool) && isUnnamed(tool, changes)),
  )
  if (gone.size === 0) return [...found]
  const lines = new Set(old.filter((one) => gone.has(toolOf(one))).map(({ line }) => line))
  return found.filter((one) => one.file !== file || !lines.has(one.line))
}

function toolOf({ path }: ToolSetting): string {
  return String(path[path[0] === 'tool' ? 1 : 0]).replace(/^tool:/, '')
}

/** It was named somewhere beside its own settings, and is not any more. */
function isUnnamed(tool: string, changes: readonly FileChange[]): boolean {
  const own = new RegExp(`^\\[+(?:tool[.:])?${tool}\\b.*$`, 'gm')
  const word = new RegExp(`(?<![\\w./-])${tool}(?![\\w.-])`)
  const isNamed = (text: string | undefined): boolean => text !== undefined && word.test(text.replaceAll(own, ''))
  const files = changes.filter(({ path }) => NAMES_TOOLS.test(path))
  return files.some(({ before }) => isNamed(before)) && !files.some(({ after }) => isNamed(after))
}

const EXTENSION = /^"(rubocop-[\w-]{1,60})" removed from plugins$/

/** An extension of RuboCop that the project no longer installs: a person should see it, and that is all. */
export function withItsGem(found: TamperFinding, changes: readonly FileChange[]): TamperFinding {
  const gem = EXTENSION.exec(found.what)?.[1]
  const isDropped = changes.some(
    ({ path, before, after }) =>
      /(?:^|\/)Gemfile$|\.gemspec$/.test(path) &&
      gem !== undefined &&
      before?.includes(gem) === true &&
      after?.includes(gem) !== true,
  )
  return isDropped ? { ...found, isNote: true } : found
}
