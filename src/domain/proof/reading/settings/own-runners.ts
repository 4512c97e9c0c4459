// Settings of a test config by which code of the project runs the tests, rewrites their results or stands in for modules.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt, lineStarts, plainLines } from '../../source/source.ts'

const FILES = /(?:^|\/)(?:package\.json|(?:jest|vitest|vite)[\w.-]*\.(?:[cm]?[jt]s|json))$/
const OWN =
  /(?<![\w$])["']?(runner|testRunner|testResultsProcessor)["']?\s{0,9}:\s{0,9}(?:require\.resolve\(|[\w.]{1,40}\()?\s{0,9}["']((?:\.{1,2}\/|<rootDir>)[^"'\n]{1,200})["']|(?<![\w$])["']?(automock)["']?\s{0,9}:\s{0,9}(true)\b|(?<![\w$])(onUnhandledError)\b\s{0,9}[:(]/g

export function ownRunners(file: string, before: string, after: string): TamperFinding[] {
  if (!FILES.test(file)) return []
  const text = plainLines(after)
  const starts = lineStarts(text)
  const known = new Set(Array.from(before.matchAll(OWN), ([written]) => written))
  return Array.from(text.matchAll(OWN))
    .filter(([written]) => !known.has(written))
    .map(({ 1: key = '', 2: path = '', 3: flag, 5: hook, index }) => {
      const set = flag === undefined ? `${key} set to ${quote(path)}` : `${flag} set to true`
      const what = hook === undefined ? set : `${hook} decides which errors count`
      return finding('config', file, lineAt({ starts }, index), what)
    })
}
