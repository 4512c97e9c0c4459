// The store is locked, damaged, not writable or too new: the hook still answers, and every loop still ends.
import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { refused, silent, told, unverified } from './expected.ts'
import { newRoom, openDatabase, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

async function working(room: Room): Promise<ClaudeSession> {
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  return session
}

/** Another program holds the write lock until disposed. */
function holdLock(room: Room): Disposable {
  const db = openDatabase(room.database)
  db.exec('begin immediate')
  return {
    [Symbol.dispose]: () => {
      db.exec('rollback')
      db.close()
    },
  }
}

test('[locked F21] while the store is locked the hook decides from what it knows, and still refuses', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  {
    using _lock = holdLock(room)
    expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
    expect(await session.sayAndStop('Part 3.')).toEqual(refused('3/5', session.token))
  }
  session.edit()
  expect(await session.sayAndStop('Part 4.')).toEqual(refused('4/5', session.token))
  const stops = (await room.events()).filter((event) => event.kind === 'stop.decided')
  expect(stops.map((event) => event.lastWords)).toEqual(['Part 1.', 'Part 2.', 'Part 3.', 'Part 4.'])
  expect(readdirSync(join(room.state, 'spool'))).toEqual([])
})

test('[locked F21] a named pipe in the spool holds no hook', async () => {
  using room = newRoom()
  const session = await working(room)
  const pipe = join(room.state, 'spool', '1-a.jsonl')
  mkdirSync(join(room.state, 'spool'))
  expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0)
  try {
    expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  } finally {
    rmSync(pipe)
  }
})

test('[locked F21 F9] the loop ends although the store stays locked all the while', async () => {
  using room = newRoom()
  const session = await working(room)
  using _lock = holdLock(room)
  for (const count of [1, 2, 3]) {
    expect(await session.sayAndStop(`Part ${count}.`)).toEqual(refused(`${count}/5`, session.token))
  }
  expect(await session.sayAndStop('Part 4.')).toEqual(
    told(
      'Fullstop: not proven done: stuck (the same refusal was given 3 times with no progress in between). More: fullstop show task_ID',
    ),
  )
  expect(await session.sayAndStop('Part 5.')).toEqual(silent)
})

test('[locked F21] a session that begins while the store is locked is gated as well, and nothing of it is lost', async () => {
  using room = newRoom()
  await working(room)
  const session = claudeSession(room, { env: strict })
  {
    using _lock = holdLock(room)
    await session.start()
    await session.type('Write the docs.')
    session.edit()
    expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
    expect(await session.sayAndStop(session.token)).toEqual(unverified)
  }
  const docs = (await room.tasks()).find((task) => task.title === 'Write the docs.')
  expect([docs?.outcome, docs?.stops, docs?.refusals]).toEqual(['unverified', 2, 1])
})

test('[locked] an order of the person that could not be written at once still takes effect', async () => {
  using room = newRoom()
  const session = await working(room)
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  using _lock = holdLock(room)
  await session.type('fullstop cancel')
  expect(await session.sayAndStop('Part 2.')).toEqual(silent)
})

function lineOf(stdout: string): string {
  const answer = JSON.parse(stdout) as { systemMessage?: string; decision?: string }
  expect(Object.keys(answer)).toEqual(['systemMessage'])
  expect(answer.systemMessage).not.toContain('\n')
  return answer.systemMessage ?? ''
}

const damages: ReadonlyArray<readonly [string, (bytes: Buffer) => Buffer]> = [
  ['random bytes', (bytes) => Buffer.from(Uint8Array.from({ length: bytes.length }, (_, index) => (index * 89) % 251))],
  ['a text file', () => Buffer.from('This is not the store you look for.\n'.repeat(300))],
  ['truncated to one page', (bytes) => bytes.subarray(0, 4096)],
  [
    'every page but the first overwritten',
    (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xaa)]),
  ],
]

for (const [name, damage] of damages) {
  test(`[damaged F21] a damaged store (${name}) is set aside, said so, and the next stop is gated again`, async () => {
    using room = newRoom()
    const session = await working(room)
    expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
    // A command takes the log over into the file; pages that stand in the log would outlive the damage.
    await room.tasks()
    const bytes = damage(readFileSync(room.database))
    writeFileSync(room.database, bytes)
    const { code, stdout, stderr } = await session.sayAndStop('Part 2.')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const aside = `${room.database}.damaged-1`
    expect(lineOf(stdout)).toMatch(
      /^Fullstop: the stop was allowed, because the store \S+ is damaged \(.+\)\. Next: it was set aside as \S+; a new one starts at the next event\.$/,
    )
    expect(readFileSync(aside).equals(bytes)).toBe(true)
    expect(await session.sayAndStop('Part 3.')).toEqual(refused('1/5', session.token))
    expect((await room.tasks()).length).toBe(1)
  })
}

