// What a script in a programming language names: helpers beside it, scripts that it starts, data that it reads. By its
// string literals and imports; product code that it loads is its subject, and is not named.
import type { NamedUse } from '../../../../contract/change.ts'
import { folderOf, isCodePath, isDataPath, isShellPath, joinPath } from './paths.ts'

export interface NamedInCode {
  readonly files: readonly { readonly path: string; readonly use: NamedUse }[]
  /** Literals that are command lines. */
  readonly lines: readonly string[]
}

const LITERAL = /"([^"\n\\]{1,300})"|'([^'\n\\]{1,300})'|`([^`\n\\]{1,300})`/g
const MOST_LITERALS = 400
const LONGEST = 256 * 1024
/** Something in it starts programs. */
const STARTS =
  /\b(?:spawn|exec|execFile|spawnSync|execSync|execFileSync|subprocess|os\.system|popen|check_call|check_output|system|proc_open|shell_exec|Bun\.\$|Deno\.Command|zx|execa|Process\.(?:spawn|start)|Open3|run_cmd|ProcessBuilder|exec\.Command)\b|\$`/
const COMMAND = /^(?:[A-Z_]+=\S+ )?(?:\.{0,2}\/)?[\w./-]{1,100} \S/
const PYTHON_IMPORT =
  /^[ \t]{0,40}(?:from[ \t]{1,9}(\.{0,3}\w[\w.]{0,200})[ \t]{1,9}import\b|import[ \t]{1,9}(\w[\w.]{0,200}))/gm

/** `script`: where the code stands; empty where it stands in a command. */
export function namedInCode(code: string, script: string): NamedInCode {
  const text = code.slice(0, LONGEST)
  const literals = Array.from(text.matchAll(LITERAL), ([, a, b, c]) => a ?? b ?? c ?? '').slice(0, MOST_LITERALS)
  const starts = STARTS.test(text)
  const files = literals.flatMap((literal) => {
    const path = literal.replace(/^\$\{[^}]{1,100}\}\/?/, '')
    const use = useOf(path, script, starts)
    return use === undefined ? [] : asWritten(path, use)
  })
  const lines = starts
    ? literals.filter((literal) => COMMAND.test(literal) && !/^[./\w-]+ (?:is|are|was|the|not|of)\b/.test(literal))
    : []
  return { files: [...files, ...pythonHelpers(text, script)], lines }
}

function useOf(path: string, script: string, starts: boolean): NamedUse | undefined {
  if (/\s/.test(path) || !/^[\w@./-]+$/.test(path)) return undefined
  if (isShellPath(path)) return 'runs'
  const isRelative = path.startsWith('./') || path.startsWith('../')
  if (isCodePath(path) || (isRelative && !/\.\w{1,6}$/.test(path)))
    return isHelper(path, script, starts) ? 'runs' : undefined
  return isDataPath(path) ? 'reads' : undefined
}

/** A module without its ending. */
function asWritten(path: string, use: NamedUse): { path: string; use: NamedUse }[] {
  if (/\.\w{1,9}$/.test(path)) return [{ path, use }]
  return [path, ...['.js', '.ts', '.mjs', '.cjs', '.rb', '/index.js'].map((ending) => `${path}${ending}`)].map(
    (each) => ({ path: each, use }),
  )
}

/** Folders that hold what builds and checks a project, not what it is. */
const WORKSHOPS = /(?:^|\/)(?:tools?|scripts?|ci|hack|checks?|gates?|tests?|specs?|__tests__|e2e|\.\w+)\//i
/** Folders whose files are the product. */
const PRODUCTS = /^(?:$|src\b|lib\b|app\b|pkg\b|packages\b|cmd\b|internal\b)/

/** In the folder of the script, if that one is a workshop, or in another workshop where it may be started by name. */
function isHelper(path: string, script: string, starts: boolean): boolean {
  const folder = folderOf(script)
  const beside = joinPath(folder, path)
  if (beside === undefined) return false
  if (!PRODUCTS.test(folder) || WORKSHOPS.test(`${folder}/`)) if (`${beside}/`.startsWith(`${folder}/`)) return true
  return starts && (WORKSHOPS.test(path) || WORKSHOPS.test(beside) || script === '')
}

function pythonHelpers(text: string, script: string): { path: string; use: NamedUse }[] {
  const folder = folderOf(script)
  if (!script.endsWith('.py') || (PRODUCTS.test(folder) && !WORKSHOPS.test(`${folder}/`))) return []
  return Array.from(text.matchAll(PYTHON_IMPORT), ([, from, plain]) => (from ?? plain ?? '').replace(/^\.+/, ''))
    .slice(0, MOST_LITERALS)
    .filter((module) => module !== '')
    .map((module) => ({ path: `./${module.replaceAll('.', '/')}.py`, use: 'runs' as const }))
}
