// Tests that keep their title but for a sign that their runner takes for "not this one": Kotest's `!`, Catch2's `[.]`.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt } from '../../source/source.ts'
import type { TestFile } from '../test-file/test-file.ts'

interface Convention {
  readonly files: RegExp
  readonly runner: RegExp
  /** The sign in the first group, the title in the second. */
  readonly disabled: RegExp
  readonly enabled: (title: string) => RegExp
  readonly says: string
}

const quoted = (title: string): string => title.replaceAll(/\W/g, String.raw`\$&`)

const CONVENTIONS: readonly Convention[] = [
  {
    files: /\.kts?$/,
    runner: /\bio\.kotest\b|\bkotlintest\b|:\s?(?:String|Fun|Describe|Should|Behavior|Word|Feature|Free|Expect)Spec\b/,
    disabled:
      /"(!)([^"\n]{1,200})"\)?(?:\.config\([^()\n]{0,100}\))?(?:\s(?:-|when|should|Given|When|Then))?\s{0,9}\{/g,
    enabled: (title) => new RegExp(`"${quoted(title)}"`),
    says: 'is skipped now by its name',
  },
  {
    files: /\.kts?$/,
    runner: /\bio\.kotest\b|\bkotlintest\b|:\s?(?:String|Fun|Describe|Should|Behavior|Word|Feature|Free|Expect)Spec\b/,
    disabled: /"(f:)([^"\n]{1,200})"\)?(?:\.config\([^()\n]{0,100}\))?\s{0,9}\{/g,
    enabled: (title) => new RegExp(`"${quoted(title)}"`),
    says: 'runs alone now by its name',
  },
  {
    files: /\.(?:cc|cpp|cxx)$/,
    runner: /\b(?:TEST_CASE|SCENARIO)\s?\(/,
    disabled:
      /\b(?:TEST_CASE|SCENARIO)\s?\(\s{0,9}"(?=[^"\n]{1,200}",\s{0,9}"[^"\n]{0,80}(\[(?:\.[^\]]{0,40}|!(?:mayfail|shouldfail|hide))\]))([^"\n]{1,200})"/g,
    enabled: (title) => new RegExp(`"${quoted(title)}"(?!,\\s{0,9}"[^"\\n]{0,80}\\[[.!])`),
    says: 'is hidden now by its tags',
  },
]

export function disabledByName(file: TestFile, same: TestFile): TamperFinding[] {
  const [before, after] = [file.source.bare, same.source.bare]
  if (before === after) return []
  return CONVENTIONS.filter(({ files, runner }) => files.test(file.path) && runner.test(after)).flatMap(
    ({ disabled, enabled, says }) =>
      Array.from(after.matchAll(disabled)).flatMap(({ 2: title = '', index }) => {
        const isNew = enabled(title).test(before) && !enabled(title).test(after)
        return isNew ? [finding('skipped', same.path, lineAt(same.source, index), `test ${quote(title)} ${says}`)] : []
      }),
  )
}
