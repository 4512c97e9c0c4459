// The entrance to `fullstop doctor`: each line is proven right, proven wrong or not proven, with the one command that
// fixes it.
//
//   finding.ts        one line of the report
//   try-agent.ts      a trial with the real agent and a model that we play
//   notifications.ts  whether the last notifications arrived
//   extra-runs.ts     which kind of copy this machine can make for extra runs
//   status.ts         `fullstop status`: what is on in a folder
import { dirname } from 'node:path'
import type { Agent, Places, Scope, SwitchedOff } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import { FullstopError } from '../../contract/error.ts'
import type { Event } from '../../contract/event.ts'
import { quoteForSh } from '../../domain/shell/words.ts'
import { findAgents, findProgram, type FoundAgent, isUsed } from '../install/find-agents.ts'
import { loadInstaller } from '../install/load-installer.ts'
import { launcherPath, namesLauncher, planInstall, type PlannedFile, settingsReader } from '../install/plan-install.ts'
import { extraRuns } from './extra-runs.ts'
import type { DoctorFinding } from './finding.ts'
import { notifications } from './notifications.ts'
import { tryAgent, type TrialResult } from './try-agent.ts'
import type { World } from '../world.ts'

export interface Examination {
  readonly places: Places
  readonly named: readonly Agent[]
  readonly eventsIn: (stateHome: string) => Promise<readonly Event[]>
  /** Told before each step that takes a moment. */
  readonly onStep: (what: string) => void
  readonly withTrial: boolean
  /** Asked for only while an agent is tried: calls back when somebody wants that to end at once. */
  readonly onInterrupt: (callback: () => void) => void
}

const REINSTALL = 'npm install -g fullstop && fullstop init'

export async function examine(world: World, query: Examination): Promise<DoctorFinding[]> {
  const found = (await findAgents(world, query.places)).filter((one) =>
    query.named.length > 0 ? query.named.includes(one.agent) : isUsed(one),
  )
  const findings = [
    await store(world),
    await launcher(world, query.places, found),
    ...(await notifications(world, query.places.root)),
    await extraRuns(world, query.places.root),
  ]
  let isInterrupted = false
  const onInterrupt = (callback: () => void): void =>
    query.onInterrupt(() => {
      isInterrupted = true
      callback()
    })
  for (const one of found) {
    if (!isInterrupted) findings.push(...(await examineAgent(world, one, { ...query, onInterrupt })))
  }
  return findings
}

async function store(world: World): Promise<DoctorFinding> {
  const what = 'store healthy'
  try {
    await world.store.readEvents({ most: 1, newest: true })
    const { foreignFiles } = await world.openWorkshop()
    const why = foreignFiles.whyNot(`${world.stateHome}/probe`)
    return why === undefined
      ? { what, result: 'ok', detail: world.stateHome }
      : { what, result: 'not ok', detail: why, fix: `chmod u+rwx ${quoteForSh(world.stateHome)}` }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { what, result: 'not ok', detail, fix: fixOfStore(world, error) }
  }
}

function fixOfStore({ stateHome }: World, error: unknown): string {
  const code = error instanceof FullstopError ? error.code : undefined
  if (code === 'store-newer') return 'npm install -g fullstop'
  // A damaged one was set aside just now; looking again shows the new one.
  return code === 'store-unwritable' ? `chmod -R u+rwX ${quoteForSh(stateHome)}` : 'fullstop doctor'
}

async function launcher(world: World, places: Places, found: readonly FoundAgent[]): Promise<DoctorFinding> {
  const what = 'binary path valid'
  const path = launcherPath(world.stateHome)
  if (!world.files.exists(path)) {
    const plan = await planInstall(world, { agents, scope: 'user', places })
    const isNamed = plan.some(({ before }) => namesLauncher(world.stateHome, before))
    if (isNamed) return { what, result: 'not ok', detail: `${path} is not there`, fix: 'fullstop init' }
    if (found.length === 0) return { what, result: 'not proven', detail: 'nothing to prove yet: no agent was found' }
    if (!(await hasPlugin(world, places, found)))
      return { what, result: 'not proven', detail: 'no agent is set up to call it yet', fix: 'fullstop init' }
    // Without a launcher a plugin starts what is on the PATH.
    const own = await findProgram(world, 'fullstop')
    const fix = 'npm install -g fullstop'
    return own === undefined
      ? { what, result: 'not ok', detail: 'a plugin is registered, but there is no fullstop on the PATH', fix }
      : starts(world, { what, path: own, fix })
  }
  return starts(world, { what, path, fix: REINSTALL })
}

