// What open pages hear: everything that happens, no matter when they were away, and nothing once they are revoked.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { rounds } from '../../../../test/rounds.ts'
import { until } from '../../../../test/until.ts'
import type { Event } from '../../../contract/event.ts'
import type { ChangeNotice } from '../../../contract/view/web.ts'
import type { World } from '../../../flows/world.ts'
import { openWorld } from '../../cli/wire.ts'
import { openLive } from './live.ts'
import { exchangeToken, giveToken, isSession, revokeAll } from './sessions.ts'

interface Heard {
  readonly tasks: Set<string>
  /** Of the last notice. */
  readonly number: () => number
  readonly ended: Promise<void>
  readonly leave: () => Promise<void>
}

interface Stage extends AsyncDisposable {
  readonly world: World
  /** How often the follower has looked. */
  readonly looks: () => number
  /** Once the follower has heard that nobody listens. */
  readonly stopped: () => Promise<void>
  readonly record: (task: string) => Promise<void>
  readonly listen: (after?: number) => Promise<Heard>
}

/** A real store and the real stream; only the time between two looks is shorter. */
function stage(isWelcome: (world: World) => Promise<boolean> = () => Promise.resolve(true)): Stage {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-live-'))
  const env = { FULLSTOP_HOME: home, HOME: home }
  const world = openWorld(env, 'person')
  let looks = 0
  const sleep = (): Promise<void> => {
    looks++
    return world.sleep(2)
  }
  let open = 0
  const live = openLive(() => {
    const own = openWorld(env, 'call')
    open++
    const close = (): void => {
      open--
      own.store.close()
    }
    return { ...own, store: { ...own.store, close }, sleep }
  }, '1')
  const stopped = (): Promise<void> => until(() => open === 0)
  let count = 0
  return {
    world,
    looks: () => looks,
    stopped,
    record: async (task) => {
      const event: Event = {
        id: `evt_${++count}`,
        at: '2026-01-01T00:00:00.000Z',
        session: 'ses_1',
        task,
        kind: 'task.cancelled',
        actor: 'browser',
      }
      expect(await world.store.append([event])).toBe('appended')
    },
    listen: async (after) => {
      const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': `${after}` }
      return hear(await live.open(new Request('http://localhost/api/changes', { headers }), () => isWelcome(world)))
    },
    [Symbol.asyncDispose]: async () => {
      live.close()
      await stopped()
      world.store.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function hear({ body }: Response): Heard {
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const tasks = new Set<string>()
  let number = 0
  const read = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const [, id = '', data = ''] =
        /^id: (\d+)\nevent: changed\ndata: (.*)\n\n$/.exec(Buffer.from(part.value).toString()) ?? []
      if (id === '') continue
      number = Number(id)
      for (const task of (JSON.parse(data) as ChangeNotice).tasks) tasks.add(task)
    }
  }
  return { tasks, number: () => number, ended: read(), leave: () => reader.cancel() }
}

test('whatever happens while a page is there or away, it hears of every task once it is back', async () => {
  // A number: so many tasks change. The rest is what the page does; `gone`: until nobody follows the store any more.
  const moves = ['away', 'gone', 'back'] as const
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(...moves)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using here = stage()
      const recorded: string[] = []
      const heard = new Set<string>()
      let page: Heard | undefined = await here.listen()
      let last = 0
      const leave = async (): Promise<void> => {
        if (!page) return
        await page.leave()
        await page.ended
        last = page.number()
        for (const task of page.tasks) heard.add(task)
        page = undefined
      }
      for (const step of all) {
        if (step === 'away' || step === 'gone') await leave()
        if (step === 'gone') await here.stopped()
        if (step === 'back') page ??= await here.listen(last)
        for (const _ of Array.from({ length: typeof step === 'number' ? step : 0 })) {
          recorded.push(`task_${recorded.length}`)
          await here.record(recorded.at(-1) ?? '')
        }
      }
      page ??= await here.listen(last)
      const open = page
      await until(() => recorded.every((task) => heard.has(task) || open.tasks.has(task)))
      await leave()
    }),
    { numRuns: rounds(400), examples: [[['gone', 2, 'back', 1]], [[1, 'away', 2, 'back']], [[2, 'gone', 1]]] },
  )
})

test('a page whose session was revoked is left at the next look, before it hears of anything else', async () => {
  const secret = 'a secret'
  await using here = stage((world) => isSession(world, secret))
  await giveToken(here.world, 'a token', 'opened')
  expect(await exchangeToken(here.world, 'a token', secret)).toBe(true)
  const page = await here.listen()
  await until(() => here.looks() > 3)
  await revokeAll(here.world)
  await here.record('task_late')
  const before = here.looks()
  await page.ended
  expect(here.looks() - before).toBeLessThanOrEqual(1)
  expect([...page.tasks]).toEqual([])
  // It comes back although it was sent away: its stream ends at once.
  await (
    await here.listen(0)
  ).ended
})
