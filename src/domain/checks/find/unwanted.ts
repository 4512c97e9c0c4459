// Commands that are no checks: they call us, send something out of the workspace, or rewrite the files they look at.
import { toCommands } from '../../shell/commands.ts'
import { LONGEST_LINE } from './found.ts'

/** A check that calls us would wait for itself. */
export function callsUs(command: string): boolean {
  return /(?:^|[\s;&|/])fullstop\s+(?:check|run|wait)\b/.test(command)
}

/** The start of a command: after a blank, an operator, a folder or a mark of make. */
const START = String.raw`(?:^|[\s;&|(@/-])`
const SENDING: readonly RegExp[] = [
  String.raw`(?:npm|pnpm|yarn|bun|cargo|poetry|uv|pdm|hatch|flit|gem|lerna|vsce|ovsx|jsr|dart|changeset)\s+(?:run\s+|npm\s+|-\S+\s+)*(?:deploy|publish)`,
  String.raw`(?:make|\$\(MAKE\)|just|task|rake|gradlew?|mvnw?)\s+(?:\S+\s+)*(?:deploy|publish)`,
  String.raw`(?:docker|podman)\s+(?:\S+\s+)*(?:push|--push)`,
  String.raw`(?:firebase|gcloud|wrangler|netlify|vercel|serverless|sls|cdk|sam|fly|flyctl|amplify|eb)\s+(?:\S+\s+)*(?:deploy|publish|--prod)`,
  String.raw`(?:kubectl|terraform|tofu|helm|pulumi)\s+(?:\S+\s+)*(?:apply|destroy|delete|install|upgrade|up)`,
  String.raw`(?:gh\s+release\s+(?:create|upload)|twine\s+upload|goreleaser\s+release|git\s+push|aws\s+s3\s+(?:sync|cp)|semantic-release|release-it|gh-pages)`,
].map((command) => new RegExp(`${START}${command}(?![\\w-])`))

/** Does it bring something out of the workspace? A check runs often and unasked, so such a one is never proposed. */
export function sendsOut(commands: string): boolean {
  return toCommands(commands).some(
    ({ written }) => written.length <= LONGEST_LINE && SENDING.some((pattern) => pattern.test(written)),
  )
}

export function leftOut(what: string): string {
  return `${what} is left out: it deploys or publishes`
}

/** Formatters that write unless one of these words is there. */
const FORMATTERS: ReadonlyArray<readonly [program: RegExp, harmless: RegExp]> = [
  [
    /(?:^|[\s/])(?:black|isort|ruff format|deno fmt|cargo fmt|rustfmt|cljfmt)(?=\s|$)/,
    /\s--?(?:check|check-only|diff)\b/,
  ],
  [/(?:^|[\s/])mix format(?=\s|$)/, /\s--(?:check-formatted|dry-run)\b/],
  [/(?:^|[\s/])dotnet format(?=\s|$)/, /\s--verify-no-changes\b/],
  [/(?:^|[\s/])php-cs-fixer fix(?=\s|$)/, /\s--dry-run\b/],
  [/(?:^|[\s/])rector(?: process)?(?=\s|$)/, /\s--dry-run\b/],
  [/(?:^|[\s/])terraform fmt(?=\s|$)/, /\s-check\b/],
  [/(?:^|[\s/])swiftformat(?=\s|$)/, /\s--lint\b/],
]
const WRITING: readonly RegExp[] = [
  /\s--(?:fix|write|apply|apply-unsafe|unsafe-fixes|autocorrect(?:-all)?|auto-correct(?:-all)?|in-place|overwrite|updateSnapshot)(?=\s|$)/,
  /(?:^|[\s/])(?:rubocop|standardrb)\s(?:.*\s)?-[aA](?=\s|$)/,
  /(?:^|[\s/])(?:gofmt|goimports|gofumpt|prettier)\s(?:.*\s)?(?:-s)?-w(?=\s|$)/,
  /(?:^|[\s/])(?:jest|vitest)\s(?:.*\s)?(?:-u|--update)(?=\s|$)/,
  /(?:^|[\s/])(?:phpcbf|cargo fix|go fix|pyupgrade|autoflake)(?=\s|$)/,
]

/** Does it rewrite files that belong to the project? Such a command makes itself pass. */
export function writesFiles(commands: string): boolean {
  return toCommands(commands).some(({ words }) => isWriting(words.join(' ')))
}

function isWriting(line: string): boolean {
  if (line.length > LONGEST_LINE) return false
  if (WRITING.some((pattern) => pattern.test(line))) return true
  return FORMATTERS.some(([program, harmless]) => program.test(line) && !harmless.test(line))
}

export function leftOutAsFixer(what: string): string {
  return `${what} is left out: it rewrites files`
}
