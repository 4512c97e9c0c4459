// Reads a script for Node that runs one command: with which words, and whether it ends as the command ends.
import { languageOf } from '../../../source/languages.ts'
import type { SourceText } from '../../../source/source.ts'
import { readSource } from '../../../source/source.ts'
import { guardsAround } from '../../test-file/guards.ts'

/** The words of the command that a program runs, and whether it hands its own arguments on. */
export interface RunsOne {
  readonly words: readonly string[]
  readonly isHandedOn: boolean
}

/** It may end otherwise, or the command may run otherwise. */
const OTHERWISE =
  /\bcatch\b|\bfinally\b|\bprocess\.(?:on|once|kill|abort|env\.\w+\s?=)\b|\bunhandled\w*|\breject\s?:|\breallyExit\b|\bprocess\[|\bwith\s?\(|\benv\s?:|\beval\(|\bimport\(|\bremoveAllListeners\b|\bsetTimeout\b/
/** The program is started by Node itself, or by a package that everybody knows. */
const STARTS = /(?:\bfrom|\brequire\()\s{0,9}["'](?:(?:node:)?child_process|execa)["']/
const OWN_MODULE = /(?:\bfrom|\brequire\(|\bimport)\s{0,9}["']\.{1,2}\//
const ARRAY = String.raw`\[([^[\]]{0,600})\]`
const OPTIONS = String.raw`(?:,\s{0,40}\{([^{}]{0,200})\},?\s{0,40})?`
const CALL = new RegExp(
  String.raw`(?:\bconst\s{1,9}([\w$]{1,40}|\{\s{0,9}status\s{0,9}\})\s{0,9}=\s{0,9})?(?:\bawait\s{1,9})?(?<![\w$])(?:[\w$]{1,40}\.)?(spawn|spawnSync|execFileSync|fork|execa)\(\s{0,40}(process\.execPath|["'][^"'\n]{1,80}["'])\s{0,40},\s{0,40}${ARRAY}\s{0,40}${OPTIONS}\)`.replace(
    'await',
    'a(?:wait)',
  ),
  'g',
)
const LINE = new RegExp(
  String.raw`(?<![\w$])(?:[\w$]{1,40}\.)?execSync\(\s{0,40}(["'])([^"'\n$]{1,300})\1\s{0,40}${OPTIONS}\)`,
  'g',
)
const HARMLESS_OPTIONS = /^(?:\s*(?:stdio|encoding|shell)\s*:\s*(?:["']\w+["']|true|false)\s*,?)*\s*$/
const ALL_ENDS = /\bprocess\.(?:exitCode\s{0,9}=(?!=)|exit\()/g

export function scriptProgram(path: string, text: string): RunsOne | undefined {
  const language = languageOf(path)
  if (!language || text.length > 20_000) return undefined
  const source = readSource(text, language.syntax)
  if (OTHERWISE.test(source.code) || !STARTS.test(source.bare) || OWN_MODULE.test(source.bare)) return undefined
  const [call, ...calls] = [...source.bare.matchAll(CALL)]
  const [line, ...lines] = [...source.bare.matchAll(LINE)]
  const all =
    source.code.match(/(?<![\w$])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|execa)\s?\(/g) ?? []
  if (calls.length + lines.length > 0 || (call === undefined) === (line === undefined) || all.length !== 1)
    return undefined
  if (!isAtTop(source, path, (call ?? line)?.index ?? 0)) return undefined
  const options = call?.[5] ?? line?.[3] ?? ''
  if (!HARMLESS_OPTIONS.test(options)) return undefined
  if (line) return endsWell(source, path) ? { words: (line[2] ?? '').split(' '), isHandedOn: false } : undefined
  const words = call && wordsOf(call[3] ?? '', call[4] ?? '', source.bare)
  if (!call || !words) return undefined
  const [, result = '', name = ''] = call
  if (name === 'execFileSync' || name === 'execa') {
    const isWaitedFor =
      name !== 'execa' || /\ba(?:wait)\s[^\n]{0,80}$/.test(source.code.slice(0, call.index + call[0].indexOf('execa')))
    return isWaitedFor && endsWell(source, path) ? words : undefined
  }
  const isTouched = new RegExp(
    `(?<![\\w$.])${result.replaceAll('$', '\\$')}(?![\\w$])(?!\\.(?:status|error|signal|on|once|pid)\\b)`,
  )
  if (/^[\w$]+$/.test(result) && isTouched.test(source.code.replace(`const ${result} `, ''))) return undefined
  const status = statusOf(name, result, source.code)
  return status !== undefined && endsWell(source, path, status) ? words : undefined
}

/** It runs whenever the script does. */
function isAtTop(source: SourceText, path: string, at: number): boolean {
  const language = languageOf(path)
  if (!language || /\breturn\b/.test(source.code.slice(0, at))) return false
  const [guards = []] = guardsAround(source, language, { from: 0, to: source.code.length }, [{ at, end: at }])
  return guards.length === 0
}

/** The name by which the script knows how the command ended. */
function statusOf(name: string, result: string, code: string): string | undefined {
  if (name === 'spawnSync') return result.startsWith('{') ? 'status' : result === '' ? undefined : `${result}.status`
  const hears = new RegExp(
    `(?<![\\w$])${result.replaceAll('$', '\\$')}\\.(?:on|once)\\(\\s{0,9}"?.{0,9}"?\\s{0,9},\\s{0,9}(?:function\\s?)?\\(?([\\w$]{1,40})(?:,\\s?[\\w$]{1,40})?\\)?\\s{0,9}(?:=>|\\{)`,
    'g',
  )
  const heard = Array.from(code.matchAll(hears), ([, first]) => first).filter(
    (first) => !/^e(?:rr(?:or)?)?$/.test(first ?? ''),
  )
  return result === '' || heard.length !== 1 ? undefined : heard[0]
}

/** Every end is a failure or that of the command, which at least one is; with no name it is thrown. */
function endsWell(source: SourceText, path: string, status?: string): boolean {
  const { bare, code } = source
  const ends = Array.from(code.matchAll(ALL_ENDS)).flatMap(({ 0: written, index }) => {
    const from = index + written.length
    const isCall = written.endsWith('(')
    const end = isCall ? (source.pairs[from - 1] ?? -1) : from + (bare.slice(from).search(/;|\n|\}|$/) || 0)
    return end < 0 ? [] : [{ at: index, end: isCall ? end + 1 : end, value: bare.slice(from, end).trim() }]
  })
  if (ends.length !== code.split(/\bprocess\.exit/).length - 1) return false
  const own = status === undefined ? [] : ends.filter(({ value }) => passesOn(value, status))
  if (!ends.every((one) => own.includes(one) || /^[1-9]\d{0,2}$/.test(one.value))) return false
  if (status === undefined) return true
  return own.length === 1 && own.every((one) => !isConditional(source, path, one)) && isOnlyTold(code, status, own)
}

/** `code`, `code ?? 1`, `signal ? 1 : code`, `code === 0 ? 0 : 1` */
function passesOn(value: string, status: string): boolean {
  const name = status.replaceAll(/[.$]/g, '\\$&')
  const own = `(?:${name}|\\(?${name} \\?\\? [1-9]\\d{0,2}\\)?)`
  return new RegExp(
    `^(?:${own}|[\\w$.]{1,40}(?: !==? (?:null|undefined))? \\? [1-9]\\d{0,2} : ${own}|${name} ===? 0 \\? 0 : [1-9]\\d{0,2}|${name} !==? 0 \\? [1-9]\\d{0,2} : 0|${name} ===? null \\? [1-9]\\d{0,2} : ${name})$`,
  ).test(value)
}

function isConditional(
  source: SourceText,
  path: string,
  place: { readonly at: number; readonly end: number },
): boolean {
  const language = languageOf(path)
  if (!language) return true
  const [guards = []] = guardsAround(source, language, { from: 0, to: source.code.length }, [place])
  return guards.some(({ head }) => /^(?:\} ?)?(?:else|if|for|while|switch|do|try|case)\b|\?|&&|\|\|/.test(head))
}

/** Nothing else is done with it but to print it. */
function isOnlyTold(
  code: string,
  status: string,
  ends: readonly { readonly at: number; readonly end: number }[],
): boolean {
  let rest = code
  for (const { at, end } of ends) rest = `${rest.slice(0, at)}${' '.repeat(end - at)}${rest.slice(end)}`
  const name = status.replaceAll(/[.$]/g, '\\$&')
  const left = rest
    .replaceAll(/\bconsole\.\w+\([^\n]{0,300}/g, '')
    .replaceAll(
      new RegExp(`\\(?${name}(?:,\\s?[\\w$]{1,40})?\\)?\\s{0,9}(?:=>|\\{)|\\{\\s{0,9}${name}\\s{0,9}\\}\\s{0,9}=`, 'g'),
      '',
    )
  return !new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(left)
}

const LITERAL = /^(["'])([^"'$\\]{0,200})\1$/

function wordsOf(program: string, list: string, bare: string): RunsOne | undefined {
  const first = program === 'process.execPath' ? 'node' : program.slice(1, -1)
  const words = [first]
  let isHandedOn = false
  for (const one of list.split(',').map((item) => item.trim())) {
    const name = /^\.\.\.([\w$]{1,40})$/.exec(one)?.[1]
    const isOwn =
      one === '...process.argv.slice(2)' ||
      (name !== undefined &&
        new RegExp(`\\bconst ${name.replaceAll('$', '\\$')} = process\\.argv\\.slice\\(2\\)`).test(bare))
    const text = LITERAL.exec(one)?.[2]
    if (isOwn) isHandedOn = true
    else if (text !== undefined) words.push(text)
    else if (one !== '') return undefined
  }
  return { words, isHandedOn }
}
