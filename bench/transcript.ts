// Makes transcripts for `bench/hook.ts`: one turn of so many lines, in the shapes of both agents. Valid lines are modelled
// on the recorded ones; captures are those recordings themselves, repeated and shuffled; garbage is what no agent writes.
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type AgentName = 'claude' | 'codex'
export const SHAPES = ['calls', 'calls and text', 'garbage', 'capture repeated', 'capture shuffled'] as const
export type Shape = (typeof SHAPES)[number]

export const LAST_WORDS = 'I made good progress and will stop here.'
export const PROMPT = 'Add rate limiting to the API, with tests, and keep the docs in step.'
export const TURN = '01a1ded4-548d-76a1-8040-b2bfce9b7863'
const AT = '2026-11-15T00:00:00.000Z'
const fixtures = join(import.meta.dirname, '..', 'src', 'agents')

/** A prompt, so many lines, and last words without a claim. */
export function writeTranscript(path: string, agent: AgentName, shape: Shape, lines: number): void {
  const file = openSync(path, 'w')
  const body = bodyOf(agent, shape)
  let text = openingOf(agent)
  for (let index = 0; index < lines; index++) {
    text += `${body(index)}\n`
    if (text.length < 1_000_000) continue
    writeSync(file, text)
    text = ''
  }
  writeSync(file, text + closing(agent))
  closeSync(file)
}

/** What a refused stop adds: our feedback, one more edit, the last words again. */
export function moreLines(agent: AgentName, round: number): string {
  const body = bodyOf(agent, 'calls')
  const feedback =
    agent === 'claude'
      ? { ...head(round), type: 'user', isMeta: true, message: user('Stop hook feedback:\nFULLSTOP (1) Stop refused.') }
      : item({ type: 'HookPrompt', fragments: [{ text: 'FULLSTOP (1) Stop refused.' }] })
  const edit = [0, 1].map((index) => body(10_000_000 + round * 2 + index))
  return `${[JSON.stringify(feedback), ...edit].join('\n')}\n${closing(agent)}`
}

type Body = (index: number) => string

function bodyOf(agent: AgentName, shape: Shape): Body {
  switch (shape) {
    case 'calls':
      return agent === 'claude' ? claudeCalls : codexCalls
    case 'calls and text':
      return (index) => (index % 3 === 0 ? said(agent, index) : bodyOf(agent, 'calls')(index - Math.ceil(index / 3)))
    case 'garbage':
      return garbage(agent)
    case 'capture repeated':
      return capture(agent, (index, count) => index % count)
    case 'capture shuffled':
      return capture(agent, (index, count) => (index * 7919 + (index >> 3)) % count)
  }
}

