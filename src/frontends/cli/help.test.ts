// Help and the manual page, over the whole table: nobody adds a command without a summary and an example.
import { describe, expect, test } from 'bun:test'
import { manPage } from '../../../scripts/man.ts'
import type { Command } from './command.ts'
import { commands } from './commands/index.ts'
import { commandHelp } from './help.ts'

const all = await Promise.all(Object.values(commands).map((load) => load()))
const COLUMNS = 100
/** The window that people have, without the column of names. */
const OVERVIEW = 80 - 17

for (const command of all) {
  describe(`fullstop ${command.name}`, () => {
    test('has a summary that fits a line of the overview', () => {
      expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
      if (!command.hidden) expect(command.summary.length).toBeLessThanOrEqual(OVERVIEW)
    })

    test('has an example, and each says what it does', () => {
      expect(command.examples.length).toBeGreaterThan(0)
      for (const { line, does } of command.examples) {
        expect(line).toContain(`fullstop ${command.name}`)
        expect(does).not.toBe('')
        expect(line.length).toBeLessThanOrEqual(80 - 2)
      }
    })

    test('stands in a group of the overview, unless it is ours alone', () => {
      expect(command.group === undefined).toBe(command.hidden === true)
    })

    test('has options that fit a terminal', () => {
      const lines = commandHelp(command).split('\n')
      expect(lines.filter((line) => /^ {2,6}-/.test(line) && line.length > COLUMNS)).toEqual([])
    })

    test('has choices only for arguments and options that it has', () => {
      const args = command.args.map((arg) => arg.replaceAll(/[[\]…]/g, ''))
      const known = [...args, ...Object.keys(command.options)]
      expect(Object.keys(command.choices ?? {}).filter((name) => !known.includes(name))).toEqual([])
    })
  })
}

test('help names the few words that an argument can be', async () => {
  const config = all.find(({ name }) => name === 'config')
  if (!config) throw new Error('there is no command config')
  expect(commandHelp(config)).toContain('[options]\n  ACTION: list, get, set, unset\n')
  expect(commandHelp(config)).not.toContain('  KEY: ')
})

test('the examples of run fit a narrow terminal', () => {
  const run = all.find(({ name }) => name === 'run')
  expect(run?.examples.filter(({ line }) => line.length > 78)).toEqual([])
})

describe('the manual page', () => {
  const command: Command = {
    name: 'odd',
    summary: '.NET and \\ backslashes',
    args: ['[NAME…]'],
    options: { 'dry-run': { type: 'string', value: 'A-B', summary: "'quoted' text" } },
    examples: [{ line: `.hidden | fullstop odd --dry-run="~" 'x' \`y\` ^z`, does: `.dot ${'word '.repeat(14)}.NET` }],
    run: async () => 0,
  }

  test('escapes what means something to roff', () => {
    const page = manPage([command, { ...command, name: 'ours', hidden: true }])
    const part = page.slice(page.indexOf('.SS'), page.indexOf('.SH EXIT STATUS'))
    expect(part).toBe(
      [
        String.raw`.SS "fullstop odd [NAME\[u2026]]"`,
        String.raw`\&.NET and \e backslashes.`,
        '.TP',
        String.raw`\fB\-\-dry\-run\fR \fIA\-B\fR`,
        String.raw`\(aqquoted\(aq text.`,
        '.PP',
        'Example:',
        '.PP',
        '.RS',
        '.nf',
        String.raw`\&.hidden | fullstop odd \-\-dry\-run=\(dq\(ti\(dq \(aqx\(aq \(gay\(ga \(haz`,
        '.fi',
        '.RE',
        '.RS 11',
        String.raw`\&.dot ${'word '.repeat(13)}word`,
        String.raw`\&.NET`,
        '.RE',
        '',
      ].join('\n'),
    )
  })

  test('has the sections that people look for, and every command that is not ours alone', () => {
    const page = manPage(all)
    expect([...page.matchAll(/^\.SH (.*)$/gm)].map((match) => match[1])).toEqual([
      'NAME',
      'SYNOPSIS',
      'DESCRIPTION',
      'COMMANDS',
      'EXIT STATUS',
      'ENVIRONMENT',
      'FILES',
      'SEE ALSO',
    ])
    expect([...page.matchAll(/^\.SS "fullstop ([a-z]+)/gm)].map((match) => match[1])).toEqual(
      all.filter(({ hidden }) => !hidden).map(({ name }) => name),
    )
    expect(page).not.toMatch(/[^\n -~]/)
  })
})