async function hasPlugin(world: World, places: Places, found: readonly FoundAgent[]): Promise<boolean> {
  const settings = await settingsReader(world)
  const installers = await Promise.all(found.map(({ agent }) => loadInstaller(agent)))
  return installers.some((installer) => installer?.asPlugin({ places, settings }) !== undefined)
}

async function starts(
  world: World,
  { what, path, fix }: Required<Pick<DoctorFinding, 'what' | 'fix'>> & { readonly path: string },
): Promise<DoctorFinding> {
  const { runProgram } = await world.openWorkshop()
  const env = { ...world.env, FULLSTOP_HOME: world.stateHome }
  const ran = await runProgram([path, '--version'], { cwd: dirname(path), env, timeoutMs: 10_000, mostBytes: 10_000 })
  if (ran.kind === 'ended' && ran.code === 0) {
    return { what, result: 'ok', detail: `${path} starts ${ran.stdout.toString('utf8').trim()}` }
  }
  const detail = ran.kind === 'failed' ? ran.why : ran.stderr.trim().split('\n')[0] || `it ended with ${ran.code}`
  return { what, result: 'not ok', detail: `${path}: ${detail}`, fix }
}

async function examineAgent(world: World, found: FoundAgent, query: Examination): Promise<DoctorFinding[]> {
  const { agent, program } = found
  const findings: DoctorFinding[] = []
  const note = (finding: Omit<DoctorFinding, 'agent'>): void => void findings.push({ agent: agent.id, ...finding })
  note(await version(world, found))
  const installer = await loadInstaller(agent)
  const settings = await settingsReader(world)
  const plugin = installer?.asPlugin({ places: query.places, settings })
  if (plugin !== undefined) note({ what: 'registered as a plugin', result: 'ok', detail: plugin })
  const registered = await registration(world, agent, query.places)
  const isOnlyPlugin = plugin !== undefined && registered.every(({ result }) => result !== 'ok')
  for (const finding of isOnlyPlugin ? [] : registered) note(finding)
  const [off] = installer?.switchedOff({ places: query.places, settings }) ?? []
  if (off)
    note({ what: 'hooks switched on', result: 'not ok', detail: `${off.file} says ${off.setting}`, fix: toFix(off) })
  if (program !== undefined && installer?.trust && !off) note(await trusted(world, agent, program, query.places))
  const rivals = installer?.rivals({ places: query.places, settings }) ?? []
  note(
    rivals.length === 0
      ? { what: 'nothing competes', result: 'ok', detail: installer?.noRivals ?? 'nothing was found' }
      : { what: 'nothing competes', result: 'not proven', detail: rivals.join('; ') },
  )
  if (isOnlyPlugin) note({ what: 'the hook fires', result: 'not proven', detail: 'a plugin is not tried' })
  else for (const finding of await fires(world, found, query, off)) note(finding)
  return findings
}

async function version(world: World, { agent, program }: FoundAgent): Promise<Omit<DoctorFinding, 'agent'>> {
  const what = 'installed'
  const fix = `npm install -g ${agent.npmPackage}`
  if (program === undefined) {
    return { what, result: 'not ok', detail: `${agent.program} is not on the PATH`, fix }
  }
  const { runProgram } = await world.openWorkshop()
  const options = { cwd: dirname(program), env: world.env, timeoutMs: 20_000, mostBytes: 100_000 }
  const ran = await runProgram([program, '--version'], options)
  if (ran.kind === 'failed') return { what, result: 'not ok', detail: `${program}: ${ran.why}`, fix }
  const said = /\d+\.\d+\.\d+[\w.-]*/.exec(ran.stdout.toString('utf8'))?.[0]
  if (said === undefined) return { what, result: 'not ok', detail: `${program} names no version`, fix }
  const tested = agent.tested === said ? '' : `; tested with ${agent.tested}`
  return { what, result: 'ok', detail: `${said} (${program})${tested}` }
}

