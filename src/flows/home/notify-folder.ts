// The folder of everything about notifications. Where it is not there, no task was ever to tell anybody of anything.
import { inState } from './state-folder.ts'

/** The process that sends; started by ourselves alone. */
export const NOTIFIER = 'notifier'

export function notifyFolder(world: { readonly stateHome: string }): string {
  return inState(world, 'notify')
}
