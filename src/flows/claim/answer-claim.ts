// What came of a claim by tool or command, in words and as data: the same for both.
import { receiptIn, receiptText } from '../../agents/formats/receipt.ts'
import type { Claim, ClaimStatus } from '../../contract/claim.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { answerText } from '../../domain/gate/words/answer.ts'
import { refusedLine } from '../../domain/view/refused-claim.ts'
import { isLetGo, isNothingOpen } from '../../domain/gate/consequences.ts'
import { flat } from '../../domain/gate/words/quoted.ts'
import type { ClaimAnswered } from './claim-asked.ts'
import { given } from '../../contract/given.ts'

export interface ClaimReply {
  readonly isRefused: boolean
  readonly text: string
  /** Not yet in the text: it stands behind the receipt. */
  readonly last?: string
  readonly status?: ClaimStatus
  readonly decision: 'accepted' | 'go-on' | 'refused' | 'verifying' | 'awaiting-review' | 'nothing-open'
  readonly outcome?: Outcome
  readonly mayStop: boolean
  readonly task?: string
}

/** An agent that a check itself runs is part of that check: its claims would wait for the round that it belongs to. */
export const insideACheck: ClaimReply = {
  isRefused: false,
  text: 'You run inside a check of the project: nothing is recorded or verified here. You may stop.',
  decision: 'nothing-open',
  mayStop: true,
}

export function answerTo(answered: ClaimAnswered): ClaimReply {
  const reply = answerToTask(answered)
  const subtask = answered.kind === 'nothing-open' && !answered.ended.run ? answered.ended : undefined
  const parent = subtask?.parent ?? answered.parent
  if (parent === undefined || !reply.mayStop) return reply
  // With a subtask the work is not over.
  return { ...reply, text: subtaskText(reply, parent), mayStop: false }
}

/** What its outcome means in detail follows as news. */
function subtaskText({ decision, outcome, task = '', text }: ClaimReply, parent: string): string {
  const receipt = text.split('\n').filter((line) => line.startsWith('Receipt: '))
  return [subtaskLine({ decision, outcome, task }), goOnText(parent), ...receipt].join('\n')
}

function subtaskLine({
  decision,
  outcome,
  task,
}: Pick<ClaimReply, 'decision'> & { outcome: Outcome | undefined; task: string }): string {
  if (decision === 'awaiting-review')
    return `Claim of subtask ${task} recorded. A person must look before it counts; until then it is open.`
  if (decision === 'nothing-open') return `Subtask ${task} is not open any more: list_subtasks shows how it ended.`
  return `Subtask ${task} is recorded as ${outcome ?? 'claimed'}.`
}

function goOnText(parent: string): string {
  return `Go on with your own task (${parent}). When the whole request is done, claim it with complete_task without task_id.`
}

function answerToTask(answered: ClaimAnswered): ClaimReply {
  switch (answered.kind) {
    case 'refused':
      return refused(`The claim was not recorded: ${answered.why}.\nNext: ${answered.next}.`)
    case 'nothing-open': {
      const { id, outcome = 'ended' } = answered.ended
      const text = `No task is open here: ${id} has ended (${outcome}), and the user asked for nothing since. You may stop.`
      return { isRefused: false, text, decision: 'nothing-open', mayStop: true, task: id }
    }
    case 'overtaken':
      return {
        ...refused(
          'Something else happened in this session meanwhile (a prompt, a stop or another claim): look, then claim again.',
        ),
        task: answered.task,
      }
    case 'recorded':
      return withReceipt(answered, {
        isRefused: false,
        text: recordedText(answered.checks),
        decision: 'verifying',
        mayStop: true,
      })
    case 'verifying':
      return withReceipt(answered, {
        isRefused: false,
        text: `Verifying: checks still running (${answered.checks.map(flat).join(', ') || 'starting'}). Change nothing; run \`fullstop wait\` until they have ended, or make the same call again, then stop: your claim stands.`,
        decision: 'verifying',
        mayStop: false,
      })
    case 'decided':
      return withReceipt(answered, decided(answered))
  }
}

function recordedText(checks: readonly string[]): string {
  if (checks.length === 0) return 'Claim recorded. Stop now: what comes next is decided then, and you are told.'
  return `Claim recorded. Its checks run when you stop: ${checks.map(flat).join(', ')}. Stop now; if you change anything more, claim again.`
}

function decided({ claim, decision, note }: Extract<ClaimAnswered, { kind: 'decided' }>): ClaimReply {
  const { isRefused, text } = answerText(claim, decision)
  const last = isRefused && decision.kind === 'continue' ? refusedLine(decision) : undefined
  const outcome = decision.kind === 'allow' ? decision.outcome : undefined
  return {
    isRefused,
    text: note === undefined ? text : `${text}\n${note}`,
    decision: isRefused ? 'refused' : wordFor(decision),
    ...given({ outcome, last }),
    mayStop: decision.kind !== 'continue',
  }
}

function wordFor(decision: Decision): ClaimReply['decision'] {
  if (decision.kind === 'ask-human') return 'awaiting-review'
  if (decision.kind === 'continue') return 'go-on'
  if (isNothingOpen(decision)) return 'nothing-open'
  return isLetGo(decision) ? 'refused' : 'accepted'
}

function refused(text: string): ClaimReply {
  return { isRefused: true, text, decision: 'refused', mayStop: false }
}

/** Some agents show the person the last three lines: these two say nothing, so that the third stands alone. */
const APART = ['', '']

/** The receipt identifies the call in the transcript, even if we thought it was another session's. */
function withReceipt(
  { claim, task, isStranger, misnamed = [] }: Extract<ClaimAnswered, { claim: unknown }>,
  answer: ClaimReply,
): ClaimReply {
  const named = isStranger ? [nameTheTask(task, claim.channel)] : []
  const { last, ...rest } = answer
  const said = last === undefined ? [] : [last]
  // Where several receipts stand in an answer, the last one counts: no words of others may come behind it.
  const [above, below] = receiptIn(last ?? '') ? [said, []] : [[], said]
  const receipt = receiptText({ id: claim.id, task })
  const text = [rest.text, ...misnamed, ...above, ...named, receipt, ...below.flatMap((line) => [...APART, line])].join(
    '\n',
  )
  return { ...rest, text, status: claim.status, task }
}

/** For a client whose calls carry no identity. */
export function nameTheTask(task: string, channel: Claim['channel'] = 'tool'): string {
  if (channel === 'cli') return `Nothing names your session here: pass \`--task ${task}\` with every further claim.`
  return `Your client names no session: pass "task_id": "${task}" with every further call.`
}

/** The same for machines, whether they called the tool or the command. */
export function toStructured({ text, status, decision, outcome, mayStop, task }: ClaimReply) {
  return {
    message: text,
    ...given({ status }),
    decision,
    ...given({ outcome }),
    may_stop: mayStop,
    ...given({ task_id: task }),
  }
}
