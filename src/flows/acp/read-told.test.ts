// What an agent tells, read in runs and one by one: the same entries, however the lines are cut.
import { expect, test } from 'bun:test'
import { endTelling } from '../../agents/acp/updates.ts'
import { type GatedSession, noteRead, openGated } from './gated-session.ts'
import { passTold, readAlong, readTold } from './read-told.ts'

type Telling = Parameters<typeof readTold>[0]

function opened(): Telling & { readonly session: GatedSession } {
  const session = openGated({ wireId: 's1', key: 'acp_1', cwd: '/', planMode: false })
  return { session, sessions: new Map([['s1', session]]), unread: [], unreadBytes: 0, shape: undefined }
}

function told(update: object, sessionId = 's1'): string {
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })}\n`
}

function says(text: string): string {
  return told({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}

function pass(gate: Telling, lines: readonly string[]): void {
  const bytes = Buffer.from(lines.join(''))
  expect(passTold(gate, bytes, bytes.toString('latin1'), 0)).toBe(bytes.length)
}

/** Told in so many lines at a time. */
function entriesOf(lines: readonly string[], size: number): unknown {
  const gate = opened()
  for (let at = 0; at < lines.length; at += size) {
    pass(gate, lines.slice(at, at + size))
    if (at % 3 === 0) readTold(gate)
  }
  readTold(gate)
  noteRead(gate.session, endTelling(gate.session.telling))
  return gate.session.items.flat()
}

test('words, thoughts and calls are heard in their order, however they are cut', () => {
  const lines = [
    ...['Grüße ', 'an "alle"', ' 😀\n', '\\'].map(says),
    told({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } }),
    told({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'ls', kind: 'execute', status: 'in_progress' }),
    told({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' }),
    told({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'not here' } }, 's2'),
    ...['Done', '.\n', 'FULLSTOP_DONE::x'].map(says),
  ]
  const whole = entriesOf(lines, lines.length)
  expect(whole).toMatchObject([
    { kind: 'said', text: 'Grüße an "alle" 😀\n\\' },
    { kind: 'tool-called', id: 'c1' },
    { kind: 'tool-returned', id: 'c1' },
    { kind: 'said', text: 'Done.\nFULLSTOP_DONE::x' },
  ])
  for (let size = 1; size < lines.length; size++) expect(entriesOf(lines, size)).toEqual(whole)
})

test('a bad line among good ones costs nothing but itself', () => {
  const bad = says('x').replace('"x"', '"\\q"')
  expect(entriesOf([says('a'), says('b'), bad, says('c')], 4)).toMatchObject([{ kind: 'said', text: 'abc' }])
  expect(entriesOf([says('a'), says('b'), bad, says('c')], 1)).toMatchObject([{ kind: 'said', text: 'abc' }])
})

test('of a message without end the last words are kept, and no more memory than for them', () => {
  const gate = opened()
  const block = Array.from({ length: 50 }, () => says('word '.repeat(200)))
  pass(gate, block.slice(0, 1))
  readTold(gate)
  for (let nth = 0; nth < 500; nth++) {
    pass(gate, block)
    readAlong(gate)
  }
  expect(gate.unreadBytes).toBeLessThan(5 * 1024 * 1024)
  pass(gate, [says('FULLSTOP_DONE::x')])
  readTold(gate)
  expect(gate.session.telling.saying).toEndWith('word FULLSTOP_DONE::x')
  expect(gate.session.telling.saying.length).toBeGreaterThan(1024 * 1024)
})

test('a call that is nested too deep is heard without its input, and so is what follows', () => {
  const depth = 50_000
  const deep = told({ sessionUpdate: 'tool_call', toolCallId: 'd', rawInput: { a: 'here' } }).replace(
    '"here"',
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
  )
  expect(entriesOf([says('a'), deep, says('b')], 3)).toMatchObject([{ text: 'a' }, { text: 'b' }])
})
