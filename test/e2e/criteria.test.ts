// Acceptance criteria: what a run shows of them, tells its agent, and asks of its claims.
import { expect, test } from 'bun:test'
import { finishes, REQUEST, running } from './running.ts'

const BELOW = '\n\nThe result must meet each of these acceptance criteria:\n'

test('[criteria-told secrets] the agent reads them below the request; screen and store show no secret and no escape', async () => {
  using at = await running()
  at.script([], finishes)
  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ'
  const { stdout, calls, events } = await at.run([
    '--criterion=It is 42,\nnot 41',
    `--criterion=The key ${secret} works\u001b[2J`,
  ])
  expect(calls[0]?.prompt.trim()).toBe(`${REQUEST}${BELOW}- c1: It is 42, not 41\n- c2: The key ${secret} works [2J`)
  expect(stdout).toContain('c1: It is 42, not 41')
  expect(stdout).not.toContain('\u001b[2J')
  expect(stdout).not.toContain(secret)
  expect(events[0]).toMatchObject({ criteria: [{ id: 'c1', text: 'It is 42, not 41' }, { id: 'c2' }] })
  expect(JSON.stringify(at.room.allEvents())).not.toContain(secret)
})

test('[criteria-told] a criterion without text or far too long is a usage error', async () => {
  using at = await running()
  for (const text of ['  ', 'x'.repeat(1001)]) {
    const { code, stderr, calls } = await at.run(['--criterion', text])
    expect(code).toBe(2)
    expect(stderr).toContain('acceptance criterion "c1"')
    expect(calls).toEqual([])
  }
})
