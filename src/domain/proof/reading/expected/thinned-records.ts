// Recorded results that say less than before because what prints or normalises them is new: values that were compared are
// compared no longer. What differs from run to run, such as times and paths, may well be left out.
import type { FileChange } from '../../../../contract/change.ts'
import { plural } from '../../../text/plural.ts'
import { isTestFile, kindOfConfig } from '../../yardstick/yardstick.ts'
import type { TamperFinding } from '../finding.ts'
import { cut, finding } from '../finding.ts'
import type { Comparison } from '../tests/matching/comparison.ts'
import { isSnapshot } from './snapshot-paths.ts'

/** Made for nothing else, wherever it stands. */
const OF_SNAPSHOTS =
  /\b(?:snapshotSerializers|addSnapshotSerializer|snapshotFormat|add_filter|add_redaction|add_dynamic_redaction|set_filters|with_settings!|Scrub\w{2,40}\(|AddScrubber|path_type\(|path_value\(|extension_class|use_extension)\b/
/** In what helps tests. */
const NORMALISES =
  /\.replace(?:All)?\(\s{0,9}(?:\/|new RegExp)|\bre\.sub\(|\.gsub!?[( ]|\bpreg_replace\(|\bRegex\.Replace\(|\bReplaceAll(?:String|Func)?\(|\.replaceAll\(\s{0,9}"|\.replace\(\s{0,9}"[^"\n]{0,80}"\.toRegex|\bnormali[sz]e\w{0,40}\(|\bserialize\(|\bredact\w{0,40}\(|\bscrub\w{0,40}\(/i

const FEWEST = 3

export function thinnedRecords(changes: readonly FileChange[], comparison: Comparison): TamperFinding[] {
  const records = changes.filter(
    ({ path, before, after }) => isSnapshot(path) && before !== undefined && after !== undefined && before !== after,
  )
  if (records.length === 0) return []
  const printer = changes.find((change) => isPrinter(change, comparison))
  if (!printer) return []
  const read = records.map(({ path, before = '', after = '' }) => ({ path, ...comparedValues(before, after) }))
  const all = (of: 'old' | 'lost' | 'came'): string[] => read.flatMap((one) => one[of])
  const [old, lost, came] = [all('old'), all('lost'), all('came')]
  const [worst] = read.toSorted((a, b) => b.lost.length - a.lost.length)
  const isLess = lost.length >= FEWEST && lost.length * 4 >= old.length && came.length * 2 < lost.length
  const [first] = worst?.lost ?? []
  const flat = records.find(({ before = '', after = '' }) => isFlattened(before, after))
  if (flat && !isLess) {
    const what = `recorded results no longer hold how they are laid out, since ${printer.path} decides what is recorded`
    return [finding('snapshot', flat.path, 1, what)]
  }
  if (!worst || !isLess || first === undefined) return []
  const what = `recorded results no longer hold ${plural(lost.length, 'value')}, such as ${cut(first)}, since ${printer.path} decides what is recorded`
  return [finding('snapshot', worst.path, 1, what)]
}

const FEWEST_COLUMNS = 3
const IN_COLUMNS = /\S {2,200}\S/

/** The same words, and no columns any more. */
function isFlattened(before: string, after: string): boolean {
  const columns = (text: string): number => text.split('\n').filter((line) => IN_COLUMNS.test(line)).length
  return (
    columns(before) >= FEWEST_COLUMNS &&
    columns(after) === 0 &&
    before.replaceAll(/\s+/g, '') === after.replaceAll(/\s+/g, '')
  )
}

/** New lines of it, outside of tests, change what is recorded. */
function isPrinter(change: FileChange, { now }: Comparison): boolean {
  const { path, before = '', after } = change
  const isOfTests = isTestFile(path) || /^(?:runner|package|mixed)$/.test(kindOfConfig(path) ?? '')
  if (after === undefined || before === after || isSnapshot(path) || !isOfTests) return false
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const cases = now.get(path)?.cases ?? []
  let from = 0
  return after.split('\n').some((line) => {
    const at = from
    from += line.length + 1
    if (old.has(line.trim())) return false
    if (OF_SNAPSHOTS.test(line)) return true
    const isInTest = cases.some(({ block }) => at >= block.start && at < block.end)
    return !isInTest && kindOfConfig(path) === undefined && NORMALISES.test(line)
  })
}

interface Values {
  readonly old: string[]
  readonly lost: string[]
  readonly came: string[]
}

function comparedValues(before: string, after: string): Values {
  const [was, is] = [valuesIn(before), valuesIn(after)]
  const old = [...was]
  return { old, lost: old.filter((one) => !is.has(one)), came: [...is].filter((one) => !was.has(one)) }
}

/** Times, hashes, paths, versions, places in files: another run, another machine, another value. */
const VOLATILE =
  /\b\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,20}(?:Z|[+-]\d\d:?\d\d)?)?|\b\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?\b|\b[\da-f]{8}-[\da-f]{4}-[\da-f-]{14,22}\b|\b(?:0x)?(?=[\da-f]{0,40}[a-f])(?=[a-f]{0,40}\d)[\da-f]{7,64}\b|(?:[A-Za-z]:)?(?:[\\/][\w.@+-]{1,80}){2,20}(?::\d{1,6}){0,2}|\b\d+(?:\.\d+)?\s?(?:ns|[mµu]?s|sec(?:onds?)?|min(?:utes?)?|[kKMG]i?B|bytes|%)(?!\w)|\bv?\d+\.\d+\.\d+[\w.-]{0,20}|\b(?:localhost|127\.0\.0\.1):\d{2,5}\b|\b(?:19|20)\d\d\b|\b\d{10,19}\b|:\d{1,6}:\d{1,6}\b/gi
const VALUE = /(?<![\w.])-?\d+(?:[.,]\d+)*(?![\w.]*\w)|"((?:[^"\\\n]|\\.){0,200})"/g
const MOST_READ = 400_000

/** Numbers and texts in quotes. */
function valuesIn(text: string): Set<string> {
  const lasting = text.slice(0, MOST_READ).replaceAll(VOLATILE, ' ')
  const found = new Set<string>()
  for (const [written, quoted] of lasting.matchAll(VALUE)) {
    if (quoted === undefined) found.add(written)
    // A name in front of a value is none.
    else if (/\d/.test(quoted)) found.add(quoted)
  }
  return found
}
