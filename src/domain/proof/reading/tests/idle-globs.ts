// A test that takes its cases from files, with a pattern that finds none of them any more: the loop over them never runs.
import type { FileChange } from '../../../../contract/change.ts'
import { findsNothing, isBuilt } from '../around/found-files.ts'
import type { TamperFinding } from '../finding.ts'
import { cut, finding } from '../finding.ts'
import { lineAt, lineStart } from '../../source/source.ts'
import type { Comparison } from './matching/comparison.ts'
import type { TestFile } from '../test-file/test-file.ts'

const LOOKS_FOR = /glob|Dir\b|Directory\.|listFiles|DirectoryStream|Finder|readdir|walk|fixtures?\(/i
const PATTERN = /(["'`])([\w@./ {},-]*\*[\w@./* {},-]*)\1/g

/** `files`: all that there are before the change; undefined: not known yet. */
export function idleGlobs(
  { before, now }: Comparison,
  changes: readonly FileChange[],
  files?: readonly string[],
): TamperFinding[] {
  return before.flatMap((file) => {
    const same = now.get(file.path)
    if (!same || same.source.text === file.source.text) return []
    const [was, is] = [patternsIn(file), patternsIn(same)]
    const lost = was.filter(({ glob }) => !is.some((one) => one.glob === glob))
    const came = is.filter(({ glob }) => !was.some((one) => one.glob === glob))
    if (lost.length === 0 || lost.length !== came.length) return []
    return came.flatMap(({ glob, line }, index) => {
      if (isBuilt(glob)) return []
      const what = `the pattern ${cut(glob)} of the tests finds no file`
      const old = lost[index]?.glob ?? ''
      if (files === undefined) return [{ ...finding('vacuous', same.path, line, what), isOpen: true as const }]
      const isIdle = findsNothing(glob, files, changes) && !findsNothing(old, files, [])
      return isIdle ? [finding('vacuous', same.path, line, what)] : []
    })
  })
}

function patternsIn({ source }: TestFile): { readonly glob: string; readonly line: number }[] {
  return Array.from(source.bare.matchAll(PATTERN)).flatMap(({ 2: glob = '', index }) => {
    const line = lineAt(source, index)
    const above = source.code.slice(lineStart(source, Math.max(1, line - 1)), index)
    return LOOKS_FOR.test(above) ? [{ glob, line }] : []
  })
}
