// A trial: the real agent, our parts as they are registered, and a model that we play ourselves. It stops too early, and
// every party records what happens then: the model saw its requests, the store what our hook did.
import { dirname, join } from 'node:path'
import type { Agent, Places } from '../../agents/agent.ts'
import type { Event } from '../../contract/event.ts'
import { put } from '../../domain/edits/edit.ts'
import { type ModelRequest, claimTool, nextSaid, TRIAL_PROMPT, wasSentBack } from '../../agents/wires/talk.ts'
import { wires } from '../../agents/wires/wire.ts'
import { errorWords } from '../../agents/formats/error-words.ts'
import { loadInstaller } from '../install/load-installer.ts'
import { planInstall, settingsReader } from '../install/plan-install.ts'
import type { World } from '../world.ts'

export interface AgentTrial {
  readonly agent: Agent
  readonly program: string
  readonly places: Places
  /** The events of a store in another home. */
  readonly eventsIn: (stateHome: string) => Promise<readonly Event[]>
  /** Calls back when somebody wants it to end at once. */
  readonly onInterrupt: (callback: () => void) => void
}

export type TrialResult =
  /** The agent did not get as far as asking its model. */
  | { readonly kind: 'not-run'; readonly why: string }
  | {
      readonly kind: 'run'
      readonly fired: boolean
      readonly sentBack: boolean
      readonly toolSeen: boolean
      /** Our server got the call, and knew whose it was. */
      readonly claimed: boolean
      readonly bound: boolean
      /** The claim that holds was let through. */
      readonly passed: boolean
    }

const LONGEST_MS = 60_000
const MOST_OUTPUT = 4 * 1024 * 1024

export async function tryAgent(world: World, query: AgentTrial): Promise<TrialResult> {
  const { disk, endMarked, makeScratch } = await world.openWorkshop()
  const scratch = makeScratch('fullstop-trial-')
  // Whatever runs for this trial, servers of the agent too, was given this home.
  const endAll = () => endMarked(`FULLSTOP_HOME=${stateIn(scratch)}`, new Set())
  let isInterrupted = false
  query.onInterrupt(() => {
    isInterrupted = true
    void endAll()
  })
  try {
    const result = await runTrial(world, query, scratch)
    return isInterrupted ? { kind: 'not-run', why: 'it was interrupted' } : result
  } finally {
    await endAll()
    disk.remove(scratch)
  }
}

function stateIn(scratch: string): string {
  return join(scratch, 'state')
}

async function runTrial(world: World, query: AgentTrial, scratch: string): Promise<TrialResult> {
  const { agent, program, places, eventsIn } = query
  const { disk, runProgram, startLoopback } = await world.openWorkshop()
  const trial = (await loadInstaller(agent))?.trial
  if (!trial) return { kind: 'not-run', why: 'it cannot run without a network' }
  const wire = wires[trial.wire]
  const asked: ModelRequest[] = []
  const model = await startLoopback(({ path, body }) => {
    const request = wire.toAsked(path, parse(body))
    if (!request) return { status: 404, type: 'application/json', body: '{}' }
    // Side requests, such as one for a title, bring no tools.
    const isMain = request.tools.length > 1
    const said = isMain ? nextSaid(asked.length, request) : ({ kind: 'text', text: 'A trial' } as const)
    if (isMain) asked.push(request)
    return { status: 200, type: 'text/event-stream', body: wire.toStream(said, `${asked.length}`) }
  })
  try {
    const [home, root, stateHome] = [join(scratch, 'home'), join(scratch, 'work'), stateIn(scratch)]
    for (const folder of [home, root, stateHome]) disk.makeFolder(folder)
    const settings = await settingsReader(world)
    const own = await planInstall(world, { agents: [agent], scope: 'project', places })
    const ofProject = (path: string) => own.filter((file) => file.path === path).flatMap(({ edit }) => edit.parts)
    const given = { places, settings, ofProject, home, root, prompt: TRIAL_PROMPT, modelUrl: model.url }
    const staged = trial.stage(given)
    for (const edit of staged.edits) {
      const made = put(edit.format, undefined, edit.parts)
      disk.makeFolder(dirname(edit.path))
      if (made.ok) disk.writeWhole(edit.path, made.text)
    }
    const env = { ...kept(world.env), ...staged.env, FULLSTOP_HOME: stateHome, FULLSTOP_MODE: 'strict' }
    const ran = await runProgram([program, ...staged.args], {
      cwd: root,
      env,
      input: '',
      timeoutMs: LONGEST_MS,
      mostBytes: MOST_OUTPUT,
    })
    if (asked.length === 0) {
      const why =
        ran.kind === 'failed'
          ? ran.why
          : errorWords(ran.stderr).slice(0, 200) || `it ended with ${ran.code} before it asked its model`
      return { kind: 'not-run', why }
    }
    return toResult(asked, await eventsIn(stateHome))
  } finally {
    await model.close()
  }
}

function toResult(asked: readonly ModelRequest[], events: readonly Event[]): TrialResult {
  const kinds = new Set<string>(events.map(({ kind }) => kind))
  return {
    kind: 'run',
    fired: kinds.has('stop.decided'),
    sentBack: asked.some(({ texts }) => wasSentBack(texts)),
    toolSeen: asked.some(({ tools }) => claimTool(tools) !== undefined),
    claimed: kinds.has('claim.made'),
    bound: isBound(events),
    passed: events.some(
      (event) =>
        event.kind === 'stop.decided' && event.decision.kind === 'allow' && event.decision.outcome === 'unverified',
    ),
  }
}

/** The stop and the claim were told of one session: by the hook on our tool, or by what the transcript showed. */
function isBound(events: readonly Event[]): boolean {
  const stop = events.find((event) => event.kind === 'stop.decided')
  return events.some((event) => event.kind === 'claim.made' && event.session === stop?.session)
}

/** Nothing of the user's session, keys or proxies; where programs and temporary files are. */
function kept(env: World['env']): Record<string, string | undefined> {
  const names = ['PATH', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'SHELL', 'USER', 'LOGNAME', 'SystemRoot', 'TEMP', 'TMP']
  return Object.fromEntries(names.map((name) => [name, env[name]]))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // Not a request to a model.
    return undefined
  }
}
