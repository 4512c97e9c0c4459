// Snapshots and golden files that are others now.
import type { ChangeNote, FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { plural } from '../../../text/plural.ts'
import type { Comparison } from '../tests/matching/comparison.ts'
import { failedOn, type FailedCheck } from './failed-before.ts'
import { type SnapshotEntry, entriesOf, isEmpty } from './snapshot-entries.ts'
import { isSnapshot, ownerOf } from './snapshot-paths.ts'
import { isProductPath, type Touched } from './touched.ts'
import { firstChange } from '../../source/first-change.ts'

interface Around {
  readonly comparison: Comparison
  readonly touched: Touched
  readonly failed: readonly FailedCheck[]
  /** Files of tests in which something else changed than what is expected. */
  readonly changedInputs: ReadonlySet<string>
}

interface Found {
  readonly suspicions: readonly TamperFinding[]
  readonly notes: readonly ChangeNote[]
}

interface Said {
  readonly line: number
  readonly what: string
  readonly title: string
  readonly isWeaker: boolean
  /** Tests that were left as they are compare with it. */
  readonly isUnread?: boolean
}

export function changedSnapshots(changes: readonly FileChange[], around: Around): Found {
  const snapshots = changes.filter(({ path }) => isSnapshot(path))
  const came = new Set(snapshots.filter(({ how }) => how === 'added').flatMap(({ after }) => after ?? []))
  const suspicions: TamperFinding[] = []
  const notes: ChangeNote[] = []
  for (const change of snapshots) {
    const said = saidOf(change, changes, came)
    if (!said) continue
    const { path } = change
    const owner = ownerOf(path)
    const named = { path: owner ?? path, title: said.title }
    const check = failedOn(named, around.failed, isProductPath, path)
    const isQuiet = !isUpdated(path, owner, around) && !isGrownWithInput(change, changes)
    const why = said.isWeaker
      ? ''
      : check
        ? ` after check ${check.name} failed on it, and the code did not`
        : isQuiet
          ? ', and no product code or test did'
          : said.isUnread === true
            ? ', and its tests will record whatever comes out'
            : undefined
    if (why === undefined) notes.push({ file: path, line: said.line, kind: 'snapshot', what: said.what })
    else suspicions.push(finding('snapshot', path, said.line, `${said.what}${why}`))
  }
  return { suspicions, notes }
}

/** The code, or what goes into the tests, changed with it. */
function isUpdated(path: string, owner: string | undefined, { touched, changedInputs, comparison }: Around): boolean {
  const test = owner ?? path
  if (touched.isProductTouched(test) || touched.isSupportTouched(test)) return true
  const tests = [...comparison.before, ...comparison.after].map((file) => file.path)
  if (owner !== undefined) return changedInputs.has(owner) || isNewIn(owner, comparison)
  return tests.some((file) => changedInputs.has(file) || isNewIn(file, comparison))
}

const RESULTS = /^(.*\/)(?:expected|expectations?|golden|snapshots|output)\/./

/** Nothing that was recorded went, and a file beside the folder of results, from which they are made, changed too. */
function isGrownWithInput({ path, before, after }: FileChange, changes: readonly FileChange[]): boolean {
  const folder = RESULTS.exec(path)?.[1]
  if (folder === undefined || before === undefined || after === undefined || !isWithin(before, after)) return false
  return changes.some(
    (other) =>
      other.path.startsWith(folder) &&
      !isSnapshot(other.path) &&
      other.how !== 'deleted' &&
      other.before !== other.after,
  )
}

/** All lines of the one stand in the other, in the same order. */
function isWithin(before: string, after: string): boolean {
  const now = after.split('\n').map((line) => line.trimEnd())
  let at = 0
  return before
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .every((line) => {
      at = now.indexOf(line, at) + 1
      return at > 0
    })
}

/** The file came or went, or tests did in it. */
function isNewIn(path: string, { before, now, matches }: Comparison): boolean {
  const old = before.find((file) => file.path === path)
  const file = now.get(path)
  if (!old || !file) return old !== file
  const kept = new Set(matches.values())
  return file.cases.some((one) => !kept.has(one)) || old.cases.some((one) => !matches.has(one))
}

function saidOf(change: FileChange, changes: readonly FileChange[], came: ReadonlySet<string>): Said | undefined {
  const { path, how, before, after } = change
  if (how === 'added') return undefined
  if (how === 'deleted') return deletedOf(change, changes, came)
  if (before === undefined || after === undefined)
    return { line: 1, what: 'recorded results changed', title: '', isWeaker: false }
  const [old, now] = [entriesOf(path, before), entriesOf(path, after)]
  const isEmptied = after.trim() === '' && before.trim() !== ''
  if (isEmptied) return { line: 1, what: 'recorded results were emptied', title: '', isWeaker: true }
  const news = new Set([...now].filter(([name]) => !old.has(name)).map(([, { text }]) => text))
  const other = [...old].flatMap(([name, entry]) => differing(name, entry, now.get(name), news))
  const [first] = other
  if (!first) return undefined
  const emptied = other.find(({ now: entry }) => entry !== undefined && isEmpty(entry.text))
  if (emptied?.now && !isEmpty(emptied.old.text))
    return {
      line: emptied.now.line,
      what: `the snapshot${nameOf(emptied.name)} is empty now`,
      title: titleOf(emptied.name),
      isWeaker: emptied.old.text.length > LONG,
    }
  const changed = other.filter((one) => one.now !== undefined)
  const [one] = changed
  const more = changed.length > 1 ? ` and ${plural(changed.length - 1, 'other')}` : ''
  if (one?.now) {
    const what = one.name === '' ? 'recorded results changed' : `the snapshot${nameOf(one.name)}${more} changed`
    return {
      line: one.name === '' ? firstChange(before, after) : one.now.line,
      what,
      title: titleOf(one.name),
      isWeaker: false,
    }
  }
  if (
    isTestGone(
      path,
      other.map(({ name }) => name),
      changes,
    ) ||
    fewerRecords(path, changes) >= other.length
  )
    return undefined
  return {
    line: 1,
    what: `${plural(other.length, 'snapshot')} ${other.length === 1 ? 'is' : 'are'} gone, such as${nameOf(first.name)}`,
    title: titleOf(first.name),
    isWeaker: false,
  }
}

/** So much is more than a mark of nothing. */
const LONG = 30

interface Differing {
  readonly name: string
  readonly old: SnapshotEntry
  readonly now: SnapshotEntry | undefined
}

/** One that only has another name now is the same. */
function differing(
  name: string,
  old: SnapshotEntry,
  now: SnapshotEntry | undefined,
  news: ReadonlySet<string>,
): Differing[] {
  if (now ? now.text === old.text : news.has(old.text)) return []
  return [{ name, old, now }]
}

function nameOf(name: string): string {
  return name === '' ? '' : ` ${quote(name)}`
}

/** `suite > adds 1`: the number counts the snapshots of the test. */
function titleOf(name: string): string {
  return name.replace(/ \d+$/, '').split(' > ').at(-1) ?? name
}

/** The test file changed: its tests may have gone, which is said where tests are compared. */
function isTestGone(path: string, names: readonly string[], changes: readonly FileChange[]): boolean {
  const owner = ownerOf(path)
  const text = changes.find((change) => change.path === owner)?.after
  if (owner === undefined || !changes.some((change) => change.path === owner)) return false
  return text === undefined || names.every((name) => !text.includes(titleOf(name)))
}

const RECORDS =
  /\b(?:toMatchSnapshot|toThrowErrorMatchingSnapshot|toMatchFileSnapshot|matchSnapshot|t\.snapshot)\s?\(|==\s?snapshot\b/g

function recordsIn(text = ''): number {
  return text.match(RECORDS)?.length ?? 0
}

/** How many assertions of the owner no longer compare with what was recorded: they say themselves what they expect. */
function fewerRecords(path: string, changes: readonly FileChange[]): number {
  const owner = ownerOf(path)
  const test = changes.find((change) => change.path === owner)
  return recordsIn(test?.before) - recordsIn(test?.after)
}

function deletedOf(
  { path, before }: FileChange,
  changes: readonly FileChange[],
  came: ReadonlySet<string>,
): Said | undefined {
  const owner = ownerOf(path)
  const isMoved = before !== undefined && came.has(before)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isTaken = changes.some(
    ({ path: other, how }) => how === 'added' && isSnapshot(other) && other.endsWith(`/${name}`),
  )
  const isOwnerGone = owner !== undefined && changes.some((change) => change.path === owner && change.how === 'deleted')
  if (isMoved || isTaken || isOwnerGone || before?.trim() === '') return undefined
  const test = changes.find((change) => change.path === owner)
  if (fewerRecords(path, changes) > 0 && recordsIn(test?.after) === 0) return undefined
  return {
    line: 1,
    what: 'recorded results were deleted',
    title: '',
    isWeaker: false,
    isUnread: owner !== undefined && !test,
  }
}
