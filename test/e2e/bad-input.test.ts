// Hostile and broken hook input: exit 0, nothing held, one visible line, recorded, and nothing written elsewhere.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { refused, silent } from './expected.ts'
import { listing, newRoom, type Output, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

/** Runs the hook and checks what holds for every bad input; returns the line that the person reads. */
async function lineFor(room: Room, input: string): Promise<string> {
  const before = [listing(room.home), listing(join(room.root, 'tmp'))]
  const output = await room.run(['hook', 'claude'], { input, env: strict })
  expect([listing(room.home), listing(join(room.root, 'tmp'))]).toEqual(before)
  return oneLine(output)
}

function oneLine(output: Output): string {
  expect({ code: output.code, stderr: output.stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(output.stdout) as Record<string, unknown>
  expect(Object.keys(answer)).toEqual(['systemMessage'])
  const line = String(answer['systemMessage'])
  expect(line).not.toContain('\n')
  expect(line.length).toBeLessThan(500)
  return line
}

function failuresOf(room: Room): string[] {
  return room.allEvents().map((event) => (event.kind === 'hook.failed' ? event.message : `unexpected ${event.kind}`))
}

const stop = {
  session_id: 'good-id',
  cwd: '.',
  hook_event_name: 'Stop',
  stop_hook_active: false,
  last_assistant_message: 'Half of it.',
}

const messages: ReadonlyArray<readonly [string, string, string]> = [
  ['empty stdin', '', 'the hook input is empty'],
  ['white space', ' \n\t ', 'the hook input is empty'],
  ['no JSON', 'Stop!', 'the hook input is not JSON'],
  ['half JSON', JSON.stringify(stop).slice(0, 40), 'the hook input is not JSON'],
  ['a list', JSON.stringify([stop]), 'the hook input is not a JSON object'],
  ['a string', '"Stop"', 'the hook input is not a JSON object'],
  ['null', 'null', 'the hook input is not a JSON object'],
  ['an empty object', '{}', 'the hook input names no hook_event_name'],
  ['bytes that are no text', '\u0000\u0001\ufffd', 'the hook input is not JSON'],
  ['a very deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'the hook input is not a JSON object'],
  ['an event name of the wrong type', changed({ hook_event_name: 7 }), 'the hook input names no hook_event_name'],
  ['an unknown event', changed({ hook_event_name: 'Nap' }), 'nothing is known about the hook event "Nap"'],
  [
    'an event with a name of objects',
    changed({ hook_event_name: '__proto__' }),
    'nothing is known about the hook event "__proto__"',
  ],
  ['an inherited name', changed({ hook_event_name: 'toString' }), 'nothing is known about the hook event "toString"'],
  ['no session', changed({ session_id: undefined }), 'the hook input names no session_id'],
  ['no session (null)', changed({ session_id: null }), 'the hook input names no session_id'],
  [
    'neither transcript nor message',
    changed({ last_assistant_message: undefined }),
    'the stop names neither a transcript_path nor a last_assistant_message',
  ],
  ['session_id as a number', changed({ session_id: 7 }), 'session_id in the hook input is not a string'],
  ['transcript_path as a list', changed({ transcript_path: [] }), 'transcript_path in the hook input is not a string'],
  ['cwd as an object', changed({ cwd: {} }), 'cwd in the hook input is not a string'],
  ['prompt_id as a number', changed({ prompt_id: 7 }), 'prompt_id in the hook input is not a string'],
  [
    'last_assistant_message as a list',
    changed({ last_assistant_message: ['x'] }),
    'last_assistant_message in the hook input is not a string',
  ],
  ['permission_mode as a number', changed({ permission_mode: 1 }), 'permission_mode in the hook input is not a string'],
  ['agent_id as an object', changed({ agent_id: {} }), 'agent_id in the hook input is not a string'],
  [
    'stop_hook_active as text',
    changed({ stop_hook_active: 'yes' }),
    'stop_hook_active in the hook input is not true or false',
  ],
  [
    'background_tasks as an object',
    changed({ background_tasks: {} }),
    'background_tasks in the hook input is not a list',
  ],
  ['session_crons as text', changed({ session_crons: 'x' }), 'session_crons in the hook input is not a list'],
  [
    'a prompt as a number',
    changed({ hook_event_name: 'UserPromptSubmit', prompt: 7 }),
    'prompt in the hook input is not a string',
  ],
  [
    'a prompt hook without a prompt',
    changed({ hook_event_name: 'UserPromptSubmit' }),
    'UserPromptSubmit without a prompt',
  ],
  [
    'a session id with path characters',
    changed({ session_id: '../../etc/passwd' }),
    'the session_id is not a plain name (16 characters)',
  ],
  [
    'an absolute path as session id',
    changed({ session_id: '/etc/passwd' }),
    'the session_id is not a plain name (11 characters)',
  ],
  ['an empty session id', changed({ session_id: '' }), 'the session_id is not a plain name (0 characters)'],
  [
    'control characters in the session id',
    changed({ session_id: 'a\u001b[31m\nb' }),
    'the session_id is not a plain name (8 characters)',
  ],
  [
    'a session id of a megabyte',
    changed({ session_id: 'x'.repeat(1_000_000) }),
    'the session_id is not a plain name (1000000 characters)',
  ],
  [
    'a session id with a null byte',
    changed({ session_id: 'a\u0000b' }),
    'the session_id is not a plain name (3 characters)',
  ],
]

function changed(change: object): string {
  return JSON.stringify({ ...stop, ...change })
}

for (const [name, input, message] of messages) {
  test(`[bad-input F21] ${name}`, async () => {
    using room = newRoom()
    expect(await lineFor(room, input)).toBe(`Fullstop: the stop was allowed, because ${message}.`)
    expect(failuresOf(room)).toEqual([message])
  })
}

test('[bad-input F21] an unknown event name with escape sequences is not printed raw', async () => {
  using room = newRoom()
  const line = await lineFor(room, changed({ hook_event_name: `\u001b]0;title\u0007${'x'.repeat(500)}` }))
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
  expect(line).toStartWith('Fullstop: the stop was allowed, because nothing is known about the hook event "')
})

test('[bad-input] fields that we do not know are ignored, a null counts as absent', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  const more = { new_field: { deep: [1] }, agent_id: null, permission_mode: null, background_tasks: null }
  expect(await session.sayAndStop('Half of it.', { more })).toEqual(refused('1/5', session.token))
})

test('[bad-input] a message of four megabytes is read without harm', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop(`${'word '.repeat(800_000)}.`, { flush: 'never' })).toEqual(
    refused('1/5', session.token),
  )
})

interface Transcript {
  readonly name: string
  readonly make: (room: Room) => string
  readonly why: string
  readonly skip?: string | false
}

const outside = (room: Room): string => {
  const path = join(room.root, 'outside.jsonl')
  writeFileSync(path, '{}\n')
  return path
}

const transcripts: readonly Transcript[] = [
  { name: 'a folder', make: (room) => room.cwd, why: 'it is a folder' },
  { name: 'a device', make: () => '/dev/zero', why: 'it lies outside your home folder' },
  { name: 'a file outside the home folder', make: outside, why: 'it lies outside your home folder' },
  {
    name: 'a link to a file outside',
    make: (room) => {
      const path = join(room.home, 'link.jsonl')
      symlinkSync(outside(room), path)
      return path
    },
    why: 'it lies outside your home folder',
  },
  {
    name: 'a link to a device',
    make: (room) => {
      const path = join(room.home, 'zero.jsonl')
      symlinkSync('/dev/zero', path)
      return path
    },
    why: 'it lies outside your home folder',
  },
  {
    name: 'a way out of the home folder by ..',
    make: (room) => {
      outside(room)
      return `${room.home}/../outside.jsonl`
    },
    why: 'it lies outside your home folder',
  },
  {
    name: 'a named pipe',
    make: (room) => {
      const path = join(room.home, 'pipe.jsonl')
      spawnSync('mkfifo', [path])
      return path
    },
    why: 'it is not a regular file',
  },
  {
    name: 'a file that may not be read',
    make: (room) => {
      const path = join(room.home, 'locked.jsonl')
      writeFileSync(path, '{}\n')
      chmodSync(path, 0)
      return path
    },
    why: 'EACCES',
    skip: process.getuid?.() === 0 && 'root may read every file',
  },
  { name: 'a path with a null byte', make: (room) => join(room.home, 'a\u0000b'), why: '' },
]

for (const { name, make, why, skip } of transcripts) {
  test.skipIf(Boolean(skip))(
    `[bad-transcript F21] ${name} as transcript${skip ? ` (skipped: ${skip})` : ''}`,
    async () => {
      using room = newRoom()
      const path = make(room)
      const line = await lineFor(room, changed({ transcript_path: path }))
      expect(line).toStartWith('Fullstop: the stop was allowed, because the transcript ')
      expect(line).toContain(`cannot be read: ${why}`)
      expect(failuresOf(room)).toHaveLength(1)
    },
  )
}

test('[no-transcript] without a transcript path nothing is concluded from what could not be read', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  expect(await session.hook('Stop', { ...session.stopInput({ last: 'Hm.' }), transcript_path: '' })).toEqual(
    refused('1/5', session.token),
  )
})

test('[bad-transcript F21] bad input in mid-session leaves the session as it was', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  oneLine(await session.hook('Stop', { ...session.stopInput(), transcript_path: room.cwd }))
  oneLine(await session.hook('Stop', { ...session.stopInput(), stop_hook_active: 'yes' }))
  expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
})

test('[writes-nothing] a whole session writes nothing but under FULLSTOP_HOME', async () => {
  using room = newRoom()
  mkdirSync(join(room.cwd, '.git', 'refs'), { recursive: true })
  const session = claudeSession(room, { env: strict })
  await session.start()
  await session.type('Build the parser.')
  session.edit()
  session.say('Half of it.')
  session.use('Read', { file_path: 'x' })
  const before = [listing(room.home), listing(join(room.root, 'tmp'))]
  const stopped = await session.hook('Stop', session.stopInput())
  expect(stopped).toEqual(refused('1/5', session.token))
  expect(await session.hook('SessionEnd', { reason: 'other' })).toEqual(silent)
  expect([listing(room.home), listing(join(room.root, 'tmp'))]).toEqual(before)
})
