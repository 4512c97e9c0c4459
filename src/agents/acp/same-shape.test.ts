// Lines that differ in their words alone, read together: what comes out is what each of them says by itself.
import { expect, test } from 'bun:test'
import { joinSameShape, shapeOf, withWords } from './same-shape.ts'
import type { Params } from './wire.ts'

function lineOf(text: string, more: object = {}): string {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more }
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } })
}

function paramsOf(line: string): Params {
  return (JSON.parse(line) as { params: Params }).params
}

function read(lines: readonly string[]): { words: string | undefined; lines: number } {
  const [first = ''] = lines
  const shape = shapeOf(first, paramsOf(first))
  if (!shape) return { words: undefined, lines: 0 }
  const text = lines.map((line) => `${line}\n`).join('')
  const { words, end } = joinSameShape(text, 0, shape)
  const params = withWords(shape, words) as { update: { content: { text: string } } } | undefined
  return { words: params?.update.content.text, lines: text.slice(0, end).split('\n').length - 1 }
}

test('the words of all lines are joined, whatever they are', () => {
  const texts = ['He said ', '"no"', ' \\', '\\"', '\n\t', '{"text":"x"}', 'ü€', '\ud83d', '\ude00', '', 'end']
  expect(read(texts.map((text) => lineOf(text)))).toEqual({ words: texts.join(''), lines: texts.length })
})

test('a line that differs in anything else ends the run', () => {
  const lines = [lineOf('a'), lineOf('b'), lineOf('c', { messageId: 'm2' }), lineOf('d')]
  expect(read(lines)).toEqual({ words: 'ab', lines: 2 })
  expect(read([lineOf('a'), lineOf('b').replace('s1', 's2')])).toEqual({ words: 'a', lines: 1 })
  expect(read([lineOf('a'), `${lineOf('b').slice(0, -1)},"id":1}`])).toEqual({ words: 'a', lines: 1 })
})

test('a line that is not whole is left', () => {
  const whole = lineOf('a')
  const shape = shapeOf(whole, paramsOf(whole))
  const next = `${lineOf('b')}\n`
  for (let cut = 0; cut < next.length; cut++) {
    expect(shape && joinSameShape(`${whole}\n${next.slice(0, cut)}`, 0, shape).end).toBe(whole.length + 1)
  }
})

test('words that stand in the line twice do not hide which of them are said', () => {
  expect(read([lineOf('text'), lineOf('type')])).toEqual({ words: 'texttype', lines: 2 })
  const [first, second] = ['a', 'b'].map((text) =>
    JSON.stringify({
      method: 'session/update',
      params: { _meta: { text: 'a' }, update: { content: { type: 'text', text } } },
    }),
  )
  expect(read([first ?? '', second ?? '']).words).toBeUndefined()
})

test('what is not JSON between its quotes is not read together', () => {
  const bad = lineOf('b').replace('"b"', '"\\x"')
  expect(read([lineOf('a'), bad]).words).toBeUndefined()
  expect(read([lineOf('a'), lineOf('b').replace('"b"', '"\n"')]).words).toBeUndefined()
})

test('what tells of no text has no such shape', () => {
  for (const update of [
    { sessionUpdate: 'tool_call', toolCallId: '1' },
    { content: { type: 'image', text: 'a' } },
    1,
  ]) {
    const line = JSON.stringify({ method: 'session/update', params: { update } })
    expect(shapeOf(line, paramsOf(line))).toBeUndefined()
  }
})
