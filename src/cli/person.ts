// Orders that only a person may give: a terminal, and no mark of an agent in the environment. A fence, not a wall.
import { markIn } from '../flows/marks.ts'
import { FullstopError } from '../contract/error.ts'
import type { Context } from './command.ts'

/** What the person can type as a prompt instead, where there is such an order. */
const PROMPTS: Readonly<Record<string, string>> = {
  cancel: 'fullstop cancel',
  pause: 'fullstop pause',
  unpause: 'fullstop on',
}

export function isPerson(context: Context): boolean {
  return markIn(context.env) === undefined && context.terminal.input
}

/** For orders that open the gate or move it: without a terminal they may be given, by an agent not. */
export function refuseAgent({ env }: Context, order: string): void {
  const mark = markIn(env)
  if (mark === undefined) return
  throw new FullstopError(
    'person-needed',
    `${order} needs a person, but ${mark} shows that an agent runs this`,
    'run it in a terminal of your own',
  )
}

/** Asked before files are written; `--yes` is the answer where nobody can be asked. */
export function isAgreed(context: Context, question: string): boolean {
  if (context.options['yes'] === true) return true
  if (context.options['json'] === true) {
    throw new FullstopError(
      'person-needed',
      'with --json nothing is shown that you could agree to',
      'add --yes or --dry-run',
    )
  }
  if (!context.terminal.input) {
    throw new FullstopError(
      'person-needed',
      'this asks before it writes, and there is no terminal to ask in',
      'run it in a terminal, or with --yes',
    )
  }
  return context.confirm(question)
}

export function requirePerson(context: Context, order: string): void {
  const mark = markIn(context.env)
  const prompt = PROMPTS[order]
  const hint = `run it in a terminal of your own${prompt ? `, or type "${prompt}" as a prompt in the agent's session` : ''}`
  if (mark)
    throw new FullstopError('person-needed', `${order} needs a person, but ${mark} shows that an agent runs this`, hint)
  if (!context.terminal.input) throw new FullstopError('person-needed', `${order} needs a person at a terminal`, hint)
}
