// `update_session_context`: what a fresh session needs to continue with this task.
import { z } from 'zod'
import { type ContextUpdate, FileOperation } from '../../../contract/context.ts'
import { bounded, list, said, taskId, text } from '../fields.ts'
import { defineTool } from '../tool.ts'
import { given } from '../../../contract/given.ts'

const MOST_PATH = 4096
const MOST_FILES = 1000

const description = `Save what a fresh session would need to continue this task: it outlives this session, compaction and crashes. Save after each significant piece of work, after an important decision, every 5 to 10 tool calls, and always before you claim partial.

Decisions and files are added to what is stored, summary and current_status replace it, and what you leave out of remaining_work and blockers stays as it is. The first original_request is kept.

Example: {"original_request": "Add rate limiting to the login route, with tests", "summary": "Limiter written and wired into the route", "current_status": "One of four tests fails: the clock is not reset", "key_decisions": ["Count per address, not per account"], "files_modified": ["src/limit.ts", "src/login.ts"], "remaining_work": "Reset the clock in the test, then document the limit"}`

const File = z.union([
  bounded(MOST_PATH).describe('A path. It counts as modified.'),
  z.object({ path: bounded(MOST_PATH), operation: FileOperation.default('modified') }),
])

const Input = z.object({
  original_request: said('What the user asked for, in their own words as far as you have them.'),
  summary: said('What is done so far.'),
  current_status: said('Where you are now: what works, what does not.'),
  key_decisions: list('Decisions that a successor must know, and why.').optional(),
  files_modified: z
    .array(File)
    .max(MOST_FILES, `has too many items; ${MOST_FILES} is the most`)
    .optional()
    .describe('Files you created, modified, deleted, or had to read.'),
  remaining_work: text('What is still to be done.').optional(),
  blockers: list('What stands in the way.').optional(),
  task_id: taskId,
})

const Output = z.object({
  message: z.string().describe('The whole answer in words.'),
  task_id: z.string(),
  updated_at: z.string(),
})

export const updateSessionContext = defineTool({
  name: 'update_session_context',
  title: 'Save the context of the task',
  description,
  input: Input,
  output: Output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call: async ({ world, caller }, asked) => {
    const { receiptText } = await import('../../../agents/formats/receipt.ts')
    const { nameTheTask } = await import('../../../flows/claim/answer-claim.ts')
    const { newsAfterCall } = await import('../../../flows/session/subtask-news.ts')
    const { saveContext } = await import('../../../flows/memory/save-context.ts')
    const saved = await saveContext(world, { ...caller, taskId: asked.task_id }, toUpdate(asked))
    if (saved.kind === 'refused') {
      return { isRefused: true, text: `The context was not saved: ${saved.why}.\nNext: ${saved.next}.` }
    }
    const named = saved.isStranger ? [nameTheTask(saved.task)] : []
    const receipt = receiptText({ id: saved.save, task: saved.task })
    const news = await newsAfterCall(world, saved.task)
    const lines = [`Context saved successfully. Last updated: ${saved.at}`, ...named, receipt, news]
    const message = lines.filter((line) => line !== undefined).join('\n')
    return { isRefused: false, text: message, structured: { message, task_id: saved.task, updated_at: saved.at } }
  },
})

function toUpdate(asked: z.infer<typeof Input>): ContextUpdate {
  return {
    originalRequest: asked.original_request,
    summary: asked.summary,
    currentStatus: asked.current_status,
    ...given({
      keyDecisions: asked.key_decisions,
      filesModified: asked.files_modified?.map(toFile),
      remainingWork: asked.remaining_work,
      blockers: asked.blockers,
    }),
  }
}

function toFile(file: z.infer<typeof File>): { path: string; operation: z.infer<typeof FileOperation> } {
  return typeof file === 'string' ? { path: file, operation: 'modified' } : file
}
