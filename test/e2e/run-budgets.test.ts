// Budgets count over all sessions of a task and over every resume, warn once, and end in an outcome of their own.
import { expect, test } from 'bun:test'
import type { Call, Turn } from '../fake-agents/script.ts'
import { isVariant } from '../rounds.ts'
import { nothingLeft } from './checking.ts'
import { finishes, type Ran, running, saysDone, stops, writes } from './running.ts'

function warned({ events }: Ran): object[] {
  return events.flatMap((event) =>
    event.kind === 'budget.warned' ? [{ budget: event.budget, used: event.used, limit: event.limit }] : [],
  )
}

function mostCost({ argv }: Call): string | undefined {
  const at = argv.indexOf('--max-budget-usd')
  return at < 0 ? undefined : argv[at + 1]
}

/** When a warning is seen depends on how long a turn takes; what it leads to does not. */
function decided({ story }: Ran): string[] {
  return story.filter((line) => !/^(?:ends|continue|warned)/.test(line))
}

const spends = (tokens: number): Turn => [
  { do: 'write', file: 'notes.md', text: '{n}\n' },
  { do: 'say', text: 'On it.', tokens },
]

test('[run-budgets F9 F5] --max-time ends a running agent in the middle of its turn, and nothing is left', async () => {
  using at = await running()
  at.script([], [...stops, { do: 'hang' }])
  const ran = await at.run(['--max-time', '6s'])
  expect(ran.story).toEqual([
    'starts: first',
    'warned of time',
    'ends: agent-cap',
    'over-budget by 12: over-budget not-the-agents-choice',
    'ended: over-budget',
  ])
  expect([ran.code, ran.calls.length]).toEqual([8, 1])
  expect(ran.stdout).toContain('--max-time')
  await nothingLeft(at.room)
})

test('[run-budgets] --max-tokens counts over sessions, warns once at 80 %, and ends the task', async () => {
  using at = await running()
  // Ten of them go for the file each time.
  at.script([spends(40), spends(35), spends(5)], spends(90))
  const ran = await at.run(['--max-tokens', '110', '--continue', 'fresh'])
  expect(new Set(ran.calls.map(({ session }) => session)).size).toBe(ran.calls.length)
  expect(decided(ran)).toEqual([
    'starts: first',
    'starts: fresh',
    'starts: fresh',
    'over-budget by 12: over-budget no-claim',
    'ended: over-budget',
  ])
  expect(warned(ran)).toMatchObject([{ budget: 'tokens', limit: 110 }])
  expect(ran.code).toBe(8)
})

test.skipIf(isVariant)('[run-budgets] --max-tokens ends an agent in the middle of its turn too', async () => {
  using at = await running()
  at.script([], [{ do: 'say', text: 'I read everything.', tokens: 5000 }, { do: 'hang' }])
  const { code, story, calls } = await at.run(['--max-tokens', '1000'])
  expect(story.slice(-3)).toEqual([
    'ends: agent-cap',
    'over-budget by 12: over-budget not-the-agents-choice',
    'ended: over-budget',
  ])
  expect([code, calls.length]).toEqual([8, 1])
})

test('[run-budgets] --max-cost: the agent is given what is left; a resume without more is refused, with more it goes on', async () => {
  using at = await running()
  const costs = (cost: number): Turn => [
    { do: 'write', file: 'notes.md', text: '{n}\n' },
    ...stops,
    { do: 'stop', cost },
  ]
  at.script([costs(0.5), costs(0.35)], costs(0.2))
  const ran = await at.run(['--max-cost', '1'])
  expect(decided(ran)).toEqual([
    'starts: first',
    'starts: same',
    'starts: same',
    'over-budget by 12: over-budget no-claim',
    'ended: over-budget',
  ])
  expect(ran.calls.map(mostCost)).toEqual(['1.0000', '0.5000', '0.1500'])
  expect(warned(ran)).toMatchObject([{ budget: 'cost', limit: 1 }])
  expect(ran.code).toBe(8)
  expect(ran.stdout).toContain('$1.05')

  const refused = await at.goOn(['resume'])
  expect([refused.code, refused.calls.length]).toEqual([2, 3])
  expect(refused.stderr).toContain('the cost budget of task_')
  expect(refused.stderr).toMatch(/next: allow more: fullstop resume task_\w+ --max-cost 2\.1\n/)
  expect(refused.story).toEqual(ran.story)

  at.script([], [...finishes, { do: 'stop', cost: 0.1 }])
  const more = await at.goOn(['resume', '--max-cost', '2'])
  expect(more.code).toBe(0)
  expect(more.calls.map(mostCost).at(-1)).toBe('0.9500')
  expect(more.stdout).toContain('$1.15')
})

