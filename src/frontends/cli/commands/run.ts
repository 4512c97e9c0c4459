// `fullstop run`: reads the prompt and the options, and has the task run unattended to its outcome.
import { resolve } from 'node:path'
import { splitWords } from '../../../domain/shell/words.ts'
import type { Criterion } from '../../../contract/criterion.ts'
import { FullstopError } from '../../../contract/error.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import { findProgram } from '../../../flows/install/find-agents.ts'
import type { World } from '../../../flows/world.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import { chooseAgent, drivable } from '../../../flows/run/opening/choose-agent.ts'
import { onRun, type RunWatching } from '../../../flows/run/on-run.ts'
import { onList } from '../../../flows/lists/on-list.ts'
import { trackerNamed } from '../../../flows/lists/tracker-calls.ts'
import { BY_ACP, BY_COMMAND } from '../../../flows/run/opening/open-run.ts'
import { numberedCriteria, troubleWith } from '../../../domain/tasks/criteria.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import type { Command, Context } from '../command.ts'
import { usage } from '../usage.ts'
import { readPrompt } from '../run/run-prompt.ts'
import { runOptions, toFlags, toSetup } from '../run/run-options.ts'
import { showRun, tellEnd } from '../run/supervise.ts'
import { actorOf } from '../person.ts'
import { planRun } from '../run/plan-run.ts'
import { showList } from '../run/supervise-list.ts'

const AGENTS = drivable().map(({ id }) => id)

export const command: Command = {
  name: 'run',
  group: 'Work',
  summary: 'Run an agent until its task is proven done or a limit ends it',
  args: ['[PROMPT]'],
  completes: { PROMPT: 'at-files' },
  passesOn: 'OPTIONS OF THE AGENT',
  options: {
    agent: { type: 'string', value: 'NAME', summary: `which agent: ${AGENTS.join(', ')}` },
    'agent-command': {
      type: 'string',
      value: 'LINE',
      summary: 'any program; {prompt}: a file with it, {text}: itself, else stdin',
    },
    acp: { type: 'string', value: 'LINE', summary: 'any agent that speaks ACP, by the command line that starts it' },
    pty: { type: 'boolean', summary: 'run that program in a terminal; the prompt is pasted' },
    tasks: {
      type: 'string',
      value: 'FILE',
      summary: 'a checklist, JSON stories or tracker:NAME, each in a worktree',
    },
    branch: { type: 'string', value: 'NAME', summary: 'with --tasks: the branch that they are merged to (a new one)' },
    folder: { type: 'string', value: 'DIR', summary: 'where the agent works (here)' },
    criterion: {
      type: 'string',
      multiple: 'lines',
      value: 'TEXT',
      summary: 'what the result must meet; may be given more than once',
    },
    ...runOptions,
  },
  choices: { agent: AGENTS, continue: ['auto', 'same', 'fresh'], permissions: ['edits', 'all', 'settings'] },
  examples: [
    { line: 'fullstop run --agent codex "Add rate limiting to the API, with tests"', does: 'until the checks pass' },
    {
      line: 'fullstop run -a claude --max-time 2h --max-cost 5 --continue fresh @task.md',
      does: 'the prompt from a file, with budgets, each continuation in a fresh session',
    },
    {
      line: 'fullstop run --agent-command "aider --message-file {prompt}" "…"',
      does: 'a program that is told in its prompt which line says that it is done',
    },
    {
      line: 'fullstop run --criterion "Five tries a minute" "Limit logins"',
      does: 'with what the result must meet; may be repeated',
    },
    {
      line: 'fullstop run --agent claude --tasks TODO.md',
      does: 'every open item of a list, in order, on a branch of its own',
    },
    { line: 'fullstop run --acp "qwen --acp" "…"', does: 'an agent that speaks the Agent Client Protocol' },
    { line: 'fullstop run --agent claude "…" -- --effort high', does: 'what stands after -- goes to the agent' },
    { line: 'git diff | fullstop run --agent claude "Review this."', does: 'piped text is added to the prompt' },
    { line: 'fullstop run --agent claude - < task.md', does: 'the prompt from standard input' },
  ],
  run: async (context) => {
    const { tasks, branch } = context.options
    if (typeof branch === 'string' && tasks === undefined) throw usage(command, '--branch is for --tasks')
    if (typeof tasks === 'string' && context.args.length > 0)
      throw usage(command, '--tasks takes no prompt: the list says what is to be done')
    const prompt = typeof tasks === 'string' ? undefined : await readPrompt(command, context)
    const world = context.openWorld()
    try {
      return prompt === undefined ? await runList(world, String(tasks), context) : await runHere(world, prompt, context)
    } finally {
      world.store.close()
    }
  },
}

async function runHere(world: World, prompt: string, context: Context): Promise<number> {
  const cwd = folderOf(world, context)
  const { agent, setup } = await chosen(world, context, cwd)
  const query = { cwd, attended: false, sessionMode: 'strict' as const, flags: toFlags(command, context) }
  const criteria = criteriaOf(context)
  const { policy, lines } = await planRun(world, { query, setup, criteria }, context)
  const run = async (watching: RunWatching): Promise<number> => {
    const task = await onRun(world, { agent, setup, policy, prompt, criteria }, watching)
    return tellEnd(world, task, context)
  }
  return showRun(world, context, { run, planned: () => lines })
}

