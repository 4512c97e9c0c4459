// `fullstop run`: takes a task to an outcome, unattended, through crashes and limits.
import { resolve } from 'node:path'
import { agents } from '../../../agents/index.ts'
import { splitWords } from '../../../domain/checks/words.ts'
import { FullstopError } from '../../../contract/error.ts'
import type { Policy } from '../../../contract/policy.ts'
import type { RunSetup } from '../../../contract/run-setup.ts'
import type { RunTask, TaskState } from '../../../contract/state.ts'
import { agentMissing, findProgram } from '../../../flows/install/find-agents.ts'
import { maskFor } from '../../../flows/project/mask.ts'
import { aliveFile } from '../../../flows/home/stint-files.ts'
import type { World } from '../../../flows/world.ts'
import { attachRun, BY_COMMAND, openRun } from '../../../flows/run/open-run.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import type { Command, Context } from '../command.ts'
import { usage } from '../help.ts'
import { runOptions, toFlags, toSetup } from '../run-options.ts'
import { recordedSoFar, runsAround, superviseHere, takeFolder } from '../supervise.ts'
import { trustedPolicy } from '../trusting.ts'

const LARGEST_PROMPT = 4 * 1024 * 1024

export const command: Command = {
  name: 'run',
  summary: 'Run an agent on a task until it is proven done, or the end has a name',
  args: ['[PROMPT]'],
  passesOn: 'OPTIONS OF THE AGENT',
  options: {
    agent: { type: 'string', value: 'NAME', summary: `which agent: ${drivable().join(', ')}` },
    'agent-command': {
      type: 'string',
      value: 'LINE',
      summary: 'any program; {prompt}: a file with it, {text}: itself, else stdin',
    },
    pty: { type: 'boolean', summary: 'run that program in a terminal; the prompt is pasted' },
    folder: { type: 'string', value: 'DIR', summary: 'where the agent works (here)' },
    ...runOptions,
  },
  choices: { agent: drivable(), continue: ['auto', 'same', 'fresh'], permissions: ['edits', 'all', 'settings'] },
  examples: [
    { line: 'fullstop run --agent codex "Add rate limiting to the API, with tests"', does: 'until the checks pass' },
    {
      line: 'fullstop run --agent claude --max-time 2h --max-cost 5 --continue fresh @task.md',
      does: 'the prompt from a file, with budgets, each continuation in a fresh session',
    },
    {
      line: 'fullstop run --agent-command "aider --message-file {prompt}" "…"',
      does: 'a program that is told in its prompt which line says that it is done',
    },
    { line: 'fullstop run --agent claude "…" -- --effort high', does: 'what stands after -- goes to the agent' },
    { line: 'git diff | fullstop run --agent claude -', does: 'the prompt from standard input' },
  ],
  run: async (context) => {
    const prompt = readPrompt(context)
    const world = context.openWorld()
    try {
      return await runHere(world, prompt, context)
    } finally {
      world.store.close()
    }
  },
}

function drivable(): string[] {
  return agents.filter((agent) => agent.driver).map((agent) => agent.id)
}

async function runHere(world: World, prompt: string, context: Context): Promise<number> {
  const cwd = folderOf(world, context)
  const { agent, setup } = await chosen(world, context, cwd)
  const query = { cwd, attended: false, sessionMode: 'strict' as const, flags: toFlags(command, context) }
  const { policy } = await trustedPolicy(world, query, context)
  const folder = await takeFolder(world, cwd)
  try {
    const former = await unfinished(world, { cwd, prompt, agent, setup, policy })
    if (former) {
      context.complain(`fullstop: ${former.id} was left at this very request: it goes on\n`)
      const after = await recordedSoFar(world, former.id)
      await attachRun(world, former)
      return await superviseHere(world, { task: former.id, after }, context)
    }
    const task = await openRun(world, { agent, setup, policy, prompt })
    return await superviseHere(world, { task }, context)
  } finally {
    folder.release()
  }
}

function folderOf(world: World, { options, cwd }: Context): string {
  const folder = typeof options['folder'] === 'string' ? resolve(cwd, options['folder']) : cwd
  if (world.files.isFolder(folder)) return world.files.realPath(folder)
  throw new FullstopError(
    'usage',
    `run: there is no folder ${oneLine(folder, 200)}`,
    'name one that is there: --folder DIR',
  )
}

/** From the argument, a file, or standard input. */
function readPrompt(context: Context): string {
  const [given] = context.args
  const text =
    given === undefined || given === '-'
      ? fromInput(context, given)
      : given.startsWith('@')
        ? fromFile(context, given)
        : given
  if (text.trim() !== '') return text
  throw usage(command, 'the prompt is empty')
}

function fromInput(context: Context, given: string | undefined): string {
  if (given === undefined && context.terminal.input) throw usage(command, 'PROMPT is missing')
  return context.input()
}

function fromFile(context: Context, given: string): string {
  const path = resolve(context.cwd, given.slice(1))
  const read = context.openWorld().files.readText(path, LARGEST_PROMPT)
  if (read.kind === 'text') return read.text
  throw usage(command, `${oneLine(path, 200)} cannot be read${read.kind === 'refused' ? `: ${read.why}` : ''}`)
}

