// A store with many tasks, and what becomes of those that ended long ago.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ago } from '../clock.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { fillStore, openStore, taskEvents } from './filling.ts'
import { newRoom, type Room } from './room.ts'

test('S5: the oldest of more than 10000 tasks is shown, by its id and by the beginning of it', async () => {
  using room = newRoom()
  const names = Array.from({ length: 10_050 }, (_, index) => `n${index}x`)
  await fillStore(room, [
    ...taskEvents('oldest', { days: 20 }),
    ...names.flatMap((name) => taskEvents(name, { days: 1 }).filter(({ kind }) => kind === 'task.opened')),
  ])
  for (const wanted of ['task_oldest', 'oldest', 'task_old', 'old']) {
    const { code, stdout } = await room.run(['show', wanted, '--json'])
    expect([wanted, code, (JSON.parse(stdout) as { task: { id: string } }).task.id]).toEqual([wanted, 0, 'task_oldest'])
  }
  expect((await room.run(['log', 'oldest'])).stdout).toContain('Build oldest.')
  expect((await room.run(['brief', 'oldest'])).stdout).toContain('Build oldest.')
  const { stdout } = await room.run(['tasks'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(52)
  expect(stdout).toEndWith('\n10001 more: fullstop tasks --all\n')
  expect(JSON.parse((await room.run(['tasks', '--json'])).stdout)).toHaveLength(50)
  expect(await room.tasks()).toHaveLength(10_051)
  expect((await room.run(['show', 'n1'])).stderr).toStartWith(
    'fullstop: 100 or more tasks begin with "n1"\n  next: name one: ',
  )
})

const eraseOld = (room: Room): Promise<unknown> => room.run(['runner', 'old'])

test('S5: a task that ended more than 30 days ago is one row: listed, shown, and its events are gone', async () => {
  using room = newRoom()
  await fillStore(room, [
    ...taskEvents('old', { days: 31, stops: 2, outcome: 'partial', words: 'a word about zebras' }),
    ...taskEvents('open', { days: 99 }),
    ...taskEvents('young', { days: 29, outcome: 'partial' }),
  ])
  await eraseOld(room)
  expect((await room.tasks()).map(({ id, erasedAt }) => [id, erasedAt !== undefined])).toEqual([
    ['task_young', false],
    ['task_old', true],
    ['task_open', false],
  ])
  expect(room.allEvents().filter(({ task }) => task === 'task_old')).toEqual([])
  expect(room.allEvents().filter(({ task }) => task === 'task_open')).toHaveLength(2)
  const today = new Date().toISOString().slice(0, 10)
  const erased = `its events were erased on ${today}: a task is kept for 30 days after its end (memory.keep)`
  const { stdout } = await room.run(['show', 'task_old'])
  expect(stdout).toContain('task_old  ended: partial  claude, mode strict, opened 31d ago\n')
  expect(stdout).toContain('Build old.')
  expect(stdout).toContain(`${erased}\n`)
  expect((await room.run(['log', 'task_old'])).stderr).toBe(`fullstop: task_old: ${erased}\n`)
  expect(readFileSync(room.database, 'latin1')).not.toContain('zebras')
})

test('S5: the start of a session has what is past its time erased, and does not wait for it', async () => {
  using room = newRoom()
  await fillStore(room, [
    ...taskEvents('old', { days: 40, stops: 3, outcome: 'partial' }),
    ...taskEvents('young', { days: 1, outcome: 'partial' }),
  ])
  const store = openStore(room)
  // As if nobody had looked for a while: a fresh store waits for an hour.
  await store.eraseOld({ now: '2026-01-01T00:00:00.000Z', before: '2025-01-01T00:00:00.000Z' })
  await claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } }).start()
  await until(async () => (await store.loadTask('task_old')).state?.erasedAt !== undefined)
  await until(async () => !(await store.hasOld(ago(-2 * 3_600_000).toISOString())))
  store.close()
  expect((await room.tasks()).map(({ erasedAt }) => erasedAt !== undefined)).toEqual([false, true])
})

test('S5: whoever erases is killed at any moment: a task is whole or folded, and the next one goes on', async () => {
  using room = newRoom()
  const names = Array.from({ length: 40 }, (_, index) => `k${index}`)
  const whole = 28
  await fillStore(room, [
    ...names.flatMap((name) => taskEvents(name, { days: 60, stops: whole - 4, outcome: 'partial' })),
    ...taskEvents('young', { days: 1 }),
  ])
  const store = openStore(room)
  for (let folded = 0; folded < names.length;) {
    const child = spawn(binary, ['runner', 'old'], { env: room.env, cwd: room.cwd, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.on('close', resolve))
    const begun = folded
    await until(async () => {
      folded = (await store.listTasks(100)).filter(({ erasedAt }) => erasedAt !== undefined).length
      return folded > begun
    })
    child.kill('SIGKILL')
    await ended
    const kept = (await store.readEvents({ most: 10_000 })).map(({ event }) => event.task)
    for (const task of await store.listTasks(100)) {
      const left = kept.filter((id) => id === task.id).length
      if (task.erasedAt === undefined && task.id !== 'task_young') expect([task.id, left]).toEqual([task.id, whole - 1])
      expect(task.title).toBe(`Build ${task.id.slice('task_'.length)}.`)
    }
    expect(await store.countTasks()).toBe(names.length + 1)
  }
  await Promise.all([eraseOld(room), eraseOld(room)])
  expect((await store.readEvents({ most: 10_000 })).map(({ event }) => event.id)).toEqual(
    taskEvents('young', { days: 1 }).map(({ id }) => id),
  )
  store.close()
})

test('S5: forget of a long task leaves the lock to hooks all the while, and nothing of it in the files', async () => {
  using room = newRoom()
  const words = 'a word about zebras '.repeat(20)
  await fillStore(room, [
    ...taskEvents('long', { days: 2, stops: 6000, words }),
    ...taskEvents('other', { days: 1, words: 'Other words.' }),
  ])
  const forgotten = room.runAtTerminal(['forget', 'task_long', '--yes'])
  let isDone = false
  void forgotten.then(() => (isDone = true))
  const answers: string[] = []
  await until(async () => {
    const hook = openStore(room, 'hook')
    answers.push(await hook.append(taskEvents(`h${answers.length}`, { days: 0 }).slice(0, 1)))
    hook.close()
    return isDone
  })
  expect(await forgotten).toEqual({ code: 0, screen: 'Forgot task_long.\n' })
  // A busy machine may keep one from the lock for longer than a hook waits; then its event lies in the spool.
  expect(answers.filter((answer) => answer === 'appended').length).toBeGreaterThan(3)
  expect(answers.filter((answer) => answer === 'conflict')).toEqual([])
  expect((await room.tasks()).map(({ id }) => id)).toEqual(['task_other'])
  for (const file of ['fullstop.db', 'fullstop.db-wal']) {
    const bytes = await Bun.file(join(room.state, file))
      .text()
      .catch(() => '')
    expect([file, bytes.includes('zebras')]).toEqual([file, false])
  }
})
