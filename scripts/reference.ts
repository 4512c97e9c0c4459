// The reference pages, the config schema and the plugin, made from the code itself. `npm run generate` writes them, a
// test compares.
import { z } from 'zod'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { abilitiesOf } from '../src/agents/abilities.ts'
import { agents } from '../src/agents/index.ts'
import { checkMeaning, configMeaning, type Meaning, variableMeaning } from '../src/contract/config/config-meaning.ts'
import { commandHelp } from '../src/frontends/cli/help.ts'
import { commands } from '../src/frontends/cli/commands/index.ts'
import { exitCode, internalExit, outcomeExit } from '../src/contract/exit-code.ts'
import { Event } from '../src/contract/event.ts'
import { resolvePolicy } from '../src/domain/policy/policy.ts'
import {
  outcomeMeanings,
  proofMeanings,
  reasonMeanings,
  resultMeanings,
  stateMeanings,
  type WordMeaning,
} from '../src/domain/view/meanings.ts'
import { ConfigFile } from '../src/flows/project/config-schema.ts'
import { instructions } from '../src/frontends/mcp/instructions.ts'
import { toListed } from '../src/frontends/mcp/listing.ts'
import { tools } from '../src/frontends/mcp/tools/index.ts'
import { manPage } from './man.ts'
import { neededInClausesText, neededWordsText } from './needed-words.ts'
import { pluginFiles } from './plugins.ts'
import { storeSchema } from './store-schema.ts'

export async function referencePages(): Promise<Record<string, string>> {
  return {
    'docs/reference/fullstop.schema.json': `${JSON.stringify(configSchema(), null, 2)}\n`,
    'docs/reference/commands.md': await commandsPage(),
    'README.md': await readme(),
    'docs/reference/config.md': configPage(),
    'docs/reference/events.md': eventsPage(),
    'docs/reference/reasons.md': reasonsPage(),
    'docs/reference/tools.md': toolsPage(),
    'docs/reference/fullstop.1': manPage(await Promise.all(Object.values(commands).map((load) => load()))),
    'src/domain/proof/reading/product/needed-words.txt': neededWordsText(),
    'src/domain/strategies/grammar/needed-words.txt': neededInClausesText(),
    'src/adapters/store/migrations/sqlite/schema.sql': storeSchema(),
    ...pluginFiles(),
  }
}

const BEGIN = '<!-- agents: begin -->\n'
const END = '<!-- agents: end -->'

/** The README with the table of agents as the code has it. */
async function readme(): Promise<string> {
  const text = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  return `${text.slice(0, text.indexOf(BEGIN) + BEGIN.length)}\n${await agentsTable()}\n${text.slice(text.indexOf(END))}`
}

async function agentsTable(): Promise<string> {
  const yes = (is: boolean): string => (is ? 'yes' : 'no')
  const abilities = await Promise.all(
    agents.map(async (agent) => abilitiesOf(agent, (await agent.install?.())?.install)),
  )
  const rows = abilities.map((one, at) => [
    `[${one.title}](docs/agents/${agents[at]?.id}.md)`,
    yes(one.stopHook),
    one.claims.join(', '),
    yes(one.memory),
    yes(one.run),
    yes(one.install),
    one.trial ? 'by a real run' : 'by its files',
    `${one.tested}, the real binary`,
  ])
  const head = ['agent', 'stop hook', 'claims by', 'memory', 'run', 'init', 'doctor proves it', 'tested against']
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('')
}

function toolsPage(): string {
  const parts = tools.map(toListed).map(({ name, title, description, inputSchema, outputSchema, annotations }) => {
    const schemas = JSON.stringify({ inputSchema, outputSchema, annotations }, null, 2)
    return `## ${name}\n\n${title}.\n\n\`\`\`\n${description}\n\`\`\`\n\n\`\`\`json\n${schemas}\n\`\`\`\n`
  })
  return `# MCP tools\n\nGenerated from the table of tools of \`fullstop mcp\`. Instructions of the server:\n\n\`\`\`\n${instructions}\n\`\`\`\n\n${parts.join('\n')}`
}

function configSchema(): object {
  return {
    title: 'fullstop.json',
    description: 'Config of Fullstop, JSON with comments.',
    ...described(z.toJSONSchema(ConfigFile) as SchemaNode, configMeaning),
  }
}

interface SchemaNode {
  description?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
}

/** With the meaning of each key, as editors show it. */
function described(schema: SchemaNode, meanings: Readonly<Record<string, Meaning>>): SchemaNode {
  for (const [key, { meaning }] of Object.entries(meanings)) {
    const node = key.split('.').reduce<SchemaNode | undefined>((at, part) => at?.properties?.[part], schema)
    if (node === undefined) throw new Error(`the schema has no key ${key}`)
    node.description = meaning
    if (key === 'checks' && node.items) described(node.items, checkMeaning)
  }
  return schema
}

function exitCodes(): string[] {
  const { yes, no, usage, internal, stillRunning } = exitCode
  const outcomes = Map.groupBy(Object.entries(outcomeExit), ([, code]) => code)
  const row = (code: number, means: string): string => `| ${code} | ${means} |`
  return [
    '| exit code | of `run` and `resume` |',
    '| --- | --- |',
    ...[...outcomes].map(([code, named]) => row(code, named.map(([name]) => name).join(', '))),
    row(internalExit('run'), 'no, or an internal error, such as a state folder that cannot be written'),
    row(usage, 'wrong usage'),
    '',
    '| exit code | of all other commands |',
    '| --- | --- |',
    row(yes, 'yes'),
    row(no, 'no, or nothing found'),
    row(usage, 'wrong usage'),
    row(internal, 'an internal error, such as a state folder that cannot be written'),
    row(stillRunning, 'checks still running (`wait`)'),
  ]
}

