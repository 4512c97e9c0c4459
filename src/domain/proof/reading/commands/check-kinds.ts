// Which commands are checks, and what kind of thing each of them finds out.
import { isCheckName } from '../../yardstick/check-names.ts'
import type { CommandPart } from './command.ts'
import { BARE_PROOF, CHECK_TOOL, CHECK_WORD, hasSubcommand, KINDS } from './tools.ts'
import { isClean, isWhole } from './weaker-command.ts'

/** They run what another file says. */
const TASK_RUNNER =
  /^(?:run|make|just|task|composer|grunt|gulp|rake|nx|turbo|lerna|poe|inv|invoke|mise|cake|dotnet-cake|\$\(MAKE\))$/
const SCRIPT = /^(?:\.{0,2}\/|bash$|sh$|(?:scripts?|bin|ci|hack|tools)\/)/
const SCRIPT_WORD = /(?:^|[^a-z])(?:tests?|lint|check|verify|vet|validate|spec|e2e|typecheck)(?:$|[^a-z])/i

const SIDE_WORK =
  /codecov|coveralls|upload|notify|slack|discord|publish|deploy|clean|stop|kill|cache|comment|badge|label|install|download|setup/i

/** Goes wrong without harm. */
export function isSideWork(command: string): boolean {
  return SIDE_WORK.test(command)
}

/** Looks for known weaknesses and reports them to a page: what the work does is measured by others. */
export function isScan(command: string): boolean {
  return SCAN.test(command)
}

const SCAN =
  /^check-action \S*(?:codeql-action|scorecard|semgrep|sonar|zizmor|snyk|trivy|dependency-review|osv-scanner|lychee)/

/** How code is laid out, and what others have found in packages that it uses: neither says what the work does. */
export function isOfLayout(part: CommandPart): boolean {
  return kindOfCheck(part) === 'format' || isAudit(part)
}

export function isAudit({ tool, files }: CommandPart): boolean {
  return AUDIT.test(tool) || (AUDITS.test(tool) && /^(?:audit|deny|outdated)$/.test(files[0] ?? ''))
}

const AUDIT =
  /^(?:aud|pip-audit|govulncheck|snyk|osv-scanner|safety|bundle-audit|bundler-audit|npm-audit|better-npm-audit)$/
const AUDITS = /^(?:npm|pnpm|yarn|bun|cargo|composer|uv|bundle)$/

export function isTaskRunner({ tool }: CommandPart): boolean {
  return TASK_RUNNER.test(tool)
}

const IDLE_SUBCOMMAND =
  /^(?:list|l|init|related|linters|config|version|show-report|codegen|open|info|clear-result-cache|rule)$/
/** Says or fetches something. */
const NO_RUN = /^(?:--version|--help|-V|--install|--update|--clear-cache|--clearCache)$/

/** Something whose failure says that the work is wrong. */
export function isCheck({ tool, files, flags }: CommandPart): boolean {
  if (tool === 'playwright' && files[0] === 'install') return false
  if (flags.length > 0 && files.length === 0 && flags.every((flag) => NO_RUN.test(flag))) return false
  if (hasSubcommand(tool, files) && IDLE_SUBCOMMAND.test(files[0] ?? '')) return false
  if (BARE_PROOF.test(tool)) return true
  if (tool === 'pre-commit') return files[0] === 'run'
  if (tool === 'run') return isCheckName(files[0] ?? '')
  if (tool === 'rake' && files.length === 0) return true
  if (TASK_RUNNER.test(tool)) return files.some((word) => CHECK_WORD.test(word))
  if (tool.startsWith('$')) return /^(?:test|lint|check|vet|clippy|build)$/.test(files[0] ?? '')
  if (CHECK_TOOL.test(tool)) return [...files, ...flags].some((word) => CHECK_WORD.test(word))
  return SCRIPT.test(tool) && SCRIPT_WORD.test([tool, ...files.slice(0, 2)].map(baseOf).join(' '))
}

function baseOf(path: string): string {
  return path.replace(/^.*\//, '')
}

const BY_SUBCOMMAND: Readonly<Record<string, string>> = {
  test: 'test',
  vet: 'lint',
  lint: 'lint',
  clippy: 'lint',
  fmt: 'format',
  format: 'format',
  build: 'build',
}

/** What kind of thing it finds out: tests, lint, types. Undefined where its words do not say. */
export function kindOfCheck({ tool, files, flags }: CommandPart): string | undefined {
  if (tool === 'node') return flags.includes('--test') ? 'test' : undefined
  if (tool === 'ruff' || tool === 'biome') return files[0] === 'format' ? 'format' : 'lint'
  const known = KINDS.find(([, tools]) => tools.test(tool))?.[0]
  if (known !== undefined && tool !== 'rake') return known
  if (tool === 'mvn' || tool === 'gradle')
    return files.some((file) => /^(?:test|verify|check|build|package|install)$/.test(file)) ? 'test' : undefined
  const [word = ''] = files
  if (tool === 'cargo' && word === 'check') return 'build'
  if (!TASK_RUNNER.test(tool)) return Object.hasOwn(BY_SUBCOMMAND, word) ? BY_SUBCOMMAND[word] : undefined
  const words = (files.find((file) => !/^run(?:-many)?$/.test(file)) ?? '').toLowerCase().split(/[:._/-]/)
  if (words.some((word) => /^(?:tests?|specs?|unit|\w+tests?)$/.test(word)) || (tool === 'rake' && files.length === 0))
    return 'test'
  if (words.some((word) => /^(?:lint|eslint|ruff)$/.test(word))) return 'lint'
  return words.some((word) => /^(?:types?|typecheck|tsc|mypy|typing)$/.test(word)) ? 'types' : undefined
}

/** A task whose content stands elsewhere is spelled out now: a whole run of a tool of its kind. */
export function isSpelledOut(old: readonly CommandPart[], now: readonly CommandPart[]): boolean {
  const checks = old.filter(isCheck)
  if (checks.length === 0 || !checks.every(({ tool }) => TASK_RUNNER.test(tool)) || !isClean(now)) return false
  return checks.every((part) => {
    const kind = kindOfCheck(part)
    return (
      kind !== undefined &&
      now.some((other) => !TASK_RUNNER.test(other.tool) && kindOfCheck(other) === kind && isWhole(other))
    )
  })
}
