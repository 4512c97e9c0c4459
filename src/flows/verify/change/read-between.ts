// Reads a change between two commits. Where it would ask about commands or configs, the files around them are looked at
// too: what nobody calls and what finds nothing is a note.
import type { FileChange, NamedFiles } from '../../../contract/change.ts'
import { type Surroundings, asksAround } from '../../../domain/proof/reading/around/around.ts'
import { CONFIG } from '../../../domain/proof/reading/around/fixture-projects.ts'
import { readCi } from '../../../domain/proof/reading/commands/ci/ci-lines.ts'
import { type ChangeRead, readChange } from '../../../domain/proof/reading/read-change.ts'
import { kindOfConfig } from '../../../domain/proof/yardstick/yardstick.ts'
import { type BaseTexts, findBases } from '../start/find-bases.ts'
import { findNamed } from '../start/named.ts'
import { type AtCommit, checksAt, readerAt } from '../start/named-at.ts'
import { beyondMasked, readOnlyMasked, toldMasked } from '../start/read-masked.ts'
import { onlyTexts, testsBeside } from '../start/tests-beside.ts'

interface Changed {
  readonly changes: readonly FileChange[]
  /** Files that checks use by name at the base. */
  readonly named: NamedFiles
}

export async function readBetween(
  place: AtCommit,
  ends: readonly [string, string],
  { changes, named }: Changed,
): Promise<ChangeRead> {
  const context = { named, isOnlyRead: true }
  const read = readChange(changes, context)
  if (!read.suspicions.some(asksAround) && !read.isOpen) return toldMasked(read, changes, context)
  const bases = await basesAt(place, ends, changes)
  const around = await aroundAt(place, ends[0], bases.texts)
  const tests = await readerAt(place, ends[0])(read.isOpen ? testsBeside(around.files, changes) : [])
  const beyond = beyondMasked({ ...bases, files: around.files, tests: onlyTexts(tests) })
  return readOnlyMasked(changes, { ...context, around, beyond })
}

function basesAt(place: AtCommit, ends: readonly [string, string], changes: readonly FileChange[]): Promise<BaseTexts> {
  const { trees, door, folder } = place
  return findBases(changes, {
    same: readerAt(place, ends[0]),
    changed: async (paths) => {
      const order = (path: string): number | undefined => (paths.has(path) ? 0 : undefined)
      const read = await trees.changesBetween(door, folder, ends, { order, bounds: trees.SMALL_TEXTS })
      return read.ok ? read.changes : []
    },
  })
}

const MOST_TEXTS = 1000
const CALLS =
  /(?:^|\/)(?:\.github\/.+\.ya?ml|\.husky\/.+|(?:lefthook|lint-staged|wireit|lerna|nx|turbo)[\w.-]*|\.lintstagedrc[\w.-]*|composer\.json|deno\.jsonc?|pyproject\.toml|fullstop\.json|setup\.(?:py|cfg)|Pipfile|Gemfile|requirements[\w.-]*\.(?:txt|in))$/
const KINDS: ReadonlySet<string> = new Set(['ci', 'package', 'makefile', 'shell', 'tox', 'nox', 'own'])
const OF_OTHERS = /(?:^|\/)(?:node_modules|vendor|\.venv|site-packages)\//

async function aroundAt(place: AtCommit, base: string, bases: ReadonlyMap<string, string>): Promise<Surroundings> {
  const read = readerAt(place, base)
  const files = await place.trees.pathsAt(place.door, place.folder, base)
  const calling = files.filter(
    (path) => !OF_OTHERS.test(path) && (CALLS.test(path) || CONFIG.test(path) || KINDS.has(kindOfConfig(path) ?? '')),
  )
  const texts = new Map([...(await read(nearFirst(calling).slice(0, MOST_TEXTS))), ...bases])
  const { checks, texts: known } = await checksAt(place, base)
  const runs = [...checks, ...linesOfCi(texts).map((run) => ({ run, shell: true }))]
  const used = await findNamed(runs, undefined, read, new Map([...texts, ...known]))
  const scripts = [...used].filter(([path, { use }]) => use === 'runs' && !texts.has(path)).map(([path]) => path)
  for (const [path, text] of await read(scripts.slice(0, MOST_TEXTS))) texts.set(path, text)
  return {
    files,
    texts: onlyTexts(texts),
    checks: checks.map(({ run }) => (typeof run === 'string' ? run : run.join(' '))),
  }
}

/** What lies near the root matters most, where there are too many. */
function nearFirst(paths: readonly string[]): string[] {
  const depth = (path: string): number => path.split('/').length
  return paths.toSorted((one, other) => depth(one) - depth(other))
}

function linesOfCi(texts: ReadonlyMap<string, string | undefined>): string[] {
  return [...texts].flatMap(([path, text]) =>
    kindOfConfig(path) === 'ci' ? readCi(path, text).lines.map((line) => line.text) : [],
  )
}
