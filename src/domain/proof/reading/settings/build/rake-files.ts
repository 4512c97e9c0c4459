// Rakefiles: a task that looks at fewer files, or a default that no longer needs a check.
import { isCheckName } from '../../../yardstick/check-names.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { plainLines } from '../../../source/source.ts'
import { isNarrowed, isSingleFile } from '../narrowed-lists.ts'

const PATTERNS = /\b(?:pattern|test_files|files)[ \t]*=|\bFileList\[|\bDir(?:\.glob\(|\[)/
const QUOTED = /["']([\w*?{}[\],./-]{2,200})["']/g
const NEEDS = /^[ \t]*(?:multi)?task\b[ \t(]{1,4}:?["']?(\w+)["']?(?::|[ \t]*=>)[ \t]*(.{1,300})$/

interface Entry {
  readonly value: string
  readonly line: number
}

export function compareRake(file: string, before: string, after: string): TamperFinding[] {
  const [old, now] = [patternsIn(before), patternsIn(after)]
  const lost = old.filter(({ value }) => !now.some((one) => one.value === value))
  const came = now.filter(({ value }) => !old.some((one) => one.value === value))
  const [values, others] = [lost, came].map((list) => list.map(({ value }) => value))
  const isLess =
    isNarrowed(values ?? [], others ?? []) || (lost.length > 0 && came.length > 0 && (others ?? []).every(isSingleFile))
  const narrowed =
    isLess && !(values ?? []).every(isSingleFile)
      ? came.map(({ value, line }) => finding('config', file, line, `tests narrowed to ${quote(value)}`))
      : []
  return [...narrowed, ...lostNeeds(file, before, after)]
}

function patternsIn(raw: string): Entry[] {
  return plainLines(raw)
    .split('\n')
    .flatMap((text, index) =>
      text.length > 1000 || /^\s*#/.test(text) || !PATTERNS.test(text)
        ? []
        : Array.from(text.matchAll(QUOTED), ({ 1: value = '' }) => ({ value, line: index + 1 })),
    )
    .filter(({ value }) => /[*/]|\.rb$/.test(value))
}

/** Tasks that another one needs, by its name. */
function lostNeeds(file: string, before: string, after: string): TamperFinding[] {
  const [old, now] = [needsIn(before), needsIn(after)]
  return [...old].flatMap(([name, was]) => {
    const is = now.get(name)
    if (!is || (name !== 'default' && !isCheckName(name))) return []
    const left = is.needs
    return was.needs
      .filter((need) => !left.includes(need) && (isCheckName(need) || /^(?:rubocop|standard|steep|sorbet)$/.test(need)))
      .filter((need) => !left.some((other) => now.get(other)?.needs.includes(need)))
      .filter((need) => left.length < was.needs.length || !left.some(isCheckName) || now.has(need))
      .map((need) => finding('command', file, is.line, `task ${quote(name)} no longer needs ${quote(need)}`))
  })
}

function needsIn(raw: string): Map<string, { readonly needs: readonly string[]; readonly line: number }> {
  const found = new Map<string, { needs: string[]; line: number }>()
  for (const [index, text] of plainLines(raw).split('\n').entries()) {
    const hit = NEEDS.exec(text.slice(0, 500))
    if (!hit) continue
    const [, name = '', list = ''] = hit
    const needs = (list.replace(/\bdo\b.*$/, '').match(/[a-z_][\w:]*/gi) ?? []).filter(
      (word) => word !== 'i' && word !== 'w',
    )
    found.set(name, { needs: [...(found.get(name)?.needs ?? []), ...needs], line: index + 1 })
  }
  return found
}
