// What a printed command of ours begins with. `npm run try` sets it, to name the launcher of its own store.
import { oneLine } from '../../domain/text/printable.ts'
import type { Context } from './command.ts'

const VARIABLE = 'FULLSTOP_CALLED'

/** Undefined: `fullstop`, as everybody calls it. */
export function calledAs(env: Context['env']): string | undefined {
  return env[VARIABLE] ? oneLine(env[VARIABLE], 200) : undefined
}
