// Build files: checks switched off in them, or no longer needed by a task. Only what weakens is a finding.
import type { FileChange } from '../../../../../contract/change.ts'
import { moreOften } from '../../../../checks/more-often.ts'
import { lowerFloors } from './build-floors.ts'
import { SWITCHES } from './build-switches.ts'
import { formerBuild } from './former-build.ts'
import { fewerGradleTests } from './gradle-tests.ts'
import { leftOutFiles } from './left-out-files.ts'
import { isRunBesides } from './split-tests.ts'
import { isCheckName } from '../../../yardstick/check-names.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { readSettings } from '../formats/read-settings.ts'
import { lineAt, lineStarts, plainLines } from '../../../source/source.ts'
import { GENERATED } from '../strictness.ts'
import { newWarningCodes } from './warning-codes.ts'
import { blankComments } from '../formats/xml-comments.ts'

/** Such a file is about one new project; the others reach what was there. */
const OWN_PROJECT = /pom\.xml$|\.gradle(?:\.kts)?$|proj$|Cargo\.toml$|sonar-project\.properties$/

export function compareSwitches(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path: file, how } = change
  if (how !== 'added' || !OWN_PROJECT.test(file)) return switchesIn(change, changes)
  const former = formerBuild(change, changes)
  if (!former) return []
  if (former.isSameTool) return switchesIn({ ...change, before: former.before }, changes)
  // Another tool says it in other words: what the former file switched off in any way may be off.
  const wasLoose = SWITCHES.some(({ loose }) => former.before.search(loose) >= 0)
  return wasLoose ? [] : switchesIn(change, changes)
}

function switchesIn(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path: file, before = '', after = '' } = change
  const areNamed = isNamedTests(file, after)
  const found = SWITCHES.filter(({ files }) => files.test(file)).flatMap(({ loose, strict, isNote }) => [
    ...more(file, { pattern: loose, than: before, text: after })
      .filter(
        ({ written }) =>
          !(areNamed && written.startsWith('autotests')) &&
          !isOfNewTest(written, changes) &&
          !isRunBesides(written, after, changes),
      )
      .map(({ line, written }) => ({
        ...finding('config', file, line, `${quote(written)} added`),
        ...(isNote && { isNote }),
      })),
    ...(strict ? lostStrict(file, { pattern: strict, before, after, changes }) : []),
  ])
  const texts = { before: withoutComments(file, before), after: withoutComments(file, after) }
  return [
    ...found,
    ...leftOutFiles(change, texts, changes),
    ...fewerGradleTests(change, texts, changes).filter(({ line }) => !found.some((one) => one.line === line)),
    ...lowerFloors(change, texts.before, texts.after),
    ...newWarningCodes(change, changes),
    ...neededFeatures(change, changes),
  ]
}

/** `exclude("CartTest.class")`, and `CartTest` came with this change: it ran nowhere before. */
function isOfNewTest(written: string, changes: readonly FileChange[]): boolean {
  const name = /^exclude\b.*?(\w+Tests?)(?:\.\w+)?$/.exec(written)?.[1]
  const homes = changes.filter(({ path }) => name !== undefined && new RegExp(`/${name}\\.\\w+$`).test(path))
  return homes.length > 0 && homes.every(({ how }) => how === 'added')
}

const NEEDS = /^\[\[test\]\][^[]{0,400}?^required-features[ \t]*=[ \t]*\[([^\]\n]{1,200})\]/gm

const FEATURE = /"[^"]{1,100}"/g

function testIn(section: string): string {
  return /^name[ \t]*=[ \t]*"([^"\n]{1,100})"/m.exec(section)?.[1] ?? ''
}

/** Cargo leaves a test out, without a word, where it needs a feature that nobody asked for. */
function neededFeatures(
  { path, before = '', after = '' }: FileChange,
  changes: readonly FileChange[],
): TamperFinding[] {
  if (!/(?:^|\/)Cargo\.toml$/.test(path)) return []
  const text = plainLines(after)
  const starts = lineStarts(text)
  const usual = /^default[ \t]*=[ \t]*\[([^\]]{0,1000})\]/m.exec(text)?.[1] ?? ''
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const needed = new Map(
    Array.from(plainLines(before).matchAll(NEEDS), ({ 0: section, 1: list = '' }) => [
      testIn(section),
      list.match(FEATURE) ?? [],
    ]),
  )
  return Array.from(text.matchAll(NEEDS)).flatMap(({ 0: section, 1: list = '', index }) => {
    const name = testIn(section)
    const features = list.match(FEATURE) ?? []
    const isNew = changes.some(({ path: other, how }) => how === 'added' && other.startsWith(`${folder}tests/${name}`))
    const known = [...(needed.get(name) ?? []), ...(usual.match(FEATURE) ?? [])]
    if (isNew || before.includes(section) || (needed.has(name) && features.every((one) => known.includes(one))))
      return []
    if (features.every((feature) => usual.includes(feature))) return []
    const line = lineAt({ starts }, index + section.lastIndexOf('required-features'))
    return [finding('config', path, line, `test ${quote(name)} runs only with ${features.join(', ')} now`)]
  })
}

