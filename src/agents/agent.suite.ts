// What every agent of the table keeps: its parts never throw, understand what was recorded from it, and let nothing hostile pass.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Agent, HookAnswer } from './agent.ts'

export interface Recorded {
  /** Hook input as the agent gave it, one of every shape. */
  readonly hooks: ReadonlyArray<{ readonly name: string; readonly input: Readonly<Record<string, unknown>> }>
  /** Raw lines of transcripts. */
  readonly lines: readonly string[]
  /** The key under which the agent names its session in hook input. */
  readonly sessionKey: string
}

const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

const HOSTILE_IDS: readonly unknown[] = [
  '',
  ' ',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  'a b',
  'a\nTASKMASTER_DONE::a',
  'a\u0000b',
  '\u001b[31m',
  'é',
  '-rf',
  '.hidden',
  '$(rm a)',
  '`a`',
  'a'.repeat(129),
  7,
  true,
  null,
  {},
  ['a'],
]

const ANSWERS: readonly HookAnswer[] = [
  { kind: 'silent' },
  { kind: 'refuse', say: 'FULLSTOP (1/5) "go on"\nnow' },
  { kind: 'refuse', say: 'FULLSTOP (1/5) go on', tell: 'a line' },
  { kind: 'tell', line: 'Fullstop: not proven done' },
  { kind: 'inform', at: 'session-start', text: 'the contract\nof two lines' },
  { kind: 'inform', at: 'session-start', text: 'the contract', tell: 'a problem' },
  { kind: 'answer', text: 'Fullstop: the gate is off' },
]

