// `fullstop context import`: the files of a `context-memory` server, hostile ones among them, in one folder.
import { expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saving, serve, structured } from './mcp-client.ts'
import { newRoom, type Room } from './room.ts'

const DAY_MS = 86_400_000

interface Result {
  readonly file: string
  readonly result: string
  readonly why?: string
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}

function older(taskId: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    sessionId: 'default',
    taskId,
    updatedAt: daysAgo(2),
    originalRequest: 'Refuse more than five logins a minute.',
    summary: 'Wrote limit.js',
    keyDecisions: ['Count per address'],
    filesModified: [{ path: 'limit.js', operation: 'created', timestamp: daysAgo(3) }],
    currentStatus: 'One test fails',
    recentToolCalls: [],
    blockers: [],
    ...changes,
  })
}

async function importing(room: Room, folder: string, ...options: string[]): Promise<readonly Result[]> {
  const { stdout } = await room.run(['context', 'import', folder, '--json', ...options])
  return JSON.parse(stdout) as Result[]
}

test('[context-import] files of an older server are taken over once; damaged and hostile ones are named and skipped', async () => {
  using room = newRoom()
  const folder = join(room.home, 'older')
  mkdirSync(join(folder, 'folder.json'), { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  write('task_a.json', older('task_a', { summary: 'Used AWS key AKIAIOSFODNN7EXAMPLE and s3cr3t-v4lue-77' }))
  writeFileSync(join(room.cwd, '.env'), 'TOKEN=s3cr3t-v4lue-77\n')
  write('task_future.json', older('task_future', { updatedAt: '2999-01-01T00:00:00.000Z' }))
  write('task_old.json', older('task_old', { updatedAt: daysAgo(400) }))
  write('broken.json', older('broken').slice(0, 50))
  write('copy of task_a.json', older('task_a', { updatedAt: daysAgo(0) }))
  write('up.json', older('../../up'))
  write('red\u001b[31m.json', '{}')
  write('notes.txt', 'no context')
  write('huge.json', '{')
  truncateSync(join(folder, 'huge.json'), 64 * 1024 * 1024)
  writeFileSync(join(room.home, 'secret.json'), older('secret'))
  symlinkSync(join(room.home, 'secret.json'), join(folder, 'secret.json'))
  execFileSync('mkfifo', [join(folder, 'pipe.json')])
  const before = readdirSync(folder)

  const trial = await room.run(['context', 'import', folder, '--dry-run'])
  expect(trial.stdout).toContain('Nothing was written. It would be: 2 imported, 8 skipped.')
  expect((await room.run(['context', '--json'])).stdout).toBe('[]\n')

  const first = await room.run(['context', 'import', folder])
  expect(first.code).toBe(1)
  expect(first.stdout).not.toContain('\u001b')
  expect(first.stdout.replaceAll('\u{fffd}', '?').replace(/ \d+s /, ' 0s ')).toMatchInlineSnapshot(`
    "FILE                 AGE   RESULT
    broken.json                skipped: it is not a JSON object
    copy of task_a.json        skipped: it holds the context of task_a, which its name does not say
    huge.json                  skipped: it has 67108864 bytes, 16777216 is the most
    pipe.json                  skipped: it is not a regular file
    red?[31m.json              skipped: taskId is missing or of the wrong kind
    secret.json                skipped: it is a link that leads out of the folder
    task_a.json          2d    imported
    task_future.json     0s    imported
    task_old.json        400d  skipped: it is older than contexts are kept; raise memory.keep to import it
    up.json                    skipped: taskId is not an id that can name a task

    2 imported, 8 skipped.
    "
  `)
  const text = JSON.stringify(room.allEvents()) + readFileSync(room.database, 'latin1')
  expect([text.includes('AKIAIOSFODNN7EXAMPLE'), text.includes('s3cr3t-v4lue-77')]).toEqual([false, false])
  expect((await room.run(['brief', 'task_a'])).stdout).toContain('> Refuse more than five logins a minute.')
  expect(readdirSync(folder)).toEqual(before)

  const again = await importing(room, folder)
  expect(again.filter(({ result }) => result !== 'skipped').map(({ file, why }) => [file, why])).toEqual([
    ['task_a.json', 'imported before'],
    ['task_future.json', 'imported before'],
  ])
})

test('[context-import] what is stored and newer stays, an older one is added to, and no task of an agent is touched', async () => {
  using room = newRoom()
  const folder = join(room.home, 'older')
  mkdirSync(folder)
  writeFileSync(join(folder, 'task_a.json'), older('task_a'))
  expect((await importing(room, folder)).map(({ result }) => result)).toEqual(['imported'])
  {
    // A host that named its task for the older server names it for ours.
    await using server = await serve(room, { env: { ACCOMPLISH_TASK_ID: 'task_a' } })
    const found = structured(await server.call('get_session_context', { format: 'raw' }))
    expect(found).toMatchObject({
      has_context: true,
      context: { taskId: 'task_a', keyDecisions: ['Count per address'] },
    })
    await server.call('update_session_context', saving({ summary: 'Ours is newer' }))
  }
  writeFileSync(join(folder, 'task_a.json'), older('task_a', { updatedAt: daysAgo(1), summary: 'Older' }))
  const [kept] = await importing(room, folder)
  expect([kept?.result, kept?.why]).toEqual(['kept', expect.stringMatching(/^what is stored is newer, saved 20/)])
  expect((await room.run(['context', 'task_a'])).stdout).toContain('Ours is newer')

  writeFileSync(
    join(folder, 'task_a.json'),
    older('task_a', { updatedAt: '2999-01-01T00:00:00.000Z', summary: 'Newest' }),
  )
  expect((await importing(room, folder)).map(({ result }) => result)).toEqual(['updated'])
  expect((await room.run(['context', 'task_a'])).stdout).toContain('Newest')

  const hook = { session_id: 'one', hook_event_name: 'UserPromptSubmit', prompt: 'Write it.', cwd: room.cwd }
  await room.run(['hook', 'claude'], { input: JSON.stringify(hook), env: { FULLSTOP_MODE: 'strict' } })
  const live = (await room.tasks()).find(({ agent }) => agent === 'claude')?.id ?? ''
  writeFileSync(join(folder, `${live}.json`), older(live))
  const results = await importing(room, folder)
  expect(results.find(({ file }) => file === `${live}.json`)?.why).toBe('there is a task of this id already, of claude')

  const byAgent = await room.run(['context', 'import', folder], { env: { CLAUDECODE: '1' } })
  expect([byAgent.code, byAgent.stderr]).toEqual([1, expect.stringContaining('importing contexts needs a person')])
})
