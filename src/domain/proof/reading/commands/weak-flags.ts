// Which options of a command make it prove less, and how two spellings of an option compare.
import { BESIDE, GENERATED } from '../settings/strictness.ts'
import type { CommandPart } from './command.ts'
import { FINE_FOR, WEAK_FLAG, WEAK_FOR } from './tools.ts'

/** What lies beside the work is nobody's loss to them. */
export const LINTERS = /^(?:eslint|oxlint|biome|prettier|standard|xo|ruff|flake8|pylint|black|isort|mypy)$/

/** Each does what those before it do. */
export const PHASES: Readonly<Record<string, readonly string[]>> = {
  mvn: ['validate', 'compile', 'test', 'package', 'integration-test', 'verify', 'install', 'deploy'],
  gradle: ['assemble', 'test', 'check', 'build'],
}

/** For those who have no older command to compare with. */
export function isWeakFlag(flag: string, tool: string): boolean {
  if (WEAK_FOR[tool]?.test(flag) === true) return true
  if (FINE_FOR[tool]?.test(flag) === true) return false
  if (flag === '-u' && !/jest|vitest|bun|ava|tap|playwright/.test(tool)) return false
  return WEAK_FLAG.test(flag)
}

export function isWeak(flag: string, old: CommandPart): boolean {
  const before = old.flags.find((other) => nameOf(other) === nameOf(flag))
  if (flag.startsWith('--max-warnings')) return before !== undefined && isRaised(flag, before)
  if (old.tool === 'mvn' && /^(?:--projects|-pl)=/.test(flag)) return before === undefined && old.files.some(isPhase)
  if (flag.startsWith('--ext='))
    return before !== undefined && !valuesOf(before).every((one) => valuesOf(flag).includes(one))
  // One part each for several machines.
  if (/^--shard=.{0,20}\$/.test(flag)) return false
  return isWeakFlag(flag, old.tool) && !isPartOf(flag, before) && !isOfGenerated(flag, old.tool)
}

export function isPhase(word: string): boolean {
  return PHASES.mvn?.includes(word) === true
}

/** A list of what is left out that has become shorter. */
function isPartOf(flag: string, before: string | undefined): boolean {
  if (before === undefined || !flag.includes('=') || !/exclude|ignore|skip|deselect/i.test(nameOf(flag))) return false
  const old = valuesOf(before)
  return valuesOf(flag).every((value) => old.includes(value))
}

/** Leaves out what nobody writes by hand. */
function isOfGenerated(flag: string, tool: string): boolean {
  if (!LINTERS.test(tool) || !/^--(?:extend-)?(?:exclude|ignore(?:-pattern)?)=/.test(flag)) return false
  return valuesOf(flag).every((value) => GENERATED.test(value) || BESIDE.test(value))
}

function valuesOf(flag: string): string[] {
  return flag
    .replace(/^[^=]*=/, '')
    .replaceAll(/^[("']+|[)"']+$/g, '')
    .split(/[,|]/)
}

export function isRaised(flag: string, before: string): boolean {
  const [now, old] = [numberOf(flag), numberOf(before)]
  if (now === undefined || old === undefined) return true
  return /fail-under|threshold|lines|branches|functions|statements/.test(flag) ? now < old : now > old || now < 0
}

/** Older names of the same flag. */
const SAME_FLAG: Readonly<Record<string, string>> = { '--all': '--workspace', '--list-different': '--check' }

export function nameOf(flag: string): string {
  const name = flag.replace(/=.*$/s, '')
  return Object.hasOwn(SAME_FLAG, name) ? (SAME_FLAG[name] ?? name) : name
}

export function numberOf(flag: string): number | undefined {
  const value = /=(-?\d+(?:\.\d+)?)%?$/.exec(flag)?.[1]
  return value === undefined ? undefined : Number(value)
}
