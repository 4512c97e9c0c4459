// `fullstop agents`: what works with which agent, and which of them are here.
import { type Abilities, abilitiesOf } from '../../../agents/abilities.ts'
import { agents } from '../../../agents/index.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { rootAbove } from '../../../flows/install/find-checks.ts'
import { findAgents } from '../../../flows/install/find-agents.ts'
import { loadInstaller } from '../../../flows/install/load-installer.ts'
import { type Command, jsonOption } from '../command.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { drawTable } from '../screen/table.ts'

export const command: Command = {
  name: 'agents',
  group: 'Configure',
  summary: 'List the agents that Fullstop works with, and which are here',
  args: [],
  options: { ...jsonOption },
  examples: [
    { line: 'fullstop agents', does: 'which agents are installed, and what Fullstop can do with them' },
    { line: 'fullstop agents --json', does: 'the same for machines' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      const places = { home: world.userHome, root: rootAbove(world, context.cwd), env: context.env }
      const found = await findAgents(world, places)
      const rows: Row[] = []
      for (const agent of agents) {
        const here = found.find((one) => one.agent === agent)
        const abilities = abilitiesOf(agent, await loadInstaller(agent))
        rows.push({ ...abilities, program: here?.program ?? null, signs: here?.signs ?? [] })
      }
      context.print(
        context.options['json'] === true ? `${JSON.stringify(rows, null, 2)}\n` : show(rows, paperFor(context)),
      )
      return exitCode.yes
    } finally {
      world.store.close()
    }
  },
}

type Row = Abilities & { readonly program: string | null; readonly signs: readonly string[] }

/** What all of them can do is said once, below: the table has room for the path. */
function show(rows: readonly Row[], paper: Paper): string {
  const abilities = ABILITIES.map(([title, of]) => ({ title, values: rows.map(of) }))
  const isShared = (values: readonly string[]): boolean => values.every((value) => value === values[0])
  const own = abilities.filter(({ values }) => !isShared(values))
  const shared = abilities.filter(({ values }) => isShared(values))
  const lines = rows.map((row, index) => [
    row.title,
    row.tested,
    ...own.map(({ values }) => values[index] ?? ''),
    row.program === null ? absent(row) : pathOn(paper, row.program),
  ])
  const columns = [
    { title: 'AGENT', least: 11 },
    { title: 'TESTED' },
    ...own.map(({ title }) => ({ title: title.toUpperCase(), wraps: true })),
    { title: 'HERE', least: 24, keepsBoth: true },
  ]
  const table = drawTable({ columns, rows: lines }, paper)
  const facts = drawTable(
    {
      columns: [{}, { wraps: true }],
      rows: shared.map(({ title, values }) => [{ text: title, tone: 'dim' }, values[0] ?? '']),
      indent: 2,
    },
    paper,
  )
  return `${[...table, '', ...(shared.length > 0 ? ['All of them:', ...facts] : [])].join('\n').trimEnd()}\n`
}

/** With the line that installs it. */
function absent({ id, signs }: Row): string {
  const agent = agents.find((one) => one.id === id)
  return `${signs.length > 0 ? 'files only' : 'no'}: npm install -g ${agent?.npmPackage ?? ''}`
}

const yes = (is: boolean): string => (is ? 'yes' : 'no')

const ABILITIES: ReadonlyArray<readonly [title: string, of: (row: Row) => string]> = [
  ['stop hook', ({ stopHook }) => yes(stopHook)],
  ['claims by', ({ claims }) => claims.join(', ')],
  ['memory', ({ memory }) => yes(memory)],
  ['run', ({ run }) => yes(run)],
  ['init', ({ install }) => yes(install)],
  ['doctor', ({ trial }) => (trial ? 'starts it without a network' : 'looks at its files')],
]
