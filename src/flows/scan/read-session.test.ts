// Stops of recorded and written sessions against the verdicts that were written down first.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { archive as claudeArchive } from '../../agents/claude/archive.ts'
import { transcript as claude } from '../../agents/claude/transcript.ts'
import { archive as codexArchive } from '../../agents/codex/archive.ts'
import { transcript as codex } from '../../agents/codex/transcript.ts'
import type { Archive } from '../../agents/agent.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'
import { type JudgedStop, judgeStop, leavesOpen } from './judge-stop.ts'
import { readSession, type SessionStop } from './read-session.ts'
import { asClaude, asCodex, type PastSession } from '../../../test/fake-agents/past-session.ts'
import { recorded, written, type WrittenStop } from './stops.fixture.ts'

const SOURCES = {
  claude: { archive: claudeArchive, reader: claude },
  codex: { archive: codexArchive, reader: codex },
}
const FIXTURES = {
  claude: '../../agents/claude/fixtures/2.1.325/transcripts',
  codex: '../../agents/codex/fixtures/0.166.0/transcripts',
}

function opened(text: string): OpenedFile {
  const bytes = Buffer.from(text)
  return {
    size: bytes.length,
    read: (start, length, into) => {
      const piece = bytes.subarray(start, start + length)
      if (!into) return piece
      piece.copy(into)
      return into.subarray(0, piece.length)
    },
    close: () => {},
  }
}

type Stop = Omit<SessionStop, 'past'> & JudgedStop & Pick<SessionStop['past'], 'agentSessionId' | 'attended'>

function stopsIn(agent: 'claude' | 'codex', text: string, source = SOURCES[agent]): Stop[] {
  const stops: Stop[] = []
  let isOpen = false
  const onStop = ({ past, ...stop }: SessionStop): void => {
    const judged = judgeStop({ ...past, isOpen: past.isOpen ?? isOpen })
    isOpen = leavesOpen(judged)
    const { agentSessionId, attended } = past
    stops.push({ ...stop, ...judged, agentSessionId, attended })
  }
  readSession(opened(text), source, { onStop, onRequest: () => {} })
  return stops
}

/** Every line parsed: what skimming must not change. */
function stopsWhole(agent: 'claude' | 'codex', text: string): Stop[] {
  const { archive, reader } = SOURCES[agent]
  const skim: Archive['skim'] = (line, callOf) => (archive.skim(line, callOf) === 'over' ? 'over' : 'parse')
  return stopsIn(agent, text, { archive: { ...archive, skim }, reader })
}

describe('recorded sessions', () => {
  for (const [file, verdicts] of recorded) {
    const [agent = 'claude', name = ''] = file.split('/') as ['claude' | 'codex', string]
    test(file, () => {
      const text = readFileSync(join(import.meta.dir, FIXTURES[agent], `${name}.jsonl`), 'utf8')
      const stops = stopsIn(agent, text)
      expect(stops.map(({ verdict }) => verdict)).toEqual([...verdicts])
      expect(stops.map(({ decision }) => decision)).toEqual(stopsWhole(agent, text).map(({ decision }) => decision))
    })
  }
})

describe('written sessions', () => {
  for (const stop of written) {
    test(`${stop.verdict}: ${stop.name}`, () => {
      expect(stopsIn('claude', asClaude(sessionOf(stop))).map(({ verdict }) => verdict)).toEqual([stop.verdict])
      expect(stopsIn('codex', asCodex(sessionOf(stop))).map(({ verdict }) => verdict)).toEqual([stop.verdict])
      expect(stopsWhole('claude', asClaude(sessionOf(stop)))).toEqual(stopsIn('claude', asClaude(sessionOf(stop))))
      expect(stopsWhole('codex', asCodex(sessionOf(stop)))).toEqual(stopsIn('codex', asCodex(sessionOf(stop))))
    })
  }
})

/** Commands that look like the end of their input, or say more than what is called. */
const TRICKY = [
  'echo "}"',
  `echo '{"a":"b"}' && npm test`,
  'ls \\',
  'npm test # é',
  `npm test ${'x'.repeat(800)}`,
  'fullstop claim success',
]

test.each(TRICKY)('a call of %p is read from its beginning as from the whole line', (command) => {
  for (const call of [command, `${command}!`]) {
    const stop = { asked: 'Fix the parser.', calls: ['edit src/a.ts', call], said: 'I fixed it. All tests pass.' }
    const session = { id: 'abc', cwd: '/workspace', at: new Date('2026-11-15T10:00:00Z'), requests: [stop] }
    for (const text of [asClaude(session), asClaude(session).replaceAll('"},"', '","timeout":9},"')])
      expect(stopsIn('claude', text)).toEqual(stopsWhole('claude', text))
  }
})

function sessionOf({ asked, calls, said }: WrittenStop): PastSession {
  return { id: 'abc', cwd: '/workspace', at: new Date('2026-11-15T10:00:00Z'), requests: [{ asked, calls, said }] }
}

