// `fullstop init`: finds the agents here, shows the exact edits of their files, asks, writes; `--undo` takes them back.
import type { Agent, Places, Scope } from '../../../agents/agent.ts'
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { applyInstall, type Applied } from '../../../flows/install/apply-install.ts'
import { rootAbove } from '../../../flows/install/find-checks.ts'
import { findAgents, isUsed } from '../../../flows/install/find-agents.ts'
import { holdJournal } from '../../../flows/install/install-journal.ts'
import { writeLauncher } from '../../../flows/install/launcher.ts'
import { planWatch } from '../../../flows/install/watch-mode.ts'
import { launcherPath, planInstall, type PlannedFile } from '../../../flows/install/plan-install.ts'
import type { World } from '../../../flows/world.ts'
import { inLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { usage } from '../usage.ts'
import { agentNames, toAgents } from '../name-agents.ts'
import { offerChecks } from '../checks/offer-checks.ts'
import { isAgreed, isFromAgent, refuseStray } from '../person.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { listEdits, showEdit } from '../screen/show-edits.ts'
import { fitLines, wrapWhole } from '../screen/wrap.ts'
import { turnOn } from '../turn-on.ts'
import { undo } from '../undo.ts'

export const command: Command = {
  name: 'init',
  group: 'Start',
  summary: 'Put the gate into your agents; --undo takes it out again',
  args: ['[AGENT…]'],
  choices: { AGENT: agentNames(), agent: agentNames(), scope: ['user', 'project'] },
  options: {
    agent: { type: 'string', multiple: true, value: 'NAME', summary: 'only this agent; may be given more than once' },
    scope: {
      type: 'string',
      value: 'SCOPE',
      summary: 'user (you, everywhere; the default) or project (this repository)',
    },
    yes: { type: 'boolean', summary: 'do not ask' },
    diff: { type: 'boolean', summary: 'show every line that changes before asking' },
    'dry-run': { type: 'boolean', summary: 'show every line that would change, write nothing' },
    watch: { type: 'boolean', summary: 'record what would be refused, and refuse nothing' },
    enforce: { type: 'boolean', summary: 'end --watch: refuse from the next task on' },
    undo: { type: 'boolean', summary: 'take back what init did: for you, and in this repository' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop init', does: 'finds your agents, shows what it would write, asks, writes' },
    { line: 'fullstop init --agent codex --dry-run', does: 'shows the edits for Codex, writes nothing' },
    { line: 'fullstop init --watch', does: 'refuses nothing; `fullstop stats` shows what it would have refused' },
    { line: 'fullstop init --enforce', does: 'turns refusing on after --watch' },
    { line: 'fullstop init --scope project', does: 'for everybody who works in this repository' },
    { line: 'fullstop init --undo', does: 'restores every file; where others edited since, only our part goes' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      const order = toOrder(world, context)
      if (context.options['enforce'] === true) return await turnOn(world, context, order.places)
      return context.options['undo'] === true
        ? await undo(world, context, { ...order, everywhere: false })
        : await init(world, context, order)
    } finally {
      world.store.close()
    }
  },
}

export interface InitOrder {
  /** As named; none: those that are used here. */
  readonly named: readonly Agent[]
  readonly scope: Scope | undefined
  readonly places: Places
}

function toOrder(world: World, { args, options, cwd, env }: Context): InitOrder {
  const scope = options['scope']
  if (scope !== undefined && scope !== 'user' && scope !== 'project') {
    throw usage(command, `--scope is "user" or "project", not "${String(scope).slice(0, 40)}"`)
  }
  const exclusive = ['watch', 'enforce', 'undo'].filter((name) => options[name] === true)
  if (exclusive.length > 1) throw usage(command, `--${exclusive.join(' and --')} cannot be given together`)
  if (options['watch'] === true && scope === 'project')
    throw usage(command, '--watch is for you alone; for a project: fullstop config set mode watch --project')
  const root = world.files.realPath(rootAbove(world, cwd))
  return {
    named: toAgents([...args, String(options['agent'] ?? '')]),
    scope,
    places: { home: world.userHome, root, env },
  }
}

async function init(world: World, context: Context, { named, scope = 'user', places }: InitOrder): Promise<number> {
  if (scope === 'project' && places.root === world.files.realPath(places.home))
    throw usage(command, 'this is your home folder, not a project; go into one, or leave --scope out')
  const chosen = named.length > 0 ? named : await usedHere(world, places)
  const query = { agents: chosen, scope, places }
  const isWatch = context.options['watch'] === true
  const planned = async (): Promise<PlannedFile[]> => [
    ...(await planInstall(world, query)),
    ...(isWatch ? [await planWatch(world, places)] : []),
  ]
  const plan = await planned()
  refuseMoving(context, plan)
  if (isWatch && context.options['dry-run'] !== true) refuseStray(context, 'turning refusing off')
  const isJson = context.options['json'] === true
  const isDry = context.options['dry-run'] === true
  const isWhole = isDry || context.options['diff'] === true
  if (!isJson) context.print(`${showPlan(plan, { chosen, scope, isWhole, context }).join('\n')}\n`)
  const due = plan.filter((file) => file.change.kind === 'write')
  if (isDry) {
    if (isJson) context.print(`${JSON.stringify(plan.map(toJson), null, 2)}\n`)
    else context.print('Nothing was written (--dry-run).\n')
    return exitOf(plan.map((file) => file.change.kind))
  }
  const question = `Write ${due.length === 1 ? 'this file' : `these ${due.length} files`}? [y/N] `
  const showAll = (): void => context.print(`\n${showDiffs(due, paperFor(context)).join('\n')}\n`)
  if (due.length > 0 && !isAgreed(context, question, isWhole ? undefined : showAll)) {
    context.complain('Nothing was written.\n')
    return exitCode.no
  }
  const { isNew, applied } = await holdJournal(world, async () => ({
    // A project's files name whatever is on the PATH.
    isNew: scope === 'user' && (await writeLauncher(world, { root: places.root, mayReplace: !isFromAgent(context) })),
    applied: await applyInstall(world, plan, planned),
  }))
  if (isJson) {
    context.print(`${JSON.stringify(applied.map(appliedToJson), null, 2)}\n`)
    return exitOf(applied.map(({ kind }) => kind))
  }
  context.print(`${showApplied(applied, { isNew, scope, paper: paperFor(context), world }).join('\n')}\n`)
  const code = exitOf(applied.map(({ kind }) => kind))
  await offerChecks(world, context, places.root)
  if (code === exitCode.yes && isWatch) {
    context.print(WATCHING)
    return code
  }
  context.print(
    code === exitCode.yes
      ? `\nNext: run \`fullstop doctor\` to see it work, then use your agent as always.\nRestart agents that are already open.\nTo take it back: \`fullstop init --undo\`.\n`
      : '\nNot everything is in place; see above. `fullstop doctor` says what is missing.\n',
  )
  return code
}

const WATCHING = `
Nothing is refused: what would have been is recorded. Use your agent as always.
After some days:     \`fullstop stats\` shows what would have been refused
Turn refusing on:    \`fullstop init --enforce\`
Take all of it back: \`fullstop init --undo\`
`

async function usedHere(world: World, places: Places): Promise<Agent[]> {
  const found = await findAgents(world, places)
  const used = found.filter(isUsed).map(({ agent }) => agent)
  if (used.length > 0) return used
  const known = found.map(({ agent }) => `${agent.title} (npm install -g ${agent.npmPackage})`)
  throw new FullstopError(
    'no-agents',
    'no supported agent found on the PATH, in your home folder or in this repository',
    `install one, or name it: \`fullstop init --agent ${found[0]?.agent.id}\`. Known: ${known.join(', ')}. Any other program runs without init: \`fullstop checks find --write\`, \`fullstop trust\`, then \`fullstop run --agent-command\``,
  )
}

/** An agent may put us in where we are not; what is there already it must not point elsewhere. */
function refuseMoving(context: Context, plan: readonly PlannedFile[]): void {
  const isThere = plan.some(
    ({ before, change }) =>
      change.kind === 'write' && before !== undefined && /fullstop\S* (?:hook|mcp)|"fullstop"/.test(before),
  )
  if (isThere && context.options['dry-run'] !== true) refuseStray(context, 'changing how the gate is installed')
}

interface PlanShowing {
  readonly chosen: readonly Agent[]
  readonly scope: Scope
  /** Every line of every file. */
  readonly isWhole: boolean
  readonly context: Context
}

/** The diff, where it is wanted, then one line for each file: the question must not scroll away from what it is about. */
function showPlan(plan: readonly PlannedFile[], { chosen, scope, isWhole, context }: PlanShowing): string[] {
  const who = chosen
    .map((agent) => agent.title)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')
  const files = plan.flatMap(({ edit, before, change, real }) => {
    if (change.kind === 'left') return []
    const after = change.kind === 'write' ? change.after : before
    return [{ ...edit, real, before, after, ...(change.kind === 'none' ? { fate: 'in place already' } : {}) }]
  })
  return [
    `For ${who}, ${scope === 'user' ? 'for you in every folder' : 'for everybody in this repository'}:`,
    '',
    ...(isWhole ? showDiffs(plan, paperFor(context)) : []),
    ...(files.length > 0 ? [...listEdits(files, paperFor(context)), ''] : []),
    ...plan.flatMap(({ edit, change }) =>
      change.kind === 'left' ? showLeft(edit.path, edit.what, change.why, paperFor(context)) : [],
    ),
  ]
}

function showDiffs(plan: readonly PlannedFile[], paper: Paper): string[] {
  return plan.flatMap(({ edit, before, change, real }) =>
    change.kind === 'write' ? showEdit({ ...edit, real, before, after: change.after }, paper) : [],
  )
}

interface Showing {
  readonly scope: Scope
  readonly paper: Paper
  readonly world: World
  readonly isNew: boolean
}

function showLeft(path: string, what: string, why: string, paper: Paper): string[] {
  const { style, columns } = paper
  const head = `${pathOn(paper, inLine(path))}  ${style.bad('left alone')}: ${inLine(why)}`
  return [...fitLines([head, `  it should hold ${what}; fix it and run this again`], columns), '']
}

function showApplied(applied: readonly Applied[], { isNew, scope, paper, world }: Showing): string[] {
  const { style, columns } = paper
  const written = applied.filter(({ kind }) => kind === 'written')
  // What the plan left alone was shown with it.
  const left = applied.filter((one) => one.kind === 'left' && one.file.change.kind !== 'left')
  const path = inLine(pathOn(paper, launcherPath(world.stateHome)))
  const launcher = scope === 'user' && isNew ? wrapWhole(`Wrote ${path}, which the settings name.`, columns) : []
  if (applied.every(({ kind }) => kind === 'none'))
    return [...launcher, 'Everything is in place already; nothing was changed.']
  return [
    ...launcher,
    ...(written.length > 0 ? [style.good(`Wrote ${written.length} ${written.length === 1 ? 'file' : 'files'}.`)] : []),
    ...left.flatMap((one) => (one.kind === 'left' ? showLeft(one.file.path, one.file.edit.what, one.why, paper) : [])),
  ]
}

function toJson({ path, agent, scope, edit, change }: PlannedFile): object {
  return {
    path,
    agent,
    scope,
    what: edit.what,
    change: change.kind,
    ...(change.kind === 'left' ? { why: change.why } : {}),
  }
}

function appliedToJson(applied: Applied): object {
  const { path, agent, scope, edit } = applied.file
  return {
    path,
    agent,
    scope,
    what: edit.what,
    result: applied.kind,
    ...(applied.kind === 'left' ? { why: applied.why } : {}),
  }
}

function exitOf(kinds: readonly string[]): number {
  return kinds.includes('left') ? exitCode.no : exitCode.yes
}
