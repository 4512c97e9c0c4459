// Patterns of a config held against the files that there are: one that finds nothing leaves nothing out, and lists that look
// different may look at the same files.
import type { FileChange } from '../../../../contract/change.ts'
import { renamedFiles } from '../commands/renamed-files.ts'
import type { TamperFinding } from '../finding.ts'
import { readSettings } from '../settings/formats/read-settings.ts'
import { keysOf } from '../settings/setting.ts'

const LONGEST = 200
const MOST_FOLDERS = 2
const MOST_STARS = 2

/** A glob as a pattern for whole paths; undefined where it is written in a way that is not known here. */
export function toPattern(glob: string): RegExp | undefined {
  const isKnown = /^[\w@.*?{},/ +-]+$/.test(glob) && glob.length <= LONGEST
  if (!isKnown || !isQuick(glob)) return undefined
  const source = glob
    .replaceAll(/[.+]/g, String.raw`\$&`)
    .replaceAll(/(^|\/)\*\*\//g, '$1\0')
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\0', '(?:.*/)?')
    .replaceAll('\u0001', '.*')
    .replaceAll(/\{([^{}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
  if (/[{}]/.test(source)) return undefined
  return new RegExp(`^${source}$`)
}

/** With what runners know beside it: `?(c|m)`, `@(a|b)`, `[jt]`, and choices within choices. Undefined as above. */
export function toRunnerPattern(glob: string): RegExp | undefined {
  const isKnown = /^[\w@.*?{},/()|[\] +-]+$/.test(glob) && glob.length <= LONGEST && !/[*+]\(/.test(glob)
  if (!isKnown || !isQuick(glob)) return undefined
  const source = glob.replaceAll(
    /[?@]\(([\w.|-]{1,40})\)/g,
    (all, choices: string) => `{${choices.replaceAll('|', ',')}${all.startsWith('?') ? ',' : ''}}`,
  )
  return /[()|]/.test(source) ? undefined : spelledOut(source)
}

const MOST_SPELLINGS = 40

/** Each choice in braces and brackets by itself, the innermost first. */
function spelledOut(glob: string): RegExp | undefined {
  let globs = [glob]
  for (let steps = 0; steps < 8 && globs.some((one) => /[{[]/.test(one)); steps++) {
    globs = globs.flatMap((one) => {
      const hit = /\{([^{}]*)\}|\[([a-zA-Z]{1,4})\]/.exec(one)
      if (!hit) return [one]
      const choices = hit[1] === undefined ? [...(hit[2] ?? '')] : hit[1].split(',')
      return choices.map((choice) => `${one.slice(0, hit.index)}${choice}${one.slice(hit.index + hit[0].length)}`)
    })
    if (globs.length > MOST_SPELLINGS) return undefined
  }
  const patterns = globs.map((one) => toPattern(one)?.source)
  return patterns.includes(undefined) ? undefined : new RegExp(patterns.join('|'))
}

/** Each star more could multiply the time that a path takes. */
function isQuick(glob: string): boolean {
  const stars = (part: string): number => part.split('*').length - 1
  return glob.split('**').length - 1 <= MOST_FOLDERS && glob.split('/').every((part) => stars(part) <= MOST_STARS)
}

/** `.*` is no glob: some lists hold expressions. */
const EXPRESSION = /\.[*+]|[$^\\|()[\]]/

const BUILT = /^(?:\.{0,2}\/)*(?:dist|build|built|out|lib|target|compiled|tmp|generated|node_modules|\.\w[\w-]*)\//

/** It points to what a build makes, which no list of files shows. */
export function isBuilt(pattern: string): boolean {
  return BUILT.test(pattern)
}

/** No file of before or now lies where it points, wherever it is read from. In doubt one does. */
export function findsNothing(pattern: string, files: readonly string[], changes: readonly FileChange[]): boolean {
  const plain = pattern.replace(/^(?:\.{0,2}\/|\*\*\/)+/, '').replace(/(?:\/\*{0,2})+$/, '')
  if (plain.length < 2 || EXPRESSION.test(plain)) return false
  const came = changes.filter(({ how }) => how === 'added').map(({ path }) => path)
  const all = [...files, ...came]
  if (!/[*?{]/.test(plain)) return !all.some((path) => path.includes(plain))
  const source = toPattern(plain)?.source.slice(1, -1)
  if (source === undefined) return false
  const inner = new RegExp(`(?:^|/)${source}`)
  return !all.some((path) => inner.test(path))
}

/** Files lay there, and all of them went with this change. */
export function findsOnlyGone(pattern: string, files: readonly string[], changes: readonly FileChange[]): boolean {
  const plain = pattern.replace(/^(?:\.\/)+/, '')
  const wanted = /\*/.test(plain) ? toPattern(plain) : undefined
  if (!wanted) return false
  const found = files.filter((path) => wanted.test(path))
  const gone = new Set(changes.filter(({ how }) => how === 'deleted').map(({ path }) => path))
  const isThere = changes.some(({ path, how }) => how !== 'deleted' && wanted.test(path))
  return found.length > 0 && !isThere && found.every((path) => gone.has(path))
}

const TSCONFIG = /(?:^|\/)(?:ts|js)config[\w.-]*\.json$/
const OF_FILES = /(?:removed from include|added to exclude|removed from files|in the place of include)$/
const CODE = /\.[cm]?[jt]sx?$/

/** TypeScript: each file that it looked at is gone or is still looked at, also under a new name. */
export function looksAtAllAsBefore(
  { file, what }: TamperFinding,
  files: readonly string[],
  changes: readonly FileChange[],
): boolean {
  if (!TSCONFIG.test(file) || !OF_FILES.test(what)) return false
  const own = changes.find(({ path }) => path === file)
  if (own?.before === undefined || own.after === undefined) return false
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const [was, is] = [lookedAt(own.before, folder), lookedAt(own.after, folder)]
  if (!was || !is) return false
  const gone = new Set(changes.filter(({ how }) => how === 'deleted').map(({ path }) => path))
  const came = changes.filter(({ how }) => how === 'added').map(({ path }) => path)
  const renamed = renamedFiles(changes)
  return files.every((path) => {
    if (!CODE.test(path) || path.endsWith('.d.ts') || !was(path)) return true
    if (!gone.has(path)) return is(path)
    const now = renamed.get(path)
    return now === undefined || is(now) || came.some((other) => nameOf(other) === nameOf(path) && is(other))
  })
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
}

/** Undefined where another config has a say in it, or where a pattern is not known. */
function lookedAt(text: string, folder: string): ((path: string) => boolean) | undefined {
  const settings = readSettings('tsconfig.json', text)
  const list = (name: string): string[] | undefined => {
    const own = settings.filter((setting) => keysOf(setting) === name)
    return own.length === 0 ? undefined : own.map(({ value }) => value).filter((value) => value !== '')
  }
  const isExtended = settings.some((setting) => keysOf(setting) === 'extends')
  const [include, exclude, single] = [list('include'), list('exclude'), list('files')]
  if (isExtended && include === undefined && single === undefined) return undefined
  const wanted = include ?? (single === undefined ? ['**/*'] : [])
  const [inner, outer, alone] = [wanted, exclude ?? [], single ?? []].map((globs) => toPatterns(globs, folder))
  if (!inner || !outer || !alone) return undefined
  const isIn = (patterns: readonly RegExp[], path: string): boolean => patterns.some((pattern) => pattern.test(path))
  return (path) => isIn(alone, path) || (isIn(inner, path) && !isIn(outer, path) && !path.includes('node_modules/'))
}

/** A folder stands for all that is in it. */
function toPatterns(globs: readonly string[], folder: string): RegExp[] | undefined {
  const patterns = globs.map((glob) => {
    const path = joined(folder, glob)
    if (path === undefined) return undefined
    const last = path.slice(path.lastIndexOf('/') + 1)
    const isFolder = path === '' || path.endsWith('/') || !/[*?.]/.test(last)
    return toPattern(isFolder ? `${path.replace(/\/$/, '')}${path === '' ? '' : '/'}**/*` : path)
  })
  return patterns.every((pattern) => pattern !== undefined) ? patterns : undefined
}

/** `../src` from `packages/a/` is `packages/src`; undefined above the root. */
function joined(folder: string, glob: string): string | undefined {
  const parts: string[] = []
  for (const part of `${folder}${glob}`.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
