// Stories × means × users: what extra runs say, and that they leave nothing behind. By default each kind of story is played
// once, with the usual means; `FULLSTOP_TEST_ROUNDS=100` plays all of them.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VerifiedChange } from '../../src/contract/view/verified-change.ts'
import { commandOf, processesOf } from '../processes.ts'
import { isExhaustive } from '../rounds.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { PROJECT, stories, type Story } from './extra-run-stories.ts'
import { envOn, handOver, type Machine, MACHINES, roomsOf, startedOn, USUAL, whyNotPlayed } from './means.ts'
import { makeRepository, type Repository, writeConfig } from './repository.ts'
import { listing, newRoom, type Room, runProgram } from './room.ts'

const played = isExhaustive ? MACHINES : [USUAL]
for (const machine of played) {
  const why = whyNotPlayed(machine)
  const name = `${machine.means}, ${machine.user}`
  test
    .skipIf(why !== undefined)
    .each(stories.filter((story) => isExhaustive || !story.isVariant).map((story) => [story.name, story] as const))(
    `[sealed canary] ${name}${why === undefined ? '' : ` (skipped: ${why})`}: %s`,
    (_, story) => play(machine, story),
  )
}

async function play(machine: Machine, story: Story): Promise<void> {
  using main = newRoom(roomsOf(machine))
  const { repository, room } = await placeFor(main, story)
  const { stdout: hash } = await room.run(['trust', '--hash'])
  story.change(repository, room)
  using _beside = story.beside?.(room)
  handOver(machine, main)
  const before = listing(main.home)
  const isOver = Promise.withResolvers<void>()
  const watching = watch(room, story, isOver.promise)
  const [program = '', ...args] = [...startedOn(machine, room, story.smallDisk), binary, 'verify', 'HEAD', '--json']
  const env = { ...room.env, ...envOn(machine), FULLSTOP_TRUST: hash.trim() }
  const { stdout, stderr } = await runProgram(program, args, { cwd: room.cwd, env })
  isOver.resolve()
  await watching
  expect(stderr).toBe('')
  const { result, extra } = JSON.parse(stdout) as VerifiedChange
  const told = [result, ...extra.map(({ kind, answer }) => `${kind}:${answer.replace('cannot-tell', '?')}`)].join(' ')
  const seen = { told, whys: extra.map(({ why }) => why) }
  expect(seen).toEqual({ ...seen, told: machine.means === 'none' ? story.none : story.told })
  if (story.why !== undefined && machine.means !== 'none') expect(extra[0]?.why).toContain(story.why)
  const ran = extra.flatMap(({ means }) => means ?? [])
  expect(ran).toEqual(ran.map(() => (machine.means === 'none' ? ('copy' as const) : machine.means)))
  await until(
    () => processesOf(main.root).length === 0,
    () => processesOf(main.root).map(commandOf).join('\n'),
  )
  expect(copiesIn(room)).toEqual([])
  expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(main.root)
  if (!story.during) expect(listing(main.home).filter((line) => !MADE.test(line))).toEqual(before)
}

/** Made by the check itself, where it ran in the workspace. */
const MADE = /^written |^project\/build/

async function placeFor(main: Room, story: Story): Promise<{ repository: Repository; room: Room }> {
  const { files = PROJECT, check, config, place } = story
  const run = Object.keys(files)
    .filter((name) => name.endsWith('.test.mjs'))
    .join(' ')
  writeConfig(main, { checks: [{ name: 'test', run: `node --test ${run}`, ...check }], ...config })
  const repository = makeRepository(main, files)
  if (place === undefined) return { repository, room: main }
  const above = join(main.home, 'above')
  const cwd = place === 'worktree' ? above : join(above, 'part')
  const room: Room = { ...main, cwd, run: (args, options) => main.run(args, { cwd, ...options }) }
  if (place === 'worktree') repository.git('worktree', 'add', '--quiet', '--detach', above)
  else {
    mkdirSync(above)
    const { git } = makeRepository({ ...main, cwd: above })
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', main.cwd, 'part')
  }
  // The same files, with a commit of its own.
  return { repository: makeRepository(room, { 'NOTES.md': '' }), room }
}

/** Tells each extra run its word, in the order in which they ask. */
async function watch(room: Room, { during }: Story, over: Promise<void>): Promise<void> {
  if (!during) return
  const folder = join(room.home, 'weather')
  const answered = new Set<string>()
  let isOver = false
  void over.then(() => (isOver = true))
  await until(() => {
    for (const name of copiesIn(room).filter((copy) => !answered.has(copy) && isAsking(room, copy))) {
      answered.add(name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'word'), during(answered.size, room))
      renameSync(join(folder, 'word'), join(folder, name))
    }
    return isOver
  })
}

function isAsking({ root }: Room, copy: string): boolean {
  return processesOf(root).some(
    (pid) => commandOf(pid).includes('weather.test') && environmentOf(pid).includes(`FULLSTOP_COPY=${copy}\0`),
  )
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // Gone meanwhile.
    return ''
  }
}

function copiesIn({ state }: Room): string[] {
  const folder = join(state, 'copies')
  return existsSync(folder) ? readdirSync(folder) : []
}
