// Which scripts and targets somebody calls: the checks, CI, hooks, and what these call, as far as it takes. A name that is
// only mentioned counts as called.
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { readTargets } from '../commands/make-files.ts'
import { readScripts } from '../commands/package-scripts.ts'

export interface CalledNames {
  readonly isCalled: (name: string) => boolean
  /** Does a text that runs hold this path? */
  readonly isSaid: (path: string) => boolean
}

interface CallTexts {
  readonly texts: ReadonlyMap<string, string>
  readonly checks: readonly string[]
}

/** Something that is called by any of its names. */
interface Callable {
  readonly names: readonly string[]
  readonly text: string
}

/** These run when a package is installed or made, without a word. */
const BY_ITSELF = /^(?:(?:pre|post)?install|prepare|prepublish|prepublishOnly|prepack)$/

export function calledNames({ texts, checks }: CallTexts): CalledNames {
  const all = [...texts].map(([path, text]) => read(path, text))
  const seeds = [...checks, ...all.flatMap(({ runs }) => runs)]
  const callables = all.flatMap((one) => one.callables)
  const known = new Set(callables.flatMap(({ names }) => names))
  const heard = new Heard()
  for (const seed of seeds) heard.add(seed)
  const open = new Set(callables)
  for (let isMore = true; isMore;) {
    isMore = false
    for (const one of open) {
      if (!one.names.some((name) => heard.hasName(name))) continue
      open.delete(one)
      heard.add(one.text)
      isMore = true
    }
  }
  // Where nothing speaks of checks at all, nobody can say what is called.
  const isUnknown = seeds.every((seed) => seed.trim() === '')
  return {
    isCalled: (name) => isUnknown || !known.has(name) || heard.hasName(name),
    isSaid: (path) => heard.hasPath(path),
  }
}

interface ReadFile {
  readonly runs: readonly string[]
  readonly callables: readonly Callable[]
}

function read(path: string, text: string): ReadFile {
  const kind = kindOfConfig(path)
  if (kind === 'package') return readPackage(text)
  if (kind === 'makefile') return readMakefile(text)
  if (kind === 'types' || kind === 'lint' || kind === 'runner') return { runs: [], callables: [] }
  const name = path.slice(path.lastIndexOf('/') + 1)
  const plain = withoutComments(text)
  // Git itself calls its hooks.
  if (/(?:^|\/)\.husky\//.test(path)) return { runs: [plain], callables: [] }
  if (kind === 'shell' || /\.(?:sh|bash|[cm]?[jt]s|py|rb|pl|php)$/.test(name))
    return { runs: [], callables: [{ names: [name, name.replace(/\.\w+$/, '')], text: plain }] }
  return { runs: [plain], callables: [] }
}

function readPackage(text: string): ReadFile {
  const scripts = [...readScripts(text)]
  const callables = scripts.map(([name, { command }]) => {
    const main = /^(?:pre|post)(.+)$/.exec(name)?.[1]
    return { names: main === undefined ? [name] : [name, main], text: command }
  })
  const runs = scripts.filter(([name]) => BY_ITSELF.test(name)).map(([, { command }]) => command)
  // Hooks and what is done to staged files may stand in there too.
  const isHooked = /"(?:husky|lint-staged|simple-git-hooks|pre-commit|wireit|nx)"\s*:\s*[{[]/.test(text)
  return { runs: isHooked ? [...runs, withoutScripts(text)] : runs, callables }
}

/** The rest of a package.json. */
function withoutScripts(text: string): string {
  return text.replace(/"scripts"\s*:\s*\{[^}]*\}/, '')
}

function readMakefile(text: string): ReadFile {
  const targets = [...readTargets(text).targets]
  return {
    // The first target is the one that `make` alone makes.
    runs: targets.slice(0, 1).map(([name]) => name),
    callables: targets.map(([name, { needs, recipe }]) => ({
      names: [name],
      text: [...needs, ...recipe.map((line) => line.text)].join('\n'),
    })),
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/^[ \t]*(?:#|\/\/).*$/gm, '')
}

/** `run-s build:*`, `npm run test:${{ matrix.part }}`, `pnpm run "/^lint:/"` */
const START = /([\w.:@/-]{1,80}[:._-])(?:\*|\$|\{|\.\*)|\^([\w.:-]{1,80}[:._-])/g
/** `run-p *:check` */
const END = /\*([:._-][\w.:-]{1,80})/g
const WORD = /[\w.:@/+-]+/g

/** Words of commands that run. */
class Heard {
  readonly #words = new Set<string>()
  readonly #starts = new Set<string>()
  readonly #ends = new Set<string>()
  readonly #texts: string[] = []

  add(text: string): void {
    this.#texts.push(text)
    for (const [word] of text.matchAll(WORD)) this.#addWord(word)
    for (const [, before, behind] of text.matchAll(START)) this.#starts.add(before ?? behind ?? '')
    for (const [, end = ''] of text.matchAll(END)) this.#ends.add(end)
    if (/\bnpm (?:t|tst|it|cit)\b/.test(text)) this.#words.add('test')
  }

  #addWord(word: string): void {
    const plain = word.replace(/[.:]+$/, '')
    for (const one of [word, plain, plain.slice(plain.lastIndexOf('/') + 1), plain.replace(/^npm:/, '')])
      this.#words.add(one)
  }

  hasName(name: string): boolean {
    if (this.#words.has(name)) return true
    return (
      [...this.#starts].some((start) => name.startsWith(start)) || [...this.#ends].some((end) => name.endsWith(end))
    )
  }

  hasPath(path: string): boolean {
    return this.#texts.some((text) => holdsPath(text, path))
  }
}

/** The whole of it, not the start of a longer name. */
export function holdsPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const isBegun = at > 0 && /[\w-]/.test(text.charAt(at - 1))
    if (!isBegun && !/[\w-]/.test(text.charAt(at + path.length))) return true
  }
  return false
}
