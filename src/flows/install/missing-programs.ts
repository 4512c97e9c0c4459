// Which checks cannot run as they are written, name a program that is not on the PATH, or need packages that were never
// installed: said before an agent works for a proof that cannot be had.
import { dirname, join } from 'node:path'
import type { CheckConfig } from '../../contract/config/config.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import type { Found } from '../../domain/checks/find/find.ts'
import { namesPackages } from '../../domain/checks/find/named-packages.ts'
import { packageRunner } from '../../domain/checks/package-runner.ts'
import { joinWords } from '../../domain/shell/words.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import type { World } from '../world.ts'
import { findProgram } from './find-agents.ts'

const LARGEST = 1024 * 1024
const PACKAGES = 'node_modules'

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

/** What `checks find --write` would write of these: a check that cannot run here is left out. */
export async function writable(world: World, found: readonly Found[]): Promise<readonly Found[]> {
  const left = (
    await unrunnableHere(
      world,
      found.map(({ check }) => check),
    )
  ).flatMap(({ names }) => names)
  return found.filter(({ check }) => !left.includes(check.name))
}

/** One sentence for each reason. */
export async function missingFor(world: World, checks: readonly CheckConfig[], root: string): Promise<string[]> {
  return missing(world, checks, (others) => notInstalled(world, root, others))
}

/** The same for checks that will run in worktrees, which hold what git tracks and what the config brings along. */
export async function missingInWorktrees(
  world: World,
  { checks, worktree }: Pick<Policy, 'checks' | 'worktree'>,
  root: string,
): Promise<string[]> {
  // A setup may well install them.
  const links = worktree?.setup === undefined ? (worktree?.link ?? []) : undefined
  return missing(world, checks, (others) => (links ? notBrought(world, { root, links }, others) : []))
}

async function missing(
  world: World,
  checks: readonly CheckConfig[],
  lacking: (others: readonly CheckConfig[]) => readonly string[],
): Promise<string[]> {
  const unrunnable = await unrunnableHere(world, checks)
  const others = checks.filter(({ name }) => !unrunnable.some(({ names }) => names.includes(name)))
  return [
    ...unrunnable.map(({ names, why, program }) => {
      const which = inLine(names.join(', '))
      return program === undefined ? `${which} cannot run: ${why}` : `${why}: ${which} cannot run`
    }),
    ...lacking(others),
  ]
}

function notInstalled(world: World, root: string, checks: readonly CheckConfig[]): string[] {
  const { files } = world
  const isInstalled = (folder: string): boolean => files.isFolder(join(folder, PACKAGES)) || isInOneFile(world, folder)
  return [...packageUsers(world, root, checks, isInstalled)].map(
    ([runner, names]) =>
      `${PACKAGES} is missing: run \`${runner} install\`, or ${inLine(names.join(', '))} may not run`,
  )
}

function notBrought(world: World, { root, links }: Bringing, checks: readonly CheckConfig[]): string[] {
  const brought = new Set(links.map((link) => join(root, link, '.')))
  const isThere = (folder: string): boolean => brought.has(join(folder, PACKAGES)) || isInOneFile(world, folder)
  return [...packageUsers(world, root, checks, isThere)].map(
    ([runner, names]) =>
      `${PACKAGES} is not in the worktrees, so ${inLine(names.join(', '))} may not run: worktree.link can bring it along, or worktree.setup can run \`${runner} install\``,
  )
}

interface Bringing {
  readonly root: string
  /** Below the root. */
  readonly links: readonly string[]
}

/** Yarn may keep all packages in one file, which git tracks. */
function isInOneFile({ files }: World, folder: string): boolean {
  return files.exists(join(folder, '.pnp.cjs'))
}

/** Checks by the tool that installs what they lack. Only likely: a check need not use the packages of its manifest. */
function packageUsers(
  { files }: World,
  root: string,
  checks: readonly CheckConfig[],
  isThere: (folder: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>()
  for (const { name, run, cwd = '' } of checks) {
    const runner = packageRunner(typeof run === 'string' ? run : joinWords(run))
    const folder = join(root, cwd)
    if (runner === undefined || above(folder).some(isThere)) continue
    const manifest = files.readText(join(folder, 'package.json'), LARGEST)
    if (manifest.kind === 'text' && namesPackages(manifest.text))
      users.set(runner, [...(users.get(runner) ?? []), name])
  }
  return users
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
