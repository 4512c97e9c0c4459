// One tool took the place of another, and the project's dependencies say the same: that looks asked for.
import type { FileChange } from '../../../../contract/change.ts'
import type { CommandPart } from './command.ts'
import type { TamperFinding, Swap } from '../finding.ts'
import { keysOf } from '../settings/setting.ts'
import { readSettings } from '../settings/formats/read-settings.ts'
import { isCheck, kindOfCheck } from './check-kinds.ts'
import { KINDS } from './tools.ts'
import { isClean, isProof, isWhole, isAsWide } from './weaker-command.ts'

/** What was lost, and by what it was replaced, where that can be a swap: a plain command that checks too. */
export function swapOf(lost: readonly CommandPart[], now: readonly (readonly CommandPart[])[]): Swap | undefined {
  const known = lost.filter(isCheck)
  const checks = known.length > 0 ? known : lost.filter(isProof)
  const came = now
    .filter((parts) => isClean(parts) && parts.some(isCheck))
    .flatMap((parts) => parts.filter(isCheck).map(({ tool }) => tool))
  const left = checks.filter(({ tool }) => !came.includes(tool))
  if (left.length === 0 || came.length === 0) return undefined
  const isOfKind = left.every((part) => hasEqual(part, now))
  return {
    lost: left.map(({ tool }) => tool),
    came,
    isOfKind,
    isWhole: now.some((parts) => parts.filter(isCheck).every(isWhole)),
  }
}

/** Another tool that finds out the same kind of thing looks at everything, and its failure counts. */
function hasEqual(old: CommandPart, now: readonly (readonly CommandPart[])[]): boolean {
  const kind = kindOfTool(old)
  return (
    kind !== undefined &&
    now.some((parts) => isClean(parts) && parts.some((part) => kindOfTool(part) === kind && isAsWide(part, old)))
  )
}

/** They bring a test runner of their own. */
const RUNTIME = /^(?:node|bun|deno)$/

function kindOfTool(part: CommandPart): string | undefined {
  const { tool, files, flags } = part
  if (/^(?:ruff|biome|rake)$/.test(tool)) return kindOfCheck(part)
  if (RUNTIME.test(tool)) return files[0] === 'test' || flags.includes('--test') ? 'test' : undefined
  return KINDS.find(([, tools]) => tools.test(tool))?.[0]
}

/** Where nothing can run, a tool that the project no longer has and a whole run of one that it has now are a note. */
export function withSwaps(
  findings: readonly TamperFinding[],
  changes: readonly FileChange[],
  isOnlyRead = false,
): TamperFinding[] {
  if (!findings.some(({ swap }) => swap)) return [...findings]
  const before = toolsIn(changes, ({ before: text }) => text)
  const after = toolsIn(changes, ({ after: text }) => text)
  const isGone = (tool: string): boolean => before.has(tool) && !after.has(tool)
  const isNew = (tool: string): boolean => after.has(tool) && !before.has(tool)
  return findings.map((one) => {
    if (!one.swap) return one
    const { lost, came, isOfKind } = one.swap
    // Where dependencies are listed, the tool that came must be among them.
    const isListed =
      came.some((tool) => after.has(tool) || RUNTIME.test(tool)) || (after.size === 0 && !MANIFEST.test(one.file))
    if (isOfKind && isListed) return { ...one, meant: true, isNote: true }
    if (!lost.every(isGone) || !came.some((tool) => isNew(tool) || RUNTIME.test(tool))) return one
    return { ...one, meant: true, ...(isOnlyRead && one.swap.isWhole && { isNote: true as const }) }
  })
}

const DEPENDENCIES =
  /(?:^|\.)(?:(?:dev|peer|optional)?[dD]ependencies|dependency-groups|optional-dependencies|dev-dependencies|requires)(?:\.|$)/
const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|deno\.jsonc?)$/
/** Packages whose command has another name. */
const COMMANDS: Readonly<Record<string, string>> = {
  typescript: 'tsc',
  '@playwright/test': 'playwright',
  pre_commit: 'pre-commit',
  neostandard: 'eslint',
}

function toolsIn(changes: readonly FileChange[], side: (change: FileChange) => string | undefined): Set<string> {
  const tools = new Set<string>()
  for (const change of changes) {
    const text = MANIFEST.test(change.path) ? side(change) : undefined
    for (const setting of text === undefined ? [] : readSettings(change.path, text)) {
      if (!DEPENDENCIES.test(keysOf(setting))) continue
      const isItem = typeof setting.path.at(-1) === 'number'
      const name = isItem ? (/^[\w.-]+/.exec(setting.value)?.[0] ?? '') : String(setting.path.at(-1))
      tools.add(
        (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined) ??
          name.replace(/^@[^/]+\//, '').replace(/-cli$/, ''),
      )
    }
  }
  return tools
}
