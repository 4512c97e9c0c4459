// What both claiming tools share: the call becomes a claim, the decision an answer.
import type { z } from 'zod'
import { answerTo, type ClaimReply, insideACheck, toStructured } from '../../../flows/claim/answer-claim.ts'
import { isInsideCheck } from '../../../flows/session/inside-check.ts'
import { isFromShell } from '../../../flows/home/marks.ts'
import { askOnScreen } from '../../../flows/review/ask-on-screen.ts'
import { newsAfterCall } from '../../../flows/session/subtask-news.ts'
import { onClaim } from '../../../flows/claim/on-claim.ts'
import type { Statement } from '../../../contract/claim.ts'
import type { CallContext, ToolAnswer } from '../tool.ts'
import type { ClaimOutput } from './claim-shape.ts'

/** A call is answered by then, whatever the checks do, and whether or not a person answers. */
const WITHIN_MS = 45_000

export interface ToClaim {
  readonly taskId: string | undefined
  readonly statement: Statement
  /** The arguments as they came. */
  readonly text: string
}

type ClaimAnswer = ToolAnswer<z.input<typeof ClaimOutput>>

export async function answerClaim(context: CallContext, asked: ToClaim): Promise<ClaimAnswer> {
  const { world, caller, onProgress, ask } = context
  if (await isInsideCheck(world)) return toTool(insideACheck)
  const claimed = await onClaim(world, {
    caller: { ...caller, taskId: asked.taskId },
    statement: asked.statement,
    text: asked.text,
    terms: {
      channel: 'tool',
      withinMs: WITHIN_MS,
      mayRun: !isFromShell(world.env),
      onLook: (open) => onProgress(`checks running: ${open.join(', ')}`),
    },
  })
  const answered = answerTo(ask ? await askOnScreen(world, claimed, { ask, withinMs: WITHIN_MS }) : claimed)
  return toTool(await withNews(world, answered))
}

/** How subtasks ended that the agent has not heard of. */
async function withNews(world: CallContext['world'], answered: ClaimReply): Promise<ClaimReply> {
  const news = answered.task === undefined ? undefined : await newsAfterCall(world, answered.task)
  return news === undefined ? answered : { ...answered, text: `${answered.text}\n${news}` }
}

function toTool(answered: ClaimReply): ClaimAnswer {
  return { isRefused: answered.isRefused, text: answered.text, structured: toStructured(answered) }
}
