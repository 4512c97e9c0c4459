// What looking for checks works on and gives: the names at a repository's root, and the checks they speak for.
import type { CheckConfig } from '../../contract/config.ts'
import { toCommands } from '../shell/commands.ts'
import { joinWords } from '../shell/words.ts'

export interface RootFiles {
  /** Names at the root; folders end with "/". */
  readonly files: readonly string[]
  /** Content of a root file; loaded for the names in NEEDED_FILES. */
  readonly text: (name: string) => string | undefined
}

export interface Found {
  readonly check: CheckConfig
  /** Where it comes from: `package.json, script "test"`. */
  readonly from: string
}

/** What one ecosystem finds, under the plain names; `covers` names what its checks do on the way. */
export interface EcosystemChecks {
  readonly found: readonly Found[]
  readonly problems: readonly string[]
  readonly covers?: readonly string[]
}

export type Finder = (seen: RootFiles) => EcosystemChecks

/** Looks only for the names that nothing else has brought. */
export type GapFinder = (seen: RootFiles, isMissing: (name: string) => boolean) => EcosystemChecks

export const NOTHING: EcosystemChecks = { found: [], problems: [] }

/** Longer lines are no recipe that a person wrote, and slow to read. */
export const LONGEST_LINE = 10_000

const TIMEOUT = '10m'

export interface Proposal {
  readonly name: string
  readonly run: string | readonly string[]
  readonly from: string
  readonly env?: Readonly<Record<string, string>>
}

export function propose({ name, run, from, env }: Proposal): Found {
  const line = typeof run === 'string' ? run : joinWords(run)
  return { check: { name, run: line, timeout: TIMEOUT, ...(env === undefined ? {} : { env: { ...env } }) }, from }
}

export function firstOf(seen: RootFiles, names: readonly string[]): string | undefined {
  return names.find((name) => seen.files.includes(name))
}

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
