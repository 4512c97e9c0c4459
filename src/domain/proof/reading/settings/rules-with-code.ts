// Where nothing will run: single rules of linters that are given up while code changes. Reading cannot tell whether the code
// was to pass or the rule no longer fits: a person sees it as a note.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { languageOf } from '../../source/languages.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

/** By their names or codes; paths, flags of the compiler and thresholds are more than that. */
const SINGLE =
  /^"[\w@-]{2,60}(?:\/[\w-]{1,60})?" added to (?:ignore|extend-ignore|disable|per-file-ignores|extend-per-file-ignores|disable_error_code)$|^rule \S+ (?:turned off|removed|lowered from \S+ to \S+)$|^[A-Z]\w{1,40}\/\w{1,60}\.Enabled set to false$/
/** PHPStan overlooks one message, phpcs leaves one sniff out. */
const PHP_SINGLE = /^".{4,200}" added to (?:ignoreErrors|exclude)$/
const PHP_FILES = /(?:^|\/)(?:phpstan[\w.-]*\.neon(?:\.dist)?|\.?phpcs\.xml(?:\.dist)?|ruleset\.xml)$/
const GOLANGCI = /(?:^|\/)\.golangci\.\w+$/
const EXCEPTION = /^".{1,80}" added to (?:exclusions|exclude-rules|excludes)$/

export function withCode(findings: readonly TamperFinding[], changes: readonly FileChange[]): readonly TamperFinding[] {
  const isAny = findings.some(isSingle)
  return isAny && changes.some(isCode)
    ? findings.map((one) => (isSingle(one) ? { ...one, isNote: true } : one))
    : findings
}

function isSingle({ kind, what, file, isOfOneRule }: TamperFinding): boolean {
  return (
    kind === 'config' &&
    (isOfOneRule === true ||
      SINGLE.test(what) ||
      (GOLANGCI.test(file) && EXCEPTION.test(what)) ||
      (PHP_FILES.test(file) && PHP_SINGLE.test(what)))
  )
}

function isCode({ path, before, after }: FileChange): boolean {
  return languageOf(path) !== undefined && kindOfConfig(path) === undefined && before !== after
}
