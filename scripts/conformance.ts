// `bun scripts/conformance.ts`: writes docs/agents/conformance.md from what the last `npm run test:agents` has proven,
// if that was all of it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Proven } from '../test/real-agents/conformance.suite.ts'
import type { RunProven } from '../test/real-agents/run.suite.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist', 'conformance')
const page = join(root, 'docs', 'agents', 'conformance.md')

const agents = readProven<Proven>(folder)
const runs = readProven<RunProven>(join(folder, 'run'))
const acpRuns = readProven<RunProven>(join(folder, 'acp-run'))
const acpGates = readProven<RunProven>(join(folder, 'acp-gate'))
const outcomes = [
  ...agents.flatMap(({ title, results }) => results.flatMap(({ headless, tui }) => [headless, tui].map(of(title)))),
  ...[...runs, ...acpRuns, ...acpGates].flatMap(({ title, results }) =>
    results.map(({ outcome }) => of(title)(outcome)),
  ),
]
const partial = outcomes.filter(({ kind }) => kind === 'not-run' || kind === 'failed').map(({ title }) => title)
if ([agents, runs, acpRuns, acpGates].some((proven) => proven.length === 0) || partial.length > 0) {
  const why = partial.length === 0 ? 'there are no results' : `of ${[...new Set(partial)].join(', ')} not all passed`
  console.error(`conformance: ${why}\n  next: run \`npm run test:agents\``)
  process.exitCode = 1
} else if (outcomes.some(({ kind }) => kind === 'skipped')) {
  console.log('conformance: docs/agents/conformance.md stays as it is, since some cases were left out')
} else {
  writeFileSync(page, render())
}

function readProven<Kind>(from: string): Kind[] {
  if (!existsSync(from)) return []
  const names = readdirSync(from).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(from, name), 'utf8')) as Kind)
}

function of(title: string): (outcome: Outcome) => { readonly title: string; readonly kind: Outcome['kind'] } {
  return ({ kind }) => ({ title, kind })
}

function render(): string {
  const notes: string[] = []
  const cell = (outcome: Outcome | undefined): string => {
    if (outcome?.kind === 'passed' && outcome.except === undefined) return 'yes'
    const why = whyOf(outcome)
    if (!notes.includes(why)) notes.push(why)
    const mark = outcome?.kind === 'passed' ? 'in part' : outcome?.kind === 'skipped' ? 'skipped' : '–'
    return `${mark} <sup>${notes.indexOf(why) + 1}</sup>`
  }
  const columns = agents.flatMap(({ title }) => [`${title}, headless`, `${title}, screen`])
  const rows = titlesOf(agents).map((title) => [
    title,
    ...agents.flatMap(({ results }) => {
      const result = results.find((one) => one.title === title)
      return [cell(result?.headless), cell(result?.tui)]
    }),
  ])
  const rowsOf = (proven: readonly RunProven[]): string[][] =>
    titlesOf(proven).map((title) => [
      title,
      ...proven.map(({ results }) => cell(results.find((one) => one.title === title)?.outcome)),
    ])
  const tableOf = (proven: readonly RunProven[]): string[] =>
    table(['What', ...proven.map(({ title }) => title)], rowsOf(proven))
  return [
    '# Conformance',
    '',
    '<!-- Written by `bun scripts/conformance.ts`. Do not edit. -->',
    '',
    'What is proven with the real agents, each in a home where nothing but `fullstop init` has put the gate into it. The',
    'model is scripted, so no account and no network is needed; everything else is real: the binary of the agent, its',
    'hooks, its MCP client, its screen in a terminal.',
    '',
    `Versions: ${agents.map(({ title, version }) => `${title} ${version}`).join(', ')}.`,
    '',
    ...table(['What', ...columns], rows),
    '',
    '## `fullstop run`',
    '',
    'The same programs, started by `fullstop run`. After every case no process of it is left.',
    '',
    ...tableOf(runs),
    '',
    '## `fullstop run --acp`',
    '',
    'Agents that speak ACP, one start of a program for several rows. Cline is not among them: it needs a login.',
    '',
    `Versions: ${acpRuns.map(({ title, version }) => `${title} ${version ?? ''}`).join('; ')}.`,
    '',
    ...tableOf(acpRuns),
    '',
    '## `fullstop acp`',
    '',
    'The same programs behind the gate. The editor is one of ours, which keeps every line.',
    '',
    ...tableOf(acpGates),
    '',
    '## Notes',
    '',
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    '',
    'What differs from daily use: most cases run with the permissions of the agent bypassed; that of `complete_task` does',
    'not. Codex gets its offline settings on its command line and then runs without its shared background process, except',
    'in the case of two sessions, which goes through it. Headless cases set `FULLSTOP_MODE=strict`, without which scripts',
    'are left alone. `fullstop run` is given `--permissions all` unless a case is about permissions, and the retries of the',
    'agents are few, so that a failing provider is met soon.',
    '',
    'Made again by `FULLSTOP_TEST_ROUNDS=100 npm run test:agents`. Where a case fails or is left out, as some are without',
    'that variable, the page stays as it is.',
    'The cases stand in `test/real-agents/conformance-*-cases.ts` and `run-*cases.ts` beside them; an agent joins with two',
    'files like `test/real-agents/conformance-codex.test.ts` and `run-codex.test.ts`; an agent that speaks ACP with an',
    'entry in `test/real-agents/acp-agents.ts` and a file like `acp-codex.test.ts`.',
    '',
  ].join('\n')
}

function whyOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'the agent has no such setting'
  if (outcome.kind === 'passed') return outcome.except ?? ''
  return 'why' in outcome ? outcome.why : outcome.kind
}

/** Every case of any agent, each behind the one that it followed. */
function titlesOf(agents: readonly Pick<Proven | RunProven, 'results'>[]): string[] {
  const titles: string[] = []
  for (const { results } of agents) {
    let last = -1
    for (const { title } of results) {
      if (!titles.includes(title)) titles.splice(last + 1, 0, title)
      last = titles.indexOf(title)
    }
  }
  return titles
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)]
}
