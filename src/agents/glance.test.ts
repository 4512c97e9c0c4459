// What is passed over by its bytes says nothing that parsing would find: asked of every recorded line, and of some more.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptReader } from './agent.ts'
import { transcript as claude } from './claude/transcript.ts'
import { transcript as codex } from './codex/transcript.ts'

function recorded(agent: string): string[] {
  const folder = join(import.meta.dirname, agent, 'fixtures')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.includes('transcripts') && name.endsWith('.jsonl'))
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).filter((line) => line !== '')
}

/** As `flows/transcript/lines/sieve.ts` asks it: at every mark of a call, with what follows. */
function isPassed({ glance }: TranscriptReader, line: string): boolean {
  const { telling, words, call, ends, endsFrom, isIdle, idleBytes } = glance
  if ([...telling, words].some((mark) => line.includes(mark))) return false
  const after = line.split(call).slice(1)
  return after.every((_, index) => {
    const rest = after.slice(index).join(call)
    const end = rest.indexOf(ends, endsFrom)
    return isIdle(rest.slice(0, end < 0 ? idleBytes : Math.min(end, idleBytes)))
  })
}

const parsed = (reader: TranscriptReader, line: string): string[] =>
  reader.toEntries(JSON.parse(line)).flatMap((entry) => {
    if (entry.kind === 'tool-called') return entry.access === 'read' || entry.access === 'todo' ? [] : [entry.name]
    return ['prompt', 'said', 'goal', 'plan-mode'].includes(entry.kind) ? [entry.kind] : []
  })

for (const [agent, reader] of [
  ['claude', claude],
  ['codex', codex],
] as const) {
  test(`S1: ${agent}: recorded lines that are passed over hold no words, no prompt and no change`, () => {
    const speaking = recorded(agent).filter((line) => reader.speaks.some((mark) => line.includes(mark)))
    expect(speaking.length).toBeGreaterThan(50)
    const passed = speaking.filter((line) => isPassed(reader, line))
    expect(passed.flatMap((line) => parsed(reader, line))).toEqual([])
    expect(passed.length).toBeGreaterThan(0)
  })
}

const shell = (cmd: string, name = 'exec_command'): string =>
  JSON.stringify({
    type: 'response_item',
    payload: { type: 'function_call', name, arguments: JSON.stringify({ cmd }), call_id: 'call_1' },
  })

for (const [command, isIdle] of [
  ['cat src/a.ts', true],
  ['rg "a \\"b\\" c" src', true],
  ['git status', true],
  ['npm test', false],
  ['cat a > b', false],
  ['fullstop claim success', false],
  [`cat ${'x'.repeat(500)}`, false],
] as const) {
  test(`S1: codex: ${command.slice(0, 30)} is ${isIdle ? '' : 'not '}passed over`, () => {
    expect(isPassed(codex, shell(command))).toBe(isIdle)
  })
}

test('S1: codex: a tool of a server is not passed over, whatever its name', () => {
  const payload = { type: 'function_call', name: 'wait', namespace: 'mcp__x', arguments: '{}', call_id: 'call_1' }
  expect(isPassed(codex, JSON.stringify({ type: 'response_item', payload }))).toBe(false)
})