/** Tests that are named one by one need not be looked for. */
function isNamedTests(file: string, after: string): boolean {
  return file.endsWith('Cargo.toml') && /^\[\[test\]\]/m.test(after)
}

interface Lost {
  readonly pattern: RegExp
  readonly before: string
  readonly after: string
  readonly changes: readonly FileChange[]
}

/** It may have moved to a file that several projects share. */
function lostStrict(file: string, { pattern, before, after, changes }: Lost): TamperFinding[] {
  return more(file, { pattern, than: after, text: before })
    .filter(({ written }) => !withoutComments(file, after).includes(nameIn(written)))
    .filter(({ written }) => !changes.some((other) => other.path !== file && other.after?.includes(unquoted(written))))
    .map(({ line, written }) => finding('config', file, line, `${quote(written)} removed`))
}

/** `<A>true` is about A: where it is set to something else, that is said as such. */
function nameIn(written: string): string {
  return /[\w.-]{3,}/.exec(written)?.[0] ?? written
}

function unquoted(written: string): string {
  return written.replaceAll(/^["']|["']$/g, '')
}

interface Hit {
  readonly line: number
  readonly written: string
}

interface Searched {
  readonly pattern: RegExp
  readonly than: string
  readonly text: string
}

/** Hits that the other text does not have, or not as often. */
function more(file: string, { pattern, than, text }: Searched): Hit[] {
  const found = moreOften(hits(file, pattern, text), hits(file, pattern, than), ({ written }) => plainly(file, written))
  return found.filter(({ written }) => !isGenerated(written))
}

/** In Groovy and in Kotlin: `isIgnoreFailures = true` and `ignoreFailures.set(true)` are `ignoreFailures = true`. */
function plainly(file: string, written: string): string {
  if (!/\.gradle(?:\.kts)?$/.test(file)) return written
  return written
    .replaceAll(/\b(?:is|set)(?=[A-Z])|\bset(?=\()/g, '')
    .replaceAll(/[^\w*/-]/g, '')
    .toLowerCase()
}

function isGenerated(written: string): boolean {
  const value = /exclusions[ \t]*=[ \t]*(.*)$/.exec(written)?.[1]
  return value !== undefined && value.split(',').every((one) => GENERATED.test(one.trim()))
}

function hits(file: string, pattern: RegExp, raw: string): Hit[] {
  const text = withoutComments(file, raw)
  const starts = lineStarts(text)
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => {
    const blank = found.length - found.trimStart().length
    return { line: lineAt({ starts }, index + blank), written: cut(found) }
  })
}

/** Blanked, so that lines stay where they are. */
function withoutComments(file: string, raw: string): string {
  const text = plainLines(raw)
  if (/\.xml$|proj$|\.props$|\.targets$|\.runsettings$/.test(file)) return blankComments(raw)
  const line = /gradle/.test(file) && !file.endsWith('.properties') ? /(?:^|\s)\/\/.*$/gm : /(?:^|\s)[#;].*$/gm
  return text.replaceAll(line, '')
}

/** In turbo and nx a task may need the checks of others. */
export function lostTaskChecks(file: string, before: string, after: string): TamperFinding[] {
  if (!/(?:turbo|nx|project)\.jsonc?$/.test(file)) return []
  const needs = (text: string): { readonly key: string; readonly line: number; readonly value: string }[] =>
    readSettings(file, text)
      .filter(({ path }) => path.at(-2) === 'dependsOn')
      .map(({ path, value, line }) => ({ key: JSON.stringify([path.slice(0, -1), value]), line, value }))
  const kept = new Set(needs(after).map(({ key }) => key))
  return needs(before)
    .filter(({ key, value }) => !kept.has(key) && !/build|gen/i.test(value) && isCheckName(value.replace(/^\^/, '')))
    .map(({ line, value }) => finding('config', file, line, `${quote(value)} removed from dependsOn`))
}
