// `fullstop doctor`: proves that the gate works in each agent, or says what is missing and what mends it.
import { exitCode } from '../../../contract/exit-code.ts'
import { examine } from '../../../flows/doctor/examine.ts'
import type { DoctorFinding } from '../../../flows/doctor/finding.ts'
import { rootAbove } from '../../../flows/install/find-checks.ts'
import { findAgent } from '../../../agents/index.ts'
import { inLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { agentNames, toAgents } from '../name-agents.ts'
import { type Style, styleFor } from '../screen/style.ts'
import { openWorld } from '../wire.ts'

export const command: Command = {
  name: 'doctor',
  group: 'Start',
  summary: 'Prove that the hook fires and the tool is visible, agent by agent',
  args: ['[AGENT…]'],
  choices: { AGENT: agentNames() },
  options: {
    'no-trial': { type: 'boolean', summary: 'do not start the agents; look at their files only' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop doctor', does: 'looks at every agent that you use, and runs each once without a network' },
    { line: 'fullstop doctor codex --json', does: 'the same for Codex alone, for machines' },
    { line: 'fullstop doctor --no-trial', does: 'asks the agents for their version and their trust, and no more' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      const root = world.files.realPath(rootAbove(world, context.cwd))
      const isJson = context.options['json'] === true
      const findings = await examine(world, {
        places: { home: world.userHome, root, env: context.env },
        named: toAgents(context.args),
        withTrial: context.options['no-trial'] !== true,
        onStep: (what) => (isJson || !context.terminal.output ? undefined : context.complain(`${what} …\n`)),
        eventsIn: async (stateHome) => eventsIn(context, stateHome),
        onInterrupt: context.onInterrupt,
      })
      context.print(
        isJson ? `${JSON.stringify(findings, null, 2)}\n` : `${show(findings, styleFor(context)).join('\n')}\n`,
      )
      return findings.some(({ result }) => result === 'not ok') ? exitCode.no : exitCode.yes
    } finally {
      world.store.close()
    }
  },
}

async function eventsIn({ env }: Context, stateHome: string) {
  const other = openWorld({ ...env, FULLSTOP_HOME: stateHome }, 'person')
  try {
    return (await other.store.readEvents({ most: 1000 })).map(({ event }) => event)
  } finally {
    other.store.close()
  }
}

function show(findings: readonly DoctorFinding[], style: Style): string[] {
  const groups = [...new Set(findings.map(({ agent }) => agent))]
  const width = Math.max(...findings.map(({ what }) => what.length))
  const lines = groups.flatMap((agent) => [
    style.bold(agent === undefined ? 'Fullstop' : (findAgent(agent)?.title ?? agent)),
    ...findings.filter((one) => one.agent === agent).flatMap((one) => showFinding(one, width, style)),
    '',
  ])
  return [...lines, closing(findings, style)]
}

function showFinding({ what, result, detail, mend }: DoctorFinding, width: number, style: Style): string[] {
  const paint = { ok: style.good, 'not ok': style.bad, 'not proven': style.warn }[result]
  return [
    `  ${paint(result.padEnd(10))}  ${what.padEnd(width)}  ${inLine(detail)}`,
    ...(mend === undefined ? [] : [`${' '.repeat(width + 16)}fix it: ${style.bold(inLine(mend))}`]),
  ]
}

function closing(findings: readonly DoctorFinding[], style: Style): string {
  const bad = findings.filter(({ result }) => result === 'not ok').length
  const open = findings.filter(({ result }) => result === 'not proven').length
  if (!findings.some(({ agent }) => agent !== undefined))
    return 'No agent was found here. `fullstop agents` lists those that we know.'
  if (bad > 0) return style.bad(`${bad} ${bad === 1 ? 'thing is' : 'things are'} not right.`)
  return open > 0 ? style.warn(`Nothing is wrong; ${open} not proven.`) : style.good('Everything is proven to work.')
}
