// Recorded streams for the tests of drivers: folded as a supervisor folds them, and what is left of each.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEnd, Usage } from '../contract/agent/agent-end.ts'
import type { TodoItem } from '../contract/work.ts'
import { emptyWork } from '../domain/tasks/request/work.ts'
import { openReading, stepReading, type StintReading, usageOf } from '../domain/tasks/run/stint.ts'
import type { Driver } from './agent.ts'

/** Lines by the name of the case; a run that printed nothing has none. */
export function readStreams(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl') && file !== 'rollout-errors.jsonl')
  return new Map(
    files.map((file) => [
      file.slice(0, -'.jsonl'.length),
      readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
    ]),
  )
}

export const emptyReading = (): StintReading =>
  openReading({
    work: emptyWork(true),
    todos: [],
    knownPromptIds: [],
    knownPrompts: [],
    vendorGoal: false,
    closed: false,
  })

export function folded(driver: Driver, lines: readonly unknown[], before = emptyReading()): StintReading {
  return lines.flatMap((line) => driver.toSignals(line)).reduce(stepReading, before)
}

/** What a stream has told, without what is as it always is. */
export interface Told {
  readonly end?: AgentEnd
  readonly session?: string
  readonly model?: string
  readonly usage?: Usage
  readonly said?: string
  readonly until?: string
  readonly retries?: string
  readonly notices?: readonly string[]
  readonly todos?: readonly TodoItem[]
  readonly doing?: string
  readonly isCompacted?: true
  readonly isInterrupted?: true
  readonly planMode?: true
  readonly hasServer?: false
}

export function told(driver: Driver, lines: readonly string[]): Told {
  const reading = folded(
    driver,
    lines.map((line) => JSON.parse(line) as unknown),
  )
  const { end, agentSessionId, model, limitUntil, retries, notices, doing, window } = reading
  const all = {
    end,
    session: agentSessionId,
    model,
    usage: usageOf(reading, undefined),
    said: window.lastSaid,
    until: limitUntil,
    retries,
    notices: notices.length > 0 ? notices : undefined,
    todos: window.todos.length > 0 ? window.todos : undefined,
    doing: doing?.text,
    isCompacted: reading.isCompacted || undefined,
    isInterrupted: window.interrupted || undefined,
    planMode: window.planMode || undefined,
    hasServer: reading.hasServer ? undefined : false,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Told
}