describe('a shell call of Codex', () => {
  const line = (type: string, payload: object): string => JSON.stringify({ timestamp: '2026-11-15', type, payload })
  const item = (value: object): string => line('event_msg', { type: 'item_completed', turn_id: 't', item: value })
  const text = (words: string): object[] => [{ type: 'text', text: words }]
  const around = (...calls: string[]): string =>
    [
      line('session_meta', { id: 's', cwd: '/w', source: 'cli' }),
      item({ type: 'UserMessage', id: 'u', content: text('Fix it.') }),
      ...calls,
      item({ type: 'AgentMessage', id: 'm', content: text('I fixed the parser.') }),
      line('event_msg', { type: 'task_complete' }),
    ].join('\n')
  const call = (cmd: string, more: object = {}): string =>
    line('response_item', {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd }),
      call_id: 'c',
      ...more,
    })
  const plain = call('rm a.txt')
  const workIn = (session: string): number[] => {
    const counts: number[] = []
    const onStop = ({ past }: SessionStop): void => void counts.push(past.window.work.workCalls)
    readSession(opened(session), SOURCES.codex, { onStop, onRequest: () => {} })
    return counts
  }

  for (const [name, calls, isWork] of [
    ['as usual', [plain], true],
    ['with more behind it', [call('rm a.txt', { passthrough: { turn_id: 't' } })], true],
    ['in another order', [call('rm a.txt', { type: 'function_call', name: 'exec_command' })], true],
    ['that only reads', [call('cat a.txt')], false],
    ['with quotes and an end within', [call(String.raw`rm "a\"} b","call_id":"x"`)], true],
    ['of a server', [call('cat a.txt', { namespace: 'mcp__x' })], true],
    ['in an odd spacing', [plain.replace('"name":', '"name": ')], true],
    ['with an escaped key', [plain.replace('"name"', String.raw`"n\u0061me"`)], true],
    ['with an escaped value', [plain.replace('exec_command', String.raw`exec\u005fcommand`)], true],
    ['with the end of a line of Windows', [`${plain}\r`], true],
    ['longer than a beginning', [call(`rm ${'x'.repeat(2000)}`)], true],
    ['cut off', [plain.slice(0, -1)], false],
    ['cut off further', [call('rm a.txt', { passthrough: { turn_id: 't' } }).slice(0, -1)], false],
    ['cut off in its id', [plain.slice(0, -4)], false],
  ] as const) {
    test(`${name} is read as from the whole line`, () => {
      const found = stopsIn('codex', around(...calls))
      expect(workIn(around(...calls))).toEqual([isWork ? 1 : 0])
      expect(found).toEqual(stopsWhole('codex', around(...calls)))
    })
  }

  test.each(TRICKY)('%p is read as from the whole line', (command) => {
    expect(stopsIn('codex', around(call(command)))).toEqual(stopsWhole('codex', around(call(command))))
  })
})

describe('tokens of a turn', () => {
  const line = (type: string, message: object, more: object = {}): string =>
    JSON.stringify({ isSidechain: false, message, type, sessionId: 's', ...more })
  const asked = line('user', { role: 'user', content: 'Fix it.' })
  const said = (id: string, usage: object, more: object = {}): string => {
    const content = [{ type: 'text', text: 'I fixed the parser.' }]
    return line('assistant', { id, role: 'assistant', content, stop_reason: 'end_turn', usage }, more)
  }
  const plain = {
    input_tokens: 12,
    cache_creation_input_tokens: 800,
    cache_read_input_tokens: 24_000,
    output_tokens: 5,
  }

  for (const [name, lines, tokens] of [
    ['all counts', [said('msg_1', plain)], { input: 24_812, cached: 24_000, output: 5 }],
    [
      'of an answer in several lines the last',
      [said('msg_1', { ...plain, output_tokens: 1 }), said('msg_1', plain)],
      { input: 24_812, cached: 24_000, output: 5 },
    ],
    [
      'two answers',
      [said('msg_1', { input_tokens: 3, output_tokens: 7 }), said('msg_2', plain)],
      { input: 24_815, cached: 24_000, output: 12 },
    ],
    [
      'without what was written to the cache',
      [
        said('msg_1', {
          input_tokens: 1,
          cache_read_input_tokens: 90_071_992_547_409,
          service_tier: 'x',
          output_tokens: 2,
        }),
      ],
      { input: 90_071_992_547_410, cached: 90_071_992_547_409, output: 2 },
    ],
    ['those of a subagent do not count', [said('msg_0', plain, { isSidechain: true }), said('msg_1', {})], undefined],
    ['an output that is not told', [said('msg_1', { input_tokens: 5, x: {}, output_tokens: 9 })], undefined],
    [
      'counts in the words are words',
      [said('msg_1', { x: '"usage":{"input_tokens":1,"output_tokens":2}' })],
      undefined,
    ],
  ] as const) {
    test(name, () => {
      const [stop] = stopsIn('claude', `${[asked, ...lines].join('\n')}\n`)
      expect(stop?.tokens).toEqual(tokens)
    })
  }
})
