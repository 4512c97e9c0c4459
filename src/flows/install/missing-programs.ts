// Which checks cannot run as they are written, or name a program that is not on the PATH: said before an agent works for a proof that cannot be had.
import type { CheckConfig } from '../../contract/config/config.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import type { World } from '../world.ts'
import { findProgram } from './find-agents.ts'

/** Checks that cannot run here for the same reason. */
export interface Unrunnable {
  readonly names: readonly string[]
  /** `ruff is not on your PATH`. */
  readonly why: string
  readonly program?: string
}

/** What a shell starts is not known, and a path may name a file that the task writes. */
export async function unrunnableHere(world: World, checks: readonly CheckConfig[]): Promise<Unrunnable[]> {
  const users = new Map<string, string[]>()
  for (const check of checks) {
    const program = programOf(check)
    if (program === undefined || (await findProgram(world, program)) !== undefined) continue
    users.set(program, [...(users.get(program) ?? []), check.name])
  }
  return [
    ...checks.flatMap((check) => unreadable(check) ?? []),
    ...[...users].map(([program, names]) => ({ names, why: `${oneLine(program, 40)} is not on your PATH`, program })),
  ]
}

/** One sentence for each check or program. */
export async function missingPrograms(world: World, checks: readonly CheckConfig[]): Promise<string[]> {
  return (await unrunnableHere(world, checks)).map(({ names, why, program }) => {
    const which = inLine(names.join(', '))
    return program === undefined ? `${which} cannot run: ${why}` : `${why}: ${which} cannot run`
  })
}

function unreadable(check: CheckConfig): Unrunnable | undefined {
  const read = toArgv(check)
  return read.ok ? undefined : { names: [oneLine(check.name, 40)], why: oneLine(read.why, 200) }
}

function programOf(check: CheckConfig): string | undefined {
  const read = toArgv(check)
  if (!read.ok || read.shell || check.env?.['PATH'] !== undefined) return undefined
  const [program] = read.argv
  return program?.includes('/') ? undefined : program
}
