// Comments at the top of a source file that switch the linter or the type checker off for all of it.
import type { TamperFinding } from '../finding.ts'
import { finding } from '../finding.ts'
import { plainLines } from '../../source/source.ts'

const WHOLE_FILE: readonly RegExp[] = [
  /^\s*(?:\/\/|\/\*)\s*@ts-nocheck\b/,
  /^\s*\/\*\s*(?:eslint|oxlint|tslint)[-:]disable\s*\*\//,
  /^\s*\/\/\s*(?:biome-ignore-all|tslint:disable|oxlint-disable|deno-lint-ignore-file)\b/,
  /^\s*#\s*mypy:\s*ignore-errors\b/,
  /^\s*#\s*(?:ruff|flake8):\s*noqa\s*$/,
  /^#\s*type:\s*ignore\s*$/,
  /^\s*#\s*pylint:\s*(?:skip-file|disable=all)\b/,
  /^\s*#\s*pyright:\s*(?:basic|ignore)\b/,
  /^\s*#!\[allow\((?:clippy::all|warnings|unused)\)\]/,
  /^\s*#\s*rubocop:disable\s+all\b/,
  /^\s*(?:\/\/|\/\*)\s*(?:phpcs:ignoreFile|phpstan-ignore-file)\b/,
  /^\s*\/\/nolint\s*$/,
]
const TOP_LINES = 30

/** Nobody ships it, and no test is there. */
const BESIDE = /(?:^|\/)(?:docs?|website|examples?|samples?|scripts?|codemods?|bench(?:es|marks?)?|playgrounds?)\//

export function newSuppressions(file: string, before: string, after: string): TamperFinding[] {
  const [old, now] = [top(before), top(after)]
  if (old.join('\n') === now.join('\n')) return []
  return now.flatMap((line, index) => {
    const pattern = WHOLE_FILE.find((one) => one.test(line))
    if (!pattern || old.some((known) => pattern.test(known))) return []
    const found = finding('suppressed', file, index + 1, `checks switched off for the whole file (${line.trim()})`)
    return [BESIDE.test(file) ? { ...found, isNote: true } : found]
  })
}

function top(text: string): string[] {
  return plainLines(text.slice(0, 20_000))
    .split('\n', TOP_LINES)
    .map((line) => line.slice(0, 120))
}
