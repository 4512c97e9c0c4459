// CI that was built anew: a check left one job and is still run by another, or another of its kind came in its place.
import type { TamperFinding } from '../../finding.ts'
import { isCheck, isScan, isTaskRunner, kindOfCheck } from '../check-kinds.ts'
import type { CheckLine } from '../check-lines.ts'
import type { CommandPart } from '../command.ts'
import { readCommand } from '../command.ts'
import { covers, isAsWide, isClean, isHeardAt, isWeaker, losesStrictness } from '../weaker-command.ts'

interface Read {
  readonly line: CheckLine
  readonly parts: readonly CommandPart[]
}

interface Lines {
  readonly old: readonly CheckLine[]
  readonly now: readonly CheckLine[]
}

const MOST_LINES = 500

/** `others` are lines of other CI files that changed too, as they are now. */
export function stillRuns({ old, now }: Lines, others: readonly CheckLine[]): (one: TamperFinding) => boolean {
  const jobs = new Set(now.map(({ place }) => place))
  const known = new Set(old.map(({ text }) => text))
  const lines = [...now, ...others].filter(({ isSoft }) => isSoft !== true).slice(0, MOST_LINES)
  const read = lines.map((line) => ({ line, parts: readCommand(line.text) }))
  const fresh = read.filter(({ line }) => !known.has(line.text))
  return ({ was }) => {
    const checks = was === undefined ? [] : readCommand(was).filter(isCheck)
    if (was !== undefined && fresh.some(({ line }) => isUnderOtherCondition(was, line.text))) return true
    if (was !== undefined && (isScan(was) || isOfOldest(was, { old, read }))) return true
    const isJobGone = old.some(({ text, place }) => text === was && !jobs.has(place))
    return (
      checks.length > 0 &&
      checks.every(
        (check) =>
          (ONCE_IS_ENOUGH.test(kindOfCheck(check) ?? '') && read.some(({ parts }) => isRunIn(parts, check))) ||
          (kindOfCheck(check) === 'build' && read.some(({ parts }) => isTestedBy(parts, check))) ||
          fresh.some(({ line, parts }) => isInPlaceOf(parts, check, { isJobGone, isAction: line.shown !== undefined })),
      )
    )
  }
}

const OLDEST = /(?:^|[_-])(?:msrv|minver|min(?:imal|imum)?[_-]?(?:rust|versions?)|oldest|lowest)(?:$|[_-])/i

/** A job for the oldest version that still builds, where others run the tests. */
function isOfOldest(
  was: string,
  { old, read }: { readonly old: readonly CheckLine[]; readonly read: readonly Read[] },
): boolean {
  const kept = new Set(read.filter(({ line }) => line.text === was).map(({ line }) => line.place))
  const places = old.filter(({ text, place }) => text === was && !kept.has(place)).map(({ place }) => place)
  if (places.length === 0 || !places.every((place) => OLDEST.test(place ?? ''))) return false
  const tools = readCommand(was)
    .filter(isCheck)
    .map(({ tool }) => tool)
  const runs = (isOwn: boolean, kind: RegExp): boolean =>
    tools.every((tool) =>
      read.some(
        ({ line, parts }) =>
          places.includes(line.place) === isOwn &&
          parts.some((part, at) => part.tool === tool && kind.test(kindOfCheck(part) ?? '') && isHeardAt(parts, at)),
      ),
    )
  return runs(true, /^(?:build|test)$/) && runs(false, /^test$/)
}

/** What they find does not depend on the machine or the version. */
const ONCE_IS_ENOUGH = /^(?:lint|format|types)$/

/** To test it, the same tool builds it first. */
function isTestedBy(parts: readonly CommandPart[], { tool }: CommandPart): boolean {
  return isClean(parts) && parts.some((part) => part.tool === tool && kindOfCheck(part) === 'test')
}

const CONDITION = /^(?:if\s{1,9})?\[{1,2}\s[^|&;$]{0,100}\$[^|&;]{1,200}\]{1,2}\s{0,9}(?:\|\||&&|;\s{0,9}then)\s{0,9}/

/** `[ $EXTRA = true ] || npm test`: it runs on some machines of several. */
function isUnderOtherCondition(was: string, is: string): boolean {
  const [old, now] = [was, is].map((text) => text.replace(CONDITION, '').replace(/\s{0,9};\s{0,9}fi$/, ''))
  return now !== undefined && old !== undefined && (now !== is || old !== was) && !isWeaker(old, now)
}

export function isRunIn(parts: readonly CommandPart[], check: CommandPart): boolean {
  return parts.some((part, at) => covers(part, check) && isHeardAt(parts, at))
}

/** A plain command of the same kind over everything. A script in the place of another may be a part of it. */
function isInPlaceOf(
  parts: readonly CommandPart[],
  check: CommandPart,
  { isJobGone, isAction }: { readonly isJobGone: boolean; readonly isAction: boolean },
): boolean {
  const kind = kindOfCheck(check)
  return (
    isClean(parts) &&
    parts.some((part) => {
      if (!isCheck(part) || !isAsWide(part, check) || kindOfCheck(part) !== kind) return false
      if (kind === undefined && part.tool !== check.tool) return false
      // What an action is told stands elsewhere.
      if (!isAction && losesStrictness(part, check)) return false
      return isJobGone || part.tool !== check.tool || !isTaskRunner(part)
    })
  )
}
