// `fullstop hook AGENT`: one hook call of an agent. Reads its JSON on stdin, answers in that agent's own format.
// Whatever goes wrong here allows the stop, says so in one line, and exits 0.
import type { Agent, Decoded, HookCodec } from '../../../agents/agent.ts'
import { agents } from '../../../agents/index.ts'
import type { HookEvent, Host } from '../../../contract/agent/hook-event.ts'
import { CHECK_MARK } from '../../../flows/home/check-mark.ts'
import { onFailure, toProblem } from '../../../flows/hook/on-failure.ts'
import { onHook } from '../../../flows/hook/on-hook.ts'
import { ownStint, withTrust } from '../../../flows/session/supervised.ts'
import { type AnsweredWork, stamp, type World } from '../../../flows/world.ts'
import { toMs } from '../../../domain/text/duration.ts'
import type { Command, Context } from '../command.ts'

const hookAgents = agents.filter(({ hook }) => hook)

export const command: Command = {
  name: 'hook',
  group: 'For agents and scripts',
  summary: 'Answer a hook of an agent (put this into its settings)',
  args: ['AGENT'],
  options: {
    within: { type: 'string', value: 'TIME', summary: 'the time limit of the hook, as its settings name it' },
  },
  choices: { AGENT: hookAgents.map((agent) => agent.id) },
  examples: [
    { line: 'fullstop hook claude', does: 'registered for Stop and the other hooks in Claude Code settings' },
    { line: 'fullstop hook none', does: 'answers {} at once, to measure start-up' },
  ],
  run: (context) => runHook(context),
}

export async function runHook(context: Context): Promise<number> {
  const id = agentIn(context.args)
  // Nothing but start-up: what `npm run bench:hook` measures the hook against.
  if (id === 'none') return send(context, { stdout: '{}', exitCode: 0 })
  const agent = hookAgents.find((one) => one.id === id)
  const codec = agent?.hook
  if (!agent || !codec) {
    const known = hookAgents.map((one) => one.id)
    return fallback(context, `there is no hook for "${id.slice(0, 40)}"; known: ${known.join(', ')}`)
  }
  // Never closed: the process ends here, and closing would cost a checkpoint at every stop.
  const later: AnsweredWork[] = []
  const world: World = {
    ...withTrust(context.openWorld(), undefined),
    onAnswered: (work) => void later.push(work),
  }
  // An agent that a check runs is part of that check: its claims would wait for the round that it belongs to. What
  // `fullstop run` started, it decides about itself.
  if ((await ownStint(world)) !== undefined || (await isPartOfCheck(world)))
    return send(context, codec.encode({ kind: 'silent' }))
  const decoded = decode(codec, context.input())
  try {
    if (decoded.ok) {
      const host = await hostOf(world, agent, codec, context)
      const output = codec.encode(await onHook(world, agent, host, decoded.value))
      const code = send(context, output)
      await finish(world, agent, later, output.stdout !== '')
      return code
    }
    await note(world, agent, 'input-invalid', decoded.message)
    return send(
      context,
      codec.encode({ kind: 'tell', line: `Fullstop: the stop was allowed, because ${decoded.message}.` }),
    )
  } catch (error) {
    await noteIfPossible(world, agent, error)
    await finish(world, agent, later, false)
    const event = decoded.ok ? decoded.value : undefined
    return send(context, codec.encode(await onFailure(world, agent, codec.host(context.env), { event, error })))
  }
}

/** The answer is given: what goes wrong now must not give another one. */
async function finish(world: World, agent: Agent, later: readonly AnsweredWork[], isOut: boolean): Promise<void> {
  try {
    for (const work of later) await work(world, isOut)
  } catch (error) {
    await noteIfPossible(world, agent, error)
  }
}

/** Loaded only where the mark is set. */
async function isPartOfCheck(world: World): Promise<boolean> {
  if (!world.env[CHECK_MARK]) return false
  const { isInsideCheck } = await import('../../../flows/session/inside-check.ts')
  return isInsideCheck(world)
}

async function hostOf(world: World, agent: Agent, codec: HookCodec, { args, env }: Context): Promise<Host> {
  const within = toMs(args[args.indexOf('--within') + 1] ?? '')
  const told = { ...codec.host(env), ...(args.includes('--within') && within > 0 ? { withinMs: within } : {}) }
  if (told.attended || !agent.isInteractive) return told
  const { agentOnScreen } = await import('../../../flows/session/on-screen.ts')
  return { ...told, attended: (await agentOnScreen(world)) === agent.id }
}

/** Read by hand: a wrong option must not end in a usage error, which would hold the agent. */
function agentIn(args: readonly string[]): string {
  return args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '--within') ?? ''
}

function decode(codec: HookCodec, text: string): Decoded<HookEvent> {
  if (text.trim() === '') return { ok: false, reason: 'invalid', message: 'the hook input is empty' }
  try {
    return codec.decode(JSON.parse(text))
  } catch {
    // The parser's own words would quote the input, which may be anything.
    return { ok: false, reason: 'invalid', message: 'the hook input is not JSON' }
  }
}

/** A damaged store was set aside just now, and one newer than we are is not ours to write. */
async function noteIfPossible(world: World, agent: Agent, error: unknown): Promise<void> {
  const { code, message } = toProblem(error)
  if (code === 'store-damaged' || code === 'store-newer') return
  try {
    await note(world, agent, code, message)
  } catch {
    // The store is what failed: the line that the user sees is all that is left.
  }
}

async function note(world: World, agent: Agent, code: string, message: string): Promise<void> {
  await world.store.append([
    { ...stamp(world), kind: 'hook.failed', agent: agent.id, code, message: message.slice(0, 1000) },
  ])
}

function send(context: Context, output: { stdout: string; exitCode: number }): number {
  if (output.stdout) context.print(output.stdout)
  return output.exitCode
}

function fallback({ print }: Context, message: string): number {
  print(tellAnybody(message))
  return 0
}

/** What nobody caught. */
export function giveUpWith(error: unknown, print: (text: string) => void): void {
  print(tellAnybody(`the stop was allowed, because ${toProblem(error).message}`))
}

/** Every hook agent reads a `systemMessage`, so it serves where the agent is not known. */
function tellAnybody(message: string): string {
  return `${JSON.stringify({ systemMessage: `Fullstop: ${message}.` })}\n`
}
