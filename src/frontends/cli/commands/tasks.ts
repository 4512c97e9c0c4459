// `fullstop tasks`: the tasks, newest first, one line each.
import { agents } from '../../../agents/index.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { OUTCOMES, TASK_STATUSES } from '../../../contract/names.ts'
import type { TaskState } from '../../../contract/state.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { plural } from '../../../domain/text/plural.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { age } from '../../../domain/view/amount.ts'
import { type ListOfTasks, toTaskTree } from '../../../domain/view/task/tree.ts'
import { programOf, viewTaskRow, whoOf } from '../../../domain/view/task/task.ts'
import { isOfFolder } from '../../../flows/home/tasks/here.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { unknownAgent } from '../name-agents.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { type Cell, drawTable } from '../screen/table.ts'
import { foldLines } from '../screen/wrap.ts'
import { usage } from '../usage.ts'

const MOST = 50
/** In a narrower window the request needs the room. */
const WIDE = 100
const MOST_LISTS = 200
const EVERY = Number.MAX_SAFE_INTEGER
const STATES = [...TASK_STATUSES, ...OUTCOMES]
const AGENTS = agents.map(({ id }) => id)

export const command: Command = {
  name: 'tasks',
  group: 'Look',
  summary: 'List the tasks, newest first',
  args: [],
  options: {
    here: { type: 'boolean', summary: 'only those of this folder and its repository' },
    state: { type: 'string', value: 'STATE', summary: 'only those in this state: open, ended, waiting, stuck, …' },
    agent: { type: 'string', value: 'NAME', summary: 'only those of this agent' },
    tree: { type: 'boolean', summary: 'subtasks below their task, items below their list' },
    all: { type: 'boolean', summary: `all of them, not only the newest ${MOST}` },
    ...jsonOption,
  },
  choices: { state: STATES, agent: AGENTS },
  examples: [
    { line: 'fullstop tasks', does: 'what agents work on, and how tasks ended' },
    { line: 'fullstop tasks --here --state open', does: 'what has not ended in this folder' },
    { line: 'fullstop tasks --tree', does: 'which subtasks an agent split its task into' },
    { line: "fullstop tasks --state stuck --json | jq -r '.[].id'", does: 'for a script' },
  ],
  run: async (context) => {
    const isMeant = filterOf(context)
    const world = context.openWorld()
    const { tasks, more } = await select(world, context, isMeant)
    const now = world.now()
    const lists = context.options['tree'] === true ? await listsOf(world, tasks) : []
    world.store.close()
    if (context.options['json'] === true) context.print(`${JSON.stringify(tasks, null, 2)}\n`)
    else if (tasks.length === 0) context.print(`${foldLines(none(context), paperFor(context).columns)}\n`)
    else context.print(`${draw({ tasks, more, now, lists }, context).join('\n')}\n`)
    return exitCode.yes
  },
}

interface Selected {
  readonly tasks: readonly TaskState[]
  /** How many are not listed. */
  readonly more: number
}

async function select(world: World, { options, cwd }: Context, isMeant: Filter | undefined): Promise<Selected> {
  const most = options['all'] === true ? EVERY : MOST
  if (!isMeant && options['here'] !== true) {
    const tasks = await world.store.listTasks(most)
    return { tasks, more: tasks.length === MOST ? (await world.store.countTasks()) - MOST : 0 }
  }
  const isHere = options['here'] === true ? await filterHere(world, cwd) : undefined
  const every = await world.store.listTasks(EVERY)
  checkAgent(options['agent'], every)
  const all = every.filter((task) => (isMeant?.(task) ?? true) && (isHere?.(task) ?? true))
  const tasks = all.slice(0, most)
  return { tasks, more: all.length - tasks.length }
}

type Filter = (task: TaskState) => boolean

/** The items of a list work elsewhere, and belong to the checkout that it was run in. */
async function filterHere(world: World, cwd: string): Promise<Filter> {
  const isHere = isOfFolder(world, cwd)
  const lists = (await world.store.listLists(MOST_LISTS)).filter(({ top }) => isHere({ cwd: top }))
  const states = await Promise.all(lists.map(({ id }) => world.store.loadItems(id)))
  const items = new Set(states.flat().map(({ task }) => task))
  return (task) => isHere(task) || items.has(task.id)
}

