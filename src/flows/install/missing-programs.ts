// Which checks cannot run as they are written, name a program that is not on the PATH, or need packages that were never
// installed: said before an agent works for a proof that cannot be had.
import { dirname, join } from 'node:path'
import type { CheckConfig } from '../../contract/config/config.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import { namesPackages } from '../../domain/checks/find/named-packages.ts'
import { packageRunner } from '../../domain/checks/package-runner.ts'
import { joinWords } from '../../domain/shell/words.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import type { World } from '../world.ts'
import { findProgram } from './find-agents.ts'

const LARGEST = 1024 * 1024

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

/** One sentence for each reason. Without a folder in which they run now, packages are not looked for. */
export async function missingFor(
  world: World,
  checks: readonly CheckConfig[],
  root: string | undefined,
): Promise<string[]> {
  const unrunnable = await unrunnableHere(world, checks)
  const others = checks.filter(({ name }) => !unrunnable.some(({ names }) => names.includes(name)))
  return [
    ...unrunnable.map(({ names, why, program }) => {
      const which = inLine(names.join(', '))
      return program === undefined ? `${which} cannot run: ${why}` : `${why}: ${which} cannot run`
    }),
    ...(root === undefined ? [] : notInstalled(world, root, others)),
  ]
}

/** Only likely: a check need not use the packages that its manifest names. Yarn may keep them in one file. */
function notInstalled({ files }: World, root: string, checks: readonly CheckConfig[]): string[] {
  const isInstalled = (folder: string): boolean =>
    files.isFolder(join(folder, 'node_modules')) || files.exists(join(folder, '.pnp.cjs'))
  const users = new Map<string, string[]>()
  for (const { name, run, cwd = '' } of checks) {
    const runner = packageRunner(typeof run === 'string' ? run : joinWords(run))
    const folder = join(root, cwd)
    if (runner === undefined || above(folder).some(isInstalled)) continue
    const manifest = files.readText(join(folder, 'package.json'), LARGEST)
    if (manifest.kind === 'text' && namesPackages(manifest.text))
      users.set(runner, [...(users.get(runner) ?? []), name])
  }
  return [...users].map(
    ([runner, names]) =>
      `node_modules is missing: run \`${runner} install\`, or ${inLine(names.join(', '))} may not run`,
  )
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
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
