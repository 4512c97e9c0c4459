// Code and commands that run with a check and change test files on the way: what the check then runs is not what stands
// in the tree. Only what was added counts.
import type { FileChange, NamedFiles } from '../../../../contract/change.ts'
import { toCommands } from '../../../shell/commands.ts'
import { sameBeginning } from '../../source/changed-part.ts'
import { lineAt, lineEnd, lineStart, plainLines, readSource, type SourceText } from '../../source/source.ts'
import { isCheckName } from '../../yardstick/check-names.ts'
import { isTestFile, kindOfConfig } from '../../yardstick/yardstick.ts'
import { type CommandPart, readCommand } from '../commands/command.ts'
import { readScripts } from '../commands/package-scripts.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isEntry, isProductFile, syntaxOf } from '../product/product-file.ts'

export function rewrittenTests(changes: readonly FileChange[], named: NamedFiles): TamperFinding[] {
  const commands = changes.filter(({ path, after }) => after !== undefined && isCommandFile(path))
  return changes.flatMap((change) => {
    const { path, before, after } = change
    if (after === undefined || before === after || after.length > LARGEST) return []
    if (isCommandFile(path)) return byCommand(change)
    return mayWrite(change) && isRun(change, named, commands) ? byCode(change) : []
  })
}

const LARGEST = 500_000

function isCommandFile(path: string): boolean {
  const kind = kindOfConfig(path)
  return kind !== undefined && /^(?:package|makefile|shell|tox|nox|ci|build)$/.test(kind)
}

/** Loaded by the runner before the tests. */
const SETUP =
  /(?:^|\/)(?:setup|global-?setup|jest|vitest|mocha|karma|conftest|(?:site|user)customize|spec_helper|test_helper|rails_helper|bootstrap)[\w.-]*\.\w+$|setup[\w-]{0,20}\.\w+$|(?:^|\/)build\.rs$/i

/** Does it run with a check? Scripts do where a command names them. */
function isRun({ path, before, after = '' }: FileChange, named: NamedFiles, commands: readonly FileChange[]): boolean {
  if (SETUP.test(path) || named.get(path)?.use === 'runs' || kindOfConfig(path) === 'runner') return true
  if (isTestFile(path)) return false
  if (commands.some((one) => one.after?.includes(path) === true && one.before?.includes(path) !== true)) return true
  return isProductFile(path) && !isEntry(path, before ?? after)
}

/** The path of a test, with or without stars; what lies among fixtures is none. */
const TEST =
  /(?:^|[/\\"'`])(?!(?:[^"'`\n]{0,80}\/)?(?:fixtures?|data|testdata|tmp|temp|out|output)\/)(?:[^"'`\s]{0,80}[/\\])?(?:[\w*-]{1,60}\.(?:test|spec)\.[cm]?[jt]sx?|[\w*-]{1,60}_(?:test\.(?:go|py|rb|exs|dart)|spec\.rb)|test_[\w*]{1,60}\.py|[\w*]{1,60}Tests?\.(?:java|kt|cs|php)|(?<=(?:^|["'`/])(?:tests?|spec|__tests__)\/[\w*./-]{0,60})[\w*-]{1,60}\.(?:[cm]?[jt]sx?|py|rb|php|rs|go))(?=$|["'`])/

const REPLACES = /^(?:rm|rimraf|del-cli|unlink|truncate|sed|perl|tee)$/
const PUTS = /^(?:cp|mv|ln|install|copyfiles|cpy)$/
const RESTORES = /^(?:checkout|restore)$/
const IN_PLACE = /^-(?:i|pi|[a-z]*i)(?:$|[.=e])|^--in-place/

function byCommand(change: FileChange): TamperFinding[] {
  for (const { line, text, isCheck } of linesOf(change)) {
    const parts = readCommand(text)
    if (parts.some(changesTest) || writesInline(text)) return [finding('rigged', change.path, line, saying(text))]
    if (isCheck === true && parts.some(patchesTree))
      return [finding('rigged', change.path, line, saying(text, 'the tree'))]
  }
  return []
}

interface Line {
  readonly line: number
  readonly text: string
  /** It runs with a check by its name: `test`, `pretest`. */
  readonly isCheck?: boolean
}

/** Commands that were not there before. */
function linesOf({ path, before = '', after = '' }: FileChange): Line[] {
  if (kindOfConfig(path) === 'package') {
    const old = readScripts(before)
    return [...readScripts(after)].flatMap(([name, { command, line }]) =>
      old.get(name)?.command === command ? [] : [{ line, text: command, isCheck: isCheckName(name) }],
    )
  }
  const known = new Set(before.split('\n').map((line) => line.trim()))
  return after
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim().replace(/^(?:- )?run:\s{0,9}/, '') }))
    .filter(({ text }) => text.length < LONGEST_LINE && !known.has(text))
}

