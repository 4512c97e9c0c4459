// `fullstop stats`: real sessions in a real store, looked back on.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StatsView } from '../../src/domain/view/stats/stats.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { claim, strict } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const CHECK = { name: 'answer', run: 'sh check.sh' }

async function checked(room: Room) {
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
    answer: '41\n',
  })
  await trustChecks(room, repository, [CHECK])
  return repository
}

async function statsOf(room: Room, ...args: readonly string[]): Promise<StatsView> {
  return JSON.parse((await room.run(['stats', '--json', ...args])).stdout) as StatsView
}

test('[stats] a refusal after which the work was fixed was worth it, and the claims are counted', async () => {
  using room = newRoom()
  const repository = await checked(room)
  const session = claudeSession(room, { env: strict })
  await session.type('Write the answer.')
  session.edit()
  await claim(session, 'Done.')
  repository.write('answer', '42\n')
  session.edit()
  await claim(session, 'Fixed.')
  const stats = await statsOf(room)
  expect(stats.refusals).toMatchObject({
    count: 1,
    worthIt: 1,
    rows: [{ code: 'check-failed', reason: 'claimed done, but a check failed', count: 1, worthIt: 1 }],
  })
  expect(stats.claims).toEqual([{ agent: 'claude', model: '', held: 1, didNotHold: 1, notShown: 0 }])
  expect([stats.tasks, stats.done.count, stats.perTask.most]).toEqual([1, 1, 1])
  expect(stats.quiet).toContain('claimed done, but todos were open')
  const { stdout } = await room.run(['stats'])
  expect(stdout).toStartWith('1 task in the last 30 days\n\nRefusals: 1, worth it 1 of 1 (100 %)\n')
  expect(stdout).toMatch(/^ {2}1 task completed in \d/m)
  expect(stdout).toContain('TRUE  FALSE  UNDECIDED\n')
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(stdout).not.toMatch(/rule \d|check-failed|no-claim/)
})

test('[stats] --here counts this repository alone; --days wants a number; an empty store says so', async () => {
  using room = newRoom()
  expect((await room.run(['stats'])).stdout).toStartWith('No task was opened in the last 30 days.')
  const session = claudeSession(room, { env: strict })
  await session.type('Write it.')
  session.edit()
  await session.sayAndStop('Half of it.')
  expect((await statsOf(room)).refusals).toMatchObject({ count: 1, worthIt: 0, open: 1 })
  const elsewhere = join(room.home, 'elsewhere')
  mkdirSync(elsewhere)
  const there = await room.run(['stats', '--here', '--json'], { cwd: elsewhere })
  expect((JSON.parse(there.stdout) as StatsView).tasks).toBe(0)
  expect((await statsOf(room, '--here', '--days', '7')).tasks).toBe(1)
  for (const days of ['0', 'x', '-1', '99999']) expect((await room.run(['stats', `--days=${days}`])).code).toBe(2)
})

test('[stats init-watch] watch mode refuses nothing and records what it would have refused, with the reason', async () => {
  using room = newRoom()
  const repository = await checked(room)
  mkdirSync(room.state, { recursive: true })
  writeFileSync(join(room.state, 'config.json'), '{ "mode": "watch" }\n')
  const session = claudeSession(room)
  await session.type('Write the answer.')
  session.edit()
  const first = await claim(session, 'Done.')
  expect(first.stdout).not.toContain('"decision":"block"')
  repository.write('answer', '42\n')
  await session.type('The answer is still wrong.')
  session.edit()
  await claim(session, 'Fixed.')
  const stats = await statsOf(room)
  expect(stats.refusals.count).toBe(0)
  expect(stats.watched).toMatchObject({ count: 1, worthIt: 1, rows: [{ code: 'check-failed', worthIt: 1 }] })
  expect((await room.run(['stats'])).stdout).toContain('Watch mode would have refused: 1, worth it 1 of 1 (100 %)')
})
