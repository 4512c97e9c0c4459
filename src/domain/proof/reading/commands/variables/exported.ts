// Variables that a line of a script or of CI sets for the lines behind it.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { CheckLine } from '../check-lines.ts'
import { readCommand } from '../command.ts'
import { isWeakening } from './weakening.ts'

const NAMED = /^[A-Z_]\w*=/
/** Later steps of GitHub take their variables from this file. */
const TO_LATER_STEPS = /^(?:echo|printf)\s(["']?)(\w+=[^\n]{1,300}?)\1\s{0,9}>>?\s{0,9}["']?\$\{?GITHUB_ENV\b/

/** `export PYTEST_ADDOPTS="-k smoke"` on a line of its own. */
export function weakerExports(
  file: string,
  { before, after }: { readonly before: readonly CheckLine[]; readonly after: readonly CheckLine[] },
  kind: 'command' | 'ci',
): TamperFinding[] {
  const known = new Set(before.map(({ text }) => text))
  return after.flatMap(({ text, line }) => {
    if (known.has(text)) return []
    const handedOn = TO_LATER_STEPS.exec(text)?.[2]
    const exported = readCommand(text).flatMap(({ tool, files }) => (tool === 'export' ? files : []))
    return [...exported, ...(handedOn === undefined ? [] : [handedOn])]
      .filter((one) => NAMED.test(one) && isWeakening(one))
      .map((one) =>
        finding(kind, file, line, `${one.slice(0, one.indexOf('='))} set to ${quote(one.slice(one.indexOf('=') + 1))}`),
      )
  })
}
