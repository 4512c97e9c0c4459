// Showing what a project file would run, and storing the user's trust in exactly that.
import { joinWords } from '../../../domain/shell/words.ts'
import type { CheckConfig, Config } from '../../../contract/config/config.ts'
import { OWN_CHECK } from '../../../domain/checks/find/found.ts'
import { shownAddress } from '../../../domain/policy/keys.ts'
import { parseConfig } from '../../../flows/project/config-file.ts'
import { FullstopError } from '../../../contract/error.ts'
import type { Actor } from '../../../contract/event.ts'
import { missingFor } from '../../../flows/install/missing-programs.ts'
import { type LoadedPolicy, loadPolicy, type PolicyQuery } from '../../../flows/project/load-policy.ts'
import { readTrust, trustFile, type Trust } from '../../../flows/project/trust.ts'
import { accountName } from '../../../adapters/platform/account.ts'
import { stamp, type World } from '../../../flows/world.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import type { Context } from '../command.ts'
import { isPerson } from '../person.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { drawTable } from '../screen/table.ts'
import { fitLines } from '../screen/wrap.ts'

const MOST_HASHES = 20

/** Where `checks find` finds nothing. */
export const HOW_TO_NAME_ONE = `write this to fullstop.json, with the command that runs your tests: \`${OWN_CHECK}\`; then run \`fullstop trust\``

export interface Trustable {
  readonly file: string
  readonly root: string
  readonly text: string
  readonly hash: string
  readonly trusted: boolean
}

/** Undefined: there is no project file that could be trusted. */
export function toTrustable({ projectFile, project, policy }: LoadedPolicy): Trustable | undefined {
  if (projectFile === undefined || !project || policy.root === undefined) return undefined
  return { file: projectFile, root: policy.root, ...project }
}

/** An untrusted file is shown and asked about, where a person is there to answer. */
export async function trustedPolicy(world: World, query: PolicyQuery, context: Context): Promise<LoadedPolicy> {
  const loaded = await loadPolicy(world, query)
  if (loaded.problems.length > 0) {
    throw new FullstopError('config-invalid', loaded.problems.join('; '), 'fix it, then run this again')
  }
  const found = toTrustable(loaded)
  if (!found || found.trusted || loaded.policy.untrustedChecks.length === 0 || !isPerson(context)) return loaded
  context.complain(`${(await showTrustable(world, found, paperFor(context))).join('\n')}\n\n`)
  const isTrusted = context.confirm('Trust this content in this folder? [y/N] ')
  context.complain('\n')
  if (!isTrusted) return loaded
  await storeTrust(world, found, 'terminal')
  return loadPolicy(world, query)
}

export async function showTrustable(
  world: World,
  { file, root, text, hash }: Trustable,
  paper: Paper,
): Promise<string[]> {
  const parsed = parseConfig(text)
  const config = parsed.ok ? parsed.config : {}
  const checks = config.checks ?? []
  const missing = await missingFor(world, checks, root)
  const lines = [
    `${inLine(pathOn(paper, file))} (content ${hash})`,
    '',
    ...(checks.length === 0
      ? ['It names no checks.']
      : ['These commands would run whenever an agent claims success, or you run `fullstop check` or `verify`:', '']),
    ...drawTable({ columns: [{}, { wraps: true }, { wraps: true }], rows: checks.map(toRow), indent: 2 }, paper),
    ...(config.allowCommands ?? []).map((pattern) => `  also, if an agent proposes it: ${oneLine(pattern, 100)}`),
    ...showSetup(config.worktree),
    ...showTrackers(config.trackers),
    ...showNotify(config.notify),
    ...(missing.length > 0 ? ['', ...missing.map((text) => paper.style.warn(`warning: ${text}`))] : []),
    '',
    `in      ${inLine(pathOn(paper, root))}`,
    `as      ${who(world.env)}, with all your rights, outside any agent's sandbox`,
    '',
    paper.style.warn("Everything the repository then contains runs, including an agent's edits."),
  ]
  return fitLines(lines, paper.columns)
}

function showSetup({ setup }: NonNullable<Config['worktree']> = {}): string[] {
  if (setup === undefined) return []
  const line = typeof setup === 'string' ? setup : joinWords(setup)
  return [`  in each new worktree of a list: ${oneLine(line, 2000)}`]
}

function showTrackers(trackers: Config['trackers'] = []): string[] {
  return trackers.flatMap(({ name, list, take, close }) =>
    [list, take, close].map((line) => `  with --tasks tracker:${oneLine(name, 40)}: ${oneLine(line, 2000)}`),
  )
}

function showNotify({ command, webhook, ntfy }: NonNullable<Config['notify']> = {}): string[] {
  const line = command === undefined || typeof command === 'string' ? command : joinWords(command)
  const hosts = [webhook, ntfy].flatMap((address) => (address === undefined ? [] : [shownAddress(address)]))
  const when = '  when a task needs you or ends, it'
  return [
    ...(line === undefined ? [] : [`${when} runs: ${oneLine(line, 100)}`]),
    ...hosts.map((host) => `${when} sends to: ${oneLine(host, 100)}`),
  ]
}

/** By the same name as an answer to a review. */
function who(env: World['env']): string {
  const name = accountName(env)
  const uid = process.getuid?.()
  if (uid === undefined) return inLine(name)
  return name === `uid ${uid}` ? `you (${name})` : `${inLine(name)} (uid ${uid})`
}

function toRow(check: CheckConfig): string[] {
  const line = typeof check.run === 'string' ? check.run : joinWords(check.run)
  const how = check.shell ? 'by the shell' : ''
  const env = Object.keys(check.env ?? {})
  const more = [
    how,
    check.cwd ? `in ${inLine(check.cwd)}` : '',
    env.length > 0 ? `sets ${inLine(env.join(', '))}` : '',
    check.timeout ? `at most ${check.timeout}` : '',
    check.repeat === true ? 'may be repeated anywhere' : '',
  ]
  return [oneLine(check.name, 40), oneLine(line, 2000), more.filter(Boolean).join(', ')]
}

export async function storeTrust(world: World, { root, hash }: Trustable, actor: Actor): Promise<Trust> {
  const { disk } = await world.openWorkshop()
  const before = readTrust(world, root)?.hashes ?? []
  const hashes = [hash, ...before.filter((one) => one !== hash)].slice(0, MOST_HASHES)
  const trust: Trust = { root, hashes, at: world.now().toISOString() }
  disk.writeWhole(trustFile(world, root), `${JSON.stringify(trust)}\n`)
  await world.store.append([{ ...stamp(world), kind: 'trust.given', root, hash, actor }])
  return trust
}
