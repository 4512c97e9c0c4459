// A stint begins: what the agent is told is put together and written down, then recorded, then a host is started for it. In
// that order: after a crash in between, the same stint is begun, and none twice.
import { join } from 'node:path'
import type { Driver, StintQuery } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import type { Spoken } from '../../contract/agent/conversation.ts'
import type { Event } from '../../contract/event.ts'
import type { RunState, RunTask, TaskState } from '../../contract/state.ts'
import type { StintRequest } from '../../contract/agent/stint.ts'
import { briefOf, promptsIn } from '../memory/brief.ts'
import { agentMissing, findProgram } from '../install/find-agents.ts'
import { withoutMarks } from '../home/marks.ts'
import { runWays } from './on-run-stop.ts'
import { settingsReader } from '../install/plan-install.ts'
import { readFeedback } from '../session/feedback.ts'
import { INPUT } from '../transcript/plain-output.ts'
import { loadDriver } from '../transcript/read-stints.ts'
import { HOST, OPENING, requestFile, STINT_MARK, stintFolder, stintName } from '../home/stint-files.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { stamp, type World } from '../world.ts'
import { claimPhrase, probeText, runContract } from '../../domain/gate/words/contract-text.ts'
import { withCriteria } from '../../domain/gate/words/criteria-text.ts'
import { hasWay } from '../../domain/gate/words/how-to-claim.ts'
import { withWaysOf } from '../../domain/gate/words/message.ts'
import { joinWords } from '../../domain/shell/words.ts'
import { tokenOf } from '../../domain/strategies/done-token.ts'
import { usedBy } from '../../domain/tasks/run/run.ts'
import { readWords } from '../stint/words.ts'
import type { Effect } from './step.ts'
import { given } from '../../contract/given.ts'

/** Files in the folder of a stint. */
export const PROMPT = 'prompt.txt'
const CONTRACT = 'contract.txt'
/** Without an extension: an agent may load it as a module. */
const SETTINGS = 'settings'

type Start = Extract<Effect, { kind: 'start' }>

export async function startStint(world: World, task: RunTask, effect: Start): Promise<Event> {
  const shop = await world.openWorkshop()
  // The same stint for the same turn, however often it is tried: nothing is left behind by a try that was not recorded.
  const stint = stintName(world, task.id, task.run.turns)
  const driver = await loadDriver(task)
  const session = sessionFor(world, task.run, effect)
  // Which session it will be is known only where we choose it, or take one up.
  const known = session.kind === 'resume' || driver?.takesId ? { session: session.id } : {}
  const prompt = await promptFor(world, task, { ...effect, ...known })
  const planned = driver
    ? await byDriver(world, task, { driver, stint, session, known, prompt })
    : byCommand(world, task, { stint, prompt })
  const { request, files, agentSessionId } = planned
  for (const [name, text] of Object.entries(files)) shop.disk.writeWhole(join(stintFolder(world, stint), name), text)
  shop.disk.writeWhole(requestFile(world, stint), JSON.stringify(request))
  return {
    ...stamp(world),
    kind: 'stint.started',
    session: task.session,
    task: task.id,
    stint,
    how: effect.how,
    ...given({ agentSessionId }),
    isBriefed: effect.how === 'fresh',
  }
}

/** Its host lives on without us. A second one for the same stint does nothing. */
export async function startHost(world: World, stint: string): Promise<void> {
  const { startSelf } = await world.openWorkshop()
  const log = join(stintFolder(world, stint), 'host.log')
  startSelf([HOST, stint], { env: world.env, log, cwd: world.stateHome })
}

