// Who answers a review from here, as it is recorded.
import { userInfo } from 'node:os'
import type { Answerer } from '../../contract/comment.ts'
import type { Context } from './command.ts'

export function answererOf({ terminal, env }: Context): Answerer {
  const name = env['USER'] ?? env['LOGNAME'] ?? userInfo().username
  return { ...(name === '' ? {} : { name }), by: terminal.input ? 'terminal' : 'script' }
}