test('[unwritable environment-tightens] R7: a state folder below a file is not used, and the gate stays shut', async () => {
  using room = newRoom()
  const file = join(room.home, 'file')
  writeFileSync(file, '')
  const home = join(file, 'state')
  const session = claudeSession(room, { env: { ...strict, FULLSTOP_HOME: home } })
  const answer = JSON.parse((await session.hook('Stop', session.stopInput({ last: 'Half.' }))).stdout) as object
  expect(answer).toMatchObject({
    decision: 'block',
    systemMessage: `Fullstop: FULLSTOP_HOME=${home} is not used: it is not a folder`,
  })
})

test('[unwritable F21] a folder where the store should be', async () => {
  using room = newRoom()
  mkdirSync(room.database, { recursive: true })
  const session = claudeSession(room, { env: strict })
  const { code, stdout } = await session.hook('Stop', session.stopInput({ last: 'Half.' }))
  expect(code).toBe(0)
  expect(lineOf(stdout)).toStartWith(
    `Fullstop: the stop was allowed, because the store ${room.database} cannot be used`,
  )
})

const isRoot = process.getuid?.() === 0

test.skipIf(isRoot)(
  '[unwritable F21] a store that is read-only (skipped for root, who may write every file)',
  async () => {
    using room = newRoom()
    const session = await working(room)
    chmodSync(room.database, 0o400)
    const { code, stdout } = await session.sayAndStop('Half.')
    expect(code).toBe(0)
    expect(lineOf(stdout)).toContain('cannot be used')
  },
)

test('[newer F21] a store of a newer fullstop: the stop passes with one line, and the file is left alone', async () => {
  using room = newRoom()
  const session = await working(room)
  const db = openDatabase(room.database)
  db.exec('pragma user_version = 99; pragma wal_checkpoint(truncate)')
  db.close()
  const bytes = readFileSync(room.database)
  const { code, stdout, stderr } = await session.sayAndStop('Half.')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(lineOf(stdout)).toMatch(
    /^Fullstop: the stop was allowed, because the store \S+ was written by a newer fullstop \(schema 99, this one knows \d+\)\. Next: upgrade fullstop, or point FULLSTOP_HOME at another folder\.$/,
  )
  expect(readFileSync(room.database).equals(bytes)).toBe(true)
  expect(existsSync(`${room.database}.damaged-1`)).toBe(false)
})

test('[newer] commands say so too, with exit 70', async () => {
  using room = newRoom()
  await working(room)
  const db = openDatabase(room.database)
  db.exec('pragma user_version = 99')
  db.close()
  const { code, stdout, stderr } = await room.run(['tasks'])
  expect({ code, stdout }).toEqual({ code: 70, stdout: '' })
  expect(stderr).toMatch(/^fullstop: the store \S+ was written by a newer fullstop .*\n {2}next: upgrade fullstop/)
})

test('[secrets] secrets in prompts, messages and claims are masked in the bytes of the store', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  const secrets = [
    'sk-ant-api03-QUFBQUFBQUFBQUFBQUFBQUFB',
    'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    'hunter2-hunter2-99',
  ]
  await session.type(`Use ${secrets[0]} and ${secrets[1]}, password=${secrets[2]}, to build the parser.`)
  session.use(
    'Bash',
    { command: `curl -H "Authorization: Bearer ${secrets[1]}" https://example.org` },
    { failed: true },
  )
  expect((await session.sayAndStop(`I used ${secrets[0]} and password=${secrets[2]}.`)).code).toBe(0)
  await session.typeWhileWorking(`The token is now ${secrets[1]}.`)
  await session.sayAndStop(`${session.token}`)
  const files = readdirSync(room.state, { recursive: true, encoding: 'utf8' }).map((name) => join(room.state, name))
  const holds = files.flatMap((file) => {
    const bytes = existsSync(file) && !readdirSafe(file) ? readFileSync(file).toString('latin1') : ''
    return secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${file}: ${secret}`)
  })
  expect(holds).toEqual([])
  expect(JSON.stringify(room.allEvents())).toContain('[masked]')
})

function readdirSafe(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    // A file, not a folder.
    return false
  }
}