/** What the agent is told, but for the contract. */
export async function promptFor(
  world: World,
  task: RunTask,
  { how, say, session }: Pick<Start, 'how' | 'say'> & { readonly session?: string },
): Promise<string> {
  switch (how) {
    case 'first':
      return withMore(world, task, await firstPrompt(world, task))
    case 'probe':
      return probeText(runWays(world, task, { session }))
    case 'fresh': {
      const ways = runWays(world, task, { session })
      const brief = await briefOf(world, task.id, {
        claimBy: claimPhrase(ways),
        asPrompt: { savesContext: hasWay(ways, 'tool') },
      })
      return `${brief}\n\n${await withWords(world, task, renamed(world, task, say ?? '', session))}`
    }
    case 'again':
    case 'same':
      return say === undefined
        ? renamed(world, task, await repeated(world, task), session)
        : withWords(world, task, say)
  }
}

/** A text written for the former session may name its token, and the token of another session is no claim. */
function renamed(world: World, task: RunTask, say: string, session: string | undefined): string {
  const former = task.run.stint?.agentSessionId
  if (former === undefined) return say
  const before = [true, false].map((hasServer) => runWays(world, task, { session: former, hasServer }))
  const said = withWaysOf(runWays(world, task, { session }), before, say)
  return session === undefined ? said : said.replaceAll(tokenOf(task.policy, former), tokenOf(task.policy, session))
}

/** As the person wrote it; the store keeps it with its secrets masked. */
async function firstPrompt(world: World, task: TaskState): Promise<string> {
  const words = readWords(world, task.id, 0)
  return words ?? withCriteria(promptsIn(await eventsOf(world, task.id))[0]?.text ?? '', task.criteria)
}

/** What a person said when they took the task up, or answered, stands before our own text. */
async function withWords(world: World, task: RunTask, say: string): Promise<string> {
  const said = [readFeedback(world, task), readWords(world, task.id, task.run.turns), say]
  return said
    .filter((text) => text !== undefined)
    .join('\n\n')
    .trimEnd()
}

/** A task that is taken up before anybody began with it may have been added to. */
function withMore(world: World, { id, run }: RunTask, prompt: string): string {
  const words = run.turns === 0 ? undefined : readWords(world, id, run.turns)
  return words === undefined ? prompt : `${prompt}\n\n${words}`
}

async function repeated(world: World, task: RunTask): Promise<string> {
  const former = task.run.stint?.id
  const read =
    former === undefined ? undefined : world.files.readText(join(stintFolder(world, former), PROMPT), 16 * 1024 * 1024)
  return read?.kind === 'text' ? read.text : firstPrompt(world, task)
}

interface Planned {
  readonly request: StintRequest
  readonly files: Readonly<Record<string, string>>
  readonly agentSessionId?: string | undefined
}

interface Asked {
  readonly stint: string
  readonly prompt: string
}

async function byDriver(
  world: World,
  task: RunTask,
  { driver, stint, session, known, prompt }: Asked & Driving,
): Promise<Planned> {
  const { setup } = task.run
  const program = setup.command ?? [await programOf(world, task.agent)]
  const query = await queryFor(world, task, { stint, session, known })
  const { contract } = query
  const started = driver.start(query)
  const isNew = session.kind === 'new'
  const told = driver.toInput?.(prompt) ?? prompt
  const input = started.contractInPrompt && isNew ? `${contract}\n\n${told}` : told
  const opened = driver.conversation?.open({ ...query, prompt: input, cwd: setup.cwd })
  return {
    request: {
      stint,
      task: task.id,
      argv: [program[0] ?? '', ...program.slice(1), ...started.args],
      cwd: setup.cwd,
      // Some programs ask the variable, not the system, in which folder they are.
      env: { PWD: setup.cwd, FULLSTOP_HOME: world.stateHome, ...started.env },
      ...(opened ? { pipe: true } : { input: INPUT }),
      askedAt: world.now().toISOString(),
    },
    files: {
      ...(opened ? { [OPENING]: JSON.stringify(opened) } : { [INPUT]: input }),
      [PROMPT]: prompt,
      [CONTRACT]: contract,
      ...given({ [SETTINGS]: started.settingsText }),
    },
    agentSessionId: started.agentSessionId,
  }
}

type Queried = Pick<Asked, 'stint'> & Pick<Driving, 'session' | 'known'>

