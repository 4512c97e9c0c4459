// `bun scripts/conformance.ts`: writes docs/agents/conformance.md from what the last `npm run test:agents` has proven.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Proven } from '../test/real-agents/conformance.suite.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist', 'conformance')
const page = join(root, 'docs', 'agents', 'conformance.md')

const agents = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Proven)
  : []
const partial = agents.filter(({ results }) =>
  results.some(({ headless, tui }) => [headless, tui].some(({ kind }) => kind === 'not-run' || kind === 'failed')),
)
if (agents.length === 0 || partial.length > 0) {
  const why =
    agents.length === 0 ? 'there are no results' : `of ${partial.map(({ title }) => title).join(', ')} not all passed`
  console.error(`conformance: ${why}\n  next: run \`npm run test:agents\``)
  process.exitCode = 1
} else {
  writeFileSync(page, render(agents))
}

function render(agents: readonly Proven[]): string {
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
    ...notes.map((note, index) => `${index + 1}. ${note}`),
    '',
    'What differs from daily use: most cases run with the permissions of the agent bypassed; that of `complete_task` does',
    'not. Codex gets its offline settings on its command line and then runs without its shared background process, except',
    'in the case of two sessions, which goes through it. Headless cases set `FULLSTOP_MODE=strict`, without which scripts',
    'are left alone.',
    '',
    'Made again by `npm run test:agents`. A case that fails leaves this page as it is.',
    'The cases stand in `test/real-agents/conformance-*-cases.ts`; an agent joins with one file like',
    '`test/real-agents/conformance-codex.test.ts`.',
    '',
  ].join('\n')
}

function whyOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'the agent has no such setting'
  if (outcome.kind === 'passed') return outcome.except ?? ''
  return 'why' in outcome ? outcome.why : outcome.kind
}

/** Every case of any agent, each behind the one that it followed. */
function titlesOf(agents: readonly Proven[]): string[] {
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
