// Steps for one part of a matrix: gone together with that part, or because the step for all other parts is for all now.
import type { TamperFinding } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { keysOf, lastKey } from '../../settings/setting.ts'
import { isCheck, kindOfCheck } from '../check-kinds.ts'
import { type CommandPart, readCommand } from '../command.ts'
import { isAsWide, isClean, losesStrictness } from '../weaker-command.ts'
import { placeOf, stepOf } from './ci-lines.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

interface Run {
  readonly text: string
  readonly job: string
  readonly step: string
  readonly condition: string | undefined
}

const MOST_RUNS = 500

/** Every part of the matrix that is left is checked as well as before. */
export function isForAllNow({ old, now }: Sides): (one: TamperFinding) => boolean {
  const [was, is] = [runsIn(old), runsIn(now)]
  const isKept = (run: Run): boolean => is.some(({ text, job }) => text === run.text && job === run.job)
  const isMade = (run: Run): boolean => isOfGonePart(run, { old, now }) || isTakenOver(run, was, is)
  return ({ was: command }) => {
    const lost = command === undefined ? [] : was.filter((run) => run.text === command && !isKept(run))
    return lost.length > 0 && lost.every(isMade)
  }
}

function runsIn(settings: readonly ToolSetting[]): Run[] {
  const conditions = new Map<string, string>()
  for (const one of settings) {
    const step = lastKey(one) === 'if' ? stepOf(one.path) : undefined
    if (step !== undefined) conditions.set(step, plain(one.value))
  }
  return settings
    .flatMap((one) => {
      const step = lastKey(one) === 'run' ? stepOf(one.path) : undefined
      return step === undefined
        ? []
        : [{ text: one.value, job: placeOf(one.path), step, condition: conditions.get(step) }]
    })
    .slice(0, MOST_RUNS)
}

/** Without `${{ }}` and white space, and with one kind of quotes. */
function plain(condition: string): string {
  return condition
    .slice(0, 500)
    .replaceAll(/^\s*\$\{\{|\}\}\s*$/g, '')
    .replaceAll(/\s+/g, '')
    .replaceAll('"', "'")
}

const COMPARED = /^([\w.-]{1,80})([!=]=)('[^']{0,80}'|[\w.-]{1,80})$/

/** `matrix.php == '8.5'`, and the step for the others now runs for it too. */
function isTakenOver(lost: Run, was: readonly Run[], is: readonly Run[]): boolean {
  const { condition } = lost
  if (condition === undefined) return false
  const checks = readCommand(lost.text).filter(isCheck)
  return was.some(
    (other) =>
      other.job === lost.job &&
      other.condition !== undefined &&
      isOpposite(condition, other.condition) &&
      isAlike(readCommand(other.text), checks) &&
      is.some((run) => run.job === lost.job && run.text === other.text && run.condition === undefined),
  )
}

function isOpposite(one: string, other: string): boolean {
  if (one === `!${other}` || other === `!${one}`) return /^!?[\w.-]+(?:\([^()]*\))?$/.test(one)
  const [was, is] = [COMPARED.exec(one), COMPARED.exec(other)]
  return was !== null && is !== null && was[1] === is[1] && was[2] !== is[2] && was[3] === is[3]
}

const CALLS = /^(?:run|composer|make|just|task)$/

/** The same tool, also by a script of its name, or one of the same kind over everything. */
function isAlike(parts: readonly CommandPart[], checks: readonly CommandPart[]): boolean {
  return (
    checks.length > 0 &&
    isClean(parts) &&
    checks.every((check) =>
      parts.some((part) => {
        const kind = kindOfCheck(part)
        if (CALLS.test(part.tool) && part.files[0] === check.tool) return true
        const isOfKind = part.tool === check.tool || (kind !== undefined && kind === kindOfCheck(check))
        return isCheck(part) && isOfKind && isAsWide(part, check) && !losesStrictness(part, check)
      }),
    )
  )
}

/** `if: matrix.php == '7.4'`: the matrix held that value, holds it no more, and still holds others. */
function isOfGonePart({ job, condition = '' }: Run, { old, now }: Sides): boolean {
  const [, name = '', sign, value = ''] = COMPARED.exec(condition) ?? []
  if (sign !== '==' || !name.startsWith('matrix.')) return false
  const axis = name.slice('matrix.'.length)
  const valuesOf = (settings: readonly ToolSetting[]): string[] =>
    settings
      .filter((one) => one.path.includes('matrix') && placeOf(one.path) === job && keysOf(one).endsWith(`.${axis}`))
      .map((one) => one.value)
  const [was, is] = [valuesOf(old), valuesOf(now)]
  const wanted = value.replaceAll("'", '')
  return was.includes(wanted) && is.length > 0 && !is.includes(wanted)
}
