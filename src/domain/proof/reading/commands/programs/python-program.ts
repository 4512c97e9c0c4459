// Reads a Python program that runs one command: with which words, and whether it ends as the command ends.
import { languageOf } from '../../../source/languages.ts'
import { readSource } from '../../../source/source.ts'
import { guardsAround } from '../../test-file/guards.ts'
import type { RunsOne } from './script-program.ts'

/** It may end otherwise, or the command may run otherwise. */
const OTHERWISE =
  /\bexcept\b|\bfinally\b|\batexit\b|\bsignal\b|\bsuppress\b|\benv\s?=|\bos\.(?:_exit|environ)\b|\bexecv/
const RUNS =
  /(?<![\w.])(?:subprocess\.)?(run|call|check_call)\(\s{0,40}\[([^[\]]{0,600}(?:\[1:\])?[^[\]]{0,100})\]((?:,\s{0,40}\w{1,20}\s?=\s?[\w.]{1,40}){0,5}),?\s{0,40}\)/g
const EXITS = /(?<![\w.])(?:sys\.exit|raise SystemExit|exit|quit)\b/g
const CALLS_MAIN = /^(?:if __name__ == [^\n]{1,40}:\s{1,20})?(?:sys\.exit\(|raise SystemExit\()?main\(\)/m
const HARMLESS = /^(?:,\s{0,40}(?:check|text|universal_newlines)\s?=\s?(?:True|False))*$/

export function pythonProgram(path: string, text: string): RunsOne | undefined {
  const language = languageOf(path)
  if (!language || text.length > 20_000) return undefined
  const source = readSource(text, language.syntax)
  const { bare, code } = source
  if (OTHERWISE.test(code) || !/^(?:import subprocess|from subprocess import )/m.test(code)) return undefined
  const [call, more] = [...bare.matchAll(RUNS)]
  const all = code.match(/\bsubprocess\.\w+\(|\bos\.(?:system|popen|spawn\w*)\(/g) ?? []
  if (!call || more || all.length > 1) return undefined
  const [written, name = '', list = '', options = ''] = call
  const words = HARMLESS.test(options) ? wordsOf(list) : undefined
  const [guards = []] = guardsAround(source, language, { from: 0, to: code.length }, [
    { at: call.index, end: call.index + written.length },
  ])
  const isAlways = guards.every(({ head }) =>
    /^(?:def \w+\(|if __name__|sys\.exit\($|raise SystemExit\($)|^\w+ = $|=$|^return$/.test(head),
  )
  const isInMain = guards.some(({ head }) => head.startsWith('def main('))
  const isRun = !guards.some(({ head }) => /^def (?!main\()/.test(head)) && (!isInMain || CALLS_MAIN.test(code))
  const above = code.slice(Math.max(0, code.lastIndexOf('\ndef ', call.index)), call.index)
  if (!isRun || /\breturn\b/.test(above.replace(/\breturn\s*$/, ''))) return undefined
  return words &&
    isAlways &&
    isPassedOn(bare, call.index, { written, isThrown: name === 'check_call' || /check\s?=\s?True/.test(options), name })
    ? words
    : undefined
}

interface Started {
  readonly written: string
  readonly name: string
  readonly isThrown: boolean
}

/** All ends but failures are the end of the command. */
function isPassedOn(bare: string, at: number, { written, name, isThrown }: Started): boolean {
  const exits = Array.from(bare.matchAll(EXITS), ({ index }) => bare.slice(index).split('\n')[0] ?? '')
  const before = bare.slice(bare.lastIndexOf('\n', at) + 1, at).trim()
  const behind =
    bare
      .slice(at + written.length)
      .split('\n')[0]
      ?.trim() ?? ''
  const result = /^(\w+) =$/.exec(before)?.[1]
  if (
    result !== undefined &&
    new RegExp(`(?<![\\w.])${result}(?!\\w)(?!\\.(?:returncode|stdout|stderr)\\b(?!\\s?=[^=]))`).test(bare.slice(at))
  )
    return false
  const outcome = name === 'run' ? '.returncode' : ''
  const isEnd = (line: string): boolean => {
    const value = /^(?:sys\.exit|raise SystemExit|exit|quit)\s?\((.*)\)\s*$/.exec(line)?.[1] ?? ''
    if (result !== undefined && value === `${result}${outcome}`) return true
    return /^(?:sys\.exit|raise SystemExit)\($/.test(before)
      ? behind === `${outcome})`
      : value === 'main()' && before === 'return' && behind === outcome
  }
  const isFailure = (line: string): boolean => /\((?:[1-9]\d{0,2}|f?["'][^"'\n]{1,200}["'])\)\s*$/.test(line)
  const ends = exits.filter(isEnd)
  return exits.every((line) => isEnd(line) || isFailure(line)) && (isThrown ? ends.length <= 1 : ends.length === 1)
}

function wordsOf(list: string): RunsOne | undefined {
  const words: string[] = []
  let isHandedOn = false
  for (const one of list.split(',').map((item) => item.trim())) {
    const text = /^(["'])([^"'\\]{0,200})\1$/.exec(one)?.[2]
    if (/^\*(?:sys\.)?argv\[1:\]$/.test(one)) isHandedOn = true
    else if (one === 'sys.executable') words.push('python')
    else if (text !== undefined) words.push(text)
    else if (one !== '') return undefined
  }
  return words.length > 0 ? { words, isHandedOn } : undefined
}
