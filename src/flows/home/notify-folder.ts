// The folder of everything about notifications. Where it is not there, no task was ever to tell anybody of anything.
import { join } from 'node:path'

/** The process that sends; started by ourselves alone. */
export const NOTIFIER = 'notifier'

export function notifyFolder({ stateHome }: { readonly stateHome: string }): string {
  return join(stateHome, 'notify')
}
