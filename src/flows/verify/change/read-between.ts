// Reads a change between two commits. Where it would ask about commands or configs, the files around them are looked at
// too: what nobody calls and what finds nothing is a note.
import type { FileChange, NamedFiles } from '../../../contract/change.ts'
import { type Surroundings, asksAround } from '../../../domain/proof/reading/around/around.ts'
import { CONFIG } from '../../../domain/proof/reading/around/fixture-projects.ts'
import { readCi } from '../../../domain/proof/reading/commands/ci/ci-lines.ts'
import { type ChangeRead, readChange } from '../../../domain/proof/reading/read-change.ts'
import { basesNamed } from '../../../domain/proof/reading/settings/extended-bases.ts'
import { kindOfConfig } from '../../../domain/proof/yardstick/yardstick.ts'
import { findNamed } from '../start/named.ts'
import { type AtCommit, checksAt, readerAt } from '../start/named-at.ts'
import { readOnlyMasked, toldMasked } from '../start/read-masked.ts'

interface Changed {
  readonly changes: readonly FileChange[]
  /** Files that checks use by name at the base. */
  readonly named: NamedFiles
}

export async function readBetween(place: AtCommit, base: string, { changes, named }: Changed): Promise<ChangeRead> {
  const context = { named, isOnlyRead: true }
  const read = readChange(changes, context)
  if (!read.suspicions.some(asksAround) && !read.isOpen) return toldMasked(read, changes, context)
  return readOnlyMasked(changes, { ...context, around: await aroundAt(place, base, changes) })
}

/** Up to a tree that is still worked in: what only unchanged files can tell is looked up there. */
export async function readUpToNow(place: AtCommit, base: string, { changes, named }: Changed): Promise<ChangeRead> {
  const read = readChange(changes, { named })
  if (!read.isOpen) return toldMasked(read, changes, { named })
  const files = await place.trees.pathsAt(place.door, place.folder, base)
  const texts = onlyTexts(await withBases(readerAt(place, base), changes, new Map()))
  return readOnlyMasked(changes, { named, beyond: { files, texts } })
}

const MOST_TEXTS = 1000
const CALLS =
  /(?:^|\/)(?:\.github\/.+\.ya?ml|\.husky\/.+|(?:lefthook|lint-staged|wireit|lerna|nx|turbo)[\w.-]*|\.lintstagedrc[\w.-]*|composer\.json|deno\.jsonc?|pyproject\.toml|fullstop\.json|setup\.(?:py|cfg)|Pipfile|Gemfile|requirements[\w.-]*\.(?:txt|in))$/
const KINDS: ReadonlySet<string> = new Set(['ci', 'package', 'makefile', 'shell', 'tox', 'nox', 'own'])
const OF_OTHERS = /(?:^|\/)(?:node_modules|vendor|\.venv|site-packages)\//

async function aroundAt(place: AtCommit, base: string, changes: readonly FileChange[]): Promise<Surroundings> {
  const read = readerAt(place, base)
  const files = await place.trees.pathsAt(place.door, place.folder, base)
  const calling = files.filter(
    (path) => !OF_OTHERS.test(path) && (CALLS.test(path) || CONFIG.test(path) || KINDS.has(kindOfConfig(path) ?? '')),
  )
  const texts = await withBases(read, changes, new Map(await read(nearFirst(calling).slice(0, MOST_TEXTS))))
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

type Texts = Map<string, string | undefined>

/** With the files that changed configs build on, and those that these build on. */
async function withBases(
  read: ReturnType<typeof readerAt>,
  changes: readonly FileChange[],
  texts: Texts,
): Promise<Texts> {
  let bases: ReadonlyMap<string, string> = new Map()
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const missing = basesNamed(changes, bases)
      .filter((path) => !bases.has(path))
      .slice(0, MOST_BASES)
    if (missing.length === 0) break
    const found = onlyTexts(new Map(await read(missing)))
    if (found.size === 0) break
    bases = new Map([...bases, ...found])
  }
  return new Map([...texts, ...bases])
}

const MOST_HOPS = 4
const MOST_BASES = 100

function onlyTexts(texts: ReadonlyMap<string, string | undefined>): Map<string, string> {
  return new Map([...texts].flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const])))
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
