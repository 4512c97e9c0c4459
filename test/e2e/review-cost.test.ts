// What opening a review costs in processor time, compared with opening a small one: no wall clock, so that a busy machine
// does not matter.
import { expect, test } from 'bun:test'
import { binary } from './binary.ts'
import { asked, claim } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

/** Every second line is another one. */
const LINES = 14_000
/** A small review takes 0.1 s, and a large one less than 1 s. */
const MOST_TIMES = 10

const code = (count: number, isChanged: boolean): string =>
  Array.from(
    { length: count },
    (_, at) => `export const value${at} = compute(${isChanged && at % 2 === 0 ? at + count : at}, "text")\n`,
  ).join('')

async function waiting(room: Room, count: number): Promise<string> {
  const repository = makeRepository(room, { 'src/values.ts': code(count, false) })
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = await asked(room)
  repository.write('src/values.ts', code(count, true))
  await claim(session, 'Done.')
  return (await room.tasks())[0]?.id ?? ''
}

/** Seconds of processor time until the screen is there and left again. */
async function opening({ cwd, env }: Room, task: string): Promise<number> {
  let seen = ''
  const child = Bun.spawn([binary, 'review', task], {
    cwd,
    env,
    terminal: {
      cols: 120,
      rows: 40,
      data: (terminal, chunk) => {
        if (!seen.includes('Why it waits') && (seen += Buffer.from(chunk).toString()).includes('Why it waits')) {
          terminal.write('q')
        }
      },
    },
  })
  expect(await child.exited).toBe(0)
  child.terminal?.close()
  return Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6
}

test('[review-screen] 14,000 changed lines open in few times the processor time of ten', async () => {
  using small = newRoom()
  using large = newRoom()
  const [one, other] = [await waiting(small, 20), await waiting(large, LINES)]
  const costs: [number, number][] = []
  for (let round = 0; round < 3; round++) costs.push([await opening(small, one), await opening(large, other)])
  const least = (at: 0 | 1): number => Math.min(...costs.map((pair) => pair[at]))
  expect(least(1) / least(0)).toBeLessThan(MOST_TIMES)
})
