// Whether a task may have one more subtask, and by what that is measured.
import type { Policy } from '../../contract/config/policy.ts'
import { nearest } from '../text/nearest.ts'
import { oneLine } from '../text/printable.ts'

export const DEFAULTS = { onChildEnd: 'continue', maxDepth: 3, maxOpen: 20 } as const satisfies Policy['subtasks']

/** Over the life of a task: each may send it on without a refusal, so their number must have an end. */
export const MOST_SUBTASKS = 100

export interface SubtaskQuery {
  readonly policy: Policy
  /** How many tasks stand above the new one; 1: its parent has none. */
  readonly depth: number
  /** Subtasks of the same parent: open ones, and all there ever were. */
  readonly open: number
  readonly all: number
  readonly checks: readonly string[] | undefined
}

export type SubtaskPlan =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export function planSubtask({ policy, depth, open, all, checks }: SubtaskQuery): SubtaskPlan {
  const { maxDepth, maxOpen } = policy.subtasks ?? DEFAULTS
  if (maxDepth === 0 || maxOpen === 0) return refused('subtasks are off here', 'do the work in your own task')
  if (depth > maxDepth) {
    const why = `subtasks may be ${maxDepth} deep (subtasks.maxDepth), and this one would be ${depth} deep`
    return refused(why, 'do this part in your own task')
  }
  if (open >= maxOpen) {
    const why = `${open} subtasks are open, and ${maxOpen} is the most (subtasks.maxOpen)`
    return refused(why, 'end one of them first: list_subtasks names them')
  }
  if (all >= MOST_SUBTASKS) return refused(`this task has had ${all} subtasks`, 'do the rest in your own task')
  return withChecks(policy, checks)
}

/** The checks that were named, as frozen with the parent; all of them where none was named. */
function withChecks(policy: Policy, wanted: readonly string[] | undefined): SubtaskPlan {
  if (wanted === undefined || wanted.length === 0) return { kind: 'policy', policy }
  const known = [...policy.checks.map(({ name }) => name), ...policy.untrustedChecks]
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) return refused(`there is no check "${oneLine(unknown, 60)}"`, whichChecks(unknown, known))
  const checks = policy.checks.filter(({ name }) => wanted.includes(name))
  const untrustedChecks = policy.untrustedChecks.filter((name) => wanted.includes(name))
  return { kind: 'policy', policy: { ...policy, checks, untrustedChecks } }
}

function whichChecks(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return 'leave checks out: this project has none'
  const near = nearest(unknown, known)
  return `name one of ${known.map((name) => oneLine(name, 60)).join(', ')}${near ? ` (did you mean ${near}?)` : ''}, or leave checks out`
}

function refused(why: string, next: string): SubtaskPlan {
  return { kind: 'refused', why, next }
}