const LONGEST_LINE = 2000

/** Lays another state over the files, whatever it names. A check has no honest use for that. */
function patchesTree({ tool, flags, files }: CommandPart): boolean {
  if (tool === 'patch') return !flags.includes('--dry-run')
  if (tool !== 'git' || flags.some((flag) => /^--(?:check|stat|numstat|summary)$/.test(flag))) return false
  return files.slice(0, 2).some((word) => /^(?:apply|am|stash|cherry-pick)$/.test(word))
}

function changesTest({ tool, flags, files: named, written }: CommandPart): boolean {
  if (tool === 'git') return RESTORES.test(named[0] ?? '') && named.slice(1).some((file) => isTestPath(file))
  const files = toCommands(written).flatMap(({ words }) => words.filter((word) => !word.startsWith('-')))
  const [target = ''] = /(?<=>\s?)[\w./*-]{3,100}$/.exec(written) ?? []
  if (TEST.test(target)) return true
  if (PUTS.test(tool)) return TEST.test(files.at(-1) ?? '')
  if (!REPLACES.test(tool) || (/^(?:sed|perl)$/.test(tool) && !flags.some((flag) => IN_PLACE.test(flag)))) return false
  return files.some((file) => TEST.test(file))
}

function isTestPath(file: string): boolean {
  return TEST.test(file) || /^(?:\.\/)?(?:tests?|specs?|__tests__)\/?$/.test(file)
}

/** `node -e "…"`, and tasks of a build file. */
function writesInline(text: string): boolean {
  return (WRITES.test(text) || /\bdelete\b[ (]/.test(text)) && TEST.test(text)
}

const WRITES =
  /\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?|rmSync|unlink(?:Sync)?|renameSync|copyFile(?:Sync)?|truncateSync|Bun\.write|write_text|write_bytes|os\.(?:remove|unlink|rename|replace|WriteFile|Remove\w{0,3}|Rename)|shutil\.(?:copy\w{0,4}|move)|File\.(?:write|delete|rename|WriteAll\w{1,10}|Delete|Move|Copy)|IO\.write|FileUtils\.(?:rm\w{0,3}|cp|mv)|file_put_contents|fs::(?:write|remove_file|rename|copy)|Files\.(?:write\w{0,10}|delete\w{0,10}|move|copy))\s?\(|\bopen\([^\n]{0,80},\s?["'](?:w|a|r\+)|\bFile\.(?:write|delete)\s/g
const LISTS =
  /(?:readdir\w{0,8}|glob\w{0,8}|listdir|iterdir|walk\w{0,8}|scandir|Dir|ReadDir|read_dir)[^\w\n][^\n]{0,30}["'`](?:\.\/)?(?:tests?|specs?|__tests__)\b|["'`](?:tests?|specs?|__tests__)["'`]\)\.(?:r?glob|iterdir)\b/
const TEMPORARY = /te?mp|mkdtemp|OUT_DIR|fixture|sandbox/i

/** Behind the first character that changed. */
function mayWrite({ before = '', after = '' }: FileChange): boolean {
  return after.slice(after.lastIndexOf('\n', sameBeginning(before, after)) + 1).search(WRITES) >= 0
}

/** A call that writes or removes, with the name of a test in the lines around it. */
function byCode({ path, before = '', after = '' }: FileChange): TamperFinding[] {
  const syntax = syntaxOf(path)
  if (!syntax) return []
  const known = new Set(before.split('\n').map((line) => line.trim()))
  const source = readSource(plainLines(after), syntax)
  for (const { index } of source.bare.matchAll(WRITES)) {
    const line = lineAt(source, index)
    const written = source.text.slice(lineStart(source, line), lineEnd(source, line))
    if (source.code.charAt(index) !== source.bare.charAt(index) || known.has(written.trim())) continue
    const near = linesAround(source, line)
    if (TEMPORARY.test(near) || !(TEST.test(near) || LISTS.test(near))) continue
    return [finding('rigged', path, line, saying(written))]
  }
  return []
}

const ABOVE = 6
const LONGEST = 400

function linesAround(source: SourceText, line: number): string {
  const from = Math.max(1, line - ABOVE)
  const lines = Array.from({ length: Math.min(source.starts.length, line + 1) - from + 1 }, (_, at) => from + at)
  return lines
    .map((one) => source.bare.slice(lineStart(source, one), lineEnd(source, one)).slice(0, LONGEST))
    .join('\n')
}

function saying(written: string, what = 'a test'): string {
  return `${what} is changed while the check runs (${quote(written)})`
}
