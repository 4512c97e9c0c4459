// What a person does after a run has ended: commands to type, in order, for every outcome and reason.
import type { AgentEnd } from '../../../contract/agent/agent-end.ts'
import type { ReasonCode } from '../../../contract/decision.ts'
import type { Outcome } from '../../../contract/outcome.ts'
import type { TaskState } from '../../../contract/state.ts'
import { OWN_CHECK } from '../../checks/find/found.ts'
import { joinWords } from '../../shell/words.ts'
import { inLine } from '../../text/printable.ts'

export interface NextStep {
  /** A line for a shell. */
  readonly command: string
  /** What it is good for. */
  readonly does: string
  /** No line for a shell but text for a file; `does` says for which. */
  readonly isText?: true
}

export interface Ended {
  readonly task: string
  /** The outcome, or the status of a task that has none. */
  readonly state: Outcome | 'awaiting-review' | 'paused'
  readonly codes: readonly ReasonCode[]
  /** How the last turn of the agent ended. */
  readonly end?: AgentEnd['kind'] | undefined
  /** The agent's own name. */
  readonly agent: string
  /** Checks that are named but not trusted. */
  readonly hasUntrusted: boolean
  /** Checks that are trusted. */
  readonly hasChecks: boolean
  /** The budget that is used up, with the option that gives twice as much: `--max-tokens 10000`. */
  readonly raise?: string | undefined
  readonly maxContinuations: number
  /** The options of the agent that permit what it was denied; empty where it has none; absent: nothing was denied. */
  readonly permit?: readonly string[] | undefined
  /** The folder of the task, where the person is in another one. */
  readonly folder?: string | undefined
  /** Subtasks that a person has to look at before the task can continue. */
  readonly held?: readonly Pick<TaskState, 'id' | 'status'>[]
  /** What `checks find` finds there: checks that can run, only others, or nothing. */
  readonly findable: 'checks' | 'unrunnable' | 'nothing'
}

export function nextSteps(ended: Ended): readonly NextStep[] {
  switch (ended.state) {
    case 'completed':
      return [step(`fullstop evidence ${ended.task}`, 'what proves it')]
    case 'unverified':
      return toProve(ended)
    case 'partial':
      return [step(`fullstop brief ${ended.task}`, 'what is left'), resume(ended, 'continue with it')]
    case 'blocked':
      return [resume(ended, 'say how it can be done', '"how it can be done"')]
    case 'needs-input':
      return withAnswer(ended)
    case 'rejected':
      return [resume(ended, 'try again, with what you want instead', '"what to do instead"')]
    case 'capped':
      return (
        permitted(ended) ?? [
          ...lookAtChecks(ended),
          resume(ended, 'allow more', `--max-continuations ${moreThan(ended.maxContinuations)}`),
        ]
      )
    case 'stuck':
      return permitted(ended) ?? [...lookAtChecks(ended), show(ended), resume(ended, 'say what helps', '"what helps"')]
    case 'over-budget':
      return [resume(ended, 'allow more', ended.raise ?? '--max-time 8h')]
    case 'agent-failed':
      return repaired(ended)
    case 'usage-limited':
      return [resume(ended, 'when the limit is over')]
    case 'interrupted':
      return [resume(ended, 'continue')]
    case 'cancelled':
      return [resume(ended, 'continue after all')]
    case 'paused':
      return [...(ended.held ?? []).map(lookAtSubtask), resume(ended, 'continue')]
    case 'awaiting-review':
      return [step(`fullstop review ${ended.task}`, 'look at it, and decide')]
  }
}

function lookAtSubtask({ id, status }: Pick<TaskState, 'id' | 'status'>): NextStep {
  if (status === 'paused') return step(`fullstop resume ${id}`, 'take back the pause of its subtask')
  return step(`fullstop review ${id}`, 'look at its subtask, and decide')
}

/** A check that was red before the agent began, or needs something that is not installed, no agent turns green. */
function lookAtChecks(ended: Ended): NextStep[] {
  if (!ended.codes.includes('check-failed')) return []
  return [step(`${inFolder(ended)}fullstop check`, 'run the checks yourself: is it the work, or the setup?')]
}

/** Without a check nothing can be proven; one that is not trusted does not run. */
function toProve(ended: Ended): NextStep[] {
  const trust = step(`${inFolder(ended)}fullstop trust`, 'let the checks run')
  const again = resume(ended, 'prove it')
  if (ended.hasUntrusted) return [trust, again]
  if (ended.codes.includes('check-could-not-run')) {
    return [step(`${inFolder(ended)}fullstop check`, 'see what could not run'), again]
  }
  if (ended.hasChecks) return [...toCover(ended), again]
  if (ended.findable === 'checks') {
    return [step(`${inFolder(ended)}fullstop checks find --write`, 'write down the checks found here'), trust, again]
  }
  if (ended.findable === 'unrunnable') {
    return [step(`${inFolder(ended)}fullstop checks find`, 'what the checks found here need'), trust, again]
  }
  const file = ended.folder === undefined ? 'fullstop.json' : `fullstop.json in ${inLine(ended.folder)}`
  const does = `write this to ${file}, with the command that runs your tests`
  return [{ command: OWN_CHECK, does, isText: true }, trust, again]
}

/** Every check was skipped: nothing under its "paths" had changed. */
function toCover(ended: Ended): NextStep[] {
  return [
    step(`${inFolder(ended)}fullstop check`, 'run the checks all the same'),
    step(`${inFolder(ended)}fullstop trust`, 'once "paths" in fullstop.json covers the change'),
  ]
}

function withAnswer(ended: Ended): readonly NextStep[] {
  if (ended.codes.includes('plan-mode')) return [resume(ended, 'let it work, not only plan', '--permissions edits')]
  const permit = permitted(ended)
  if (permit) return permit
  if (ended.codes.includes('permission')) return [resume(ended, 'permit everything', '--permissions all')]
  return [resume(ended, 'answer it', '"your answer"')]
}

/** What the agent was denied is permitted by the agent's own option, for this task alone. */
function permitted(ended: Ended): readonly NextStep[] | undefined {
  if (ended.permit === undefined) return undefined
  if (ended.permit.length === 0) return [resume(ended, 'permit everything', '--permissions all')]
  return [resume(ended, 'permit what was denied', `-- ${joinWords(ended.permit)}`)]
}

function repaired(ended: Ended): NextStep[] {
  switch (ended.end) {
    case 'auth':
      return [resume(ended, `once you are logged in to ${ended.agent}`)]
    case 'model-missing':
      return [resume(ended, 'with a model that it has', '--model NAME')]
    default:
      return [show(ended), resume(ended, 'try again')]
  }
}

function show({ task }: Ended): NextStep {
  return step(`fullstop show ${task}`, 'what happened')
}

function resume({ task }: Ended, does: string, more?: string): NextStep {
  return step(`fullstop resume ${task}${more === undefined ? '' : ` ${more}`}`, does)
}

function step(command: string, does: string): NextStep {
  return { command, does }
}

function inFolder({ folder }: Ended): string {
  return folder === undefined ? '' : `cd ${joinWords([folder])} && `
}

function moreThan(cap: number): number {
  return cap === 0 ? 0 : Math.min(100, cap * 2)
}