/** Undefined: every task is meant. */
function filterOf({ options: { state, agent } }: Context): Filter | undefined {
  if (typeof state === 'string' && !STATES.some((one) => one === state)) {
    const near = nearest(state, STATES)
    const known = near === undefined ? `one of ${STATES.join(', ')}` : `did you mean --state ${near}?`
    throw usage(command, `there is no state "${oneLine(state, 40)}"`, known)
  }
  if (state === undefined && agent === undefined) return undefined
  return (task) =>
    (state === undefined || isIn(task, String(state))) &&
    (agent === undefined || [task.agent, whoOf(task)].includes(String(agent)))
}

/** An agent of the table, or a program that a task was run with. */
function checkAgent(agent: string | boolean | undefined, tasks: readonly TaskState[]): void {
  if (typeof agent !== 'string') return
  const known = new Set([...AGENTS, ...tasks.flatMap((task) => [task.agent, whoOf(task)])])
  if (!known.has(agent)) throw unknownAgent(agent, [...known])
}

/** `open` is everything that has not ended. */
function isIn({ status, outcome }: TaskState, state: string): boolean {
  return state === 'open' ? status !== 'ended' : status === state || outcome === state
}

function none({ options }: Context): string {
  if (options['state'] !== undefined || options['agent'] !== undefined) return 'No task matches.'
  if (options['here'] === true) return 'No task was opened in this folder. `fullstop tasks` lists those of all folders.'
  return 'No tasks yet. One opens with `fullstop run`, and with a prompt in your agent once `fullstop init` has set it up.'
}

/** The lists that the tasks of items belong to. */
async function listsOf(world: World, tasks: readonly TaskState[]): Promise<ListOfTasks[]> {
  const listed = new Set(tasks.map(({ id }) => id))
  const found: ListOfTasks[] = []
  for (const list of await world.store.listLists(MOST_LISTS)) {
    const states = new Map((await world.store.loadItems(list.id)).map((state) => [state.item, state]))
    const begun = list.items.flatMap(({ id }) => states.get(id)?.task ?? [])
    const done = [...states.values()].filter(({ outcome }) => outcome === 'completed').length
    if (begun.some((task) => listed.has(task))) found.push({ list, tasks: begun, done })
  }
  return found
}

interface Drawn extends Selected {
  readonly now: Date
  readonly lists: readonly ListOfTasks[]
}

function draw({ tasks, more, now, lists }: Drawn, context: Context): string[] {
  const paper = paperFor(context)
  const isHere = context.options['here'] === true
  const isWide = paper.columns >= WIDE
  const columns = [
    { title: 'TASK', least: 13 },
    { title: 'STATE', least: 10 },
    { title: 'AGENT', least: 6 },
    { title: 'AGE', least: 3 },
    ...(isWide ? [{ title: 'REFUSED', least: 7 }] : []),
    ...(isHere ? [] : [{ title: 'FOLDER', least: 10, keepsEnd: true }]),
    { title: 'REQUEST', least: 12 },
  ]
  const listed =
    context.options['tree'] === true
      ? toTaskTree(tasks, lists)
      : tasks.map((task) => ({ kind: 'task' as const, task, depth: 0 }))
  const rows = listed.map((row) =>
    row.kind === 'list'
      ? listCells(row, { now, isHere, isWide, paper })
      : toCells(row.task, { now, isHere, isWide, paper, depth: row.depth }),
  )
  const rest = more > 0 ? [paper.style.dim(`${more} more: fullstop tasks --all`)] : []
  return [...drawTable({ columns, rows }, paper), ...rest]
}

function listCells(
  { list, done }: ListOfTasks,
  { now, isHere, isWide, paper }: { now: Date; isHere: boolean; isWide: boolean; paper: Paper },
): Cell[] {
  const state = list.outcome ?? list.status
  return [
    list.id,
    list.status === 'ended' ? { text: state, tone: state === 'completed' ? 'good' : 'warn' } : state,
    programOf(list.setup) ?? list.agent,
    age(list.openedAt, now),
    ...(isWide ? [''] : []),
    ...(isHere ? [] : [pathOn(paper, inLine(list.top))]),
    `${oneLine(list.file, 200)}, ${done} of ${plural(list.items.length, 'item')} done`,
  ]
}

function toCells(
  task: TaskState,
  { now, isHere, isWide, paper, depth }: { now: Date; isHere: boolean; isWide: boolean; paper: Paper; depth: number },
): Cell[] {
  const { id, state, tone, agent, age, refused, folder, request } = viewTaskRow(task, now)
  return [
    `${'  '.repeat(depth)}${id}`,
    tone === undefined ? state : { text: state, tone },
    agent,
    age,
    ...(isWide ? [refused] : []),
    ...(isHere ? [] : [pathOn(paper, folder)]),
    request,
  ]
}
