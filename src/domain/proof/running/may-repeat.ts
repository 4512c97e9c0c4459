// May a check be run once more without being asked? Only if everything it starts is known to touch nothing but files of
// the workspace. A copy without isolation needs more: there a person must have said so.
import type { NamingCheck } from '../yardstick/named/named-files.ts'
import { namedInCode } from '../yardstick/named/code-names.ts'
import { interpreterOf } from '../yardstick/named/programs.ts'
import { programName, startedPrograms } from '../../shell/unwrapped.ts'
import { type CheckCommand, checkCommands, type KnownFiles } from './check-commands.ts'
import { isReachingProgram, isReachingWord, kindOfProgram } from './repeatable-programs.ts'

export interface Repeatable {
  readonly may: boolean
  /** One line for people: "it starts docker (script "test" of package.json)". */
  readonly why: string
  /** A person said `"repeat": true`: it may also run in a copy that is not isolated. */
  readonly isAllowed: boolean
  /** Paths that may be files; with their texts the answer may change. */
  readonly missing: readonly string[]
}

/** `repeat` as the check says. Ask with the texts of the tree in which it will run. Never throws. */
export function mayRepeat(
  check: NamingCheck & { readonly repeat?: boolean | undefined },
  known: KnownFiles,
): Repeatable {
  if (check.repeat === false) return { ...NO, why: 'the check says "repeat": false' }
  if (check.repeat === true) return { may: true, why: 'the check says "repeat": true', isAllowed: true, missing: [] }
  const { commands, names, code, unclear, missing } = checkCommands(check, known)
  const no = (why: string): Repeatable => ({ ...NO, why, missing })
  const reaching = commands.find((one) => kindOf(one) === 'reaching')
  if (reaching) return no(`it starts ${shown(reaching)}`)
  const name = names.find(isReachingWord)
  if (name !== undefined) return no(`it calls "${name}"`)
  for (const { path, text } of code) {
    const found = reachingIn(text)
    if (found !== undefined) return no(`${path || 'its code'} starts ${found}`)
  }
  if (unclear[0] !== undefined) return no(`it cannot be told what it starts: ${unclear[0]}`)
  const unknown = commands.find((one) => kindOf(one) === 'unknown')
  if (unknown) return no(`it starts ${shown(unknown)}, which is not known to be safe to run twice`)
  if (commands.length === 0) return no('it cannot be told what it starts')
  return { may: true, why: 'everything it starts is known', isAllowed: false, missing }
}

const NO: Repeatable = { may: false, why: '', isAllowed: false, missing: [] }

/** An interpreter is known by the code that it runs, which is looked at by itself. */
function kindOf({ program, args }: CheckCommand): ReturnType<typeof kindOfProgram> {
  const kind = kindOfProgram(program, args)
  if (kind !== 'unknown' || !interpreterOf(program)) return kind
  if (args.some(isReachingWord)) return 'reaching'
  return SUB_ONLY.has(program) && !args.some((word) => /\.\w+$/.test(word)) ? 'unknown' : 'runner'
}

/** These do other things too, where they are given a command in place of a file. */
const SUB_ONLY: ReadonlySet<string> = new Set(['deno', 'bun', 'crystal', 'nim', 'zig', 'dotnet', 'go'])

function shown({ program, args, from }: CheckCommand): string {
  const word = args.find(isReachingWord) ?? (kindOfProgram(program, args) === 'unknown' ? args[0] : undefined)
  const line = word === undefined || isReachingProgram(program) ? program : `${program} ${word}`
  return from === '' ? line : `${line} (${from})`
}

/** A program that reaches beyond the workspace, as a word of its own or at the start of a command line. */
function reachingIn(text: string): string | undefined {
  const literals = Array.from(text.matchAll(/["'`]([\w./@-]{2,60})["'`]/g), ([, word = '']) => programName(word))
  const word = literals.find(isReachingProgram)
  if (word !== undefined && STARTS.test(text)) return word
  for (const line of namedInCode(text, '').lines)
    for (const { program, args } of startedPrograms(line))
      if (isReachingProgram(program) || args.some((one) => isReachingWord(one) && PLAIN_WORD.test(one)))
        return isReachingProgram(program) ? program : line
  return undefined
}

const PLAIN_WORD = /^[a-z:-]+$/
const STARTS =
  /\b(?:spawn|exec|execFile|spawnSync|execSync|execFileSync|subprocess|os\.system|popen|check_call|check_output|system|Open3|execa|Command|session\.run|\.run)\b|\$`/
