// What every agent of the table keeps: its parts never throw, understand what was recorded from it, and let nothing hostile pass.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { FileEdit } from '../contract/edit.ts'
import { type FileKind, loadCorpus } from '../install/corpus.fixture.ts'
import { put, toValue, withdraw } from '../install/edit.ts'
import type { Agent, HookAnswer, InstallQuery, Scope } from './agent.ts'

export interface Recorded {
  /** Hook input as the agent gave it, one of every shape. */
  readonly hooks: ReadonlyArray<{ readonly name: string; readonly input: Readonly<Record<string, unknown>> }>
  /** Raw lines of transcripts. */
  readonly lines: readonly string[]
  /** The key under which the agent names its session in hook input. */
  readonly sessionKey: string
  /** What kind of file of the corpus each of its files is, by how the path ends. */
  readonly files: Readonly<Record<string, FileKind>>
  /** Files that have no place for all of our parts, and get the others. */
  readonly taken?: readonly string[]
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

  describe.skipIf(!agent.install)(`${agent.id}: installer`, () => {
    for (const scope of ['user', 'project'] as const) installLaws(agent, recorded, scope)

    test('every hook is told its time limit, and is known again', () => {
      const lines = handlers(editsOf(agent, 'user', new Map()))
      expect(lines.length).toBeGreaterThan(0)
      for (const { command, timeout } of lines) {
        expect(command).toBe(`/l/fullstop hook ${agent.id} --within ${timeout}s`)
      }
    })

    test('a project is told of nobody in particular', () => {
      const texts = JSON.stringify(editsOf(agent, 'project', new Map()).filter(({ path }) => path.startsWith('/repo/')))
      expect(texts).not.toContain('/home/')
    })

    test('another Stop hook is told of, ours is not', () => {
      const files = new Map<string, string>()
      for (const edit of editsOf(agent, 'user', files)) files.set(edit.path, textAfter(edit, files) ?? '')
      const settings = (path: string): unknown => settingsIn(files, path)
      const { install } = agent
      expect(install?.rivals({ places: PLACES, settings })).toEqual([])
      for (const edit of editsOf(agent, 'user', files).filter(({ format }) => format === 'json')) {
        const other = { hooks: [{ type: 'command', command: 'say done' }] }
        const parts = [{ kind: 'add', at: ['hooks', 'Stop'], value: other, known: /^never$/, inner: 'hooks' }] as const
        const added = put('json', files.get(edit.path), parts)
        if (added.ok && edit.parts.some((part) => part.kind === 'add' && part.at[1] === 'Stop')) {
          files.set(edit.path, added.text)
        }
      }
      expect(install?.rivals({ places: PLACES, settings }).join()).toContain('say done')
    })
  })
}

const PLACES = { home: '/home/u', root: '/repo', env: {} } as const

function editsOf(agent: Agent, scope: Scope, files: ReadonlyMap<string, string>): readonly FileEdit[] {
  const query: InstallQuery = {
    scope,
    places: PLACES,
    commandLine: (args) => ['/l/fullstop', ...args].join(' '),
    argv: (args) => ['/l/fullstop', ...args],
    skill: { text: '---\nname: fullstop\n---\n<!-- Written by fullstop. -->\n', known: /Written by fullstop/ },
    settings: (path) => settingsIn(files, path),
    preview: (edit) => textAfter(edit, files),
    sha256: (text) => `${text.length}`,
  }
  return agent.install?.edits(query) ?? []
}

function settingsIn(files: ReadonlyMap<string, string>, path: string): unknown {
  const text = files.get(path)
  return text === undefined ? undefined : toValue(path.endsWith('.toml') ? 'toml' : 'json', text)
}

function textAfter(edit: FileEdit, files: ReadonlyMap<string, string>): string | undefined {
  const edited = put(edit.format, files.get(edit.path), edit.parts)
  return edited.ok ? edited.text : undefined
}

function handlers(edits: readonly FileEdit[]): { command: string; timeout: number }[] {
  const groups = edits.flatMap(({ parts }) => parts).flatMap((part) => (part.kind === 'add' ? [part.value] : []))
  return groups.flatMap((group) => (group as { hooks?: { command: string; timeout: number }[] }).hooks ?? [])
}

/** Install, again, undo: over every file of the corpus that the agent might have. */
function installLaws(agent: Agent, recorded: Recorded, scope: Scope): void {
  const { files } = recorded
  for (const corpus of loadCorpus()) {
    const kindOf = ({ path }: FileEdit): FileKind | undefined =>
      Object.entries(files).find(([end]) => path.endsWith(end))?.[1]
    const wanted = editsOf(agent, scope, new Map()).find((edit) => kindOf(edit) === corpus.kind)
    if (!wanted) continue
    test(`${scope}: installed, again, and undone: ${corpus.name}`, () => {
      const before = new Map([[wanted.path, corpus.text]])
      const edit = editsOf(agent, scope, before).find(({ path }) => path === wanted.path) ?? wanted
      const made = put(edit.format, corpus.text, edit.parts)
      if (corpus.isLeft && !recorded.taken?.includes(corpus.name)) {
        expect(made).toMatchObject({ ok: false, why: expect.stringMatching(/\w/) as never })
        return
      }
      expect(made).toMatchObject({ ok: true })
      const text = made.ok ? made.text : ''
      const again = editsOf(agent, scope, new Map([[wanted.path, text]])).find(({ path }) => path === wanted.path)
      expect(put(edit.format, text, again?.parts ?? [])).toEqual({ ok: true, text })
      const undone = withdraw(edit.format, text, edit.parts)
      expect(undone).toMatchObject({ ok: true })
      const anyValue = edit.parts.map((part) => (part.kind === 'set' ? { ...part, ifSame: false } : part))
      const clean = withdraw(edit.format, corpus.text, anyValue)
      const value = (given: string): unknown => toValue(edit.format === 'toml' ? 'toml' : 'json', given) ?? {}
      // A file that had an older part of ours comes back without it.
      expect(undone.ok && value(undone.text)).toEqual(clean.ok && value(clean.text))
    })
  }
}
