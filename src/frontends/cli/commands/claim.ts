// `fullstop claim success|partial|blocked`: an agent that has a shell but not the tool says how its task stands.
import type { Needs, Statement } from '../../../contract/claim.ts'
import type { CriterionRow } from '../../../contract/criterion.ts'
import { CLAIM_STATUSES, CRITERION_STATES, isOneOf, NEEDS } from '../../../contract/names.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { answerTo, type ClaimReply, insideACheck, toStructured } from '../../../flows/claim/answer-claim.ts'
import { isInsideCheck } from '../../../flows/session/inside-check.ts'
import { onClaim } from '../../../flows/claim/on-claim.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { notOneOf, usage } from '../usage.ts'
import { isFromAgent } from '../person.ts'
import { given } from '../../../contract/given.ts'

const WITHIN_MS = 45_000
const MOST_CHARACTERS = 32_768

export const command: Command = {
  name: 'claim',
  group: 'For agents and scripts',
  summary: 'Say how the task stands, for an agent without complete_task',
  args: ['success|partial|blocked'],
  options: {
    summary: { type: 'string', value: 'TEXT', summary: 'what you did; for partial and blocked also why not the rest' },
    request: {
      type: 'string',
      value: 'TEXT',
      summary: 'what the user asked for; default: their prompt',
    },
    remaining: { type: 'string', value: 'TEXT', summary: 'what remains; needed for partial and blocked' },
    needs: { type: 'string', value: 'WHAT', summary: `what a blocked task waits for: ${NEEDS.join(', ')}` },
    command: {
      type: 'string',
      value: 'LINE',
      summary: 'a command that shows the result; runs only where you allowed it',
    },
    dispute: {
      type: 'string',
      value: 'CHECK',
      summary: 'a check that fails although the work is right: a person decides; with --why',
    },
    why: { type: 'string', value: 'TEXT', summary: 'what is wrong with that check, and how you know' },
    criterion: {
      type: 'string',
      multiple: 'lines',
      value: 'ROW',
      summary: 'a criterion: c1=met:CHECK-OR-FILE, c2=not-applicable:WHY, c3=open',
    },
    task: {
      type: 'string',
      value: 'TASK',
      summary: 'the task id from an earlier answer, if the agent has no session id',
    },
    ...jsonOption,
  },
  choices: { needs: NEEDS },
  examples: [
    {
      line: 'fullstop claim success --summary "Limiter added, tests pass"',
      does: 'its checks run when the agent stops',
    },
    {
      line: 'fullstop claim blocked --summary "Both mirrors fail" --remaining "the rest"',
      does: 'the agent may stop: only the user can help',
    },
    {
      line: 'fullstop claim success --summary "Done" --dispute lint --why "It is wrong"',
      does: 'a person decides about the check, once the others pass',
    },
    {
      line: 'fullstop claim success --summary "Done" --criterion c1=met:test',
      does: 'for a task with acceptance criteria: how each is met',
    },
  ],
  run: async (context) => {
    const statement = toStatement(context)
    const answer = await answered(context, statement)
    if (context.options['json'] === true) context.print(`${JSON.stringify(toStructured(answer), null, 2)}\n`)
    else context.print(`${answer.text}\n`)
    if (answer.isRefused) return exitCode.no
    return answer.decision === 'verifying' && !answer.mayStop ? exitCode.stillRunning : exitCode.yes
  },
}

async function answered(context: Context, statement: Statement): Promise<ClaimReply> {
  const world = context.openWorld()
  const task = context.options['task']
  try {
    if (await isInsideCheck(world)) return insideACheck
    const answer = await onClaim(world, {
      caller: { meta: {}, cwd: context.cwd, ...(typeof task === 'string' ? { taskId: task } : {}) },
      statement,
      text: `fullstop claim ${JSON.stringify(statement)}`,
      terms: { channel: 'cli', withinMs: WITHIN_MS, mayRun: !isFromAgent(context) },
    })
    return answerTo(answer)
  } finally {
    world.store.close()
  }
}

function toStatement({ args, options }: Context): Statement {
  const [status] = args
  if (!isOneOf(CLAIM_STATUSES, status))
    throw usage(command, `"${(status ?? '').slice(0, 40)}" is not success, partial or blocked`)
  const text = (name: string): string | undefined => {
    const value = options[name]
    if (typeof value !== 'string') return undefined
    if (value.length > MOST_CHARACTERS) {
      throw usage(command, `--${name} has ${value.length} characters; ${MOST_CHARACTERS} is the most`)
    }
    return value.trim() === '' ? undefined : value
  }
  const summary = text('summary')
  if (summary === undefined) throw usage(command, '--summary is missing or blank')
  const remainingWork = text('remaining')
  if (status !== 'success' && remainingWork === undefined) {
    throw usage(command, `--remaining is required for ${status}`)
  }
  const request = text('request')
  const ownCommand = text('command')
  return {
    status,
    summary,
    ...given({ originalRequestSummary: request, remainingWork, command: ownCommand }),
    ...needsOf(text('needs')),
    ...disputeOf(text('dispute'), text('why')),
    ...criteriaOf(text('criterion') ?? options['criterion']),
  }
}

function disputeOf(check: string | undefined, why: string | undefined): Pick<Statement, 'disputedChecks'> {
  if (check === undefined && why === undefined) return {}
  if (check === undefined) throw usage(command, '--why belongs to --dispute CHECK, which is missing or blank')
  if (why === undefined) throw usage(command, '--dispute needs --why: what is wrong with the check')
  return { disputedChecks: [{ check, why }] }
}

function criteriaOf(given: string | boolean | undefined): Pick<Statement, 'criteria'> {
  if (typeof given !== 'string') return {}
  return { criteria: given.split('\n').map(toRow) }
}

function toRow(text: string): CriterionRow {
  const [, id, state, by] = /^\s*([^=]{1,200}?)\s*=\s*([^:]*?)\s*(?::(.*))?$/.exec(text) ?? []
  if (id === undefined || !isOneOf(CRITERION_STATES, state)) {
    const states = CRITERION_STATES.join(', ')
    throw usage(command, `--criterion "${oneLine(text, 60)}" is not ID=STATE:BY, where STATE is one of ${states}`)
  }
  return { id, state, ...(by === undefined || by.trim() === '' ? {} : { by: by.trim() }) }
}

function needsOf(text: string | undefined): { needs?: Needs } {
  if (text === undefined) return {}
  if (!isOneOf(NEEDS, text)) throw notOneOf(command, text, NEEDS, '--needs')
  return { needs: text }
}
