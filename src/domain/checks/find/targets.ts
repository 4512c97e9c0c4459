// The checks of a Makefile or justfile: the targets with the usual names that can be called just so.
import { isEndless } from './endless.ts'
import { firstOf, LONGEST_LINE, NOTHING, propose, type EcosystemChecks, type FolderFiles, type Found } from './found.ts'
import { callsUs, leftOut, leftOutAsFixer, sendsOut, writesFiles } from './unwanted.ts'

/** In the order in which the tools look for them. */
export const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'] as const
export const JUSTFILES = ['justfile', 'Justfile', '.justfile'] as const

const NAMES = ['typecheck', 'lint', 'test', 'build', 'check']

export function findMake(seen: FolderFiles, isMissing: (name: string) => boolean): EcosystemChecks {
  const file = firstOf(seen, MAKEFILES)
  const text = file === undefined ? undefined : seen.text(file)
  if (file === undefined || text === undefined) return NOTHING
  const { targets, phony } = makeTargets(text)
  const { wanted, problems: unwanted } = wantedOf(
    targets,
    { isCallable: (name) => targets.has(name), isMissing },
    (name) => `${file}: target "${name}"`,
  )
  // Make does nothing for a target that is there as a file: such a check would always pass.
  const isHidden = (name: string): boolean =>
    !phony.has(name) && (seen.files.includes(name) || seen.files.includes(`${name}/`))
  const problems = wanted
    .filter(isHidden)
    .map((name) => `${file}: target "${name}" is not .PHONY and a file of that name exists, so make would do nothing`)
  const found = wanted
    .filter((name) => !isHidden(name))
    .map((name) => toFound('make', name, `${file}, target "${name}"`))
  return { found, problems: [...problems, ...unwanted] }
}

export function findJust(seen: FolderFiles, isMissing: (name: string) => boolean): EcosystemChecks {
  const file = firstOf(seen, JUSTFILES)
  const text = file === undefined ? undefined : seen.text(file)
  if (file === undefined || text === undefined) return NOTHING
  const { recipes, callable } = justRecipes(text)
  const { wanted, problems } = wantedOf(
    recipes,
    { isCallable: (name) => callable.has(name), isMissing },
    (name) => `${file}: recipe "${name}"`,
  )
  return { found: wanted.map((name) => toFound('just', name, `${file}, recipe "${name}"`)), problems }
}

function toFound(tool: string, name: string, from: string): Found {
  return propose({ name, run: `${tool} ${name}`, from })
}

interface WantedTargets {
  readonly wanted: readonly string[]
  /** Why others with such a name are left out. */
  readonly problems: readonly string[]
}

interface Choice {
  readonly isCallable: (name: string) => boolean
  readonly isMissing: (name: string) => boolean
}

/** Of these recipes those that are worth a check. */
export function wantedOf(
  recipes: ReadonlyMap<string, string>,
  { isCallable, isMissing }: Choice,
  toTitle: (name: string) => string,
): WantedTargets {
  const names = NAMES.filter((name) => isCallable(name) && !callsUs(wholeText(name, recipes)))
    .filter((name) => !isEndless(wholeText(name, recipes)))
    .filter((name) => name !== 'check' || !isCallable('test'))
    .filter(isMissing)
  const isSending = (name: string): boolean => sendsOut(wholeText(name, recipes))
  const isFixing = (name: string): boolean => !isSending(name) && writesFiles(wholeText(name, recipes))
  return {
    wanted: names.filter((name) => !isSending(name) && !isFixing(name)),
    problems: [
      ...names.filter(isSending).map((name) => leftOut(toTitle(name))),
      ...names.filter(isFixing).map((name) => leftOutAsFixer(toTitle(name))),
    ],
  }
}

/** A recipe with those it needs and calls. */
function wholeText(name: string, recipes: ReadonlyMap<string, string>): string {
  const names = new Set([name])
  // A set that grows while it is walked: each recipe is taken once, also where they need each other in a circle.
  for (const next of names)
    for (const [, words = ''] of (recipes.get(next) ?? '').matchAll(
      /(?:\bmake|\$\(MAKE\)|\$\{MAKE\}|\bjust|\btask)[ \t]([^\n;&|]*)/g,
    ))
      for (const word of words.split(/\s+/)) if (recipes.has(word)) names.add(word)
  return [...names].map((each) => recipes.get(each) ?? '').join('\n')
}

interface MakeTargets {
  /** With their recipes. */
  readonly targets: ReadonlyMap<string, string>
  readonly phony: { readonly has: (name: string) => boolean }
}