function openingOf(agent: AgentName): string {
  if (agent === 'claude') {
    return `${JSON.stringify({ ...head(0), promptId: TURN, type: 'user', message: user(PROMPT), promptSource: 'typed' })}\n`
  }
  const start = { type: 'task_started', turn_id: TURN, turn_attribution: { turn_id: TURN, turn_trigger: 'user' } }
  const lines = [
    { timestamp: AT, type: 'session_meta', payload: { id: 'bench', source: 'cli', originator: 'codex-tui' } },
    { timestamp: AT, type: 'event_msg', payload: start },
    item({ type: 'UserMessage', id: 'prompt', content: [{ type: 'text', text: PROMPT }] }),
  ]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

function closing(agent: AgentName): string {
  return agent === 'claude'
    ? `${JSON.stringify(assistant(0, { type: 'text', text: LAST_WORDS }, 'end_turn'))}\n`
    : `${JSON.stringify(item({ type: 'AgentMessage', id: 'last', content: [{ type: 'Text', text: LAST_WORDS }] }))}\n`
}

function said(agent: AgentName, index: number): string {
  const text = `Step ${index}: I look at the next file and change it where needed.`
  return JSON.stringify(
    agent === 'claude'
      ? assistant(index, { type: 'text', text }, 'tool_use')
      : item({ type: 'AgentMessage', id: `msg_${index}`, content: [{ type: 'Text', text }] }),
  )
}

function claudeCalls(index: number): string {
  const id = `toolu_${index - (index % 2)}`
  if (index % 2 === 0) {
    const input = { file_path: `src/file-${index}.ts`, old_string: 'a', new_string: 'b'.repeat(200) }
    return JSON.stringify(assistant(index, { type: 'tool_use', id, name: 'Edit', input }, 'tool_use'))
  }
  const content = [{ tool_use_id: id, type: 'tool_result', content: 'The file has been updated. '.repeat(12) }]
  return JSON.stringify({ ...head(index), promptId: TURN, type: 'user', message: { role: 'user', content } })
}

function codexCalls(index: number): string {
  const id = `call_${index - (index % 2)}`
  const path = `src/file-${index}.ts`
  if (index % 2 === 1) {
    const unified_diff = `@@ -1 +1 @@\n-a\n+${'b'.repeat(200)}\n`
    const changes = { [path]: { type: 'update', unified_diff, move_path: null } }
    return JSON.stringify(item({ type: 'FileChange', id, changes, status: 'completed' }))
  }
  const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+${'b'.repeat(200)}\n*** End Patch\n`
  const payload = { type: 'custom_tool_call', status: 'completed', call_id: id, name: 'apply_patch', input }
  return JSON.stringify({ timestamp: AT, type: 'response_item', payload })
}

/** Lines cut off, lines of other JSON, bytes that are no text, and nothing at all. */
function garbage(agent: AgentName): Body {
  const valid = agent === 'claude' ? claudeCalls : codexCalls
  const kinds: readonly Body[] = [
    (index) => valid(index).slice(0, 50 + (index % 200)),
    (index) => JSON.stringify({ unknown: index, nested: [{ more: 'x'.repeat(index % 90) }] }),
    (index) => `\u0000\uFFFD\u0001 ${'zq'.repeat(index % 60)}`,
    () => '',
    (index) => '['.repeat(index % 100),
  ]
  return (index) => kinds[index % kinds.length]?.(index) ?? ''
}

/** The recording with the most tool calls, with ids of its own in every repetition. */
function capture(agent: AgentName, pick: (index: number, count: number) => number): Body {
  const [version] = readdirSync(join(fixtures, agent, 'fixtures'))
  const folder = join(fixtures, agent, 'fixtures', version ?? '', 'transcripts')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const plain = texts.map(ofWork).toSorted((one, other) => other.length - one.length)[0] ?? []
  return (index) => {
    const at = pick(index, plain.length)
    // Ids are values; the same letters also stand in keys and in types.
    return (plain[at] ?? '').replaceAll(/(?<=:")(?:toolu|call)_[A-Za-z0-9]+/g, `$&_${Math.floor(index / plain.length)}`)
  }
}

/** Words that claim, or that a person or we said, would each make the turn another one. */
function ofWork(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /tool_use|tool_result|_call|FileChange|CommandExecution/.test(line))
    .filter((line) => !/fullstop|FULLSTOP|<promise>|TASKMASTER|HookPrompt|UserMessage/.test(line))
    .map((line) => line.replaceAll(/"(promptId|turn_id)":"[^"]*"/g, `"$1":"${TURN}"`))
}

function item(of: object): object {
  return { timestamp: AT, type: 'event_msg', payload: { type: 'item_completed', turn_id: TURN, item: of } }
}

function user(content: string): object {
  return { role: 'user', content }
}

function assistant(line: number, block: object, stopReason: string): object {
  return {
    ...head(line),
    message: {
      id: `msg_${line}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: stopReason,
      usage: { input_tokens: 4000, output_tokens: 30 },
    },
    type: 'assistant',
  }
}

function head(line: number): object {
  return {
    parentUuid: `uuid-${line - 1}`,
    isSidechain: false,
    uuid: `uuid-${line}`,
    sessionId: 'bench',
    cwd: '/workspace',
    version: '2.1.325',
    gitBranch: 'main',
    timestamp: AT,
    userType: 'external',
  }
}
