// What every agent of the table keeps: its parts never throw, understand what was recorded from it, and let nothing hostile pass.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../test/rounds.ts'
import type { FileEdit } from '../contract/agent/edit.ts'
import { type FileKind, loadCorpus } from '../domain/edits/corpus.fixture.ts'
import { put, toValue, withdraw } from '../domain/edits/edit.ts'
import type { Agent, Driver, HookAnswer, Installer, InstallQuery, Scope, StintQuery } from './agent.ts'
import { emptyReading, folded } from './stream.fixture.ts'

export interface Recorded {
  /** Hook input as the agent gave it, one of every shape. */
  readonly hooks: ReadonlyArray<{ readonly name: string; readonly input: Readonly<Record<string, unknown>> }>
  /** Raw lines of transcripts. */
  readonly lines: readonly string[]
  /** Lines of its output under `fullstop run`, by case; for agents with a driver. */
  readonly streams?: ReadonlyMap<string, readonly string[]>
  /** The key under which the agent names its session in hook input. */
  readonly sessionKey: string
  /** What kind of file of the corpus each of its files is, by how the path ends. */
  readonly files: Readonly<Record<string, FileKind>>
  /** How the path of our plugin ends, for an agent that has no hooks in its settings. */
  readonly plugin?: string
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
  'a\nFULLSTOP_DONE::a',
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

export async function agentSuite(agent: Agent, recorded: Recorded): Promise<void> {
  const { hook, transcript } = agent
  const driver = (await agent.driver?.())?.driver
  const install = (await agent.install?.())?.install

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
        { numRuns: rounds(1000) },
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
        { numRuns: rounds(1000) },
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
        { numRuns: rounds(3000) },
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
        { numRuns: rounds(1000) },
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
        { numRuns: rounds(3000) },
      )
    })

    test.skipIf(!transcript?.toCalls)('toCalls never throws on any JSON', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (line) => Array.isArray(transcript?.toCalls?.(line))),
        { numRuns: rounds(1000) },
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
        { numRuns: rounds(1000) },
      )
    })

    test('folders are paths or none', () => expect(transcript?.folders({})).toEqual([]))
  })

  if (driver) driverLaws(agent.id, driver, recorded.streams ?? new Map())

  describe.skipIf(!install)(`${agent.id}: installer`, () => {
    for (const scope of ['user', 'project'] as const) installLaws(install, recorded, scope)

    test.skipIf(recorded.plugin === undefined)('its plugin starts us, and is known again', () => {
      const edit = editsOf(install, 'user', new Map()).find(({ path }) => path.endsWith(recorded.plugin ?? ''))
      const [part] = edit?.parts ?? []
      if (part?.kind !== 'text') throw new Error('no plugin is written')
      expect(part.text).toContain(JSON.stringify(['/l/fullstop', 'hook', agent.id]))
      expect(part.text).toMatch(part.known)
    })

    test.skipIf(recorded.plugin !== undefined)('every hook is told its time limit, and is known again', () => {
      const lines = handlers(editsOf(install, 'user', new Map()))
      expect(lines.length).toBeGreaterThan(0)
      for (const { command, timeout } of lines) {
        expect(command).toBe(`/l/fullstop hook ${agent.id} --within ${timeout}s`)
      }
    })

    test('a project is told of nobody in particular', () => {
      const texts = JSON.stringify(
        editsOf(install, 'project', new Map()).filter(({ path }) => path.startsWith('/repo/')),
      )
      expect(texts).not.toContain('/home/')
    })

    test.skipIf(recorded.plugin !== undefined)('another Stop hook is told of, ours is not', () => {
      const files = new Map<string, string>()
      for (const edit of editsOf(install, 'user', files)) files.set(edit.path, textAfter(edit, files) ?? '')
      const settings = (path: string): unknown => settingsIn(files, path)
      expect(install?.rivals({ places: PLACES, settings })).toEqual([])
      for (const edit of editsOf(install, 'user', files).filter(({ format }) => format === 'json')) {
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

const STINT: StintQuery = {
  session: { kind: 'new', id: '11111111-2222-4333-8444-555555555555' },
  contract: 'the contract of this run',
  contractFile: '/stint/contract.txt',
  settingsFile: '/stint/settings.json',
  server: ['/l/fullstop', 'mcp'],
  serverEnv: { FULLSTOP_TASK_ID: 'task_1' },
  permissions: 'edits',
  permits: [],
  args: ['--of-the-user', 'x'],
  places: { home: '/home/u', root: '/repo', env: { PATH: '/bin', API_KEY: 'sk-secret' } },
  settings: () => undefined,
}

function driverLaws(id: string, driver: Driver, streams: ReadonlyMap<string, readonly string[]>): void {
  const raw = [...streams.values()].flat()
  const lines = raw.map((line) => JSON.parse(line) as Record<string, unknown>)
  const reads = (line: unknown): void => {
    expect(Array.isArray(driver.toSignals(line))).toBe(true)
    expect(Array.isArray(driver.toCalls?.(line) ?? [])).toBe(true)
  }

  describe(`${id}: driver`, () => {
    test('streams were recorded', () => expect(lines.length).toBeGreaterThan(100))

    test('its contract, our server and what that must find reach it by the command line, once', () => {
      const { args, settingsText = '', env = {}, contractInPrompt = false } = driver.start(STINT)
      const all = [...args, settingsText, ...Object.values(env)].join('\n')
      const times = (word: string): number => all.split(word).length - 1
      const told = times(STINT.contract) + times(STINT.contractFile) + (contractInPrompt ? 1 : 0)
      expect([told, times('/l/fullstop'), times('task_1'), times('--of-the-user')]).toEqual([1, 1, 1, 1])
    })

    // A prompt may be longer than an argument, and others see command lines: `StintQuery` does not even know it.
    test('nothing of the environment stands in its command line, and no argument is for a prompt', () => {
      const { args, settingsText = '', env = {} } = driver.start(STINT)
      const again = driver.start({ ...STINT, session: { ...STINT.session, kind: 'resume' } })
      const all = [...args, settingsText, ...Object.values(env), ...again.args].join('\n')
      expect(all).not.toContain('sk-secret')
      expect([args, again.args].map((all) => all.filter((arg) => arg === '').length)).toEqual([0, 0])
    })

    test('start never throws, and gives strings, whatever it is told', () => {
      const words = fc.string({ unit: 'binary' })
      const query = fc.record(
        {
          contract: words,
          model: words,
          args: fc.array(words),
          serverEnv: fc.dictionary(words, words),
          permissions: fc.constantFrom('settings' as const, 'edits' as const, 'all' as const),
          mostCost: fc.double({ min: 0, max: 1e6, noNaN: true }),
          settings: fc.jsonValue().map((value) => () => value),
        },
        { requiredKeys: [] },
      )
      fc.assert(
        fc.property(query, fc.constantFrom('new' as const, 'resume' as const), (changes, kind) => {
          const { args } = driver.start({ ...STINT, ...changes, session: { ...STINT.session, kind } })
          expect(args.every((arg) => typeof arg === 'string')).toBe(true)
        }),
      )
    })

    test('toSignals and toCalls never throw on any JSON', () => {
      fc.assert(fc.property(fc.jsonValue(), reads), { numRuns: rounds(1000) })
    })

    test('… nor on a recorded line that was cut off', () => {
      const cut = fc.tuple(fc.constantFrom(...raw), fc.nat()).map(([line, at]) => line.slice(0, at % line.length))
      fc.assert(fc.property(cut, (line) => reads(parsed(line))))
    })

    test('… nor on a recorded line without any one of its parts', () => {
      for (const line of lines) for (const less of withEach(line)) reads(less)
    })

    test('… nor on a recorded line with any one of its parts replaced by what no text can be made of', () => {
      for (const line of lines) for (const odd of withEach(line, { toString: null })) reads(odd)
    })

    test('… nor on a recorded line with any part changed', () => {
      const odd = fc.oneof(
        fc.jsonValue(),
        fc.constantFrom<unknown>({ toString: null }, 'constructor', '__proto__', 1e300, -1, Number.POSITIVE_INFINITY),
      )
      const change = fc.tuple(fc.constantFrom(...lines), fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), odd)
      fc.assert(
        fc.property(change, ([line, path, value]) => reads(changed(line, path, value))),
        { numRuns: rounds(3000) },
      )
    })

    test('what was read in two pieces is what was read at once', () => {
      const cases = [...streams.values()].map((stream) => stream.map((line) => JSON.parse(line) as unknown))
      for (const stream of cases) {
        const whole = folded(driver, stream)
        for (let at = 0; at <= stream.length; at++) {
          expect(folded(driver, stream.slice(at), folded(driver, stream.slice(0, at), emptyReading()))).toEqual(whole)
        }
      }
    })

    test('a process that ended by itself is never proof of anything', () => {
      const how = fc.oneof(
        fc.record({ kind: fc.constant('exited' as const), code: fc.nat(255) }),
        fc.record({ kind: fc.constant('killed' as const), signal: fc.constantFrom('SIGKILL', 'SIGTERM') }),
        fc.constant({ kind: 'timed-out' as const }),
      )
      fc.assert(
        fc.property(how, fc.string(), (ending, errors) => {
          const end = driver.toEnd({ how: ending, errors })
          expect([end.kind === 'stopped', (end.detail ?? '').length <= 600]).toEqual([false, true])
        }),
      )
    })

    test.skipIf(!driver.conversation)('its answers depend on nothing but the lines, and its state is JSON', () => {
      const lines = fc.array(fc.oneof(fc.jsonValue(), fc.constantFrom(...raw.map(parsed))))
      fc.assert(
        fc.property(lines, (heard) => {
          const answers = (): unknown[] => {
            let spoken = driver.conversation?.open({ ...STINT, prompt: 'Fix it.', cwd: '/repository' })
            return [spoken, ...heard.map((line) => (spoken = spoken && driver.conversation?.speak(spoken.state, line)))]
          }
          const first = answers()
          expect(answers()).toEqual(first)
          expect(JSON.parse(JSON.stringify(first))).toEqual(first)
        }),
      )
    })

    test.skipIf(!driver.record)('its own record of a session is read whatever stands there', () => {
      fc.assert(fc.property(fc.array(fc.jsonValue()), (record) => void driver.record?.read(record)))
    })
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** The value without one of its parts, at any depth, one after the other; or with this in its place. */
function withEach(value: unknown, next?: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const put = (other: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
    const { [key]: _gone, ...rest } = value as Record<string, unknown>
    const less = Array.isArray(value) ? value.toSpliced(Number(key), 1) : rest
    return [next === undefined ? less : put(next), ...withEach(part, next).map(put)]
  })
}

/** The value with one part replaced; the path says which, counted round at every level. */
function changed(value: unknown, [at = 0, ...deeper]: readonly number[], next: unknown): unknown {
  if (typeof value !== 'object' || value === null) return next
  const keys = Object.keys(value)
  const key = keys[at % Math.max(keys.length, 1)]
  if (key === undefined) return Array.isArray(value) ? [next] : { x: next }
  const part = (value as Record<string, unknown>)[key]
  const put = deeper.length === 0 ? next : changed(part, deeper, next)
  return Array.isArray(value) ? value.with(Number(key), put) : { ...value, [key]: put }
}

const PLACES = { home: '/home/u', root: '/repo', env: {} } as const

function editsOf(
  install: Installer | undefined,
  scope: Scope,
  files: ReadonlyMap<string, string>,
): readonly FileEdit[] {
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
  return install?.edits(query) ?? []
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
function installLaws(install: Installer | undefined, recorded: Recorded, scope: Scope): void {
  const { files } = recorded
  for (const corpus of loadCorpus()) {
    const kindOf = ({ path }: FileEdit): FileKind | undefined =>
      Object.entries(files).find(([end]) => path.endsWith(end))?.[1]
    const wanted = editsOf(install, scope, new Map()).find((edit) => kindOf(edit) === corpus.kind)
    if (!wanted) continue
    test(`${scope}: installed, again, and undone: ${corpus.name}`, () => {
      const before = new Map([[wanted.path, corpus.text]])
      const edit = editsOf(install, scope, before).find(({ path }) => path === wanted.path) ?? wanted
      const made = put(edit.format, corpus.text, edit.parts)
      if (corpus.isLeft && !recorded.taken?.includes(corpus.name)) {
        expect(made).toMatchObject({ ok: false, why: expect.stringMatching(/\w/) as never })
        return
      }
      expect(made).toMatchObject({ ok: true })
      const text = made.ok ? made.text : ''
      const again = editsOf(install, scope, new Map([[wanted.path, text]])).find(({ path }) => path === wanted.path)
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
