// A task as values to draw: its row in a list of tasks, and the head above its events.
import { ownWords } from '../../lists/item-text.ts'
import { given } from '../../../contract/given.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import type { TaskState } from '../../../contract/state.ts'
import { keptFor } from '../../tasks/retention.ts'
import { programTitle } from '../../shell/program-title.ts'
import { inLine, oneLine } from '../../text/printable.ts'
import { age } from '../amount.ts'
import type { Tone } from '../part.ts'

const A_DAY_MS = 24 * 3_600_000

export interface TaskRow {
  readonly id: string
  /** The outcome of an ended task, else its status. */
  readonly state: string
  /** Absent while the task has not ended. */
  readonly tone?: Tone
  /** Its name in the table, or that of the program. */
  readonly agent: string
  readonly age: string
  /** How often a stop or a claim of it was refused. */
  readonly refused: string
  /** Where it was opened; empty where that is not known. */
  readonly folder: string
  readonly request: string
}

export function viewTaskRow(task: TaskState, now: Date): TaskRow {
  return {
    id: task.id,
    state: task.outcome ?? task.status,
    ...given({ tone: toneOf(task) }),
    agent: whoOf(task),
    age: age(task.openedAt, now),
    refused: String(task.refusals),
    folder: inLine(task.cwd ?? ''),
    request: oneLine(ownWords(task.title ?? '(not known)'), 400),
  }
}

export interface TaskHead {
  readonly id: string
  readonly state: string
  /** Absent while the task has not ended. */
  readonly tone?: Tone
  /** Who works on it, how strictly, and since when. */
  readonly about: string
  /** The agent's own session, and its folder. */
  readonly session: string
  /** Only where the events that tell of the request were erased. */
  readonly request?: string
  readonly erased?: string
}

export function viewTaskHead(task: TaskState, sessionOfHook: string | undefined, now: Date): TaskHead {
  const { id, status, outcome, policy, openedAt, cwd, title, erasedAt, run } = task
  const isErased = erasedAt !== undefined
  return {
    id,
    state: outcome === undefined ? status : `ended: ${outcome}`,
    ...given({ tone: toneOf(task) }),
    about: `${whoOf(task)}, mode ${policy.mode}, opened ${age(openedAt, now)} ago`,
    // The session that we keep of a run has the id of its task; a program may have none.
    session: sessionText(run ? (run.stint?.agentSessionId ?? '') : (sessionOfHook ?? 'not known'), cwd),
    ...(isErased && title !== undefined ? { request: oneLine(title, 200) } : {}),
    ...(isErased ? { erased: erasedLine(task, erasedAt) } : {}),
  }
}

function sessionText(session: string, cwd: string | undefined): string {
  return [...(session === '' ? [] : [`session ${session}`]), ...(cwd ? [`in ${inLine(cwd)}`] : [])].join(' ')
}

/** Of a program that was named by its command line, the name that a person knows it by. */
export function whoOf({ agent, run }: Pick<TaskState, 'agent' | 'run'>): string {
  return programOf(run?.setup) ?? agent
}

/** Undefined for an agent of the table. */
export function programOf(setup: Pick<RunSetup, 'command'> | undefined): string | undefined {
  return setup?.command && oneLine(programTitle(setup.command), 60)
}

function toneOf({ outcome }: TaskState): Tone | undefined {
  if (outcome === undefined) return undefined
  return outcome === 'completed' ? 'good' : 'warn'
}

/** When the events of a task were erased, and why. */
export function erasedLine(task: TaskState, erasedAt: string): string {
  const days = Math.round(keptFor(task) / A_DAY_MS)
  const kept = days === 1 ? '1 day' : `${days} days`
  return `its events were erased on ${erasedAt.slice(0, 10)}: a task is kept for ${kept} after its end (memory.keep)`
}