async function queryFor(world: World, task: RunTask, { stint, session, known }: Queried): Promise<StintQuery> {
  const { ownProgram } = await world.openWorkshop()
  const { setup } = task.run
  const folder = stintFolder(world, stint)
  const cost = task.policy.budget.cost
  const left = cost === undefined ? undefined : Math.max(cost - (usedBy(task.run).cost ?? 0), 0.0001)
  return {
    session,
    contract: contractFor(world, task, known.session),
    contractFile: join(folder, CONTRACT),
    settingsFile: join(folder, SETTINGS),
    server: [ownProgram(), 'mcp'],
    serverEnv: { FULLSTOP_TASK_ID: task.id, [STINT_MARK]: stint, FULLSTOP_HOME: world.stateHome },
    ...given({ model: setup.model }),
    permissions: setup.permissions,
    permits: task.policy.checks.map(({ run }) => (typeof run === 'string' ? run : joinWords(run))),
    args: setup.args,
    ...given({ mostCost: left }),
    places: { home: world.userHome, root: task.policy.root ?? setup.cwd, env: withoutMarks(world.env) },
    settings: await settingsReader(world),
  }
}

/** The next turn of an agent that waits in its conversation; undefined where it holds none. */
export async function openAgain(world: World, task: RunTask, prompt: string): Promise<Spoken | undefined> {
  const again = (await loadDriver(task))?.conversation?.again
  const { id, agentSessionId } = task.run.stint ?? {}
  if (!again || id === undefined || agentSessionId === undefined) return undefined
  const session: Session = { kind: 'resume', id: agentSessionId }
  const query = await queryFor(world, task, { stint: id, session, known: { session: agentSessionId } })
  return again({ ...query, prompt, cwd: task.run.setup.cwd })
}

async function programOf(world: World, id: string): Promise<string> {
  const agent = findAgent(id)
  if (!agent) throw new Error(`there is no agent ${id}`)
  const program = await findProgram(world, agent.program)
  if (program === undefined) throw agentMissing(agent)
  return program
}

type Session = StintQuery['session']

interface Driving {
  readonly driver: Driver
  readonly session: Session
  readonly known: { readonly session?: string }
}

/** What never got to its first word is begun anew. */
function sessionFor(world: World, run: RunState, { how }: Start): Session {
  const former = run.stint?.agentSessionId
  if (former !== undefined && run.stint?.isBegun && (how === 'same' || how === 'again' || how === 'probe')) {
    return { kind: 'resume', id: former }
  }
  return { kind: 'new', id: newUuid(world) }
}

/** Agents take nothing else for a session of their own. */
function newUuid({ newId, hashOf }: World): string {
  const hex = hashOf(newId('session'))
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}

function contractFor(world: World, task: RunTask, session: string | undefined): string {
  const checks = [...task.policy.checks.map(({ name }) => name), ...task.policy.untrustedChecks]
  return runContract(runWays(world, task, { session }), checks)
}

/** A program that no driver knows: told in its prompt which signal to print. */
function byCommand(world: World, task: RunTask, { stint, prompt }: Asked): Planned {
  const { setup } = task.run
  const [program = '', ...args] = setup.command ?? []
  const text = `${contractFor(world, task, task.id)}\n\n${prompt}`
  const file = join(stintFolder(world, stint), INPUT)
  const filled = args.map((arg) => arg.replaceAll('{prompt}', file).replaceAll('{text}', () => text))
  const isByFile = args.some((arg) => /\{(?:prompt|text)\}/.test(arg))
  return {
    request: {
      stint,
      task: task.id,
      argv: [program, ...filled],
      cwd: setup.cwd,
      env: { PWD: setup.cwd, FULLSTOP_HOME: world.stateHome },
      ...(isByFile || setup.terminal ? {} : { input: INPUT }),
      ...(setup.terminal ? { terminal: TERMINAL } : {}),
      askedAt: world.now().toISOString(),
    },
    files: { [INPUT]: text, [PROMPT]: prompt },
  }
}

/** Wide, so that programs break few lines. */
const TERMINAL = { columns: 200, rows: 50 }