function makeTargets(text: string): MakeTargets {
  const targets = new Map<string, string>()
  const phony = new Set<string>()
  let current: string[] = []
  let isDefining = false
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue
    if (isDefining) {
      isDefining = !/^\s*endef\b/.test(line)
    } else if (line.startsWith('\t')) {
      for (const name of current) targets.set(name, `${targets.get(name) ?? ''}${line.slice(1)}\n`)
    } else if (/^\s*(?:override\s+|export\s+)*define\b/.test(line)) {
      isDefining = true
    } else {
      const rule = toRule(line)
      if (rule === null) continue
      current = rule.targets
      if (rule.targets.includes('.PHONY')) for (const name of rule.needs) phony.add(name)
      const needs = rule.needs.length === 0 ? '' : `make ${rule.needs.join(' ')}\n`
      for (const name of current) targets.set(name, `${recipeStart(targets.get(name), rule.inline)}${needs}`)
    }
  }
  // What a variable names is not known, so it may be any of them.
  const namesVariable = [...phony].some((name) => name.includes('$'))
  return { targets, phony: { has: (name) => namesVariable || phony.has(name) } }
}

function recipeStart(before: string | undefined, inline: string): string {
  return `${before ?? ''}${inline === '' ? '' : `${inline}\n`}`
}

interface MakeRule {
  readonly targets: string[]
  readonly needs: string[]
  readonly inline: string
}

/** `a b: c d ; recipe`; null for assignments, pattern rules, directives and what a variable makes. */
function toRule(line: string): MakeRule | null {
  const found = /^ {0,7}([^\s:=#][^:=#]*?)\s*&?::?(?![:=])([^;]*)(?:;(.*))?$/.exec(withoutComment(line))
  if (!found) return null
  const [, left = '', right = '', inline = ''] = found
  // `test: FLAGS = -v` sets a variable for a target and makes none.
  if (/^\s*(?:(?:export|override|private)\s+)*[\w.-]+\s*(?:[:?+!]{0,3}=)/.test(right) || left.includes('$')) return null
  const targets = left.split(/\s+/).filter((name) => !name.includes('%'))
  return { targets, needs: right.split(/\s+/).filter((name) => name !== ''), inline: inline.trim() }
}

function withoutComment(line: string): string {
  return line.replace(/(^|[^\\])#.*$/, '$1')
}

interface JustRecipes {
  /** With what they need and do. */
  readonly recipes: ReadonlyMap<string, string>
  /** Those that need no argument, ask nothing and are meant to be called. */
  readonly callable: ReadonlySet<string>
}

function justRecipes(text: string): JustRecipes {
  const recipes = new Map<string, string>()
  const callable = new Set<string>()
  let attributes = ''
  let current: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue
    if (/^\s+\S/.test(line)) {
      if (current !== undefined) recipes.set(current, `${recipes.get(current) ?? ''}${line.trim()}\n`)
    } else if (/^\[.*\]\s*$/.test(line)) {
      attributes += line
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      const head = recipeHead(line)
      const isOpen = !/\b(?:private|confirm|windows|macos)\b/.test(attributes)
      attributes = ''
      current = head?.name
      if (head === undefined) continue
      recipes.set(head.name, `just ${head.needs.join(' ')}\n`)
      if (isOpen && !needsArgument(head.parameters)) callable.add(head.name)
    }
  }
  return { recipes, callable }
}

interface RecipeHead {
  readonly name: string
  readonly parameters: readonly string[]
  readonly needs: readonly string[]
}

function recipeHead(line: string): RecipeHead | undefined {
  const tokens = [...line.matchAll(/"(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|:=|[:=]|\([^)]*\)|[^\s:="'`(]+/g)].map(
    ([token]) => token,
  )
  const colon = tokens.indexOf(':')
  if (colon < 1 || tokens.slice(0, colon).includes(':=')) return undefined
  const [name = '', ...parameters] = tokens.slice(0, colon)
  if (!/^@?[A-Za-z_][\w-]*$/.test(name)) return undefined
  const needs = tokens.slice(colon + 1).map((token) => /^\(\s*([\w-]+)/.exec(token)?.[1] ?? token)
  return { name: name.replace(/^@/, ''), parameters, needs }
}

/** A parameter without a default must be given; `*rest` may be empty. */
function needsArgument(parameters: readonly string[]): boolean {
  return parameters.some((token, index) => {
    const isName = /^[+*$]*[A-Za-z_][\w-]*$/.test(token) && parameters[index - 1] !== '='
    return isName && !token.startsWith('*') && parameters[index + 1] !== '='
  })
}