test.skipIf(isVariant)('[run-budgets] a budget of time that a resume does not raise is refused as well', async () => {
  using at = await running()
  at.script([], [...stops, { do: 'hang' }])
  expect((await at.run(['--max-time', '6s'])).code).toBe(8)
  const refused = await at.goOn(['resume', '--max-time', '6001ms'])
  expect([refused.code, refused.calls.length]).toEqual([2, 1])
  expect(refused.stderr).toMatch(/next: allow more: fullstop resume task_\w+ --max-time 1m\n/)
})

test('[run-budgets] a claim in the turn that used the budget up still counts', async () => {
  using at = await running()
  at.script([[writes(), { do: 'say', text: 'Done.\n\n{token}', tokens: 5000 }]])
  const { code, story } = await at.run(['--max-tokens', '1000'])
  expect(story.at(-1)).toBe('ended: completed')
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-budgets] Codex tells no cost: tokens only, counted once over a session that is resumed',
  async () => {
    using at = await running()
    at.script([spends(490), spends(290)], [writes(), saysDone])
    const ran = await at.run(['--max-cost', '0.01', '--max-tokens', '1000'], { agent: 'codex' })
    expect(warned(ran)).toMatchObject([{ budget: 'tokens', limit: 1000 }])
    expect(ran.story.at(-1)).toBe('ended: completed')
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('820 tokens')
    expect(ran.stdout).not.toContain('$')
  },
)

test.skipIf(isVariant)('[run-budgets] the bill of each continuation, and the sum of all sessions', async () => {
  using at = await running()
  at.script([
    [...spends(1990), { do: 'stop', cost: 0.25 }],
    [...finishes, { do: 'stop', cost: 0.5 }],
  ])
  const { stdout, events, code } = await at.run(['--verbose'])
  expect(code).toBe(0)
  const ended = events.flatMap((event) => (event.kind === 'stint.ended' ? [event.usage] : []))
  expect(ended).toEqual([
    { tokens: 2000, cost: 0.25 },
    { tokens: 2020, cost: 0.75 },
  ])
  expect(stdout).toMatch(/^completed in .+ · 2 turns · 2k tokens · \$0\.75$/m)
  expect(stdout).toMatch(/1\.\s+first prompt\s+[\d.]+ m?s\s+2k tokens\s+\$0\.25/)
  expect(stdout).toMatch(/2\.\s+continuation\s+[\d.]+ m?s\s+20 tokens\s+\$0\.50/)
})

test.skipIf(isVariant)('[run-budgets] the budget of time ends a pause after a fault as well', async () => {
  using at = await running()
  at.script([], [...stops, { do: 'replay', fixture: 'fault-529-always' }])
  const { code, story } = await at.run(['--max-time', '1s'], { env: { FULLSTOP_FIRST_PAUSE_MS: '3600000' } })
  expect(story.at(-1)).toBe('ended: over-budget')
  expect(code).toBe(8)
})

test('[run-budgets] what a killed process had used still counts, although the agent’s own sum forgets it', async () => {
  using at = await running()
  at.script(
    [
      [
        { do: 'say', text: 'On it.', tokens: 500 },
        { do: 'die', signal: 'SIGKILL' },
      ],
    ],
    spends(30),
  )
  const ran = await at.run(['--max-tokens', '540'], { env: { FULLSTOP_FIRST_PAUSE_MS: '5' } })
  expect(ran.story.at(-1)).toBe('ended: over-budget')
  expect([ran.code, ran.calls.length]).toEqual([8, 2])
})
