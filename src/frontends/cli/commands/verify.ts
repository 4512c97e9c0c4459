// `fullstop verify [BASE[..HEAD]] --read`: what a branch or a range of commits did to the yardstick, without an agent.
import { exitCode } from '../../../contract/exit-code.ts'
import { plural } from '../../../domain/text/plural.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { type Range, type RangeRead, readRange } from '../../../flows/verify/read-range.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { type Style, styleFor } from '../screen/style.ts'
import { usage } from '../usage.ts'

export const command: Command = {
  name: 'verify',
  group: 'Prove',
  summary: 'Read what a branch did to its tests, checks and settings',
  args: ['[BASE[..HEAD]]'],
  options: {
    read: { type: 'boolean', summary: 'read only, run nothing (needed: running is not there yet)' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop verify --read', does: 'this branch since it left main, with what is not committed' },
    { line: 'fullstop verify v1.2 --read', does: 'the same since a tag or commit' },
    { line: 'fullstop verify HEAD~1..HEAD --read --json', does: 'two commits, from git alone; exit 9: look at it' },
  ],
  run: async (context) => {
    if (context.options['read'] !== true) throw usage(command, 'it can only read so far: add --read')
    const range = toRange(context.args[0])
    const world = context.openWorld()
    try {
      const read = await readRange(world, context.cwd, range)
      context.print(context.options['json'] === true ? toJson(read) : `${toLines(read, context, range).join('\n')}\n`)
      return read.suspicions.length > 0 ? exitCode.look : exitCode.yes
    } finally {
      world.store.close()
    }
  },
}

/** As git writes ranges; an end that is left out is `HEAD`. */
function toRange(text: string | undefined): Range {
  if (text === undefined) return {}
  const [, base = '', dots, head = ''] = /^(.*?)(\.{2,3})(.*)$/s.exec(text) ?? []
  if (dots === undefined) return { base: text }
  return { base: base || 'HEAD', head: head || 'HEAD', isSinceParting: dots === '...' }
}

function toJson({ suspicions, notes, ...range }: RangeRead): string {
  const flat = ({
    file,
    line,
    kind,
    what,
  }: {
    file: string
    line: number
    kind?: string | undefined
    what: string
  }) => ({
    file,
    line,
    kind,
    text: what,
  })
  return `${JSON.stringify({ ...range, suspicions: suspicions.map(flat), notes: notes.map(flat) }, null, 2)}\n`
}

const SHORT = 10

function toLines(read: RangeRead, context: Context, range: Range): string[] {
  const style = styleFor(context)
  const { suspicions, notes } = read
  const head = read.head === undefined ? 'the files as they are now' : named(range.head, read.head)
  const base = named(range.base, read.base)
  const counted = `${plural(read.changed, 'file')} changed, ${read.yardstick} of them tests, checks or settings`
  return [
    `${style.bold(`${base} → ${head}`)}: ${counted}`,
    ...(read.how === undefined ? [] : [style.dim(`compared with ${read.how}`)]),
    ...listed(`${plural(suspicions.length, 'suspicion')}`, suspicions, style.warn, style),
    ...listed(`${plural(notes.length, 'note')}`, notes, style.dim, style),
    '',
    suspicions.length === 0
      ? style.good('Nothing suspicious was found by reading.')
      : 'A green check may mean less than it did before: a person should look at these lines.',
  ]
}

function named(name: string | undefined, commit: string): string {
  const short = commit.slice(0, SHORT)
  return name === undefined || commit.startsWith(name) ? short : `${oneLine(name, 60)} (${short})`
}

interface Found {
  readonly file: string
  readonly line: number
  readonly what: string
}

function listed(title: string, found: readonly Found[], paint: (text: string) => string, style: Style): string[] {
  if (found.length === 0) return []
  return [
    '',
    style.bold(title),
    ...found.flatMap(({ file, line, what }) => [
      `  ${paint(`${oneLine(file, 200)}:${line}`)}`,
      `    ${oneLine(what, 300)}`,
    ]),
  ]
}
