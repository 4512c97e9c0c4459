// What the tools for subtasks answer; loaded with the first call.
import { given } from '../../../contract/given.ts'
import type { Outcome } from '../../../contract/outcome.ts'
import type { TaskState } from '../../../contract/state.ts'
import { reportText } from '../../../domain/subtasks/news.ts'
import { titleOf } from '../../../domain/subtasks/heed.ts'
import { isInsideCheck } from '../../../flows/session/inside-check.ts'
import type { Caller } from '../../../flows/session/identify.ts'
import { newsAfterCall, takeNews } from '../../../flows/session/subtask-news.ts'
import { listSubtasks } from '../../../flows/subtasks/list-subtasks.ts'
import { startSubtask, type WantedSubtask } from '../../../flows/subtasks/start-subtask.ts'
import type { CallContext, ToolAnswer } from '../tool.ts'

type World = CallContext['world']

interface StartAnswer extends Record<string, unknown> {
  message: string
  subtask_id: string
  task_id: string
  checks: string[]
}

export async function answerSubtask(
  world: World,
  caller: Caller,
  wanted: WantedSubtask,
): Promise<ToolAnswer<StartAnswer>> {
  if (await isInsideCheck(world)) return refused('you run inside a check of the project', 'do the work itself')
  const started = await startSubtask(world, caller, wanted)
  if (started.kind === 'refused') return refused(started.why, started.next)
  const { subtask, task, checks, isApart } = started
  const news = await newsAfterCall(world, task)
  const message = [
    `Subtask ${subtask} is open, below ${task}. Checks: ${checks.join(', ') || 'none'}.`,
    isApart
      ? 'It has a session of its own, which begins when you end your turn. Do what does not depend on it, then stop without a claim: you continue with its outcome.'
      : `Do it now, then call complete_task with "task_id": "${subtask}". Your own task cannot be completed before.`,
    ...(news === undefined ? [] : [news]),
  ].join('\n')
  return {
    isRefused: false,
    text: message,
    structured: { message, subtask_id: subtask, task_id: task, checks: [...checks] },
  }
}

interface ListAnswer extends Record<string, unknown> {
  message: string
  task_id: string
  subtasks: ListedRow[]
}

interface ListedRow {
  subtask_id: string
  request: string
  status: TaskState['status']
  outcome?: Outcome
  summary?: string
  remaining_work?: string
  checks?: string
}

export async function answerList(world: World, caller: Caller): Promise<ToolAnswer<ListAnswer>> {
  const listed = await listSubtasks(world, caller)
  if (listed.kind === 'refused')
    return { isRefused: true, text: `Nothing was listed: ${listed.why}.\nNext: ${listed.next}.` }
  const { task, subtasks } = listed
  // What is listed here is told.
  await takeNews(world, task)
  const message = subtasks.map(reportText).join('\n') || `${task} has no subtask.`
  const rows = subtasks.map(({ report = {}, ...one }) => ({
    subtask_id: one.id,
    request: titleOf(one),
    status: one.status,
    ...given({
      outcome: one.outcome,
      summary: report.summary,
      remaining_work: report.remainingWork,
      checks: report.evidence,
    }),
  }))
  return { isRefused: false, text: message, structured: { message, task_id: task, subtasks: rows } }
}

function refused(why: string, next: string): ToolAnswer<StartAnswer> {
  return { isRefused: true, text: `No subtask was opened: ${why}.\nNext: ${next}.` }
}
