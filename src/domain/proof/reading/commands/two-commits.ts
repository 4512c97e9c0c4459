// Commands between two commits, where nothing can run: what is lost in one place and still done in another is a note.
import type { FileChange } from '../../../../contract/change.ts'
import { lazily } from '../../../../contract/lazily.ts'
import { isCheckName } from '../../yardstick/check-names.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import type { TamperFinding } from '../finding.ts'
import { newAndGone } from '../settings/new-and-gone.ts'
import { readSettings } from '../settings/formats/read-settings.ts'
import { lastKey } from '../settings/setting.ts'
import { isAudit, isCheck, isOfLayout, kindOfCheck } from './check-kinds.ts'
import type { CommandPart } from './command.ts'
import { readCommand } from './command.ts'
import { expander, readScripts } from './package-scripts.ts'
import { covers, isClean, isHeardAt, isProof } from './weaker-command.ts'

export function betweenCommits(findings: readonly TamperFinding[], changes: readonly FileChange[]): TamperFinding[] {
  if (findings.every(({ kind, isNote }) => isNote === true || !OF_COMMANDS.has(kind))) return [...findings]
  const isDone = doneByScripts(changes)
  const isOfGone = ofGonePaths(changes)
  const isSaidInConfig = saidInConfigs(changes)
  const isByOwnRunner = byOwnRunner(changes)
  return findings.map((one) => {
    if (one.isNote || !OF_COMMANDS.has(one.kind)) return one
    if (isOnlyOfLayout(one) || one.isHandedOn === true || isSaidInConfig(one) || isByOwnRunner(one))
      return { ...one, isNote: true }
    const isElsewhere = one.was !== undefined && (isDone(one.file, one.was) || isOfGone(one.was))
    return isElsewhere || isNestedConfig(one) ? { ...one, isNote: true } : one
  })
}

/** A plain loss of nothing but that; made deaf it looks the same and is meant otherwise. */
function isOnlyOfLayout({ was, now, what }: TamperFinding): boolean {
  if (was === undefined) return false
  const checks = readCommand(was).filter(isProof)
  const isGone = / removed(?: \(.*\))?$/s.test(what)
  const isPlain = now !== undefined && isClean(readCommand(now))
  return checks.length > 0 && checks.every((part) => (isGone ? isOfLayout(part) : isPlain && isAudit(part)))
}

const FLAG = /^--([a-z][\w-]{2,40})$/

/** `mypy --strict .` became `mypy .`, and a config says `strict = true` since then. */
function saidInConfigs(changes: readonly FileChange[]): (one: TamperFinding) => boolean {
  const came = lazily(() => new Set(changes.flatMap(newlyOn)))
  return ({ was, now }) => {
    if (was === undefined || now === undefined) return false
    const kept = readCommand(now)
    const said = (flag: string): boolean => came().has(FLAG.exec(flag)?.[1]?.replaceAll('-', '_') ?? '')
    return readCommand(was)
      .filter(isProof)
      .every((part) =>
        kept.some(
          (other, at) =>
            isHeardAt(kept, at) && covers(other, { ...part, flags: part.flags.filter((flag) => !said(flag)) }),
        ),
      )
  }
}

/** Settings of a config that are on now and were not before. */
function newlyOn({ path, before, after }: FileChange): string[] {
  if (after === undefined || !/(?:\.toml|\.ini|\.cfg)$/.test(path)) return []
  const on = (text: string): string[] =>
    readSettings(path, text)
      .filter(({ value }) => /^true$/i.test(value))
      .map((setting) => lastKey(setting).replaceAll('-', '_'))
  const known = before === undefined ? [] : on(before)
  return on(after).filter((name) => !known.includes(name))
}

const OF_TESTS = /[._-](?:test|spec)s?\b|(?:^|\/)(?:tests?|specs?|__tests__)\//

