// The checks of a Makefile or justfile: the targets with the usual names that can be called just so.
import { callsUs, firstOf, LONGEST_LINE, NOTHING, propose, type Finding, type Found, type Seen } from './found.ts'

/** In the order in which the tools look for them. */
export const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'] as const
export const JUSTFILES = ['justfile', 'Justfile', '.justfile'] as const

const NAMES = ['typecheck', 'lint', 'test', 'build', 'check']

export function findMake(seen: Seen, isMissing: (name: string) => boolean): Finding {
  const file = firstOf(seen, MAKEFILES)
  const text = file === undefined ? undefined : seen.text(file)
  if (file === undefined || text === undefined) return NOTHING
  const { targets, phony } = makeTargets(text)
  const wanted = wantedOf(targets).filter(isMissing)
  // Make does nothing for a target that is there as a file: such a check would always pass.
  const isHidden = (name: string): boolean =>
    !phony.has(name) && (seen.files.includes(name) || seen.files.includes(`${name}/`))
  const problems = wanted
    .filter(isHidden)
    .map((name) => `${file}: target "${name}" is not .PHONY and a file of that name exists, so make would do nothing`)
  const found = wanted
    .filter((name) => !isHidden(name))
    .map((name) => toFound('make', name, `${file}, target "${name}"`))
  return { found, problems }
}

export function findJust(seen: Seen, isMissing: (name: string) => boolean): Finding {
  const file = firstOf(seen, JUSTFILES)
  const text = file === undefined ? undefined : seen.text(file)
  if (file === undefined || text === undefined) return NOTHING
  const found = wantedOf(justRecipes(text))
    .filter(isMissing)
    .map((name) => toFound('just', name, `${file}, recipe "${name}"`))
  return { found, problems: [] }
}

function toFound(tool: string, name: string, from: string): Found {
  return propose({ name, run: `${tool} ${name}`, from })
}

function wantedOf(recipes: ReadonlyMap<string, string>): string[] {
  const names = NAMES.filter((name) => recipes.has(name) && !callsUs(recipes.get(name) ?? ''))
  return names.filter((name) => name !== 'check' || !recipes.has('test'))
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
      for (const name of current) targets.set(name, recipeStart(targets.get(name), rule.inline))
    }
  }
  // What a variable names is not known, so it may be any of them.
  const namesVariable = [...phony].some((name) => name.includes('$'))
  return { targets, phony: { has: (name) => namesVariable || phony.has(name) } }
}

function recipeStart(before: string | undefined, inline: string): string {
  return `${before ?? ''}${inline === '' ? '' : `${inline}\n`}`
}

interface Rule {
  readonly targets: string[]
  readonly needs: string[]
  readonly inline: string
}

/** `a b: c d ; recipe`; null for assignments, pattern rules, directives and what a variable makes. */
function toRule(line: string): Rule | null {
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

/** Recipes that need no argument, ask nothing and are meant to be called, with their bodies. */
function justRecipes(text: string): Map<string, string> {
  const recipes = new Map<string, string>()
  let attributes = ''
  let current: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue
    if (/^\s+\S/.test(line)) {
      if (current !== undefined) recipes.set(current, `${recipes.get(current) ?? ''}${line.trim()}\n`)
    } else if (/^\[.*\]\s*$/.test(line)) {
      attributes += line
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      const isOpen = !/\b(?:private|confirm|windows|macos)\b/.test(attributes)
      attributes = ''
      current = isOpen ? recipeName(line) : undefined
      if (current !== undefined) recipes.set(current, '')
    }
  }
  return recipes
}

function recipeName(line: string): string | undefined {
  const tokens = [...line.matchAll(/"(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|:=|[:=]|\([^)]*\)|[^\s:="'`(]+/g)].map(
    ([token]) => token,
  )
  const colon = tokens.indexOf(':')
  if (colon < 1 || tokens.slice(0, colon).includes(':=')) return undefined
  const [name = '', ...parameters] = tokens.slice(0, colon)
  if (!/^@?[A-Za-z_][\w-]*$/.test(name) || needsArgument(parameters)) return undefined
  return name.replace(/^@/, '')
}

/** A parameter without a default must be given; `*rest` may be empty. */
function needsArgument(parameters: readonly string[]): boolean {
  return parameters.some((token, index) => {
    const isName = /^[+*$]*[A-Za-z_][\w-]*$/.test(token) && parameters[index - 1] !== '='
    return isName && !token.startsWith('*') && parameters[index + 1] !== '='
  })
}
