// An agent that continues only when it is answered, under `fullstop run`: every answer reaches it once, no matter which process is killed.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant } from '../rounds.ts'
import { until } from './checking.ts'
import { sourcesWith } from './new-agent.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Output, type Room, runProgram } from './room.ts'
import { ANSWER, REQUEST, story } from './running.ts'

const YES = [
  { yes: 'May I write the answer?', number: 1 },
  { yes: 'May I stop?', number: 2 },
]
const STORY = [
  'starts: first',
  'ends: stopped',
  'claims success by done-token',
  'completed by 4: checks-passed',
  'ended: completed',
]

interface Speaking extends Disposable {
  readonly room: Room
  readonly run: () => Promise<Output>
  /** A supervisor that is killed once the agent has come to this step, where it holds. */
  readonly killAt: (step: string) => Promise<void>
  readonly isAt: (step: string) => Promise<void>
  readonly release: (step: string) => void
  readonly received: () => Record<string, unknown>[]
}

async function speaking(): Promise<Speaking> {
  const room = newRoom()
  const { program, path } = sourcesWith(room, 'speaking')
  const stage = join(room.root, 'stage')
  mkdirSync(stage)
  const repository = makeRepository(room, { 'check.sh': 'test "$(cat answer)" = 42\n' })
  await trustChecks(room, repository, [ANSWER])
  const env = { ...room.env, PATH: `${path}:${room.env['PATH']}`, SPEAKING_STAGE: stage }
  const args = ['run', '--agent', 'speaking', REQUEST]
  const isAt = (step: string): Promise<void> => until(() => existsSync(join(stage, `at-${step}`)))
  const received = join(stage, 'received.jsonl')
  return {
    room,
    run: () => runProgram(program, args, { env, cwd: room.cwd }),
    killAt: async (step) => {
      writeFileSync(join(stage, `hold-${step}`), '')
      const child = spawn(program, args, { env, cwd: room.cwd, stdio: 'ignore' })
      const ended = new Promise((resolve) => child.on('close', resolve))
      await isAt(step)
      child.kill('SIGKILL')
      await ended
    },
    isAt,
    release: (step) => rmSync(join(stage, `hold-${step}`)),
    received: () =>
      readFileSync(received, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>])),
    [Symbol.dispose]: () => room[Symbol.dispose](),
  }
}

function expectOnce(at: Speaking): void {
  const [hello, prompted, ...answers] = at.received()
  expect([hello, answers]).toEqual([{ hello: 1 }, YES])
  expect(prompted).toEqual({ prompt: expect.stringContaining(REQUEST) as never })
}

test('[A7] an agent that asks is answered, and its run ends like any other', async () => {
  using at = await speaking()
  const { code, stderr } = await at.run()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expectOnce(at)
  expect(story(at.room.allEvents())).toEqual(STORY)
  // The prompt is not kept once its answer has been decided.
  const stints = join(at.room.state, 'stints')
  expect(existsSync(stints) ? readdirSync(stints) : []).toEqual([])
})

test.skipIf(isVariant)(
  '[A7] a question that is asked while no supervisor lives is answered by the next one, and nothing is sent twice',
  async () => {
    using at = await speaking()
    await at.killAt('ask')
    at.release('ask')
    await at.isAt('asked')
    expect((await at.run()).code).toBe(0)
    expectOnce(at)
    expect(story(at.room.allEvents())).toEqual(STORY)
  },
)

test('[A7] an answer that was sent before the supervisor was killed is not sent again', async () => {
  using at = await speaking()
  await at.killAt('write')
  const next = at.run()
  at.release('write')
  expect((await next).code).toBe(0)
  expectOnce(at)
  expect(story(at.room.allEvents())).toEqual(STORY)
})
