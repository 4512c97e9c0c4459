// A project inside a trusted one: an agent can make one at any time (`git init`, a `fullstop.json`) and move into it.
import { expect, test } from 'bun:test'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { asked, claim, completed, couldNotRun, needsPerson, outcomes, started, untrusted } from './checking.ts'
import { refused, silent, unverified } from './expected.ts'
import { makeRepository, trust, trustChecks, writeConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const RED = { name: 'test', run: 'false' }

/** A trusted project whose check is red, and a folder in it. */
async function around(more: Config = {}): Promise<{ room: Room; inner: Room; here: string } & Disposable> {
  const room = newRoom()
  await trustChecks(room, makeRepository(room), [RED], more)
  const cwd = join(room.cwd, 'sub')
  mkdirSync(cwd)
  return {
    room,
    inner: { ...room, cwd },
    here: `it belongs to ${realpathSync(room.cwd)}, and this is ${realpathSync(cwd)}, a project of its own that is not trusted`,
    [Symbol.dispose]: () => room[Symbol.dispose](),
  }
}

const ways: Readonly<Record<string, (inner: Room) => void>> = {
  'a repository of its own': (inner) => void makeRepository(inner),
  'an empty config': (inner) => writeConfig(inner, {}),
  'looser settings': (inner) => writeConfig(inner, { mode: 'watch', tamper: 'warn', review: 'never' }),
  'a repository and a config': (inner) => {
    makeRepository(inner)
    writeConfig(inner, {})
  },
}

for (const [what, make] of Object.entries(ways)) {
  test(`[trust-needed nested] a folder that was given ${what} does not shed the checks around it`, async () => {
    using scene = await around()
    make(scene.inner)
    expect(await claim(await asked(scene.inner))).toEqual(couldNotRun('test', scene.here))
    expect(await outcomes(scene.room)).toEqual(['unverified'])
  })
}

test('[trust-needed nested] nor the mode and the review of the project around it', async () => {
  using scene = await around({ mode: 'strict', review: 'always' })
  makeRepository(scene.inner)
  const session = claudeSession(scene.inner)
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('A part of it.')).toEqual(refused('1/5', session.token))
  expect(await claim(session)).toEqual(needsPerson('every completion needs a person here'))
})

test('[trust-needed nested] checks of its own that nobody trusted do not run, and are not joined by others', async () => {
  using scene = await around()
  writeConfig(scene.inner, { checks: [{ name: 'test', run: 'true' }] })
  expect(await claim(await asked(scene.inner))).toEqual(untrusted('test'))
  expect(started(scene.room)).toEqual([])
})

test('[trust-needed nested] a project inside that the user trusted keeps its own checks and settings', async () => {
  using scene = await around({ mode: 'strict' })
  makeRepository(scene.inner)
  writeConfig(scene.inner, { checks: [{ name: 'own', run: 'true' }], mode: 'balanced' })
  const { code } = await scene.room.run(['trust', '--yes'], { cwd: scene.inner.cwd })
  expect(code).toBe(0)
  const session = claudeSession(scene.inner)
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('A part of it.')).toEqual(silent)
  expect(await claim(session)).toEqual(completed('own'))
})

test('[trust-needed nested] a folder without a mark, and a project beside it, are as before', async () => {
  using scene = await around()
  expect((await claim(await asked(scene.inner))).stdout).toContain('"decision":"block"')
  const beside = { ...scene.room, cwd: join(scene.room.home, 'beside') }
  mkdirSync(beside.cwd)
  makeRepository(beside)
  expect(await claim(await asked(beside))).toEqual(unverified)
})

test('[trust-needed nested] a trusted file that is gone or another is told of when a session starts', async () => {
  using room = newRoom()
  await trustChecks(room, makeRepository(room), [RED])
  const file = join(realpathSync(room.cwd), 'fullstop.json')
  const told = async (): Promise<unknown> =>
    (JSON.parse((await claudeSession(room).start()).stdout) as { systemMessage?: string }).systemMessage
  expect(await told()).toBeUndefined()
  writeFileSync(file, '{}')
  expect(await told()).toBe(
    `Fullstop: ${file} is not as you trusted it, so its checks do not run: look at it, then run \`fullstop trust\` there`,
  )
  // It is there, but nobody can read it: it is not called gone.
  writeFileSync(file, '{"cheks":[]}')
  expect(await told()).toContain(`${file} is not as you trusted it, so its checks do not run`)
  rmSync(file)
  expect(await told()).toBe(
    `Fullstop: ${file}, which you trusted, is gone, and its checks with it; if that is right, run \`fullstop trust --revoke\` there`,
  )
  writeConfig(room, { checks: [RED] })
  await trust(room)
  expect(await told()).toBeUndefined()
})
