// Where a change must not be run, only read: it would run with rights or secrets that its author does not have.
import type { Barred } from '../../contract/view/verified-change.ts'

/** Events of GitHub that give a change from outside the rights of the repository it goes to. */
const PRIVILEGED_EVENTS: readonly string[] = ['pull_request_target', 'workflow_run', 'issue_comment']

/** Undefined: it may run here. `secrets`: names of variables that hold one. */
export function whyOnlyRead(event: string | undefined, secrets: readonly string[]): Barred | undefined {
  if (event !== undefined && PRIVILEGED_EVENTS.includes(event)) return { kind: 'event', event }
  return secrets.length === 0 ? undefined : { kind: 'secrets', names: secrets }
}

/** Files by which a step tells the runner of GitHub what comes next: a check must not speak for the step. */
const STEP_FILES: readonly string[] = [
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
]

export function withoutStepFiles<Env extends Readonly<Record<string, string | undefined>>>(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !STEP_FILES.includes(name))) as Env
}
