// Which checks a repository seems to have, from the files at its root: proposals that a person reads and keeps.
// Nothing is read or run here, and nothing is guessed when a decision is made: only what was written down counts.
import { findNode } from './find-node.ts'
import { findPython, PYTHON_LOCKFILES } from './find-python.ts'
import { findJust, findMake, JUSTFILES, MAKEFILES } from './find-targets.ts'
import { findCargo, findDotnet, findGo, findGradle, findMaven } from './find-toolchains.ts'
import type { Finder, EcosystemChecks, Found, GapFinder, RootFiles } from './found.ts'

export type { Found, RootFiles } from './found.ts'

/** The root files whose content decides. */
export const NEEDED_FILES: readonly string[] = [
  'package.json',
  ...MAKEFILES,
  ...JUSTFILES,
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'mypy.ini',
  '.mypy.ini',
  'requirements.txt',
  'requirements-dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'Pipfile',
  ...PYTHON_LOCKFILES,
  'Cargo.toml',
]

export function isNeeded(name: string): boolean {
  return NEEDED_FILES.includes(name)
}

/** The first ecosystem keeps the plain names, the others put their own before it: `go-test`. */
const LANGUAGES: ReadonlyArray<readonly [ecosystem: string, find: Finder]> = [
  ['node', findNode],
  ['python', findPython],
  ['cargo', findCargo],
  ['go', findGo],
  ['maven', findMaven],
  ['gradle', findGradle],
  ['dotnet', findDotnet],
]

/** Their targets mostly call what a language brings, so they only fill the gaps. */
const RUNNERS: readonly GapFinder[] = [findMake, findJust]

const ORDER = ['typecheck', 'lint', 'vet', 'test', 'check', 'build']

export interface FoundChecks {
  readonly found: Found[]
  readonly problems: string[]
}

/** Never throws: a file that cannot be understood gives a problem and no check. */
export function findChecks(seen: RootFiles): FoundChecks {
  const found: Found[] = []
  const problems: string[] = []
  const covered = new Set<string>()
  for (const [ecosystem, find] of LANGUAGES) {
    const finding = find(seen)
    found.push(...inOrder(finding).map((one) => withOwnName(one, ecosystem, found)))
    problems.push(...finding.problems)
    for (const name of [...finding.found.map(({ check }) => check.name), ...(finding.covers ?? [])]) covered.add(name)
  }
  for (const find of RUNNERS) {
    const finding = find(seen, (name) => !isCovered(name, covered))
    found.push(...inOrder(finding))
    problems.push(...finding.problems)
    for (const { check } of finding.found) covered.add(check.name)
  }
  return { found, problems }
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
