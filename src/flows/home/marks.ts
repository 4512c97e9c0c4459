// Environment variables that show that a process runs inside an agent.
import { agents } from '../../agents/index.ts'
import { otherMarks } from '../../agents/others.ts'
import { STINT_MARK } from './stint-files.ts'

/** What `fullstop run` starts bears our own mark, whatever agent it is. */
export const marks: readonly string[] = [...agents.flatMap((agent) => agent.marks), ...otherMarks, STINT_MARK]

type Environment = Readonly<Record<string, string | undefined>>

export function markIn(env: Environment): string | undefined {
  return marks.find((name) => env[name] !== undefined && env[name] !== '')
}

/** The environment as the person's own shell would give it: a check must not find out who asked for it. */
export function withoutMarks(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !marks.includes(name) && !isSessionDetail(name)))
}

function isSessionDetail(name: string): boolean {
  return agents.some((agent) => agent.sessionDetail?.test(name) === true)
}

/** Whatever runs from here has the environment that the agent gave it. */
export function isFromShell(env: Environment): boolean {
  return agents.some((agent) => agent.isShell?.(env) === true)
}
