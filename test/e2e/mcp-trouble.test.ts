// The store is damaged, too new or not writable: a call says what is wrong and what helps, and the server lives on.
import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeServerEnv, type McpServer, saving, serve, structured, success, textOf } from './mcp-client.ts'
import { newRoom, openDatabase, type Room } from './room.ts'

function serveOne(room: Room, env: Readonly<Record<string, string>> = {}): Promise<McpServer> {
  return serve(room, { env: { ...claudeServerEnv('one'), ...env } })
}

const calls: ReadonlyArray<readonly [string, object]> = [
  ['complete_task', success()],
  ['update_session_context', saving()],
  ['get_session_context', {}],
  ['clear_session_context', {}],
  ['address_comment', { id: 'cmt_1', what: 'Done.' }],
]

test('[newer F21] a store of a newer fullstop: every tool says so with the next step, and the file is left alone', async () => {
  using room = newRoom()
  await using server = await serveOne(room)
  await server.call('update_session_context', saving())
  const db = openDatabase(room.database)
  const { user_version } = db.prepare('pragma user_version').get() as { user_version: number }
  db.exec('pragma user_version = 99; pragma wal_checkpoint(truncate)')
  db.close()
  const bytes = readFileSync(room.database)
  for (const [tool, args] of calls) {
    const result = await server.call(tool, args)
    expect([tool, result.isError, textOf(result)]).toEqual([
      tool,
      true,
      expect.stringMatching(
        /^Fullstop itself failed, nothing was decided: the store \S+ was written by a newer fullstop \(schema 99, this one knows \d+\)\.\nNext \(for the user\): upgrade fullstop, or point FULLSTOP_HOME at another folder\. You may continue or stop\.$/,
      ),
    ])
  }
  expect(readFileSync(room.database).equals(bytes)).toBe(true)
  const mended = openDatabase(room.database)
  mended.exec(`pragma user_version = ${user_version}`)
  mended.close()
  expect(structured(await server.call('complete_task', success()))['outcome']).toBe('unverified')
})

test('[damaged F21] a damaged store is set aside and said so; the next call works on a new one', async () => {
  using room = newRoom()
  await using server = await serveOne(room)
  await server.call('update_session_context', saving())
  rmSync(`${room.database}-wal`, { force: true })
  rmSync(`${room.database}-shm`, { force: true })
  writeFileSync(room.database, 'This is not the store you look for.\n'.repeat(300))
  const first = await server.call('complete_task', success())
  expect([first.isError, textOf(first)]).toEqual([
    true,
    expect.stringMatching(
      /^Fullstop itself failed, nothing was decided: the store \S+ is damaged \(.+\)\.\nNext \(for the user\): it was set aside as \S+; a new one starts at the next event\. You may continue or stop\.$/,
    ),
  ])
  expect(structured(await server.call('complete_task', success()))['outcome']).toBe('unverified')
  expect(readFileSync(`${room.database}.damaged-1`, 'utf8')).toStartWith('This is not the store')
})

test('[unwritable F21] a folder where the store should be', async () => {
  using room = newRoom()
  mkdirSync(room.database, { recursive: true })
  await using server = await serveOne(room)
  for (const [tool, args] of calls) {
    const result = await server.call(tool, args)
    expect([tool, result.isError, textOf(result)]).toEqual([
      tool,
      true,
      expect.stringMatching(
        /^Fullstop itself failed, nothing was decided: the store \S+ cannot be used \(.+\)\.\nNext \(for the user\): free disk space or fix the permissions of that folder, or point FULLSTOP_HOME elsewhere\. You may continue or stop\.$/,
      ),
    ])
  }
  expect((await server.client.listTools()).tools).not.toEqual([])
})

test('[unwritable F21] the state folder is taken away between two calls: the next one makes it anew', async () => {
  using room = newRoom()
  await using server = await serveOne(room)
  await server.call('update_session_context', saving())
  rmSync(room.state, { recursive: true })
  expect(structured(await server.call('get_session_context', {}))).toEqual({ has_context: false })
  expect(structured(await server.call('complete_task', success()))['outcome']).toBe('unverified')
})

test('[unwritable F21] the working folder is taken away while the server runs', async () => {
  using room = newRoom()
  await using server = await serveOne(room)
  rmSync(room.cwd, { recursive: true })
  expect(structured(await server.call('complete_task', success()))).toMatchObject({ outcome: 'unverified' })
  mkdirSync(room.cwd)
})

test('[config-errors] a broken fullstop.json breaks no call', async () => {
  using room = newRoom()
  writeFileSync(join(room.cwd, 'fullstop.json'), '{ "checks": ')
  await using server = await serveOne(room)
  const result = await server.call('complete_task', success())
  expect(textOf(result)).toContain('recorded as unverified')
})
