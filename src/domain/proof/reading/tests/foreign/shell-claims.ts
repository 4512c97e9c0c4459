// What one line of a test in a shell asserts, and how much of it.

export interface ShellDemand {
  /** The same for `[ "$a" = b ]` and `[[ $a == "b" ]]`. */
  readonly key: string
  /** What is looked at, as far as it can be told. */
  readonly subject: string
  /** From 4 (one value) over 3 (a part) and 2 (any but one) to 1 (that there is one) and 0 (nothing). */
  readonly level: 0 | 1 | 2 | 3 | 4
}

const CLAIM =
  /^(?:\[\[? .* \]\]?$|\[\[? .* \]\]? (?:\|\||&&) (?!true$|:$)|assert\w*\b|refute\w*\b|test |! \S|(?:e|f)?grep -\w*q|diff |cmp |\(\( .* \)\)$|fail\b)/

export function isShellClaim(line: string): boolean {
  return CLAIM.test(line)
}

const HARMLESS =
  /^(?:true|:|echo|printf|cat|run|reentrant_run|skip|local|export|declare|readonly|unset|cd|mkdir|touch|rm|cp|mv|sleep|set|load|source|\.|return|exit|if|then|else|elif|fi|for|do|done|while|case|esac|[({})]|#|\w+=)(?![\w-])|^\w+\+?=|^\w+\s?\(\)/

/** It may call a function that asserts. */
export function isPlainCall(line: string): boolean {
  return /^[a-z][\w-]*(?:\s|$)/i.test(line) && !HARMLESS.test(line)
}

export function demandOf(line: string): ShellDemand {
  const key = keyOf(line)
  return { key, ...(ofBrackets(line) ?? ofFunction(line)) }
}

export function isEmptyClaim({ level }: ShellDemand): boolean {
  return level === 0
}

function keyOf(line: string): string {
  return line
    .replace(/^\[\[ (.*) \]\]/, '[ $1 ]')
    .replace(/^test (.*)$/, '[ $1 ]')
    .replaceAll(/["']/g, '')
    .replaceAll(/ (?:==|-eq) /g, ' = ')
    .replaceAll(/ -ne /g, ' != ')
    .replaceAll(/\$\{(\w+)\}/g, '$$$1')
    .replaceAll(/\s+/g, ' ')
}

type Strength = Omit<ShellDemand, 'key'>

/** `[ "$status" -eq 0 ]` */
function ofBrackets(line: string): Strength | undefined {
  const inside = /^\[ (.*) \]$/.exec(keyOf(line))?.[1]
  if (inside === undefined) return undefined
  const [, subject = '', sign = '', value = ''] = /^(.+?) (=|!=|=~|-\w\w|<|>) (.*)$/.exec(inside) ?? []
  if (sign === '') {
    const [, word = '', about = inside] = /^(-\w) (.*)$/.exec(inside) ?? []
    // A text that is written out is always there.
    if (!about.includes('$') && !/^-[a-zA-Z]$/.test(word)) return { subject: about, level: 0 }
    if (word === '-n' && /^\$(?:status|\{?#)/.test(about)) return { subject: about, level: 0 }
    return { subject: about, level: word === '-n' ? 1 : 4 }
  }
  if (subject === value || !/[$`]/.test(`${subject}${value}`)) return { subject, level: 0 }
  return { subject, level: levelOf(subject, sign, value) }
}

function levelOf(subject: string, sign: string, value: string): Strength['level'] {
  const isPattern = value.includes('*') || sign === '=~'
  if (/^(?:\*+|\.[*+]?|\^?\.\*\$?)$/.test(value)) return 0
  if (sign === '-ge' && /^0$/.test(value)) return 0
  if (sign === '!=') return /^(?:0|)$/.test(value) ? 2 : subject === '$status' && !/^[01]$/.test(value) ? 0 : 2
  if (/^-(?:ge|gt|le|lt)$|^[<>]$/.test(sign)) return 2
  return isPattern ? 3 : 4
}

/** bats-assert: `assert_output --partial "x"` */
function ofFunction(line: string): Strength {
  const [, name = line, rest = ''] = /^(\w+)\s?(.*)$/.exec(line) ?? []
  const subject = /^(?:assert|refute)_(?:success|failure)$/.test(name)
    ? '$status'
    : name.replace(/^(?:assert|refute)_/, '$$')
  if (/^(?:-p|--partial|-e|--regexp)\s+(?:""|''|["']?\.\*["']?)$/.test(rest)) return { subject, level: 0 }
  if (/^(?:-p|--partial|-e|--regexp)\b/.test(rest)) return { subject, level: 3 }
  if (name === 'assert_failure') return { subject, level: rest === '' ? 2 : 4 }
  if (name === 'assert') return ofBrackets(rest) ?? { subject: rest, level: 4 }
  return { subject, level: 4 }
}