async function commandsPage(): Promise<string> {
  const all = (await Promise.all(Object.values(commands).map((load) => load()))).filter((command) => !command.hidden)
  const parts = all.map(
    (command) => `## fullstop ${command.name}\n\n\`\`\`\n${commandHelp(command).trimEnd()}\n\`\`\`\n`,
  )
  return `# Commands\n\nGenerated from the table of commands.\n\n${exitCodes().join('\n')}\n\n${parts.join('\n')}`
}

function configPage(): string {
  const { settings } = resolvePolicy({ env: {}, attended: true, supervised: false })
  const all: Readonly<Record<string, Meaning>> = configMeaning
  const variables = (key: string): string =>
    variableMeaning
      .filter((one) => one.key === key)
      .map(({ name }) => `\`${name}\``)
      .join(', ')
  const rows = settings.map(({ key, value }) => {
    const { meaning = '', values = '' } = all[key] ?? {}
    const shown = value === null ? 'none' : `\`${JSON.stringify(value)}\``
    return `| \`${key}\` | ${meaning} | ${values} | ${shown} | ${variables(key)} |`
  })
  const ofChecks = Object.entries(checkMeaning).map(
    ([key, { meaning, values }]) => `| \`${key}\` | ${meaning} | ${values} |`,
  )
  const ofVariables = variableMeaning.map(({ name, meaning, values }) => `| \`${name}\` | ${meaning} | ${values} |`)
  return [
    '# Config and environment variables',
    '',
    'Generated from the code. Settings come from these places, each one overriding the ones before it:',
    '',
    '1. the defaults below;',
    '2. your own file, whose path `fullstop config` prints;',
    '3. `fullstop.json` in the project;',
    '4. environment variables;',
    '5. options on the command line.',
    '',
    'Both files are JSON with comments. Put `"$schema"` with the path of [fullstop.schema.json](fullstop.schema.json) on',
    'top, and your editor completes and explains the keys. A project file that you have not trusted with `fullstop trust`',
    'can only make the gate stricter and the budgets smaller. `fullstop config` prints the effective values here and',
    'where each one comes from.',
    '',
    '## Keys',
    '',
    'The defaults are those of an attended session. `fullstop run` defaults to `"mode": "strict"`; a headless session that',
    'Fullstop did not start, such as a script that calls `claude -p`, to `"off"`.',
    '',
    '| key | meaning | values | default | variable |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Keys of a check',
    '',
    'Each entry of `checks` needs `name` and `run`.',
    '',
    '| key | meaning | values |',
    '| --- | --- | --- |',
    ...ofChecks,
    '',
    '## Environment variables',
    '',
    '| variable | meaning | values |',
    '| --- | --- | --- |',
    ...ofVariables,
    '',
  ].join('\n')
}

function reasonsPage(): string {
  const part = (words: Readonly<Record<string, WordMeaning>>): string[] => [
    '| word | means | why | what to do |',
    '| --- | --- | --- | --- |',
    ...Object.entries(words).map(([word, { means, why, next }]) => `| \`${word}\` | ${means} | ${why} | ${next} |`),
  ]
  return [
    '# Outcomes, states, check results and reasons',
    '',
    'Generated from the table that `fullstop explain WORD` prints. TASK stands for the id of a task; most commands take',
    'the newest task of the folder without one.',
    '',
    '## Outcomes',
    '',
    'How a task ended. `completed` is the only success.',
    '',
    ...part(outcomeMeanings),
    '',
    '## States',
    '',
    'How a task stands.',
    '',
    ...part(stateMeanings),
    '',
    '## Check results',
    '',
    'How a check ended.',
    '',
    ...part(resultMeanings),
    '',
    '## Reasons',
    '',
    'Why a stop or a claim was allowed, refused or shown to a person.',
    '',
    ...part(reasonMeanings),
    '',
    '## Words of proof',
    '',
    'Suspicions, and [the runs that look into them](../checks.md#let-extra-runs-settle-suspicions).',
    '',
    ...part(proofMeanings),
    '',
  ].join('\n')
}

function eventsPage(): string {
  const parts = Event.options.map((option) => {
    const kind = option.shape.kind.value
    const keys = Object.keys(option.shape).filter(
      (key) => !['id', 'at', 'kind', 'session', 'task', 'workspace'].includes(key),
    )
    const { description } = option.shape.kind
    if (description === undefined) throw new Error(`${kind} has no meaning: add describe() to its kind`)
    return `| \`${kind}\` | ${description} | ${keys.map((key) => `\`${key}\``).join(', ')} |`
  })
  return [
    '# Events',
    '',
    'Generated. What `fullstop log --json` prints, one event a line. Each has `id`, `at` and `kind`, and `session`,',
    '`task` and `workspace` where it belongs to one.',
    '',
    '| event | what happened | its own keys |',
    '| --- | --- | --- |',
    ...parts,
    '',
  ].join('\n')
}
