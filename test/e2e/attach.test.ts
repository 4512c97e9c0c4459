// `fullstop attach`: a run followed from beside it, to its end or for a while.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import { attached } from './attached.ts'
import { running, type Running } from './running.ts'

/** Hangs until the file `go` is there, in the middle of its first turn. */
function started(ran: Running, agent = 'claude'): ReturnType<Running['run']> {
  ran.script([
    [
      { do: 'say', text: 'I begin with the answer.' },
      { do: 'shell', line: 'echo hello' },
      { do: 'hang', until: join(ran.room.root, 'go') },
      { do: 'write', file: 'answer', text: '42' },
      { do: 'say', text: 'All done.\n\n<promise>COMPLETE</promise>' },
      { do: 'stop' },
    ],
  ])
  return ran.run([], { agent })
}

for (const agent of ['claude', 'codex']) {
  test(`[attach] ${agent}: its words and calls as they come, and the end of the run`, async () => {
    using ran = await running()
    const run = started(ran, agent)
    await until(async () => (await ran.room.tasks())[0]?.run?.stint !== undefined)
    const beside = attached(ran)
    await until(() => beside.stdout().includes('I begin with the answer.'))
    await until(() => beside.stdout().includes('echo hello'))
    writeFileSync(join(ran.room.root, 'go'), '')
    expect((await run).code).toBe(0)
    expect(await beside.ended).toBe(0)
    expect(beside.stdout()).toContain('All done.')
    expect(beside.stdout()).toMatch(/✓ claimed done: answer passed/)
    expect(beside.stderr()).toMatch(/ended: completed; more: fullstop show task_\w+\n$/)
  })
}

test('[attach] Ctrl-C leaves the run alone', async () => {
  using ran = await running()
  const run = started(ran)
  await until(async () => (await ran.room.tasks())[0]?.run?.stint !== undefined)
  const beside = attached(ran, '--json')
  await until(() => beside.stdout().includes('I begin with the answer.'))
  beside.interrupt()
  expect(await beside.ended).toBe(0)
  writeFileSync(join(ran.room.root, 'go'), '')
  expect((await run).code).toBe(0)
})

test('[attach slips] what is not being run cannot be followed, and the hint says what can be done', async () => {
  using ran = await running()
  ran.script([
    [{ do: 'write', file: 'answer', text: '42' }, { do: 'say', text: '<promise>COMPLETE</promise>' }, { do: 'stop' }],
  ])
  await ran.run()
  const { code, stderr } = await ran.room.run(['attach'])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/is not being run\n {2}next: see what became of it: fullstop show task_/),
  ])
})
