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
  summary: 'List what works with which agent, and which of them are here',
  args: [],
  options: { ...jsonOption },
  examples: [
    { line: 'fullstop agents', does: 'one line an agent' },
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

function show(rows: readonly Row[], paper: Paper): string {
  const yes = (is: boolean): string => (is ? 'yes' : 'no')
  const titles = ['AGENT', 'HERE', 'HOOK', 'CLAIMS BY', 'MEMORY', 'RUN', 'INIT', 'DOCTOR', 'TESTED']
  const lines = rows.map((row) => [
    row.title,
    (row.program && pathOn(paper, row.program)) ?? (row.signs.length > 0 ? 'files only' : 'no'),
    yes(row.stopHook),
    row.claims.join(', '),
    yes(row.memory),
    yes(row.run),
    yes(row.install),
    row.trial ? 'runs it' : 'looks',
    row.tested,
  ])
  const columns = titles.map((title) => ({
    title,
    least: title === 'AGENT' ? 11 : 8,
    keepsEnd: title === 'HERE',
    wraps: title === 'CLAIMS BY',
  }))
  return `${drawTable({ columns, rows: lines }, paper).join('\n')}\n`
}
