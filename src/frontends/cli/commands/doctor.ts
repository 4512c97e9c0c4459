// `fullstop doctor`: proves that the gate works in each agent, or says what is missing and what fixes it.
import { exitCode } from '../../../contract/exit-code.ts'
import { examine } from '../../../flows/doctor/examine.ts'
import type { DoctorFinding } from '../../../flows/doctor/finding.ts'
import { rootAbove } from '../../../flows/install/find-checks.ts'
import { findAgent } from '../../../agents/index.ts'
import { inLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { agentNames, toAgents } from '../name-agents.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { fitLines, wrapWhole } from '../screen/wrap.ts'
import { openWorld } from '../wire.ts'

/** The column of what does not fit beside its name. */
const BELOW = 14
const FIX = 'fix: '

export const command: Command = {
  name: 'doctor',
  group: 'Start',
  summary: 'Prove, agent by agent, that the gate works',
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
        isJson ? `${JSON.stringify(findings, null, 2)}\n` : `${showFindings(findings, paperFor(context)).join('\n')}\n`,
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

export function showFindings(findings: readonly DoctorFinding[], paper: Paper): string[] {
  const groups = [...new Set(findings.map(({ agent }) => agent))]
  const width = Math.max(...findings.map(({ what }) => shortName(what).length))
  const lines = groups.flatMap((agent) => [
    paper.style.bold(titleOf(agent)),
    ...findings.filter((one) => one.agent === agent).flatMap((one) => showFinding(one, width, paper)),
    '',
  ])
  return [...lines, ...closing(findings, paper)]
}

function titleOf(agent: DoctorFinding['agent']): string {
  return agent === undefined ? 'Fullstop' : (findAgent(agent)?.title ?? agent)
}

/** All names stand in a column as wide as the longest: what the text beside one says need not stand in it. */
function shortName(what: string): string {
  return what.replace(/ registered$/, '').replace(/ reaches the model$/, ' arrives')
}

/** What was found beside its name, the way out below. */
function showFinding({ what, result, detail, fix }: DoctorFinding, width: number, paper: Paper): string[] {
  const { style, columns } = paper
  const paint = { ok: style.good, 'not ok': style.bad, 'not proven': style.warn }[result]
  const lead = `  ${paint(result.padEnd(10))}  ${shortName(what).padEnd(width)}`
  const detailed = inLine(detail).replaceAll(/(?<=^|[ (])\/[^\s)]+/g, (path) => pathOn(paper, path))
  const beside = wrapWhole(detailed, columns - width - 16)
  // A path is never broken: where it does not fit beside the name, all of it goes below.
  const isBelow = beside.some((line) => paper.widthOf(line) > columns - width - 16)
  const found = isBelow
    ? [lead.trimEnd(), ...wrapWhole(detailed, columns - BELOW).map((line) => `${' '.repeat(BELOW)}${line}`)]
    : beside.map((line, index) => `${index === 0 ? `${lead}  ` : ' '.repeat(width + 16)}${line}`)
  const order = fix === undefined ? [] : wrapWhole(inLine(fix), columns - BELOW - FIX.length)
  return [
    ...found,
    ...order.map(
      (line, index) => `${' '.repeat(BELOW)}${index === 0 ? FIX : ' '.repeat(FIX.length)}${style.bold(line)}`,
    ),
  ]
}

/** The last lines stay in sight, so they name what is wrong, and where. */
function closing(findings: readonly DoctorFinding[], { style, columns }: Paper): string[] {
  const bad = findings.filter(({ result }) => result === 'not ok')
  const open = findings.filter(({ result }) => result === 'not proven').length
  if (bad.length > 0) {
    const named = [...new Set(bad.map(({ agent }) => agent))].map((agent) => {
      const names = bad.filter((one) => one.agent === agent).map(({ what }) => shortName(what))
      return `${titleOf(agent)} (${names.join(', ')})`
    })
    const text = `Not right: ${named.join('; ')}. Follow the "fix" lines, then run \`fullstop doctor\` again.`
    return wrapWhole(text, columns).map((line) => style.bad(line))
  }
  if (!findings.some(({ agent }) => agent !== undefined))
    return fitLines(
      ['No agent was found. Install one, then run `fullstop init`. `fullstop agents` lists them.'],
      columns,
    )
  return [open > 0 ? style.warn(`Nothing is wrong; ${open} not proven.`) : style.good('Everything is proven to work.')]
}
