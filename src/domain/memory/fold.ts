// The context of a task from events: `stepContext` is the only place where it changes.
import type { ContextState } from '../../contract/context.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { mergeContext } from './merge.ts'
import { given } from '../../contract/given.ts'

/** Stands where the last save was taken back: the one before it is not known by its id, so it stays. */
const NO_SAVE = ''

export function stepContext(state: ContextState | undefined, event: Event): ContextState | undefined {
  switch (event.kind) {
    case 'context.saved':
      return saved(state, event)
    case 'context.withdrawn':
      return state && state.save === event.save ? withdrawn(state) : state
    case 'context.cleared':
      return undefined
    case 'task.ended':
      return event.outcome === 'completed' ? undefined : state
    default:
      return state
  }
}

function saved(state: ContextState | undefined, event: EventOf<'context.saved'>): ContextState {
  // The same save told twice must not become its own `before`.
  if (state && state.save === event.save) return state
  const { save, digest, toolUseId, at, update, seen } = event
  const before = state?.context
  const context = mergeContext(before, {
    id: save,
    at,
    sessionId: event.agentSessionId,
    taskId: event.task,
    update,
    seen,
  })
  const last = { context, save, digest, ...given({ toolUseId }) }
  return before ? { ...last, before } : last
}

function withdrawn(state: ContextState): ContextState | undefined {
  return state.before && { context: state.before, save: NO_SAVE, digest: NO_SAVE }
}

/** Stands in the log for a save whose context is gone: without its text, so that the save is not imported again. */
export function erasedSave({ id, at, session, task = '' }: Event): EventOf<'context.erased'> {
  return { id, at, kind: 'context.erased', ...given({ session }), task }
}
