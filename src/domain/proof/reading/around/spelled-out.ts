// A command with what it calls in its place, as far as the files around say: scripts of package.json, targets, shell scripts.
import type { FileChange } from '../../../../contract/change.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { type CommandPart, readCommand } from '../commands/command.ts'
import { plainRecipe, readTargets, type Targets } from '../commands/make-files.ts'
import { expander } from '../commands/package-scripts.ts'
import { unrolled } from '../commands/shell/loops.ts'
import { linesOf } from '../commands/shell-scripts.ts'

type SpellOut = (command: string) => string

const DEEPEST = 4
const LONGEST = 20_000

/** `texts` as they are at the moment that counts. */
export function spellerOf(texts: ReadonlyMap<string, string>, files: readonly string[] = []): SpellOut {
  const isFlat = files.some((path) => FLAT.test(path))
  const scripts = expander(texts.get('package.json'))
  const targets = [...texts].filter(([path]) => kindOfConfig(path) === 'makefile' && !path.includes('/'))
  const read = targets.map(([path, text]) => [path, readTargets(text)] as const)
  const targetsOf = (tool: string): Targets | undefined =>
    read.find(([path]) => (tool === 'just') === /justfile$/i.test(path))?.[1]
  const spellOut = (command: string, depth: number): string => {
    const expanded = scripts(command)
    const parts = readCommand(expanded)
    if (depth > DEEPEST || expanded.length > LONGEST || !parts.every(({ joiner }) => /^(?:|&&|\n)$/.test(joiner)))
      return expanded
    const inner = parts.map((part) => behind(part))
    if (inner.every((lines) => lines === undefined)) return expanded
    return parts
      .flatMap(({ written }, at) => inner[at]?.map((line) => spellOut(line, depth + 1)) ?? [written])
      .join(' && ')
  }
  const behind = ({ tool, files: words, flags, written }: CommandPart): string[] | undefined => {
    if (tool === 'eslint' && words.length === 0 && isFlat) return [`${written} .`]
    if (tool === 'make' || tool === 'just') {
      const known = targetsOf(tool)
      return known && words.length > 0 && flags.length === 0 ? recipesOf(known, words) : undefined
    }
    const path = (/^(?:ba|z)?sh$/.test(tool) ? (words[0] ?? '') : tool).replace(/^\.\//, '')
    const text = /\.(?:sh|bash)$/.test(path) ? texts.get(path) : undefined
    // Without that only the end of the last line counts.
    return text !== undefined && ENDS_AT_FAILURE.test(text)
      ? unrolled(linesOf(text)).map((line) => line.text)
      : undefined
  }
  return (command) => spellOut(command, 0)
}

/** With such a config ESLint looks at all files where none is named. */
const FLAT = /^eslint\.config\.[cm]?[jt]s$/
const ENDS_AT_FAILURE = /^[ \t]*set[ \t]+-\w*e|^#!.*\s-\w*e/m

/** With what they need, each once; undefined where one is not known. */
function recipesOf({ targets }: Targets, names: readonly string[]): string[] | undefined {
  const wanted = new Set<string>()
  const visit = (name: string): void => {
    if (wanted.has(name)) return
    for (const need of targets.get(name)?.needs ?? []) if (targets.has(need)) visit(need)
    wanted.add(name)
  }
  for (const name of names) visit(name)
  if ([...wanted].some((name) => !targets.has(name))) return undefined
  return [...wanted].flatMap((name) => targets.get(name)?.recipe.map(({ text }) => plainRecipe(text)) ?? [])
}

/** The texts as they are after the change. */
export function textsAfter(
  texts: ReadonlyMap<string, string>,
  changes: readonly FileChange[],
): ReadonlyMap<string, string> {
  const now = new Map(texts)
  for (const { path, after } of changes) {
    if (after === undefined) now.delete(path)
    else if (kindOfConfig(path) !== undefined || /\.(?:sh|bash)$/.test(path)) now.set(path, after)
  }
  return now
}
