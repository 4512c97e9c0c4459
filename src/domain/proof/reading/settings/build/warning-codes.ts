// Codes of warnings that a project file leaves out: only a code that came is news, however the list is written.
import type { FileChange } from '../../../../../contract/change.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { isToolRaised } from '../tools/raised-tools.ts'
import { blankComments } from '../formats/xml-comments.ts'
import { lineAt, lineStarts } from '../../../source/source.ts'

const LISTS = /<(NoWarn|WarningsNotAsErrors)\b[^<>]{0,200}>([^<]{1,2000})</g
const CODE = /\b[A-Za-z]{0,10}\d{3,6}\b/g
/** Missing documentation. */
/** How code is written, not whether it works. */
const STYLE = /^(?:SA|SX|IDE|RS00)\d/
const BESIDE = /(?:^|\/)(?:samples?|examples?|snippets?|docs?|benchmarks?|bench)\//i
const HARMLESS = /^(?:CS)?(?:1591|1573|1587)$/

export function newWarningCodes(
  { path, before = '', after = '' }: FileChange,
  changes: readonly FileChange[],
): TamperFinding[] {
  if (!/(?:proj|\.props|\.targets)$/.test(path) || BESIDE.test(path)) return []
  const known = new Set(codesIn(before).map(({ code }) => plain(code)))
  const added = codesIn(after).filter(({ code }) => !known.has(plain(code)) && !HARMLESS.test(code))
  const isRaised = isToolRaised(changes)
  return added.map(({ code, list, line }) => ({
    ...finding('config', path, line, `${quote(code)} added to ${list}`),
    ...((isRaised || STYLE.test(code)) && { isNote: true as const }),
  }))
}

/** `CS8600` and `8600` are the same. */
function plain(code: string): string {
  return code.replace(/^(?:CS)?0*(?=\d)/, '')
}

interface Code {
  readonly code: string
  readonly list: string
  readonly line: number
}

function codesIn(raw: string): Code[] {
  const text = blankComments(raw)
  const starts = lineStarts(text)
  return Array.from(text.matchAll(LISTS)).flatMap(({ 1: list = '', 2: inner = '', index }) => {
    const line = lineAt({ starts }, index)
    return (inner.match(CODE) ?? []).map((code) => ({ code, list, line }))
  })
}
