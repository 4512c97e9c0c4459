// A shell script or line as simple lines: what a substitution or a function runs stands in a line of its own. For telling
// which programs may be started; the order and the conditions are lost.
import { given } from '../../../contract/given.ts'
import { scriptLines } from '../yardstick/named/paths.ts'

export interface ShellText {
  readonly lines: readonly string[]
  /** Functions that are defined in it. */
  readonly functions: ReadonlySet<string>
  /** Something that cannot be followed, for people. */
  readonly unclear?: string
}

const LONGEST = 64 * 1024
const MOST_ROUNDS = 8
const HEREDOC =
  /^(?=[^\n]{0,2000}<<-?[ \t]*['"\\]?\w)([^\n]*?)<<-?[ \t]*['"\\]?(\w+)['"]?([^\n]*)\n[\s\S]*?^\t*\2[ \t]*$/gm

export function readShellText(raw: string): ShellText {
  if (raw.length > LONGEST) return { lines: [], functions: new Set(), unclear: 'a script that is too long to read' }
  const functions = new Set<string>()
  const fed: string[] = []
  const text = raw.replaceAll(HEREDOC, (_, before: string, _word: string, rest: string) => {
    fed.push(before)
    return `${before} ${rest}`
  })
  const own: string[] = []
  const simple = text.replaceAll(AWK, (_, program: string) => {
    own.push(program)
    return 'true'
  })
  const plain = scriptLines(withValues(simple))
    .join('\n')
    .replaceAll(/^[ \t]*(?:function[ \t]+)?([\w:.-]{1,80})[ \t]*\(\)[ \t]*\{?/gm, (_, name: string) => {
      functions.add(name)
      return ''
    })
    .replaceAll(/\b\w+\+?=\([^()]*\)/g, '')
    .replaceAll(/\[\[[^\n]*?\]\]/g, 'true')
    .replaceAll(/\(\([^\n]*?\)\)/g, 'true')
  const unclear = fed.some((line) => /\b(?:sh|bash|node|ruby|perl|php|python[\d.]*)\b/.test(line))
    ? 'code that is fed to a program'
    : own.some((program) => STARTS_PROGRAMS.test(program))
      ? 'a program of awk that starts others'
      : undefined
  return { lines: withoutPatterns(inLines(plain)), functions, ...given({ unclear }) }
}

/** With its program on the line, which may be many lines. */
const AWK =
  /(?<![\w./-])[gm]?awk\b(?:[ \t]+-[Fv][ \t]*(?:'[^'\n]{0,200}'|"[^"\n]{0,200}"|[^\s'"]{1,200}){1,3}){0,9}[ \t]+'([^']{0,8000})'/g
const STARTS_PROGRAMS = /\bsystem\s*\(|\|&?\s*(?:getline\b|")|"\s*\|/

/** `$(cd "$(dirname "$0")" && pwd)` becomes lines of its own, innermost first. */
function inLines(text: string): string[] {
  const inner: string[] = []
  let rest = text
  for (let round = 0; round < MOST_ROUNDS && /\$\([^()]*\)|`[^`\n]*`|[<>]\([^()]*\)/.test(rest); round++)
    rest = rest.replaceAll(/[$<>]\(([^()]*)\)|`([^`\n]*)`/g, (_, one?: string, other?: string) => {
      inner.push(one ?? other ?? '')
      return 'VALUE'
    })
  return [...rest.split('\n'), ...inner.flatMap((one) => one.split('\n'))]
}

/** The patterns of `case` stand where a program would: `-v|--verbose) shift ;;` */
function withoutPatterns(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^[ \t]*\(?[^\s()$]+(?:[ \t]*\|[ \t]*[^\s()$]+)*\)(?=\s|$)/, '').trim())
}

/** `PYTHON=${PYTHON:-python3}` and then `$PYTHON -m pytest`: the variables that are set to plain words. */
function withValues(text: string): string {
  const values = new Map<string, string>()
  const set =
    /^[ \t]*(?:export[ \t]+|readonly[ \t]+|local[ \t]+)?(\w+)=(?:"([^"$`\n]*)"|'([^'\n]*)'|([\w./@-]+)|"?\$\{\w+:?-([\w./@ -]+)\}"?)[ \t]*$/gm
  for (const [, name = '', ...forms] of text.matchAll(set)) {
    const value = forms.find((form) => form !== undefined)
    // A second value makes it unclear which one is meant.
    values.set(name, values.has(name) && values.get(name) !== value ? '' : (value ?? ''))
  }
  return text.replaceAll(/"?\$(?:\{(\w+)\}|(\w+))"?/g, (written, one?: string, other?: string) => {
    const value = values.get(one ?? other ?? '')
    return value === undefined || value === '' ? written : value
  })
}
