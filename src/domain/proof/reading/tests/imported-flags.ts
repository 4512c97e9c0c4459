// Conditions on what the tests of a project import, such as `isBuild` from their helpers: which way of running it is.
import { isConstant, isOfEnvironment } from './guards/guard-condition.ts'
import type { SourceText } from '../../source/source.ts'

const WORDS = /^(?:not|and|or|is|None|null|undefined|typeof|instanceof|true|false|True|False|nil)$/
const LONGEST_HEAD = 40_000

/** Every name in it is imported, nothing is called, and neither the environment nor a constant decides. */
export function isOnImported(condition: string, source: SourceText): boolean {
  const text = condition.replaceAll(/^(?:\}?\s?(?:else )?if|unless)\b|[{:]\s*$/g, '').trim()
  if (text === '' || isOfEnvironment(text) || isConstant(text) || /[\w$\])]\s?\(|["'`]/.test(text)) return false
  const names = Array.from(text.matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g), ([name]) => name).filter(
    (name) => !WORDS.test(name),
  )
  if (names.length === 0) return false
  const imported = importedIn(source)
  return names.every((name) => imported.has(name) || isOfLibrary(name, source))
}

/** Python: set by whether a library is there. */
function isOfLibrary(name: string, { code }: SourceText): boolean {
  const set = `[ \\t]+${name} = (?:True|False)\\n`
  const tried = new RegExp(
    `^try:\\n[ \\t]+(?:import [\\w.]+(?: as \\w+)?|from [\\w.]+ import [^\\n]{1,200}|__import__\\([^\\n]{1,80}\\))[^\\n]{0,80}\\n(?:${set})?except (?:ImportError|ModuleNotFoundError)[^\\n]{0,40}:\\n${set}`,
    'm',
  )
  return /^\w+$/.test(name) && tried.test(code)
}

const IMPORTS: readonly RegExp[] = [
  /\bimport\s+([\w$*\s{},]{1,2000}?)\s+from\s{0,9}["']/g,
  /\b(?:const|let|var)\s+(\{[\w$\s,:]{1,1000}?\})\s?=\s{0,9}require\(/g,
  /^from[ \t]+[\w.]{1,200}[ \t]+import[ \t]+(\([^)]{1,2000}\)|[^\n]{1,500})/gm,
]

/** Not whole modules: what they hold may be anything. */
function importedIn({ bare }: SourceText): Set<string> {
  const head = bare.slice(0, LONGEST_HEAD)
  return new Set(
    IMPORTS.flatMap((one) => Array.from(head.matchAll(one), ([, names = '']) => names.match(/[\w$]+/g) ?? []).flat()),
  )
}
