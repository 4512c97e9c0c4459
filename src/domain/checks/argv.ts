// A check's command as the words to start it with. Operators and expansions need a shell, and `shell: true` says so.
import type { CheckConfig } from '../../contract/config/config.ts'
import { toLexemes } from '../shell/lexemes.ts'
import { splitWords } from '../shell/words.ts'

export type Argv =
  | { readonly ok: true; readonly argv: string[]; readonly shell: boolean }
  | { readonly ok: false; readonly why: string }

export function toArgv({ run, shell = false }: Pick<CheckConfig, 'run' | 'shell'>): Argv {
  if (typeof run !== 'string') return arrayToArgv(run, shell)
  if (shell) return lineToShell(run)
  const split = splitWords(run)
  if (!split.ok) return split
  const need = shellNeed(run)
  if (need !== undefined) return { ok: false, why: need }
  return split.words[0] === '' ? { ok: false, why: 'it names no program' } : { ok: true, argv: split.words, shell }
}

/** Operators where a shell would read them and a person means them: as a word, or at an end of one. */
const JOINS = /&&|\|\||^[;|&]+|[;|&]+$/
const REDIRECTS = /^(?:\d*|&)(?:>>|<<<?|<>|>\||[<>])(?:&(?:\d+|-)?)?|[<>]+$/

/** Without a shell an operator would be an argument, and `npm run build && npm test` would pass without the tests. */
function shellNeed(line: string): string | undefined {
  const shapes = toShapes(line)
  const variable = /^([A-Za-z_]\w*)\+?=/.exec(shapes[0] ?? '')?.[1]
  if (variable !== undefined) return `it sets ${variable} in front of the program: put it into "env"`
  if (hasSecondLine(line)) return 'a second line needs a shell: set "shell": true, or make it two checks'
  for (const shape of shapes) {
    const redirect = REDIRECTS.exec(shape)?.[0]
    if (redirect !== undefined) return `"${redirect}" needs a shell: set "shell": true, or leave it out`
    const join = JOINS.exec(shape)?.[0]
    if (join !== undefined) return `"${join}" needs a shell: set "shell": true, or make it two checks`
  }
  return undefined
}

/** A line break that nobody quoted, with words on both sides of it. */
function hasSecondLine(line: string): boolean {
  return toLexemes(line.trim(), { windowsLines: true }).some(({ kind }) => kind === 'newline')
}

/** The words of a line that can be split, with a letter in place of what is quoted or escaped. */
function toShapes(line: string): string[] {
  const shapes = ['']
  for (const { kind, raw, text } of toLexemes(line, { windowsLines: true })) {
    if (kind === 'blank' || kind === 'newline') shapes.push('')
    else {
      const isQuoted = kind === 'single' || kind === 'double' || kind === 'escaped'
      shapes.push(`${shapes.pop() ?? ''}${isQuoted ? 'x'.repeat(Math.min(text.length, 1)) : raw}`)
    }
  }
  return shapes.filter((shape) => shape !== '')
}

function arrayToArgv(run: readonly string[], shell: boolean): Argv {
  if (shell) return { ok: false, why: '"shell": true needs one line of text, not a list of words' }
  if (run.some((word) => word.includes('\0'))) return { ok: false, why: 'it holds a NUL character' }
  if (run[0] === undefined || run[0] === '') return { ok: false, why: 'it names no program' }
  return { ok: true, argv: [...run], shell }
}

function lineToShell(line: string): Argv {
  if (line.includes('\0')) return { ok: false, why: 'it holds a NUL character' }
  if (line.trim() === '') return { ok: false, why: 'it is empty' }
  return { ok: true, argv: ['/bin/sh', '-c', line], shell: true }
}