/**
 * `tap "test/*.test.js"` became `node run-tests.js "test/*.test.js"`: a program of the project's own runs the same files,
 * and it ran other tests before.
 */
function byOwnRunner(changes: readonly FileChange[]): (one: TamperFinding) => boolean {
  const touched = new Set(changes.map(({ path }) => path))
  return ({ file, was, now }) => {
    const before = changes.find(({ path }) => path === file)?.before
    if (was === undefined || now === undefined || before === undefined || !file.endsWith('package.json')) return false
    const [olds, news] = [readCommand(was).filter(isProof), readCommand(now).filter(isProof)]
    const [old, is] = [olds[0], news[0]]
    if (!old || !is || olds.length + news.length > 2 || kindOfCheck(old) !== 'test' || !isClean(readCommand(now)))
      return false
    const [program = '', ...files] = is.files
    const wanted = old.files.filter((path) => path.includes('/') || OF_TESTS.test(path))
    if (is.tool !== 'node' || wanted.length === 0 || touched.has(beside(file, program))) return false
    const ranTests = [...readScripts(before)].some(([name, { command }]) =>
      readCommand(command).some(
        (part) =>
          isCheckName(name) &&
          part.tool === 'node' &&
          part.files[0] === program &&
          part.files.slice(1).some((path) => OF_TESTS.test(path)),
      ),
    )
    return ranTests && files.every((path) => OF_TESTS.test(path)) && wanted.every((path) => files.includes(path))
  }
}

function beside(file: string, program: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1) + program.replace(/^\.\//, '')
}

const OF_COMMANDS: ReadonlySet<string> = new Set(['command', 'ci', 'deleted'])

/** The rules of the folder above hold there now. */
function isNestedConfig({ kind, file }: TamperFinding): boolean {
  return kind === 'deleted' && file.includes('/') && kindOfConfig(file) === 'lint'
}

/** Another check of the same package file, or of the one at the root, does all of it. */
function doneByScripts(changes: readonly FileChange[]): (file: string, was: string) => boolean {
  const packages = changes.filter(({ path, after }) => path.endsWith('package.json') && after !== undefined)
  const commands = new Map(packages.map(({ path, after = '' }) => [path, checksOf(after)]))
  return (file, was) => {
    if (!file.endsWith('package.json')) return false
    const now = [...(commands.get(file) ?? []), ...(commands.get('package.json') ?? [])]
    const proofs = readCommand(was).filter(isProof)
    return proofs.length > 0 && proofs.every((proof) => now.some((parts) => isIn(parts, proof)))
  }
}

function checksOf(text: string): CommandPart[][] {
  const expand = expander(text)
  return [...readScripts(text)]
    .filter(([name]) => isCheckName(name))
    .map(([, { command }]) => readCommand(expand(command)))
}

/** That coverage is counted on the way proves nothing; thresholds have flags and settings of their own. */
const COUNTS = /^--(?:coverage|cov|collectCoverage)$/

function isIn(parts: readonly CommandPart[], proof: CommandPart): boolean {
  const plain = { ...proof, flags: proof.flags.filter((flag) => !COUNTS.test(flag)) }
  return parts.some((part, at) => covers(part, plain) && isHeardAt(parts, at))
}

const PATH = /^[\w.@-]+(?:\/[\w.@-]+)+\/?$|^[\w-]+\.(?:toml|json|py|[cm]?js|ts|sh|csproj)$/

/** It names a file or folder that went with this change; tests that were in there are looked at as such. */
function ofGonePaths(changes: readonly FileChange[]): (was: string) => boolean {
  const { isGone } = newAndGone(changes)
  return (was) => {
    const checks = readCommand(was).filter((part) => isCheck(part) || isProof(part))
    return (
      checks.length > 0 &&
      checks.every(({ files, flags }) =>
        [...files, ...flags.map((flag) => flag.replace(/^[^=]*=/, ''))].some((word) => PATH.test(word) && isGone(word)),
      )
    )
  }
}