/** For the user or for the project, whichever is nearer to being whole; what is in place twice decides once. */
async function registration(world: World, agent: Agent, places: Places): Promise<Omit<DoctorFinding, 'agent'>[]> {
  const scopes: readonly Scope[] = ['user', 'project']
  const plans = await Promise.all(scopes.map((scope) => planInstall(world, { agents: [agent], scope, places })))
  const [forUser = [], forProject = []] = plans
  const isBetter = missing(forProject) < missing(forUser) && forProject.some((file) => file.change.kind === 'none')
  const scope = isBetter ? ' --scope project' : ''
  return (isBetter ? forProject : forUser).map((file) => {
    const what = `${file.edit.what} registered`
    if (file.change.kind === 'none') return { what, result: 'ok', detail: file.path }
    const init = `fullstop init --agent ${agent.id}${scope}`
    // Only a person can fix what init leaves alone.
    const fix = file.change.kind === 'left' ? `fix ${file.path} by hand, then run ${init}` : init
    return { what, result: 'not ok', detail: lack(file), fix }
  })
}

function missing(files: readonly PlannedFile[]): number {
  return files.filter((file) => file.change.kind !== 'none').length
}

function lack({ path, change, before }: PlannedFile): string {
  if (change.kind === 'left') return `${path}: ${change.why}`
  return before === undefined ? `${path} is not there` : `${path} lacks it, or a part of it`
}

async function trusted(
  world: World,
  agent: Agent,
  program: string,
  { root }: Places,
): Promise<Omit<DoctorFinding, 'agent'>> {
  const what = 'hooks trusted'
  const question = (await loadInstaller(agent))?.trust
  if (!question) return { what, result: 'ok', detail: 'not asked for' }
  const { runProgram } = await world.openWorkshop()
  const ran = await runProgram([program, ...question.args], {
    cwd: root,
    env: world.env,
    input: question.input(root),
    until: (stdout) => question.toTrust(stdout) !== undefined,
    timeoutMs: 20_000,
    mostBytes: 4 * 1024 * 1024,
  })
  const told = ran.kind === 'ended' ? question.toTrust(ran.stdout.toString('utf8')) : undefined
  const fix = `fullstop init --agent ${agent.id}`
  if (!told) {
    return { what, result: 'not proven', detail: ran.kind === 'failed' ? ran.why : `${agent.title} did not say` }
  }
  if (told.known === 0) return { what, result: 'not ok', detail: `${agent.title} knows none of our hooks`, fix }
  if (told.untrusted.length > 0) {
    return { what, result: 'not ok', detail: `it would not run ${told.untrusted.join(', ')}`, fix }
  }
  return { what, result: 'ok', detail: `${agent.title} says so of all ${told.known}` }
}

/** The person's own word: nothing of ours takes it back. */
function toFix({ file, setting }: SwitchedOff): string {
  return `take ${setting} out of ${file}`
}

async function fires(
  world: World,
  found: FoundAgent,
  query: Examination,
  off: SwitchedOff | undefined,
): Promise<Omit<DoctorFinding, 'agent'>[]> {
  const { agent, program } = found
  const fix = off ? toFix(off) : `fullstop init --agent ${agent.id}`
  if (program === undefined || !query.withTrial) {
    const detail = program === undefined ? 'the agent is not installed' : 'not tried (--no-trial)'
    return [{ what: 'the hook fires', result: 'not proven', detail }]
  }
  query.onStep(`trying ${agent.title} without a network`)
  const result = await tryAgent(world, { ...query, agent, program })
  if (result.kind === 'not-run') return [{ what: 'the hook fires', result: 'not proven', detail: result.why }]
  return toFindings(result, fix)
}

function toFindings(result: Extract<TrialResult, { kind: 'run' }>, fix: string): Omit<DoctorFinding, 'agent'>[] {
  const line = (what: string, isProven: boolean, detail: { yes: string; no: string }): Omit<DoctorFinding, 'agent'> =>
    isProven ? { what, result: 'ok', detail: detail.yes } : { what, result: 'not ok', detail: detail.no, fix }
  return [
    line('the hook fires', result.fired, {
      yes: 'at a stop of the real agent',
      no: 'no stop of the real agent reached us',
    }),
    line('a refusal reaches the model', result.sentBack, {
      yes: 'it was sent back and read why',
      no: 'it stopped too early and was not sent back',
    }),
    line('the tool is visible', result.toolSeen, {
      yes: 'complete_task is offered to the model',
      no: 'complete_task is not offered to the model',
    }),
    line('the session is known', result.claimed && result.bound, {
      yes: 'the call and the stop are of one session',
      no: result.claimed ? 'the call could not be laid to the session' : 'no call reached our server',
    }),
    line('an honest claim passes', result.passed, {
      yes: 'the stop after it was allowed',
      no: 'the stop after it was not allowed',
    }),
  ]
}
