// What CI runs after a change, with the scripts of package.json and the values of a matrix in their places: a check that left
// one line may be said by others.
import type { FileChange } from '../../../../contract/change.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { isCheck, kindOfCheck } from '../commands/check-kinds.ts'
import type { CheckLine } from '../commands/check-lines.ts'
import { type CiFile, readCi } from '../commands/ci/ci-lines.ts'
import { type CommandPart, readCommand } from '../commands/command.ts'
import { unrolled } from '../commands/shell/loops.ts'
import { linesOf as scriptLines } from '../commands/shell-scripts.ts'
import { covers, isHeardAt, isProof } from '../commands/weaker-command.ts'
import type { TamperFinding } from '../finding.ts'
import type { ToolSetting } from '../settings/setting.ts'
import { lastKey } from '../settings/setting.ts'
import { findsOnlyGone } from './found-files.ts'
import { spellerOf, textsAfter } from './spelled-out.ts'

/** What they find does not depend on the machine or the version: any workflow will do. */
const ONCE_IS_ENOUGH = /^(?:lint|format|types)$/
const MOST_VALUES = 30

/** As the base holds them. */
export function runsInCi(
  { texts, files }: { readonly texts: ReadonlyMap<string, string>; readonly files: readonly string[] },
  changes: readonly FileChange[],
): (one: TamperFinding) => boolean {
  const now = textsAfter(texts, changes)
  const [wasSaid, isSaid] = [spellerOf(texts), spellerOf(now)]
  const toParts = ({ text }: CheckLine): CommandPart[] => readCommand(isSaid(text))
  const own = changes.filter(({ path }) => kindOfConfig(path) === 'ci')
  const fresh = own.flatMap((change) => [...newLines(change), ...calledAnew(change, now)]).map(toParts)
  const isOwn = new Set(own.map(({ path }) => path))
  const kept = [...now]
    .filter(([path, text]) => kindOfConfig(path) === 'ci' && !isOwn.has(path) && ON_CHANGE.test(text))
    .flatMap(([path, text]) => linesOf(readCi(path, text)))
    .map(toParts)
  const all = [...own.flatMap(({ path, after }) => linesOf(readCi(path, after))).map(toParts), ...kept]
  const isRun = (lines: readonly CommandPart[][], check: CommandPart): boolean =>
    lines.some((parts) => parts.some((part, at) => covers(part, check) && isHeardAt(parts, at)))
  const isLeft = (word: string): boolean => !findsOnlyGone(word, files, changes)
  const checksIn = (command: string): CommandPart[] =>
    readCommand(wasSaid(command))
      .filter((part) => isCheck(part) || isProof(part))
      .map((part) => ({ part, files: part.files.filter(isLeft) }))
      .filter(({ part, files: left }) => left.length > 0 || part.files.length === 0)
      .map(({ part, files: left }) => ({ ...part, files: left }))
  return ({ kind, was, file }) => {
    if (kind === 'deleted') {
      const kind = kindOfConfig(file)
      // Others run for every change and check all that it did.
      const checks =
        kind === 'ci'
          ? linesOf(readCi(file, texts.get(file))).flatMap(({ text }) => checksIn(text).filter(isCheck))
          : kind === 'shell'
            ? unrolled(scriptLines(texts.get(file) ?? '')).flatMap(({ text }) => checksIn(text))
            : []
      const lines = kind === 'ci' ? [...fresh, ...kept] : fresh
      return checks.length > 0 && checks.every((check) => isRun(lines, check))
    }
    const checks = was === undefined ? [] : checksIn(was)
    return (
      checks.length > 0 &&
      checks.every(
        (check) => isRun(fresh, check) || (ONCE_IS_ENOUGH.test(kindOfCheck(check) ?? '') && isRun(all, check)),
      )
    )
  }
}

/** Workflows and actions of the same repository that a file calls since then. */
function calledAnew({ path, before, after }: FileChange, texts: ReadonlyMap<string, string>): CheckLine[] {
  const known = new Set(
    readCi(path, before)
      .settings.filter(isCall)
      .map(({ value }) => value),
  )
  return readCi(path, after)
    .settings.filter((one) => isCall(one) && !known.has(one.value))
    .flatMap(({ value }) => {
      const place = value.replace(/^\.\//, '').replace(/@.*$/, '')
      const file = [place, `${place}/action.yml`, `${place}/action.yaml`].find((name) => texts.has(name))
      return file === undefined ? [] : linesOf(readCi(file, texts.get(file)))
    })
}

function isCall(setting: ToolSetting): boolean {
  return lastKey(setting) === 'uses' && setting.value.startsWith('./')
}

/** It runs for every change. */
const ON_CHANGE = /^\s{0,9}(?:on:.{0,80})?\b(?:push|pull_request)\b/m

/** Those that failures of which count. */
function linesOf(file: CiFile): CheckLine[] {
  return file.lines.filter(({ isSoft }) => isSoft !== true).flatMap((line) => withValues(line, file))
}

function newLines({ path, before, after }: FileChange): CheckLine[] {
  const known = new Set(linesOf(readCi(path, before)).map(({ text }) => text))
  return linesOf(readCi(path, after)).filter(({ text }) => !known.has(text))
}

const OF_MATRIX = /\$\{\{\s{0,9}matrix\.([\w-]{1,60})\s{0,9}\}\}/

/** `npm run test:${{ matrix.part }}`, once for each part that the matrix of its job names. */
function withValues(line: CheckLine, { settings }: CiFile): CheckLine[] {
  const [written = '', name] = OF_MATRIX.exec(line.text) ?? []
  if (name === undefined) return [line]
  const values = settings.filter(
    ({ path: [root, job, strategy, matrix, ...rest], value }) =>
      root === 'jobs' &&
      job === line.place &&
      strategy === 'strategy' &&
      matrix === 'matrix' &&
      (rest[0] === name || (rest[0] === 'include' && rest[2] === name)) &&
      value !== '',
  )
  if (values.length === 0) return [line]
  return values.slice(0, MOST_VALUES).map(({ value }) => ({ ...line, text: line.text.replaceAll(written, value) }))
}
