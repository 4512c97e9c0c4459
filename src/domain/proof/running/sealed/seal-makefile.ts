// A Makefile or justfile with the targets of checks as they were and everything else as it is: rules that build the product
// belong to the code.
import { CHECK_VARIABLE } from '../../reading/commands/make-files.ts'
import { plainLines } from '../../source/source.ts'
import { isCheckName } from '../../yardstick/check-names.ts'

interface Chunk {
  /** Targets, or the variable that is set; empty for anything else. */
  readonly names: readonly string[]
  readonly kind: 'rule' | 'variable' | 'other'
  readonly text: string
}

/** Parts whose meaning depends on the lines around them. */
const ENTANGLED = /^[ \t]*(?:ifn?eq|ifn?def|else|endif|define|endef|export[ \t]*$)\b/m
const RULE = /^([\w.%/$(){}@-]+(?:[ \t]+[\w.%/$(){}@-]+)*)[^\n:=]{0,200}::?(?!=)/
const VARIABLE = /^(?:(?:export|override|unexport)[ \t]+)*([\w.-]+)[ \t]*[:?+!]{0,2}=/
/** They decide how every recipe is run. */
const SHELL_VARIABLES = /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|GNUMAKEFLAGS|MAKE|\.RECIPEPREFIX)$/
const SHELL_TARGETS = /^\.(?:IGNORE|ONESHELL|SILENT|DEFAULT_GOAL|NOTPARALLEL|DELETE_ON_ERROR|POSIX)$/

/** `calls`: targets that a check calls. Undefined where it cannot be done exactly. */
export function sealMakefile(before: string, after: string, calls: readonly string[]): string | undefined {
  if (ENTANGLED.test(before) || ENTANGLED.test(after)) return undefined
  const old = chunksOf(before)
  const phony = new Set(old.filter(({ names }) => names.includes('.PHONY')).flatMap(({ text }) => text.split(/[\s:]+/)))
  const isOld = ({ kind, names }: Chunk): boolean => {
    if (kind === 'variable') return names.some((name) => CHECK_VARIABLE.test(name) || SHELL_VARIABLES.test(name))
    return (
      kind === 'rule' &&
      names.some(
        (name) =>
          SHELL_TARGETS.test(name) ||
          isCheckName(name) ||
          (calls.includes(name) && (phony.has(name) || phony.size === 0)),
      )
    )
  }
  const now = chunksOf(after).filter((chunk) => !isOld(chunk))
  const restored = old.filter(isOld)
  const variables = restored.filter(({ kind }) => kind === 'variable')
  const rules = restored.filter(({ kind }) => kind === 'rule')
  // The first target is the one that is made by default: it must be the same one again.
  const first = old.find(isTarget)
  const isFirstOld = first !== undefined && isOld(first)
  const at = now.findIndex(isTarget)
  const [head, tail] = at < 0 ? [now, []] : [now.slice(0, at), now.slice(at)]
  const ordered = isFirstOld ? [...head, ...variables, ...rules, ...tail] : [...head, ...variables, ...tail, ...rules]
  return `${ordered.map(({ text }) => text).join('\n')}\n`
}

function isTarget({ kind, names }: Chunk): boolean {
  return kind === 'rule' && names.some((name) => !name.startsWith('.') && !name.includes('%'))
}

function chunksOf(text: string): Chunk[] {
  const chunks: { names: string[]; kind: Chunk['kind']; text: string }[] = []
  let isContinued = false
  for (const line of plainLines(text).replace(/\n+$/, '').split('\n')) {
    const last = chunks.at(-1)
    const belongs = isContinued || (last?.kind === 'rule' && (/^[ \t]/.test(line) || line.trim() === ''))
    isContinued = line.endsWith('\\')
    if (belongs && last) last.text += `\n${line}`
    else chunks.push(chunkOf(line))
  }
  return chunks
}

function chunkOf(text: string): { names: string[]; kind: Chunk['kind']; text: string } {
  const variable = VARIABLE.exec(text)?.[1]
  if (variable !== undefined) return { names: [variable], kind: 'variable', text }
  const rule = RULE.exec(text)?.[1]
  if (rule !== undefined && !text.startsWith('#')) return { names: rule.split(/[ \t]+/), kind: 'rule', text }
  return { names: [], kind: 'other', text }
}
