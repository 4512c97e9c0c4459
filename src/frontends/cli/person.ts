// Orders that only a person may give: at a terminal or with --yes, and outside every agent by marks and by parents. A
// fence, not a wall.
import { agentSign } from '../../flows/session/agent-above.ts'
import type { Actor } from '../../contract/event.ts'
import { FullstopError } from '../../contract/error.ts'
import { isAdrift } from '../../adapters/platform/processes/adrift.ts'
import { ancestors } from '../../adapters/platform/processes/ancestors.ts'
import type { Context } from './command.ts'

/** What the person can type as a prompt instead, where there is such an order. */
const PROMPTS: Readonly<Record<string, string>> = {
  cancel: 'fullstop cancel',
  pause: 'fullstop pause',
  unpause: 'fullstop on',
}

const TERMINAL = 'run it in a terminal of your own'

const WITH_YES: readonly string[] = ['cancel', 'pause', 'unpause', 'trust', 'review', 'forget']

/** What does the same where no person is there. */
const INSTEAD: Readonly<Record<string, string>> = {
  trust: '; in CI, set FULLSTOP_TRUST to what `fullstop trust --hash` prints',
}

/** Somebody sits at a terminal here who can be asked. */
export function isPerson(context: Context): boolean {
  return context.terminal.input && signOf(context) === undefined && !isAdrift()
}

/** An agent, or a check that runs what an agent wrote, started this process. */
export function isFromAgent(context: Context): boolean {
  return signOf(context) !== undefined
}

/** Who gives an order, as it is recorded. */
export function actorOf({ terminal }: Context): Actor {
  return terminal.input ? 'terminal' : 'script'
}

/** For orders that open the gate or move it: allowed without a terminal, but never from an agent. */
export function refuseAgent(context: Context, order: string): void {
  const sign = signOf(context)
  if (sign === undefined) return
  throw new FullstopError(
    'person-needed',
    `${order} needs a person, but ${sign} shows that an agent runs this`,
    // An agent reads this: it must not learn what else would be obeyed.
    TERMINAL,
  )
}

/** For orders that loosen the gate: also refused to a process whose ancestors are all gone, as an agent's shell leaves them. */
export function refuseStray(context: Context, order: string): void {
  refuseAgent(context, order)
  if (!isAdrift()) return
  throw new FullstopError(
    'person-needed',
    `${order} needs a person, but the processes that started this one have ended, so an agent may have`,
    TERMINAL,
  )
}

/** Asked before files are written, with all that would change on request; `--yes` is the answer where nobody can be asked. */
export function isAgreed(context: Context, question: string, showAll?: () => void): boolean {
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
  return showAll ? isAgreedAfter(context, question, showAll) : context.confirm(question)
}

/** A person who wants to see everything first is asked again below it. */
function isAgreedAfter(context: Context, question: string, showAll: () => void): boolean {
  const answer = context.answer(`${question}(d shows the diff) `).trim()
  if (!/^d(?:iff)?$/i.test(answer)) return /^y(?:es)?$/i.test(answer)
  showAll()
  return context.confirm(question)
}

/** Without a terminal, `--yes` stands for the person where the order has that option. */
export function requirePerson(context: Context, order: string): void {
  refuseStray(context, order)
  if (context.terminal.input || context.options['yes'] === true) return
  throw new FullstopError(
    'person-needed',
    `${order} needs a person at a terminal`,
    `${nextStep(order)}${WITH_YES.includes(order) ? ', or with --yes where there is none' : ''}${INSTEAD[order] ?? ''}`,
  )
}

function nextStep(order: string): string {
  const prompt = PROMPTS[order]
  return `${TERMINAL}${prompt ? `, or type "${prompt}" as a prompt in the agent's session` : ''}`
}

function signOf({ env }: Context): string | undefined {
  return agentSign(env, ancestors)
}
