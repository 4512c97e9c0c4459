// `fullstop complete WHAT -- LINE`: what the completions of a shell offer at this place of the line, each with what it is.
import { resolve } from 'node:path'
import { configMeaning, wordsOf } from '../../../contract/config/config-meaning.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { given } from '../../../contract/given.ts'
import type { RunTask, TaskState } from '../../../contract/state.ts'
import { viewTaskRow } from '../../../domain/view/task/task.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import { onList } from '../../../flows/review/on-review.ts'
import { drivable } from '../../../flows/run/opening/choose-agent.ts'
import { isUnderWay } from '../../../flows/run/opening/run-folder.ts'
import type { World } from '../../../flows/world.ts'
import type { Command, Context, LookedUp } from '../command.ts'

const MOST = 50
/** Open ones are among the newest. */
const MOST_LOOKED_AT = 200
const LONGEST = 60

export const command: Command = {
  name: 'complete',
  summary: 'Print what a shell can complete (called by the completions)',
  args: ['WHAT'],
  hidden: true,
  passesOn: 'LINE',
  options: {},
  examples: [
    { line: 'fullstop complete tasks', does: 'an id a line, then a tab and what it is' },
    { line: 'fullstop complete values -- config set mode', does: 'the words that this setting takes' },
  ],
  run: async (context) => {
    const find = FINDERS[context.args[0] ?? '']
    if (!find) return exitCode.no
    const world = context.openWorld()
    try {
      const lines = await find(world, context)
      context.print(lines.map((line) => `${line}\n`).join(''))
      return exitCode.yes
    } finally {
      world.store.close()
    }
  },
}

type Finder = (world: World, context: Context) => Promise<readonly string[]>

const FINDERS: Readonly<Record<string, Finder>> = {
  tasks: ofTasks(async () => true),
  open: ofTasks(async ({ status }) => status !== 'ended'),
  paused: ofTasks(async ({ status }) => status === 'paused'),
  running: ofTasks(async (task, world) => isRun(task) && task.status !== 'ended' && (await isUnderWay(world, task))),
  waiting: async (world) =>
    (await onList(world))
      .slice(0, MOST)
      .map(({ task, kind, title = '' }) => `${task}\t${kind}: ${oneLine(title, LONGEST)}`),
  checks: async (world, { cwd, passedOn }) => {
    const { folder = '.' } = readLine(passedOn)
    const { policy } = await loadPolicy(world, { cwd: resolve(cwd, folder), attended: true })
    return [...policy.checks.map(({ name }) => name), ...policy.untrustedChecks].filter(isWord)
  },
  values: async (_, { passedOn }) => {
    const [, action, key = ''] = readLine(passedOn).words
    if (action !== 'set') return []
    if (key === 'agent') return drivable().map(({ id }) => id)
    return Object.hasOwn(configMeaning, key) ? wordsOf(configMeaning[key as keyof typeof configMeaning]) : []
  },
} satisfies Partial<Record<LookedUp, Finder>>

/** The line as typed so far. Bash takes the sign in `--folder=DIR` for a word. */
function readLine(line: readonly string[]): { readonly words: readonly string[]; readonly folder?: string } {
  const joined = line.filter((word) => word !== '=')
  const at = joined.findIndex((word) => /^(?:-C|--folder)(?:=|$)/.test(word))
  const isInline = joined[at]?.includes('=') === true
  const folder = at < 0 ? undefined : isInline ? joined[at]?.replace(/^[^=]*=/, '') : joined[at + 1]
  const others = at < 0 ? joined : joined.toSpliced(at, isInline ? 1 : 2)
  return { words: others.filter((word) => !word.startsWith('-')), ...given({ folder }) }
}

function ofTasks(isOffered: (task: TaskState, world: World) => Promise<boolean>): Finder {
  return async (world) => {
    const offered: string[] = []
    for (const task of await world.store.listTasks(MOST_LOOKED_AT)) {
      if (offered.length < MOST && (await isOffered(task, world))) offered.push(describe(task, world.now()))
    }
    return offered
  }
}

function isRun(task: TaskState): task is RunTask {
  return task.run !== undefined
}

function describe(task: TaskState, now: Date): string {
  const { id, state, request } = viewTaskRow(task, now)
  return `${id}\t${state}: ${oneLine(request, LONGEST)}`
}

/** What needs no quoting in any shell. */
function isWord(text: string): boolean {
  return /^[\w.-]+$/.test(text)
}
