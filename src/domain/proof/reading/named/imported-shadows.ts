// New Python modules that tests load in place of others: what they imported by this name before was Python's own or a
// package, and now it is a file beside them. Which tests do is told by files that did not change.
import type { FileChange } from '../../../../contract/change.ts'
import { isTestFile } from '../../yardstick/yardstick.ts'
import { finding, quote, type TamperFinding } from '../finding.ts'

/** Files that did not change: all paths before the change, and test files. */
interface Others {
  readonly files?: readonly string[]
  readonly tests?: ReadonlyMap<string, string>
}

interface Candidate {
  readonly path: string
  /** Ends in `/` unless it is the root. */
  readonly folder: string
  readonly name: string
}

const MODULE = /^((?:[\w.-]+\/){0,8}?)([A-Za-z_]\w{0,60})(?:\.py|\/__init__\.py)$/
/** Loaded by their names, or run. */
const NOT_IMPORTED = /^(?:test_\w+|\w+_tests?|tests?|conftest|setup|noxfile|tasks|manage|conf|__\w+__)$/
/** Nearly every program loads these, whatever its tests say. */
const LOADED =
  /^(?:abc|argparse|collections|contextlib|copy|dataclasses|datetime|decimal|enum|functools|hashlib|inspect|io|itertools|json|logging|math|operator|os|pathlib|random|re|shutil|string|subprocess|sys|tempfile|threading|time|types|typing|warnings)$/

/** Where tests or paths are not known, what they may tell stays open. Never throws. */
export function importedShadows(changes: readonly FileChange[], beyond: Others | undefined): TamperFinding[] {
  const candidates = changes.flatMap((change) => candidateIn(change) ?? [])
  if (candidates.length === 0) return []
  const tests = new Map([
    ...changes.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before] as const])),
    ...(beyond?.tests ?? []),
  ])
  const loading = [...tests].filter(([path]) => path.endsWith('.py') && isTestFile(path))
  const isKnown = beyond?.tests !== undefined && beyond.files !== undefined
  return candidates.flatMap((one): TamperFinding[] => {
    const found = finding('shadowed', one.path, 1, `new module that is loaded in place of another ${quote(one.name)}`)
    if (!isKnown) return [{ ...found, isOpen: true }]
    const files = new Set(beyond.files)
    if (wasThere(one, files)) return []
    const importers = loading.filter(([, text]) => imports(text, one.name)).map(([path]) => path)
    const isLoaded =
      one.folder === '' || one.folder === 'src/'
        ? importers.length > 0 || (one.folder === '' && LOADED.test(one.name) && loading.length > 0)
        : importers.some((path) => path.slice(0, path.lastIndexOf('/') + 1) === one.folder)
    return isLoaded ? [found] : []
  })
}

/** At the root, in `src` or among tests: there Python looks first. */
function candidateIn({ path, how, after }: FileChange): Candidate | undefined {
  if (how !== 'added' || after === undefined) return undefined
  const [, folder = '', name = ''] = MODULE.exec(path) ?? []
  if (name === '' || NOT_IMPORTED.test(name)) return undefined
  const isFirst = folder === '' || folder === 'src/' || isTestFile(`${folder}it.py`)
  return isFirst ? { path, folder, name } : undefined
}

/** A module of this name outside of packages, or a folder that is a package itself: then it is nobody's first choice. */
function wasThere({ folder, name }: Candidate, files: ReadonlySet<string>): boolean {
  if (folder !== '' && files.has(`${folder}__init__.py`)) return true
  const own = new RegExp(`^((?:[^/]+/){0,9})${name}(?:\\.(?:pyi?|pyx|c|cpp|so|pyd|rs)|/[^/]+\\.py)$`)
  for (const file of files) {
    const home = own.exec(file)?.[1]
    if (home !== undefined && !files.has(`${home}__init__.py`)) return true
  }
  return false
}

function imports(text: string, name: string): boolean {
  return new RegExp(
    `^[ \\t]*(?:import (?:[\\w. ]{1,80}, ?)*${name}\\b|from ${name}(?:\\.[\\w.]{1,80})? import\\b)`,
    'm',
  ).test(text)
}
