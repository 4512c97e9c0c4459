// `fullstop init --watch` and `--enforce`: the gate that only records, and the way to the one that refuses.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { refused, silent } from './expected.ts'
import { type Machine, newMachine } from './installing.ts'

const watch = ['init', '--watch', '--yes', 'claude'] as const
const CONFIG = '.config/fullstop/config.json'

/** Much work and no claim: what balanced mode refuses. */
async function stopEarly({ room, env }: Machine) {
  const session = claudeSession({ ...room, env }, { env: {} })
  await session.type('Build the parser.')
  session.edit(9)
  return { session, answer: await session.sayAndStop('I stop here.') }
}

test('[init-watch] nothing is refused, stats tells what would have been, and --enforce turns refusing on', async () => {
  using machine = newMachine()
  const { code, stdout } = await machine.run(watch)
  expect(code).toBe(0)
  expect(stdout).toMatch(/config\.json +new, 3 lines +watch: refuse nothing/)
  expect(stdout).toContain('Nothing is refused: what would have been is recorded.')
  expect(JSON.parse(machine.read(CONFIG))).toEqual({ mode: 'watch' })
  const watched = await stopEarly(machine)
  expect(watched.answer).toEqual(silent)
  const stats = JSON.parse((await machine.run(['stats', '--json'])).stdout) as { watched: object }
  expect(stats.watched).toMatchObject({ count: 1, rows: [{ reason: 'stopped without saying it was done' }] })

  const advice = '  to have them refused: fullstop init --enforce\n'
  const told = (await machine.run(['stats'])).stdout
  expect(told).toContain(advice)
  expect(told).toContain('  1 of these, of open tasks, not judged yet\n')
  // Nothing was decided since: whether it would have been worth it is not known.
  expect(told).toContain('  stopped without saying it was done      1         –  ························\n')
  const enforced = await machine.run(['init', '--enforce', '--yes'])
  expect((await machine.run(['stats'])).stdout).not.toContain(advice)
  expect([enforced.code, enforced.stdout.split('\n').slice(-3, -1)]).toEqual([
    0,
    [
      'Refusing is on: mode balanced instead of watch.',
      'It holds from the next task on; a task that is open keeps the mode that it began with.',
    ],
  ])
  expect(existsSync(join(machine.home, CONFIG))).toBe(false)
  // The mode is frozen when a task opens.
  watched.session.edit()
  expect(await watched.session.sayAndStop('I stop again.')).toEqual(silent)
  const fresh = await stopEarly(machine)
  expect(fresh.answer).toEqual(refused('1/5', fresh.session.token))
  expect((await machine.run(['init', '--enforce', '--yes'])).stdout).toBe(
    'Refusing is on already: mode balanced (default).\n',
  )
})

test('[init-watch init-undo] undo and --enforce give the own config back byte for byte', async () => {
  const mine = '{\n  // mine\n  "mode": "strict",\n  "maxContinuations": 3\n}\n'
  for (const order of [
    ['init', '--undo', '--yes'],
    ['init', '--enforce', '--yes'],
  ]) {
    using machine = newMachine()
    machine.write(CONFIG, mine)
    expect((await machine.run(watch)).code).toBe(0)
    expect(machine.read(CONFIG)).toBe(mine.replace('strict', 'watch'))
    expect((await machine.run(order)).code).toBe(0)
    expect([order, machine.read(CONFIG)]).toEqual([order, mine])
  }
})

test('[init-watch] --enforce takes out a mode that the person wrote, and says where another one comes from', async () => {
  using machine = newMachine()
  machine.write(CONFIG, '{ "mode": "watch", "maxContinuations": 3 }\n')
  const { code, stdout } = await machine.run(['init', '--enforce', '--yes'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Refusing is on: mode balanced instead of watch.')])
  expect(JSON.parse(machine.read(CONFIG))).toEqual({ maxContinuations: 3 })
  machine.write(CONFIG, '{ "mode": "off" }\n')
  const off = await machine.run(['init', '--enforce', '--yes'])
  expect([off.code, off.stdout]).toEqual([1, expect.stringContaining('Refusing is still off: mode off, set by ')])
})

test('[init-watch person-needed] an agent cannot turn refusing off; what does not go together is refused', async () => {
  using machine = newMachine()
  const agent = await machine.run(watch, { env: { CLAUDECODE: '1' } })
  expect([agent.code, agent.stderr]).toEqual([1, expect.stringContaining('turning refusing off needs a person')])
  expect(existsSync(join(machine.home, CONFIG))).toBe(false)
  for (const args of [
    ['--watch', '--undo'],
    ['--watch', '--enforce'],
    ['--watch', '--scope', 'project'],
  ])
    expect((await machine.run(['init', '--yes', 'claude', ...args])).code).toBe(2)
})
