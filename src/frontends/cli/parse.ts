// The words after a command's name: arguments and options, long and short. A slip gets a hint that can be followed.
import { given } from '../../contract/given.ts'
import { parseArgs } from 'node:util'
import { nearest } from '../../domain/text/nearest.ts'
import { oneLine } from '../../domain/text/printable.ts'
import type { Command, Option } from './command.ts'
import { usage } from './usage.ts'

/** One letter for an option of this name, in every command that has it. */
const SHORT: Readonly<Record<string, string>> = {
  agent: 'a',
  folder: 'C',
  follow: 'f',
  quiet: 'q',
  verbose: 'v',
  yes: 'y',
}

/** Every command has these. `run` has a folder of its own. */
export const everywhere: Readonly<Record<string, Option>> = {
  folder: { type: 'string', value: 'DIR', summary: 'work in that folder instead of this one' },
}

export interface Parsed {
  readonly args: string[]
  readonly options: Record<string, string | boolean | undefined>
  readonly passedOn: readonly string[]
  /** Where the command is to work, if it has no such option of its own. */
  readonly folder?: string
}

export function shortOf(option: string): string | undefined {
  return SHORT[option]
}

export function parseCommand(command: Command, all: readonly string[]): Parsed {
  const { own, passedOn } = split(command, all)
  const known = { ...everywhere, ...command.options }
  const { tokens } = parseArgs({
    args: withValues(own, known),
    options: Object.fromEntries(Object.entries(known).map(([name, option]) => [name, toConfig(name, option)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const args: string[] = []
  const options: Record<string, string | boolean | undefined> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value)
    else if (token.kind === 'option') {
      const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined
      if (!option) throw unknownOption(command, own[token.index] ?? token.rawName, { known: Object.keys(known), own })
      options[token.name] = withBefore(option, options[token.name], valueOf(command, option, token))
    }
  }
  checkCount(command, args)
  const folder = command.options['folder'] === undefined ? options['folder'] : undefined
  return { args, options, passedOn, ...(typeof folder === 'string' ? { folder } : {}) }
}

/** What an option has by now, where it may be given more than once. */
function withBefore(
  { multiple }: Option,
  before: string | boolean | undefined,
  value: string | boolean,
): string | boolean {
  const now = multiple === 'lines' ? String(value).replace(/\s+/g, ' ') : value
  if (!multiple || before === undefined) return now
  return `${String(before)}${multiple === 'lines' ? '\n' : ','}${String(now)}`
}

/** An option that may stand alone gets the value that it then has. */
function withValues(args: readonly string[], known: Readonly<Record<string, Option>>): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  return args.map((arg, index) => {
    const name = index < end && arg.startsWith('--') ? arg.slice(2) : ''
    const alone = Object.hasOwn(known, name) ? known[name]?.alone : undefined
    const next = args[index + 1]
    return alone !== undefined && (next === undefined || /^-./.test(next)) ? `${arg}=${alone}` : arg
  })
}

function toConfig(name: string, { type }: Option): { type: Option['type']; short?: string } {
  const short = shortOf(name)
  return { type, ...given({ short }) }
}

/**
 * What stands after `--` is for another program. Where no prompt stands before it, a first word after it that cannot be an
 * option is the prompt: so it may begin with a dash.
 */
function split(command: Command, all: readonly string[]): { own: readonly string[]; passedOn: readonly string[] } {
  const dashes = all.indexOf('--')
  if (command.passesOn === undefined || dashes < 0) return { own: all, passedOn: [] }
  const [first, ...rest] = all.slice(dashes + 1)
  if (first === undefined || !takesPrompt(command) || !(/\s/.test(first) || !first.startsWith('-'))) {
    return { own: all.slice(0, dashes), passedOn: all.slice(dashes + 1) }
  }
  if (parseCommand({ ...command, args: ['[WORDS…]'] }, all.slice(0, dashes)).args.length >= command.args.length) {
    return { own: all.slice(0, dashes), passedOn: all.slice(dashes + 1) }
  }
  return { own: all.slice(0, dashes + 2), passedOn: rest[0] === '--' ? rest.slice(1) : rest }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function valueOf(command: Command, option: Option, { rawName, value, inlineValue }: OptionToken): string | boolean {
  if (option.type === 'boolean') {
    if (value === undefined) return true
    throw usage(command, `${rawName} takes no value`)
  }
  // A value that begins with a dash is more often an option whose own value was forgotten.
  const isForgotten = value === undefined || (inlineValue !== true && /^-./.test(value))
  if (!isForgotten) return value
  const name = option.value ?? 'VALUE'
  throw usage(command, `${rawName} needs a value`, `${rawName} ${name}; if it begins with a dash: ${rawName}=${name}`)
}

interface Typed {
  /** Options that there are. */
  readonly known: readonly string[]
  /** All words behind the command. */
  readonly own: readonly string[]
}

function unknownOption(command: Command, given: string, { known, own }: Typed): Error {
  const word = oneLine(given, 60)
  if (/\s/.test(given) && takesPrompt(command)) {
    const others = own
      .filter((each) => each !== given)
      .map((each) => (/^[\w./:=@+-]+$/.test(each) ? each : inQuotes(each)))
    const line = ['fullstop', command.name, ...others].join(' ')
    return usage(
      command,
      `"${word}" begins with a dash, so it reads as an option`,
      `put -- before the prompt: ${line} -- ${inQuotes(given)}; or pipe it in: ${line} -`,
    )
  }
  const bare = given.replace(/^-+/, '').split('=')[0] ?? ''
  const near = bare.length > 1 ? nearest(bare, known) : undefined
  const hint =
    near !== undefined
      ? `did you mean --${near}?`
      : command.passesOn === undefined
        ? undefined
        : `options of the agent go behind --, as in: fullstop ${command.name} "…" -- ${word}`
  return usage(command, `there is no option ${word}`, hint)
}

function checkCount(command: Command, args: readonly string[]): void {
  const required = command.args.filter((arg) => !arg.startsWith('[')).length
  if (args.length < required) {
    const missing = command.args[args.length] ?? ''
    throw usage(command, `${missing} is missing`, missing === 'TASK' ? whichTask(command) : undefined)
  }
  const isOpen = command.args.at(-1)?.includes('…') === true
  if (isOpen || args.length <= command.args.length) return
  if (takesPrompt(command)) {
    const prompt = args.slice(command.args.length - 1).join(' ')
    throw usage(command, 'the prompt is more than one word', `put it in quotes: ${inQuotes(prompt)}`)
  }
  throw usage(command, `"${args[command.args.length]?.slice(0, 60)}" is one argument too many`)
}

function whichTask({ name }: Command): string {
  return `\`fullstop tasks\` lists them, then: fullstop ${name} TASK`
}

function takesPrompt({ args }: Command): boolean {
  return args.at(-1)?.replaceAll(/[[\]]/g, '') === 'PROMPT'
}

function inQuotes(prompt: string): string {
  return `"${oneLine(prompt, 60).replaceAll(/["$`\\]/g, String.raw`\$&`)}"`
}
