// Which checks cannot run as they are written, or name a program that is not on the PATH: said before an agent works for a proof that cannot be had.
import type { CheckConfig } from '../../contract/config/config.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import type { World } from '../world.ts'
import { findProgram } from './find-agents.ts'

/** One sentence for each check or program. What a shell starts is not known, and a path may name a file that the task writes. */
export async function missingPrograms(world: World, checks: readonly CheckConfig[]): Promise<string[]> {
  const users = new Map<string, string[]>()
  for (const check of checks) {
    const program = programOf(check)
    if (program === undefined || (await findProgram(world, program)) !== undefined) continue
    users.set(program, [...(users.get(program) ?? []), check.name])
  }
  return [
    ...checks.flatMap((check) => unreadable(check) ?? []),
    ...[...users].map(
      ([program, names]) => `${oneLine(program, 40)} is not on your PATH: ${inLine(names.join(', '))} cannot run`,
    ),
  ]
}

function unreadable(check: CheckConfig): string | undefined {
  const read = toArgv(check)
  return read.ok ? undefined : `${oneLine(check.name, 40)} cannot run: ${oneLine(read.why, 200)}`
}

function programOf(check: CheckConfig): string | undefined {
  const read = toArgv(check)
  if (!read.ok || read.shell || check.env?.['PATH'] !== undefined) return undefined
  const [program] = read.argv
  return program?.includes('/') ? undefined : program
}
