// A newer version of the tools in the same change: it brings rules of its own, and those that do not fit are left out.
import type { FileChange } from '../../../../../contract/change.ts'
import type { TamperFinding } from '../../finding.ts'

/** Files that say which version of an analyser, linter or compiler is used, and how such a line looks. */
const VERSIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:^|\/)global\.json$/, /"version"/],
  [
    /(?:proj|\.props|\.targets)$/,
    /<(?:PackageReference|PackageVersion|GlobalPackageReference)\b[^>]*Version=|<\w*Version>|<TargetFrameworks?>/,
  ],
  [/(?:^|\/)composer\.json$/, /"(?:phpstan|vimeo|psalm|squizlabs|friendsofphp|php)[\w/-]*"\s{0,9}:\s{0,9}"/],
  [
    /(?:^|\/)package\.json$/,
    /"(?:xo|[\w@/-]{0,40}(?:eslint|typescript|biomejs|stylelint|oxlint)[\w@/-]{0,40})"\s{0,9}:\s{0,9}"[\^~\d]/,
  ],
  [/(?:^|\/)\.pre-commit-config\.ya?ml$/, /^\s{0,20}-?\s{0,9}rev:/],
  [
    /(?:requirements[\w./-]*|constraints)\.(?:txt|in)$/,
    /^(?:ruff|flake8|pylint|mypy|pyright|bandit)[\w[\]-]*\s{0,9}[=~<>]=/,
  ],
  // A newer language lets more rules apply.
  [/(?:^|\/)pyproject\.toml$/, /^(?:requires-python|target-version|python)\s{0,9}=/],
  [/(?:^|\/)(?:pyproject\.toml|poetry\.lock|uv\.lock)$/, /["'](?:ruff|flake8|pylint|mypy|pyright)[\w-]*\s{0,9}[=~<>]=/],
  [/(?:^|\/)Gemfile(?:\.lock)?$/, /rubocop/],
  [/(?:^|\/)\.golangci\.ya?ml$/, /^version:/],
  [
    /\.github\/workflows\/[^/]+\.ya?ml$/,
    /golangci-lint-action@|^\s{1,20}version:\s{0,9}["']?v\d+\.\d|phpstan[\w-]*[:@]|tools:.*(?:phpstan|psalm)/,
  ],
  [/(?:^|\/)rust-toolchain(?:\.toml)?$/, /channel|^[\d.]+$/],
]

export function isToolRaised(changes: readonly FileChange[]): boolean {
  return changes.some(({ path, before, after }) => {
    if (OWN_TOOLS.test(path)) return true
    if (before === undefined || after === undefined) return false
    return VERSIONS.some(([file, line]) => file.test(path) && isRaised(before, after, line))
  })
}

function isRaised(before: string, after: string, line: RegExp): boolean {
  const old = versionLines(before, line)
  const now = versionLines(after, line)
  const came = now.filter((one) => !old.includes(one))
  return came.some((one) => NEW_RULES.test(one)) || (came.length > 0 && old.some((one) => !now.includes(one)))
}

/** PHP keeps each analyser in a project of its own. */
const OWN_TOOLS = /(?:^|\/)(?:vendor-bin|tools)\/(?:phpstan|psalm|php-cs-fixer|phan)\/composer\.(?:json|lock)$/

/** Packages that are nothing but rules. */
/** … and the next format of a config. */
const NEW_RULES =
  /^requires-python|^version: "?[2-9]|analy[sz]er|stylecop|eslint-(?:plugin|config)|phpstan-\w+-rules|rubocop-\w+/i

const MOST_LINES = 500

function versionLines(text: string, pattern: RegExp): string[] {
  return text
    .split('\n')
    .filter((line) => line.length < 1000 && pattern.test(line))
    .slice(0, MOST_LINES)
    .map((line) => line.trim())
}

/** PHPStan: the highest level of each major version. */
const MAXIMA: Readonly<Record<string, number>> = { 0: 8, 1: 9, 2: 10 }
const PHPSTAN = /"phpstan\/phpstan"\s{0,9}:\s{0,9}"[\^~]?(\d)/

/** `max` was this level in the version of before, and the version of now has more levels. */
export function isFormerMaximum({ what }: TamperFinding, changes: readonly FileChange[]): boolean {
  const level = /^parameters\.level lowered from max to (\d+)$/.exec(what)?.[1]
  if (level === undefined) return false
  return changes.some(({ path, before = '', after = '' }) => {
    const [was, is] = [before, after].map((text) => PHPSTAN.exec(text)?.[1])
    return (
      /(?:^|\/)composer\.json$/.test(path) && was !== undefined && was !== is && Number(level) >= (MAXIMA[was] ?? 99)
    )
  })
}
