// How much of a transcript is read: counted in bytes, at turns of very different lengths.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transcript as claude } from '../../agents/claude/transcript.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { openTranscript } from './open-transcript.ts'
import { readTranscript } from './read-transcript.ts'
import type { ReadNeeds, SessionRead } from '../../contract/agent/session-read.ts'
import type { World } from '../world.ts'

const root = mkdtempSync(join(tmpdir(), 'fullstop-read-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const path = join(root, 'session.jsonl')

const line = (value: object): string => `${JSON.stringify(value)}\n`
const prompt = line({ type: 'user', promptId: 'p', message: { role: 'user', content: 'Build the parser.' } })
const said = line({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Half.' }] } })

function edit(id: number): string {
  const content = [{ type: 'tool_use', id: `toolu_${id}`, name: 'Edit', input: { file_path: `src/${id}.ts` } }]
  const result = [{ tool_use_id: `toolu_${id}`, type: 'tool_result', content: 'ok' }]
  return (
    line({ type: 'assistant', message: { role: 'assistant', content, stop_reason: 'tool_use' } }) +
    line({ type: 'user', promptId: 'p', message: { role: 'user', content: result } })
  )
}

const edits = (count: number): string => Array.from({ length: count }, (_, id) => edit(id)).join('')

interface Look {
  readonly read: SessionRead
  readonly bytes: number
}

type Clocks = Pick<World, 'elapsed' | 'worked'>

function look(text: string, query: { from?: number; needs?: ReadNeeds } & Partial<Clocks> = {}): Look {
  writeFileSync(path, text)
  let bytes = 0
  const counted: typeof files = {
    ...files,
    openFile: (of, within) => {
      const opened = files.openFile(of, within)
      if (opened.kind !== 'opened') return opened
      const { file } = opened
      return {
        kind: 'opened',
        file: {
          ...file,
          read: (start, length, into) => {
            bytes += length
            return file.read(start, length, into)
          },
        },
      }
    },
  }
  const world = {
    files: counted,
    userHome: root,
    osHome: () => undefined,
    env: {},
    elapsed: query.elapsed ?? (() => 0),
    worked: query.worked ?? (() => 0),
  } as unknown as World
  const { from, needs = {} } = query
  const opened = openTranscript(world, claude, path)
  const read = readTranscript(world, opened, {
    reader: claude,
    turn: 'p',
    from,
    isSameFile: true,
    commands: [],
    needs,
  })
  return { read, bytes }
}

const entriesIn = ({ read }: Look): number => (read.kind === 'entries' ? read.entries.length : -1)

test('S1: after a prompt that was heard, a long turn is parsed as little as a short one, and looked at once', () => {
  const short = look(prompt + edits(500) + said, { from: 0 })
  const text = prompt + edits(50_000) + said
  const long = look(text, { from: 0 })
  expect(entriesIn(long)).toBeLessThanOrEqual(entriesIn(short) + 1)
  expect(long.bytes).toBeLessThan(1.1 * text.length)
})

test('S1: a stop that claims nothing looks at a part of a very long turn, and says so', () => {
  const text = prompt + edits(150_000) + said
  const { read, bytes } = look(text, { from: 0 })
  expect(bytes).toBeLessThan(34 * 1024 * 1024)
  expect(read).toMatchObject({ isSparse: true, gaveUp: true, todosFrom: 0 })
  expect(look(text, { from: 0, needs: { todos: true } }).read).toMatchObject({ isSparse: true, gaveUp: false })
})

test('S1: behind a long row of other lines, the result of the newest tool call is found, and few lines are parsed', () => {
  const words = (count: number): string => said.replace('"Half."', `"${'Half. '.repeat(20)}"`).repeat(count)
  const failed = edit(1).replace('"content":"ok"', '"content":"no such file","is_error":true')
  const result = { kind: 'tool-returned', id: 'toolu_1', failed: true }
  const near = look(prompt + failed + words(100) + said, { from: 0 })
  const far = look(prompt + edit(0) + failed + words(2000) + said, { from: 0, needs: { mayClaim: () => false } })
  for (const { read } of [near, far]) {
    const entries = read.kind === 'entries' ? read.entries : []
    const at = entries.findIndex((entry) => entry.kind === 'tool-returned')
    expect(entries[at]).toMatchObject(result)
    expect(entries[at - 1]).toMatchObject({ kind: 'tool-called', id: 'toolu_1' })
  }
  expect(entriesIn(far)).toBeLessThan(500)
})

test('S1: more changes to the todo list than a stop can follow are left to the claim, which follows them all', () => {
  const todo = (id: number): string =>
    edit(id).replaceAll(
      '"Edit","input":{',
      `"TodoWrite","input":{"todos":[{"content":"Step ${id}","status":"pending"}],`,
    )
  const todos = (count: number): string => Array.from({ length: count }, (_, id) => todo(id)).join('')
  const listed = ({ read }: Look): number =>
    read.kind === 'entries' ? read.entries.filter(({ kind }) => kind === 'todos').length : -1
  const few = look(prompt + todos(50) + edits(1000) + said, { from: 0 })
  expect(few.read).not.toHaveProperty('todosFrom')
  expect(listed(few)).toBe(50)
  const text = prompt + todos(2000) + edits(1000) + said
  const many = look(text, { from: 0 })
  expect(many.read).toMatchObject({ todosFrom: 0 })
  expect(listed(many)).toBe(0)
  expect(listed(look(text, { from: 0, needs: { todos: true } }))).toBe(2000)
})

test('S1: with all that no hook told of, the rest is looked at once and not parsed', () => {
  const text = prompt + edits(50_000) + said
  const { read, bytes } = look(text, { needs: { prompts: true, running: true } })
  expect(bytes).toBeLessThan(1.2 * text.length)
  expect(read).toMatchObject({ kind: 'entries', isSparse: true, gaveUp: false })
  const first = read.kind === 'entries' ? read.entries[0] : undefined
  expect(first).toMatchObject({ kind: 'prompt', text: 'Build the parser.' })
})

test('S1: a short turn is read whole', () => {
  const { read } = look(prompt + edits(20) + said)
  expect(read).toMatchObject({ kind: 'entries', isSparse: false, whole: true })
  expect(read.kind === 'entries' && read.entries).toHaveLength(42)
})

/** A clock that is so much further at each look. */
function ticking(ms: number): () => number {
  let now = 0
  return () => (now += ms)
}

const looks = Array.from({ length: 50_000 }, (_, id) => edit(id).replaceAll('Edit', 'Read')).join('')

for (const [name, clocks] of [
  ['work', { elapsed: ticking(100), worked: ticking(100) }],
  ['time', { elapsed: ticking(500) }],
] as const) {
  test(`R6: where the ${name} is up, what is known by then is what there is`, () => {
    const { read } = look(prompt + looks + said, { from: 0, ...clocks })
    expect(read).toMatchObject({ kind: 'entries', isSparse: true, gaveUp: true })
    expect(entriesIn({ read, bytes: 0 })).toBeLessThan(2000)
  })
}

test('R11: on a busy machine, where all takes longer and is no more work, as much is read', () => {
  const text = prompt + edits(500) + said
  const idle = look(text, { from: 0 })
  let asked = 0
  const busy = look(text, { from: 0, elapsed: () => (asked++ === 0 ? 0 : 9000), worked: ticking(1) })
  expect(asked).toBeGreaterThan(1)
  expect(busy).toEqual(idle)
})

test('R7: a home folder that the environment moved does not hide the transcript', () => {
  writeFileSync(path, prompt + said)
  const moved = { files, userHome: '/nowhere/else', env: {}, elapsed: () => 0, worked: () => 0 }
  const query = { reader: claude, turn: undefined, isSameFile: true, commands: [], needs: {} }
  const read = (world: World): SessionRead => readTranscript(world, openTranscript(world, claude, path), query)
  const found = { ...moved, osHome: () => root } as unknown as World
  expect(read(found)).toMatchObject({ kind: 'entries' })
  const hidden = { ...moved, osHome: () => undefined } as unknown as World
  expect(read(hidden)).toMatchObject({ kind: 'refused' })
})

test('a claim by a call that is nowhere to be seen has everything read', () => {
  const { read } = look(prompt + edits(2000) + said, { from: 0, needs: { everything: true } })
  expect(read).toMatchObject({ isSparse: false, whole: true })
  expect(read.kind === 'entries' && read.entries).toHaveLength(4002)
})

test('a last line that is still being written is read again next time', () => {
  const cut = said.slice(0, 30)
  const text = prompt + edits(2) + cut
  expect(look(text).read).toMatchObject({ offset: text.length - cut.length, size: text.length })
  expect(look(prompt + said.trimEnd()).read).toMatchObject({ offset: prompt.length + said.length - 1 })
})

const words = (text: string): string => said.replace('Half.', text)
const reads = (count: number): string => edits(count).replaceAll('"Edit"', '"Read"')
const mayClaim = (text: string): boolean => text.includes('promise')
const kindsIn = ({ read }: Look): string[] => (read.kind === 'entries' ? read.entries.map(({ kind }) => kind) : [])

test('S1: looks far back are passed over, and a change before all of them is found', () => {
  const { read } = look(prompt + edit(0) + reads(2500) + said, { from: 0 })
  expect(read).toMatchObject({ whole: true, gaveUp: false })
  const calls = read.kind === 'entries' ? read.entries.filter((entry) => entry.kind === 'tool-called') : []
  expect(calls.length).toBeLessThan(1000)
  expect(calls).toContainEqual(expect.objectContaining({ id: 'toolu_0', access: 'write' }))
})

test('S1: a call that only looks like one that looks is parsed', () => {
  const input = { type: 'tool_use', name: 'Read', id: 'x' }
  const content = [{ type: 'tool_use', id: 'toolu_odd', name: 'Deploy', input }]
  const odd = line({ type: 'assistant', message: { role: 'assistant', content, stop_reason: 'tool_use' } })
  const { read } = look(prompt + odd + reads(1000) + said, { from: 0 })
  expect(read.kind === 'entries' && read.entries).toContainEqual(
    expect.objectContaining({ id: 'toolu_odd', access: 'run' }),
  )
})

test('S1: words far back are passed over, unless some of them may be a claim', () => {
  const talk = Array.from({ length: 300 }, (_, id) => words(`Step ${id}.`) + reads(1)).join('')
  const silent = look(prompt + words('It is half done.') + talk + said, { from: 0, needs: { mayClaim } })
  expect(kindsIn(silent).filter((kind) => kind === 'said').length).toBeLessThan(200)
  const all = look(prompt + words('I promise.') + talk + said, { from: 0, needs: { mayClaim } })
  expect(kindsIn(all).filter((kind) => kind === 'said')).toHaveLength(302)
})

test('S1: the newest words are found however many looks came after them', () => {
  const { read } = look(prompt + words('Older.') + words('Newest.') + reads(1000), { from: 0, needs: { mayClaim } })
  const texts = read.kind === 'entries' ? read.entries.flatMap((one) => (one.kind === 'said' ? [one.text] : [])) : []
  expect(texts.at(-1)).toBe('Newest.')
})

test('S1: the prompt that opened a request is known by the words before it, also with looks in between', () => {
  const ended = line({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' },
  })
  const { read } = look(prompt + reads(50) + ended + prompt.replace('parser', 'printer') + reads(1000) + said, {
    needs: { mayClaim },
  })
  const prompts = read.kind === 'entries' ? read.entries.filter((entry) => entry.kind === 'prompt') : []
  expect(prompts).toMatchObject([{ text: 'Build the printer.' }])
})
