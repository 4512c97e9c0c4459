// Help and argument parsing, both made from the table of commands.
import { parseArgs } from 'node:util'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Command } from './command.ts'
import { commands } from './commands/index.ts'
import { usage } from './usage.ts'

export const version: string = packageFile.version

export async function overview(): Promise<string> {
  const all = (await Promise.all(Object.values(commands).map((load) => load()))).filter((command) => !command.hidden)
  const width = Math.max(...all.map((command) => command.name.length))
  return [
    'fullstop: an agent may stop only when the work is proven done.',
    '',
    'Usage: fullstop <command> [arguments]',
    '',
    ...all.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'Run `fullstop <command> --help` for its options and examples.',
    'Exit codes: 0 yes, 1 no or nothing found, 2 wrong usage, 70 internal error, 75 checks still running.',
    '',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => {
    const shown = option.type === 'string' ? `--${name} ${option.value ?? 'VALUE'}` : `--${name}`
    return { shown, summary: option.summary }
  })
  const width = Math.max(0, ...options.map((option) => option.shown.length))
  return [
    `${command.summary}`,
    '',
    `Usage: fullstop ${[command.name, ...command.args, ...(options.length > 0 ? ['[options]'] : []), ...passedOn(command)].join(' ')}`,
    ...(options.length > 0
      ? ['', 'Options:', ...options.map(({ shown, summary }) => `  ${shown.padEnd(width)}  ${summary}`)]
      : []),
    '',
    'Examples:',
    ...command.examples.flatMap((example) => [`  ${example.line}`, `      ${example.does}`]),
    '',
  ].join('\n')
}

function passedOn({ passesOn }: Command): string[] {
  return passesOn === undefined ? [] : [`[-- ${passesOn}]`]
}

export interface Parsed {
  readonly args: string[]
  readonly options: Record<string, string | boolean | undefined>
  readonly passedOn: readonly string[]
}

export function parseCommand(command: Command, all: readonly string[]): Parsed {
  const dashes = command.passesOn === undefined ? -1 : all.indexOf('--')
  const args = dashes < 0 ? all : all.slice(0, dashes)
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  const parsed = parseOrComplain(command, args, options)
  const required = command.args.filter((arg) => !arg.startsWith('[')).length
  if (parsed.positionals.length < required)
    throw usage(command, `${command.args[parsed.positionals.length]} is missing`)
  const isOpen = command.args.at(-1)?.includes('…') === true
  if (!isOpen && parsed.positionals.length > command.args.length) {
    throw usage(command, `"${parsed.positionals[command.args.length]?.slice(0, 60)}" is one argument too many`)
  }
  const values = Object.entries(parsed.values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : value,
  ])
  return {
    args: parsed.positionals,
    options: Object.fromEntries(values) as Record<string, string | boolean | undefined>,
    passedOn: dashes < 0 ? [] : all.slice(dashes + 1),
  }
}

function parseOrComplain(
  command: Command,
  args: readonly string[],
  options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw usage(command, error instanceof Error ? (error.message.split('. ')[0] ?? 'wrong usage') : 'wrong usage')
  }
}
