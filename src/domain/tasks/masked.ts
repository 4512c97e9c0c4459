// Work, todos and facts with their secrets masked, as they are kept and as decisions quote them.
import type { Facts, WaitingFor } from '../../contract/facts.ts'
import { given } from '../../contract/given.ts'
import type { TodoItem, Work } from '../../contract/work.ts'

export type Mask = (text: string) => string

/** Masked when it is kept and not with every call: most calls are gone by then. */
export function maskedWork(work: Work, mask: Mask): Work {
  const { lastTool, pending, recentErrors, dropped, background } = work
  const called = <T extends { detail?: string | undefined }>(call: T): T =>
    call.detail === undefined ? call : { ...call, detail: mask(call.detail) }
  return {
    ...work,
    ...(lastTool ? { lastTool: called(lastTool) } : {}),
    pending: pending.map((call) => {
      const known = called(call)
      return known.todos ? { ...known, todos: maskedTodos(known.todos, mask) } : known
    }),
    recentErrors: recentErrors.map(mask),
    ...given({ dropped: dropped?.map(mask), background: background?.map((task) => maskedTask(task, mask)) }),
  }
}

export function maskedTask<T extends { label: string; command?: string | undefined }>(task: T, mask: Mask): T {
  const label = mask(task.label)
  return task.command === undefined ? { ...task, label } : { ...task, label, command: mask(task.command) }
}

export function maskedTodos(todos: readonly TodoItem[], mask: Mask): TodoItem[] {
  return todos.map((todo) => ({ ...todo, text: mask(todo.text) }))
}

/** The words of the agent that a decision may quote. */
export function maskedFacts(facts: Facts, mask: Mask): Facts {
  const { waitingFor, claim, endDetail } = facts
  return {
    ...facts,
    ...given({
      waitingFor: waitingFor && maskedWaiting(waitingFor, mask),
      claim: claim && { ...claim, text: mask(claim.text) },
      endDetail: endDetail === undefined ? undefined : mask(endDetail),
    }),
  }
}

function maskedWaiting(waiting: WaitingFor, mask: Mask): WaitingFor {
  if (waiting.kind === 'wake-up') return waiting
  if (waiting.kind === 'permission') {
    return waiting.what === undefined ? waiting : { ...waiting, what: mask(waiting.what) }
  }
  return { ...waiting, what: mask(waiting.what) }
}
