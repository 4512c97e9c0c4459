// Who answers a review from here, as it is recorded.
import { accountName } from '../../../adapters/platform/account.ts'
import type { Answerer } from '../../../contract/view/comment.ts'
import type { Context } from '../command.ts'

export function answererOf({ terminal, env }: Context): Answerer {
  return { name: accountName(env), by: terminal.input ? 'terminal' : 'script' }
}
