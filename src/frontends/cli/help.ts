// Help, made from the table of commands.
import { type Command, groups, type Option } from './command.ts'
import { allCommands } from './commands/index.ts'
import { everywhere, shortOf } from './parse.ts'
import type { Paper } from './screen/paper.ts'
import { wrapText } from './screen/wrap.ts'

type Sheet = Pick<Paper, 'columns' | 'style'>

/** For a page that has no width and no colour. */
const plain = (text: string): string => text
const BARE: Sheet = {
  columns: Number.POSITIVE_INFINITY,
  style: { bold: plain, dim: plain, good: plain, bad: plain, warn: plain },
}

const MOST_CHOICES = 8

export async function overview(sheet: Sheet = BARE): Promise<string> {
  const all = (await allCommands()).filter((command) => !command.hidden)
  const { bold } = sheet.style
  const parts = groups.flatMap((group) => {
    const rows = all.filter((command) => command.group === group).map(({ name, summary }) => [name, summary] as const)
    return rows.length === 0 ? [] : [bold(group), ...described(rows, sheet, 13), '']
  })
  return [
    'Fullstop lets a coding agent stop only when the work is proven done.',
    '',
    'Usage: fullstop <command> [arguments]',
    '',
    ...parts,
    bold('Options'),
    ...described(
      [
        ...optionRows(everywhere),
        ['-h, --help', 'show this, or the options and examples of a command'],
        ['-V, --version', 'print the version'],
      ],
      sheet,
      13,
    ),
    '',
    ...wrapText('`fullstop help COMMAND` has options and examples.', sheet.columns),
    // In a window the beginning has left it by now.
    ...wrapText(TO_BEGIN, sheet.columns),
    '',
  ].join('\n')
}

const TO_BEGIN =
  'To begin: `fullstop init`, then `fullstop doctor`; or `fullstop run`. What is on: `fullstop status`. From the top: `fullstop help | less`.'

export function commandHelp(command: Command, sheet: Sheet = BARE): string {
  const { bold } = sheet.style
  const rows = optionRows(command.options)
  const words = [command.name, ...command.args, ...(rows.length > 0 ? ['[options]'] : []), ...passedOn(command)]
  return [
    ...wrapText(command.summary, sheet.columns),
    '',
    ...hanging('Usage: ', `fullstop ${words.join(' ')}`, sheet),
    ...choicesOf(command).flatMap(([name, choices]) => hanging(`  ${name}: `, choices.join(', '), sheet)),
    ...(rows.length > 0 ? ['', bold('Options:'), ...described(rows, sheet)] : []),
    '',
    bold('Examples:'),
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, ...hanging('      ', does, sheet)]),
    '',
  ].join('\n')
}

/** What an argument can be, where that is a handful of words. */
function choicesOf({ args, choices = {} }: Command): (readonly [string, readonly string[]])[] {
  return Object.entries(choices).filter(
    ([name, words]) => words.length <= MOST_CHOICES && args.some((arg) => arg.includes(name)),
  )
}

function optionRows(options: Readonly<Record<string, Option>>): (readonly [string, string])[] {
  const all = Object.entries(options)
  const hasShort = all.some(([name]) => shortOf(name) !== undefined)
  return all.map(([name, { type, value = 'VALUE', summary }]) => {
    const short = shortOf(name)
    const lead = short !== undefined ? `-${short}, ` : hasShort ? '    ' : ''
    return [`${lead}--${name}${type === 'string' ? ` ${value}` : ''}`, summary] as const
  })
}

/** Names in one column, what they mean in the next; a long name takes the line for itself. */
function described(rows: readonly (readonly [string, string])[], sheet: Sheet, least = 0): string[] {
  const widest = Math.max(least, ...rows.map(([name]) => name.length))
  const width = Number.isFinite(sheet.columns) ? Math.min(widest, Math.floor(sheet.columns / 2.5)) : widest
  return rows.flatMap(([name, text]) => {
    const lead = `  ${name.padEnd(width)}  `
    if (name.length <= width) return hanging(lead, text, sheet)
    return [`  ${name}`, ...hanging(' '.repeat(width + 4), text, sheet)]
  })
}

/** Text behind a lead; further lines begin below its first letter. */
function hanging(lead: string, text: string, { columns }: Sheet): string[] {
  const indent = ' '.repeat(lead.length)
  return wrapText(text, columns - lead.length).map((line, index) => `${index === 0 ? lead : indent}${line}`)
}

function passedOn({ passesOn }: Command): string[] {
  return passesOn === undefined ? [] : [`[-- ${passesOn}]`]
}