export function agentSuite(agent: Agent, recorded: Recorded): void {
  const { hook, transcript } = agent

  describe(`${agent.id}: identity`, () => {
    test('a plain id and a title', () =>
      expect([/^[a-z][a-z-]*$/.test(agent.id), agent.title.length > 0]).toEqual([true, true]))
    test('marks by which a process inside it is known', () => expect(agent.marks.length).toBeGreaterThan(0))
  })

  describe.skipIf(!agent.callOf)(`${agent.id}: where a call comes from`, () => {
    test('nothing is known of a call that tells nothing', () =>
      expect(agent.callOf?.({ env: {}, meta: {} })).toBeUndefined())

    test('callOf never throws on any meta and environment, and names a session or none', () => {
      const keys = [
        'claudecode/toolUseId',
        'threadId',
        'x-codex-turn-metadata',
        'sessionId',
        'progressToken',
        '__proto__',
      ]
      const meta = fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.jsonValue(), fc.json()))
      const env = fc.dictionary(fc.constantFrom(...agent.marks), fc.string())
      fc.assert(
        fc.property(env, meta, (variables, given) => {
          const hint = agent.callOf?.({ env: variables, meta: given })
          if (!hint) return
          expect([typeof hint.agentSessionId, hint.agentSessionId === '']).toEqual(['string', false])
          expect(['string', 'undefined']).toContain(typeof hint.toolUseId)
        }),
        { numRuns: 1000 },
      )
    })
  })

  describe.skipIf(!hook)(`${agent.id}: hook codec`, () => {
    for (const { name, input } of recorded.hooks) {
      test(`decodes what was recorded: ${name}`, () => {
        const decoded = hook?.decode(input)
        expect(decoded?.ok ? decoded.value.agentSessionId : decoded).toBe(input[recorded.sessionKey] as string)
      })
      test(`is not thrown off by a missing key: ${name}`, () => {
        for (const key of Object.keys(input)) {
          const { [key]: _gone, ...rest } = input
          expect(typeof hook?.decode(rest).ok).toBe('boolean')
        }
      })
      test(`keeps out every hostile session id: ${name}`, () => {
        const passed = HOSTILE_IDS.filter((id) => hook?.decode({ ...input, [recorded.sessionKey]: id }).ok)
        expect(passed).toEqual([])
      })
    }

    test('an answer it does not understand says why', () => {
      for (const payload of [undefined, null, 1, 'x', [], {}, { hook_event_name: 'Stop' }]) {
        expect(hook?.decode(payload)).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) as never })
      }
    })

    test('decode never throws on any JSON', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (payload) => typeof hook?.decode(payload).ok === 'boolean'),
        { numRuns: 1000 },
      )
    })

    test('decode never throws on recorded input with any part changed', () => {
      const change = fc.tuple(fc.constantFrom(...recorded.hooks), fc.nat(), fc.jsonValue())
      fc.assert(
        fc.property(change, ([{ input }, index, value]) => {
          const keys = Object.keys(input)
          const decoded = hook?.decode({ ...input, [keys[index % keys.length] ?? '']: value })
          expect(typeof decoded?.ok).toBe('boolean')
          if (decoded?.ok) expect(decoded.value.agentSessionId).toMatch(PLAIN_ID)
        }),
        { numRuns: 3000 },
      )
    })

    const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf']
    for (const name of names) {
      test(`an event named ${name} is not ours`, () => {
        const input = { ...recorded.hooks[0]?.input, hook_event_name: name }
        expect(hook?.decode(input)).toMatchObject({ ok: false, reason: 'not-ours' })
      })
    }

    for (const answer of ANSWERS) {
      test(`encodes ${JSON.stringify(answer)}`, () => {
        const output = hook?.encode(answer)
        expect(output?.exitCode).toBe(0)
        if (answer.kind === 'silent') expect(output?.stdout).toBe('')
        else expect(JSON.parse(output?.stdout ?? '')).toBeObject()
      })
    }

    test('any text survives the encoding', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), (say) => {
          expect(JSON.stringify(JSON.parse(hook?.encode({ kind: 'refuse', say }).stdout ?? ''))).toContain(
            JSON.stringify(say),
          )
        }),
      )
    })

    test('host never throws, and never names a negative cap', () => {
      const env = fc.dictionary(
        fc.constantFrom(...agent.marks, 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP', 'CLAUDE_CODE_SESSION_ATTENDED'),
        fc.string(),
      )
      fc.assert(
        fc.property(env, (variables) => {
          const host = hook?.host(variables)
          expect([typeof host?.attended, (host?.blockCap ?? -1) >= 0]).toEqual(['boolean', true])
        }),
      )
    })
  })

  describe.skipIf(!transcript)(`${agent.id}: transcript reader`, () => {
    test('toEntries never throws on any JSON', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (line) => Array.isArray(transcript?.toEntries(line))),
        { numRuns: 1000 },
      )
    })

    test('toEntries never throws on a recorded line with any part changed', () => {
      const change = fc.tuple(fc.constantFrom(...recorded.lines), fc.nat(), fc.nat(), fc.jsonValue())
      fc.assert(
        fc.property(change, ([raw, outer, inner, value]) => {
          const line = JSON.parse(raw) as Record<string, unknown>
          const key = Object.keys(line)[outer % Object.keys(line).length] ?? ''
          const part = line[key]
          if (typeof part === 'object' && part !== null && inner % 2 === 0) {
            const keys = Object.keys(part)
            line[key] = { ...part, [keys[inner % Math.max(keys.length, 1)] ?? 'x']: value }
          } else line[key] = value
          expect(Array.isArray(transcript?.toEntries(line))).toBe(true)
        }),
        { numRuns: 3000 },
      )
    })

    test.skipIf(!transcript?.toCalls)('toCalls never throws on any JSON', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (line) => Array.isArray(transcript?.toCalls?.(line))),
        { numRuns: 1000 },
      )
    })

    test.skipIf(!transcript?.toCalls)('toCalls never throws on a recorded line with any part changed', () => {
      const change = fc.tuple(fc.constantFrom(...recorded.lines), fc.nat(), fc.jsonValue())
      fc.assert(
        fc.property(change, ([raw, outer, value]) => {
          const line = JSON.parse(raw) as Record<string, unknown>
          const keys = Object.keys(line)
          const changed = { ...line, [keys[outer % keys.length] ?? '']: value }
          expect(Array.isArray(transcript?.toCalls?.(changed))).toBe(true)
        }),
        { numRuns: 1000 },
      )
    })

    test('folders are paths or none', () => expect(transcript?.folders({})).toEqual([]))
  })
}