interface Chosen {
  readonly agent: string
  readonly setup: RunSetup
}

async function chosen(world: World, context: Context, cwd: string): Promise<Chosen> {
  const { agent: name, 'agent-command': line, pty } = context.options
  if (typeof name === 'string' && typeof line === 'string')
    throw usage(command, '--agent and --agent-command exclude each other')
  const plain: RunSetup = { cwd, permissions: 'edits', args: [] }
  if (typeof line === 'string')
    return byLine(world, context, { ...plain, ...(pty === true ? { terminal: true } : {}) }, line)
  if (pty === true) throw usage(command, '--pty is for --agent-command')
  const agent = typeof name === 'string' ? toAgent(name) : await theOnlyOne(world)
  if ((await findProgram(world, agent.program)) === undefined) throw agentMissing(agent)
  return { agent: agent.id, setup: toSetup(command, context, plain) }
}

async function byLine(world: World, context: Context, plain: RunSetup, line: string): Promise<Chosen> {
  const split = splitWords(line)
  if (!split.ok) throw usage(command, `--agent-command: ${split.why}`)
  const [program = ''] = split.words
  const operator = split.words.find((word) => /^(?:\||\|\||&&?|;|[<>]{1,2})$/.test(word))
  if (operator !== undefined)
    throw usage(command, `--agent-command runs no shell, so "${operator}" means nothing: use sh -c '…'`)
  const found = await findProgram(world, program.startsWith('.') ? resolve(context.cwd, program) : program)
  if (found === undefined) {
    throw new FullstopError(
      'agent-missing',
      `there is no program "${oneLine(program, 100)}"`,
      'look for it with `command -v`',
    )
  }
  const named = { ...plain, command: [found, ...split.words.slice(1)] }
  return { agent: BY_COMMAND, setup: toSetup(command, context, named) }
}

function toAgent(name: string) {
  const found = agents.find((agent) => agent.id === name.toLowerCase() && agent.driver)
  if (found) return found
  const near = nearest(name, drivable())
  throw new FullstopError(
    'unknown-agent',
    `there is no agent "${oneLine(name, 40)}"`,
    `${near ? `did you mean ${near}? ` : ''}Known: ${drivable().join(', ')}; any other by --agent-command`,
  )
}

async function theOnlyOne(world: World) {
  const here = []
  for (const agent of agents) if (agent.driver && (await findProgram(world, agent.program))) here.push(agent)
  const [one, other] = here
  if (one && !other) return one
  const names = (here.length > 0 ? here.map(({ id }) => id) : drivable()).join(', ')
  throw usage(command, `say which agent: --agent ${names}`)
}

interface Wanted {
  readonly cwd: string
  readonly prompt: string
  readonly agent: string
  readonly setup: RunSetup
  readonly policy: Policy
}

/** A run of this very request that its supervisor left behind. One of another request keeps the tree for itself while its agent works. */
async function unfinished(world: World, wanted: Wanted): Promise<RunTask | undefined> {
  const all = await runsAround(world, wanted.cwd)
  const open = all.filter((task) => task.status !== 'ended' && task.status !== 'awaiting-review')
  const { isLocked } = await world.openWorkshop()
  for (const task of open) {
    const isHere = world.files.realPath(task.run.setup.cwd) === wanted.cwd
    const isTheSame = isHere && (await isSame(world, task, wanted.prompt))
    const isAlike = isTheSame && isStartedAlike(task, wanted)
    if (isAlike && task.status !== 'paused') return task
    const stint = task.run.stint
    const isAtWork = stint !== undefined && isLocked(aliveFile(world, stint.id))
    if (!isAtWork && !isTheSame) continue
    throw new FullstopError(
      'run-busy',
      `${task.id} ${whyNot(isAtWork, isAlike)}: ${oneLine(task.title ?? '', 60)}`,
      `take it up: fullstop resume ${task.id}; or end it: fullstop cancel ${task.id}`,
    )
  }
  return undefined
}

function whyNot(isAtWork: boolean, isAlike: boolean): string {
  if (isAtWork) return 'has an agent that is still at work here'
  return isAlike ? 'is paused' : 'was left at this request with other options'
}

/** Whoever asks for less than before must not get what was allowed then. */
function isStartedAlike(task: RunTask, { agent, setup, policy }: Wanted): boolean {
  const options = ({ budget, supervision, maxContinuations }: Policy): unknown => [
    budget,
    supervision,
    maxContinuations,
  ]
  const one = [task.agent, task.run.setup, options(task.policy)]
  return JSON.stringify(one) === JSON.stringify([agent, setup, options(policy)])
}

async function isSame(world: World, task: TaskState, prompt: string): Promise<boolean> {
  const events = await world.store.readEvents({ task: task.id, most: 10 })
  const opened = events.find(({ event }) => event.kind === 'request.opened')?.event
  const masked = maskFor(world, [task.policy.root, task.cwd])(prompt)
  return opened?.kind === 'request.opened' && opened.prompt === masked
}
