// `complete_task`: the agent says how its task stands, and learns in the same turn what was decided.
import { z } from 'zod'
import { ClaimStatus, Needs } from '../../../contract/claim.ts'
import { criteriaRows, disputes, isSaid, names, said, taskId, text } from '../fields.ts'
import { defineTool } from '../tool.ts'
import { ClaimOutput, claimAnnotations } from './claim-shape.ts'
import { given } from '../../../contract/given.ts'

const description = `Say how the task stands. Call this to end every task; never just stop.

status:
- success: only after you re-read the whole request and checked that each part of it is done. The project's own checks are then run; if one fails, the call fails with its output: fix that and claim again.
- partial: part of it is done. Say in summary what is done and why not the rest, and in remaining_work what remains. Save your context with update_session_context first.
- blocked: something stops you. Say in summary what you tried and what went wrong, and in remaining_work what remains. If only the user can help, say so with needs.

Is a failing check itself wrong? Dispute it with disputed_checks, once everything else is done; never work around it.

The answer says whether you may stop, or what to do next. After any further change the claim no longer counts: claim again.`

const Input = z
  .object({
    status: ClaimStatus.describe('How the task stands.'),
    original_request_summary: said('What the user asked for, in short: every part of it.'),
    summary: said('What you did; for partial and blocked also why not the rest.'),
    remaining_work: text(
      'What remains to be done. Required for partial and blocked; with success, nothing may remain.',
    ).optional(),
    command: text('A command that shows the result. It runs only where the user allowed it.').optional(),
    needs: Needs.optional().describe('What a blocked task waits for.'),
    preexisting_failures: names(
      'Checks that failed before you began, by name. A person is asked about them.',
    ).optional(),
    disputed_checks: disputes(
      'Checks that fail although your work is right, each with why the check itself is wrong. A person decides.',
    ).optional(),
    criteria: criteriaRows(
      'Only where the task has acceptance criteria: a row for each. success needs all met or not-applicable.',
    ).optional(),
    task_id: taskId,
  })
  .superRefine(({ status, remaining_work: remaining }, context) => {
    if (status === 'success' || (remaining !== undefined && isSaid(remaining))) return
    context.addIssue({ code: 'custom', path: ['remaining_work'], message: `is required for ${status}` })
  })

export const completeTask = defineTool({
  name: 'complete_task',
  title: 'Say how the task stands',
  description,
  input: Input,
  output: ClaimOutput,
  annotations: claimAnnotations,
  call: async (context, asked) => {
    const { answerClaim } = await import('./claim.ts')
    return answerClaim(context, {
      taskId: asked.task_id,
      statement: {
        status: asked.status,
        originalRequestSummary: asked.original_request_summary,
        summary: asked.summary,
        ...given({
          remainingWork: asked.remaining_work,
          command: asked.command,
          needs: asked.needs,
          preexistingFailures: asked.preexisting_failures,
          disputedChecks: asked.disputed_checks,
          criteria: asked.criteria?.map(({ id, state, by }) => ({ id, state, ...given({ by }) })),
        }),
      },
      text: JSON.stringify(asked),
    })
  },
})