function criteriaOf({ options }: Context): readonly Criterion[] {
  const given = options['criterion']
  if (typeof given !== 'string') return []
  const criteria = numberedCriteria(given.split('\n'))
  const trouble = troubleWith(criteria)
  if (trouble !== undefined) throw usage(command, trouble)
  return criteria
}

async function runList(world: World, tasks: string, context: Context): Promise<number> {
  const cwd = folderOf(world, context)
  const { agent, setup } = await chosen(world, context, cwd)
  const query = { cwd, attended: false, sessionMode: 'strict' as const, flags: toFlags(command, context) }
  const { policy, lines } = await planRun(world, { query, setup, isList: true }, context)
  const { branch } = context.options
  const tracker = trackerNamed(tasks)
  const wanted = {
    from: tracker === undefined ? { file: resolve(context.cwd, tasks) } : { tracker },
    agent,
    setup,
    policy,
    actor: actorOf(context),
    ...(typeof branch === 'string' ? { branch } : {}),
  }
  return showList(world, context, { run: (watching) => onList(world, wanted, watching), planned: () => lines })
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

interface Chosen {
  readonly agent: string
  readonly setup: RunSetup
}

async function chosen(world: World, context: Context, cwd: string): Promise<Chosen> {
  const { agent: name, pty } = context.options
  const [first, second] = WHICH.filter((option) => typeof context.options[option] === 'string')
  if (first !== undefined && second !== undefined) throw usage(command, `--${first} and --${second} exclude each other`)
  const plain: RunSetup = { cwd, permissions: 'edits', args: [] }
  if (pty === true && first !== 'agent-command') throw usage(command, '--pty is for --agent-command')
  if (first === 'acp') return byLine(world, context, { option: first, agent: BY_ACP, plain: { ...plain, acp: true } })
  if (first === 'agent-command') {
    const terminal = pty === true ? { terminal: true } : {}
    return byLine(world, context, { option: first, agent: BY_COMMAND, plain: { ...plain, ...terminal } })
  }
  const agent = await chooseAgent(world, typeof name === 'string' ? name : await usualAgent(world, cwd))
  return { agent: agent.id, setup: toSetup(command, context, plain) }
}

/** The one that your config or FULLSTOP_AGENT names. */
async function usualAgent(world: World, cwd: string): Promise<string | undefined> {
  const { settings } = await loadPolicy(world, { cwd, attended: false, flags: {} })
  const value = settings.find(({ key }) => key === 'agent')?.value
  return typeof value === 'string' ? value : undefined
}

const WHICH = ['agent', 'agent-command', 'acp'] as const

interface Line {
  readonly option: (typeof WHICH)[number]
  readonly agent: string
  readonly plain: RunSetup
}

async function byLine(world: World, context: Context, { option, agent, plain }: Line): Promise<Chosen> {
  const split = splitWords(String(context.options[option]))
  if (!split.ok) throw usage(command, `--${option}: ${split.why}`)
  const [program = ''] = split.words
  const operator = split.words.find((word) => /^(?:\||\|\||&&?|;|[<>]{1,2})$/.test(word))
  if (operator !== undefined)
    throw usage(command, `--${option} runs no shell, so "${operator}" means nothing: use sh -c '…'`)
  const unknown = plain.acp
    ? undefined
    : split.words.find((word) => /^(?:[^{}]*=)?\{(?!(?:prompt|text)\})[A-Za-z]+\}$/.test(word))
  if (unknown !== undefined) {
    const near = nearest(unknown.replace(/^.*\{|\}$/g, ''), ['prompt', 'text'])
    const meant = near === undefined ? 'use {prompt} or {text}' : `did you mean {${near}}?`
    throw usage(command, `--agent-command: "${oneLine(unknown, 60)}" stands for nothing: ${meant}`)
  }
  const found = await findProgram(world, program.startsWith('.') ? resolve(context.cwd, program) : program)
  if (found === undefined) throw noProgram(world, context.cwd, program)
  const named = { ...plain, command: [found, ...split.words.slice(1)] }
  return { agent, setup: toSetup(command, context, named) }
}

/** A script that may not be executed, or whose folder is missing, is what a person most likely meant. */
function noProgram({ files }: World, cwd: string, program: string): FullstopError {
  const shown = oneLine(program, 100)
  const path = resolve(cwd, program)
  const isPath = program.includes('/')
  if (!files.exists(path))
    return new FullstopError(
      'agent-missing',
      `there is no program "${shown}"`,
      isPath ? `there is no file ${inLine(path)}` : 'look for it with `command -v`',
    )
  return isPath
    ? new FullstopError(
        'agent-missing',
        `"${shown}" is a file that may not be executed`,
        `run \`chmod +x ${shown}\`, or name what runs it, as in "sh ${shown}"`,
      )
    : new FullstopError('agent-missing', `there is no program "${shown}" on the PATH`, `did you mean ./${shown}?`)
}
