// The options that `run` and `resume` share, and what they mean: flags override every config file.
import type { Config } from '../../../contract/config/config.ts'
import { Permissions, type RunSetup } from '../../../contract/agent/run-setup.ts'
import { mergeFlags } from '../../../domain/tasks/run/former-run.ts'
import { toMs } from '../../../domain/text/duration.ts'
import type { Command, Context, Option } from '../command.ts'
import { notOneOf, usage } from '../usage.ts'
import { given } from '../../../contract/given.ts'

const WAYS_ON: readonly string[] = ['auto', 'same', 'fresh']

export const runOptions: Readonly<Record<string, Option>> = {
  'max-continuations': {
    type: 'string',
    value: 'N',
    summary: 'times the agent is sent back before giving up (5); 0 = no cap',
  },
  'max-time': { type: 'string', value: 'TIME', summary: 'such as 90m or 2h, over all sessions of the task' },
  'max-tokens': { type: 'string', value: 'N', summary: 'over all sessions of the task' },
  'max-cost': { type: 'string', value: 'DOLLARS', summary: 'as the agent reports it, over all sessions' },
  continue: { type: 'string', value: 'HOW', summary: 'in the same session, a fresh one, or auto (default)' },
  answer: { type: 'string', value: 'HOW', summary: 'a question of the agent: ask (you), fail, or TEXT' },
  permissions: {
    type: 'string',
    value: 'WHAT',
    summary: 'what the agent may do: edits (default), all, settings (its own)',
  },
  model: { type: 'string', value: 'NAME', summary: 'the model that the agent is to use' },
  'idle-timeout': { type: 'string', value: 'TIME', summary: 'end an agent that is idle for this long (10m)' },
  settle: { type: 'string', value: 'TIME', summary: 'with --pty: a screen quiet for this long waits for input (3s)' },
  'limit-wait': {
    type: 'string',
    value: 'TIME',
    summary: 'wait for usage limits: yes (default), no, or the longest wait',
  },
  quiet: { type: 'boolean', summary: 'print nothing but how it ended' },
  verbose: { type: 'boolean', summary: 'print every event, and what the agent says and does' },
  json: { type: 'boolean', summary: 'print the events, one JSON object per line' },
}

type Named = Pick<Command, 'name'>

export function toFlags(command: Named, { options }: Pick<Context, 'options'>): Config {
  const text = (name: string): string | undefined =>
    typeof options[name] === 'string' ? (options[name] as string) : undefined
  const count = (name: string): number | undefined => toNumber(command, name, text(name), /^\d{1,12}$/)
  const duration = (name: string): string | undefined => toDuration(command, name, text(name))
  const wait = text('limit-wait')
  const how = text('continue')
  if (how !== undefined && !WAYS_ON.includes(how)) throw notOneOf(command, how, WAYS_ON, '--continue')
  const budget = given({
    time: duration('max-time'),
    tokens: count('max-tokens'),
    cost: toNumber(command, 'max-cost', text('max-cost'), /^\d{1,9}(?:\.\d{1,6})?$/),
  })
  if (budget.tokens === 0 || budget.cost === 0) throw usage(command, 'a budget of 0 leaves nothing to work with')
  return {
    ...given({
      maxContinuations: count('max-continuations'),
      continue: how as 'auto' | 'same' | 'fresh' | undefined,
      idleTimeout: duration('idle-timeout'),
      settle: duration('settle'),
    }),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
    ...given({ limits: wait }, (limit) => ({ wait: toWait(command, limit) })),
  }
}

function toWait(command: Named, text: string): boolean | string {
  if (text === 'yes' || text === 'no') return text === 'yes'
  if (toMs(text) > 0) return text
  throw usage(command, `--limit-wait ${text.slice(0, 20)} is neither yes, no nor a time such as 30s, 90m or 2h`)
}

function toDuration(command: Named, name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!(toMs(text) > 0)) throw usage(command, `--${name} ${text.slice(0, 20)} is not a time such as 30s, 90m or 2h`)
  return text
}

function toNumber(command: Named, name: string, text: string | undefined, shape: RegExp): number | undefined {
  if (text === undefined) return undefined
  if (!shape.test(text)) throw usage(command, `--${name} ${text.slice(0, 20)} is not a number that fits`)
  return Number(text)
}

/** What the options change in how the agent is started. */
export function toSetup(command: Named, { options, passedOn }: Context, before: RunSetup): RunSetup {
  const { permissions, model, answer } = options
  const flags = toFlags(command, { options })
  for (const name of ['model', 'answer'] as const) {
    if (typeof options[name] === 'string' && options[name].trim() === '') throw usage(command, `--${name} is empty`)
  }
  const allowed = Permissions.safeParse(permissions ?? before.permissions)
  if (!allowed.success) throw notOneOf(command, String(permissions), Permissions.options, '--permissions')
  return {
    ...before,
    permissions: allowed.data,
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof answer === 'string' ? { answer: toAnswer(answer) } : {}),
    ...(passedOn.length > 0 ? withArgs(before, passedOn) : {}),
    ...withFlagsOf(before, flags),
  }
}

function withFlagsOf({ flags: before }: RunSetup, now: Config): Pick<RunSetup, 'flags'> {
  const flags = mergeFlags(before, now)
  return Object.keys(flags).length > 0 ? { flags } : {}
}

/** A command line of its own holds them at its end. */
function withArgs({ command, args }: RunSetup, passedOn: readonly string[]): Pick<RunSetup, 'args' | 'command'> {
  if (!command) return { args: [...passedOn] }
  return { args: [...passedOn], command: [...command.slice(0, command.length - args.length), ...passedOn] }
}

function toAnswer(text: string): NonNullable<RunSetup['answer']> {
  return text === 'ask' || text === 'fail' ? { kind: text } : { kind: 'text', text }
}
