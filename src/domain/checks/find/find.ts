// Which checks a repository seems to have, from the files at its root and in the folders below: proposals that a person
// reads and keeps. Nothing is read or run here, and nothing is guessed when a decision is made: only what was written down
// counts.
import { given } from '../../../contract/given.ts'
import { LANGUAGES, marksIn, RUNNERS, TITLES } from './ecosystems.ts'
import { withRootLockfile } from './node.ts'
import { MOST_BELOW } from './folders.ts'
import type { EcosystemChecks, FolderBelow, FolderFiles, Found } from './found.ts'

export { isNeeded } from './ecosystems.ts'
export type { FolderBelow, FolderFiles, Found } from './found.ts'

const ORDER = ['typecheck', 'lint', 'vet', 'test', 'check', 'build']

export interface FoundChecks {
  readonly found: Found[]
  readonly problems: string[]
}

/** In one folder. Never throws: a file that cannot be understood gives a problem and no check. */
export function findChecks(seen: FolderFiles): FoundChecks {
  const { found, problems } = findIn(seen)
  return { found, problems }
}

export interface FoundInTree extends FoundChecks {
  /** What was looked for, as users call it. */
  readonly lookedFor: readonly string[]
  /** The files that speak for something: `package.json`, `backend/pyproject.toml`. */
  readonly seenIn: readonly string[]
}

/** At the root and in the folders below it, which come sorted by depth and name. Never throws. */
export function findInTree(root: FolderFiles, below: readonly FolderBelow[]): FoundInTree {
  const top = findIn(root, { below })
  const inFolders = findBelow(top, root, below)
  const atMost = inFolders.found.slice(0, MOST_BELOW)
  const left = inFolders.found.length - atMost.length
  return {
    found: [...top.found, ...atMost],
    problems: [
      ...top.problems,
      ...inFolders.problems,
      ...(left === 0 ? [] : [`${left} more checks in folders below are left out: run this in their folder`]),
    ],
    lookedFor: TITLES,
    seenIn: [...marksIn(root), ...inFolders.seenIn],
  }
}

interface FoundIn extends FoundChecks {
  /** Ecosystems whose tests were found; `all` where a task runner has a target for tests. */
  readonly tested: ReadonlySet<string>
}

interface Around {
  readonly below?: readonly FolderBelow[]
  readonly isWanted?: (ecosystem: string) => boolean
}

function findIn(seen: FolderFiles, { below = [], isWanted = () => true }: Around = {}): FoundIn {
  const found: Found[] = []
  const problems: string[] = []
  const covered = new Set<string>()
  const tested = new Set<string>()
  const take = (id: string, finding: EcosystemChecks): void => {
    problems.push(...finding.problems)
    for (const { check } of finding.found) covered.add(check.name)
    for (const name of finding.covers ?? []) covered.add(name)
    if (finding.found.some(({ check }) => check.name === 'test' || check.name === 'check')) tested.add(id)
  }
  for (const { id, find } of LANGUAGES.filter((one) => isWanted(one.id))) {
    const finding = find(seen, below)
    found.push(...inOrder(finding).map((one) => withOwnName(one, id, found)))
    take(id, finding)
  }
  for (const { find } of RUNNERS) {
    const finding = find(seen, (name) => !isCovered(name, covered))
    found.push(...inOrder(finding))
    take('all', finding)
  }
  return { found, problems, tested }
}

interface FoundBelow extends FoundChecks {
  readonly seenIn: readonly string[]
}

/** Projects in folders: all of them where the root has no tests, else those of other ecosystems right below the root. */
function findBelow({ tested }: FoundIn, root: FolderFiles, below: readonly FolderBelow[]): FoundBelow {
  if (tested.has('all')) return { found: [], problems: [], seenIn: [] }
  const problems: string[] = []
  const seenIn: string[] = []
  const taken: Array<{
    readonly path: string
    readonly found: readonly Found[]
    readonly tested: ReadonlySet<string>
  }> = []
  for (const folder of below) {
    if (tested.size > 0 && folder.path.includes('/')) continue
    const above = taken.filter(({ path }) => folder.path.startsWith(`${path}/`))
    if (above.some((one) => one.tested.has('all'))) continue
    const isWanted = (id: string): boolean => !tested.has(id) && !above.some((one) => one.tested.has(id))
    const finding = findIn({ ...folder, files: withRootLockfile(folder, root) }, { isWanted })
    problems.push(...finding.problems.map((problem) => `${folder.path}: ${problem}`))
    if (finding.tested.size === 0) continue
    seenIn.push(...marksIn(folder).map((mark) => `${folder.path}/${mark}`))
    // Tests build what they need.
    taken.push({
      path: folder.path,
      found: finding.found.filter(({ check }) => check.name !== 'build'),
      tested: finding.tested,
    })
  }
  const isAlone = taken.length === 1 && tested.size === 0
  return {
    found: taken.flatMap(({ path, found }) => found.map((one) => inFolder(one, path, isAlone))),
    problems,
    seenIn,
  }
}

/** The check as it runs from the root: in its folder, and only if something changed there. */
function inFolder({ check, from }: Found, path: string, isAlone: boolean): Found {
  const name = isAlone ? check.name : `${path.replaceAll('/', '-')}-${check.name}`
  const { timeout, ...rest } = check
  const place = isAlone ? { cwd: path } : { cwd: path, paths: [`${path}/**`] }
  return { check: { ...rest, name, ...place, ...given({ timeout }) }, from: `${path}/${from}` }
}

function inOrder(finding: EcosystemChecks): Found[] {
  return [...finding.found].sort((one, other) => ORDER.indexOf(one.check.name) - ORDER.indexOf(other.check.name))
}

function withOwnName(one: Found, ecosystem: string, before: readonly Found[]): Found {
  const isTaken = before.some(({ check }) => check.name === one.check.name)
  return isTaken ? { ...one, check: { ...one.check, name: `${ecosystem}-${one.check.name}` } } : one
}

/** A target `check` stands for the tests, so it is wanted only where there are none. */
function isCovered(name: string, covered: ReadonlySet<string>): boolean {
  return covered.has(name) || (name === 'check' && covered.has('test'))
}
