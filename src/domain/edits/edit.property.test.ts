// The laws of put and withdraw on generated texts and parts, and on files of the corpus that somebody changed.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Edited, FileFormat, Json, Part } from '../../contract/agent/edit.ts'
import { FORMATS, type FileKind, loadCorpus, PARTS } from './corpus.fixture.ts'
import { put, toValue, withdraw } from './edit.ts'
import { expectLaws, holdsOurs } from './edit.suite.ts'

const runs = { numRuns: rounds(200) }
const kinds = Object.keys(FORMATS) as FileKind[]

/** What may stand between two tokens of JSON. */
const gap = fc.constantFrom(
  '',
  '',
  ' ',
  '  ',
  '\n',
  '\n  ',
  '\r\n\t',
  '\r',
  ' // a, ]\n',
  '/* } */',
  ' /* b */ // c */\n  ',
  '\n\n',
)

const jsonText = fc.letrec<{ value: string; list: string; table: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('1', '-0.0', '1e999', 'null', 'true', '"x"', '"// no"', '"\\u0041"', '12345678901234567890'),
    fc.string().map((text) => JSON.stringify(text)),
    tie('list'),
    tie('table'),
  ),
  list: between(
    '[]',
    fc.array(
      fc.tuple(gap, tie('value'), gap).map((tokens) => tokens.join('')),
      { maxLength: 3 },
    ),
  ),
  table: tableOf(fc.tuple(fc.constantFrom('a', 'hooks', 'Stop', 'allow', 'command', '__proto__', ''), tie('value'))),
}))

function between(brackets: string, items: fc.Arbitrary<string[]>): fc.Arbitrary<string> {
  return fc.tuple(items, gap, fc.boolean()).map(([list, white, isTrailing]) => {
    const comma = isTrailing && list.length > 0 ? ',' : ''
    return `${brackets[0]}${list.join(',')}${comma}${white}${brackets[1]}`
  })
}

function tableOf(entry: fc.Arbitrary<[string, string]>): fc.Arbitrary<string> {
  const entries = fc.uniqueArray(entry, { selector: ([key]) => key, maxLength: 4 })
  const pairs = entries.chain((list) =>
    fc.tuple(
      ...list.map(([key, value]) =>
        fc.tuple(gap, gap, gap, gap).map(([a, b, c, d]) => `${a}${JSON.stringify(key)}${b}:${c}${value}${d}`),
      ),
    ),
  )
  return between('{}', pairs)
}

const groups = between(
  '[]',
  fc.array(
    fc.oneof(
      fc.constantFrom(
        '{"hooks":[{"type":"command","command":"say done"}]}',
        ' { "matcher": "Bash", "hooks": [ { "command": "a" }, { "command": "b" } ] }',
        '\n{"hooks": []}',
        '{"hooks":[{"command":"fullstop hook claude"}]}',
        '{ "hooks": [{"command":"x"}, {"command":"fullstop hook claude"} // ours\n] }',
      ),
      jsonText.value,
    ),
    { maxLength: 3 },
  ),
)

const events = fc.tuple(
  fc.constantFrom('Stop', 'PreToolUse', 'SessionStart', 'Other'),
  fc.oneof(groups, groups, jsonText.value),
)
const settings = fc
  .tuple(
    fc.constantFrom('', '\uFEFF', '// head\n', '\r\n'),
    tableOf(
      fc.oneof(
        fc.tuple(fc.constant('hooks'), tableOf(events)),
        fc.tuple(fc.constant('permissions'), tableOf(fc.tuple(fc.constantFrom('allow', 'deny'), jsonText.list))),
        fc.tuple(fc.constantFrom('model', 'env', 'hooks'), jsonText.value),
      ),
    ),
    fc.constantFrom('', '\n', ' // tail', '\n\n/* end */\n', '\r\n'),
  )
  .map((texts) => texts.join(''))

const line = fc.constantFrom(
  'model = "o3"',
  'features.hooks = true # dotted',
  'features.code_mode.x = 1',
  'features = { hooks = true }',
  'features = { code_mode = { } }',
  'mcp_servers = {}',
  'mcp_servers.a.command = "a"',
  'mcp_servers = { a.b = 1, "c d" = [ ] } # c',
  'hooks.state."x:0:0".trusted_hash = "1"',
  '[features]',
  '  [features] # c',
  '[features.code_mode]',
  'code_mode.y = 1',
  'code_mode = { z = [] }',
  'direct_only_tool_namespaces = []',
  'direct_only_tool_namespaces = [\n]',
  'direct_only_tool_namespaces = [ "a", # b\n  "c" # d\n # e\n ]',
  'direct_only_tool_namespaces = ["mcp__fullstop", "a"]',
  '[mcp_servers]',
  '[mcp_servers.a]',
  '[mcp_servers.fullstop]',
  '[mcp_servers.fullstop.env]',
  'command = "x" # y',
  'args = [1, 2]',
  '[[hooks.Stop]]',
  '[hooks.state]',
  "[hooks.state.'/home/u/.codex/hooks.json:stop:0:0']",
  '[tui]',
  'text = """\n[features]\n"""',
  '# comment',
  '',
  '   ',
)
const config = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(line, { maxLength: 9 }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n', '\n\n', '  '),
  )
  .map(([mark, lines, eol, end]) => `${mark}${lines.join(eol)}${end}`)

const prose = fc
  .array(
    fc.constantFrom(
      '# Head',
      'words  ',
      '',
      '```',
      '~~~',
      '````js',
      '<!-- fullstop: begin -->',
      '<!-- fullstop: end -->',
      '    code',
      'x',
    ),
    { maxLength: 10 },
  )
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((eol) => lines.join(eol)))

describe('the laws hold', () => {
  test('for settings as JSON', () => {
    let count = 0
    fc.assert(
      fc.property(settings, (text) => {
        if (expectLaws('json', text, PARTS['claude-settings'])) count++
      }),
      { numRuns: rounds(250) },
    )
    expect(count).toBeGreaterThan(rounds(50))
  })

  test('for one part in any JSON', () => {
    fc.assert(
      fc.property(
        fc.oneof(settings, jsonText.value),
        fc.constantFrom(...PARTS['claude-settings'], ...PARTS['mcp-json']),
        (text, part) => {
          expectLaws('json', text, [part])
        },
      ),
      { numRuns: rounds(1000) },
    )
  })

  test('for config as TOML', () => {
    let count = 0
    fc.assert(
      fc.property(config, (text) => {
        if (expectLaws('toml', text, PARTS['codex-config'])) count++
      }),
      { numRuns: rounds(400) },
    )
    expect(count).toBeGreaterThan(rounds(50))
  })

  test('for a file of the corpus that somebody changed', () => {
    const file = fc.constantFrom(...loadCorpus())
    const sign = fc.constantFrom('', '', '\n', ' ', ',', '"', '{', ']', '#', '/', '\\', '=', '\u0000', '\r')
    const change = fc.tuple(fc.nat(), fc.nat({ max: 3 }), sign)
    fc.assert(
      fc.property(file, fc.array(change, { minLength: 1, maxLength: 3 }), ({ text, format, kind }, changes) => {
        let now = text
        for (const [at, length, put] of changes) {
          const start = at % (now.length + 1)
          now = now.slice(0, start) + put + now.slice(start + length)
        }
        expectLaws(format, now, PARTS[kind])
      }),
      { numRuns: rounds(1000) },
    )
  })
})

describe('others write after us', () => {
  const hook = { hooks: [{ type: 'command', command: 'say later' }] }
  const others: Readonly<Partial<Record<FileKind, readonly Part[]>>> = {
    'claude-settings': [
      { kind: 'add', at: ['hooks', 'Stop'], value: hook, known: /say later/, inner: 'hooks' },
      { kind: 'add', at: ['hooks', 'Late'], value: hook, known: /say later/, inner: 'hooks' },
      { kind: 'add', at: ['permissions', 'allow'], value: 'Late', known: /^Late$/ },
      { kind: 'set', at: ['late'], value: { a: [1] } },
    ],
    'codex-config': [
      { kind: 'set', at: ['mcp_servers', 'late'], value: { command: 'late' } },
      { kind: 'add', at: ['features', 'code_mode', 'direct_only_tool_namespaces'], value: 'late', known: /^late$/ },
      { kind: 'set', at: ['late'], value: [1] },
    ],
  }

  test.each(Object.entries(others))('%s: theirs stays', (kind, theirs) => {
    const format = FORMATS[kind as FileKind]
    const ours = PARTS[kind as FileKind]
    const files = fc.constantFrom(
      ...loadCorpus()
        .filter((file) => file.kind === kind)
        .map(({ text }) => text),
    )
    const generated = format === 'json' ? settings : config
    const isJson = format === 'json'
    fc.assert(
      fc.property(fc.oneof(files, generated), fc.boolean(), (text, isFirst) => {
        const first = put(format, text, isFirst ? theirs : ours)
        const both = first.ok ? put(format, first.text, isFirst ? ours : theirs) : first
        const alone = put(format, text, theirs)
        if (!both.ok || !alone.ok || holdsOurs(format, text, ours)) return
        const left = withdraw(format, both.text, ours)
        const value = (result: Edited): unknown => result.ok && toValue(isJson ? 'json' : 'toml', result.text)
        expect(value(left)).toEqual(value(alone))
        if (isFirst) expect(left).toEqual(alone)
      }),
      runs,
    )
  })

  test('another program that writes the file anew changes nothing for us', () => {
    for (const { text, format, kind, isLeft } of loadCorpus()) {
      const value = format === 'json' && !isLeft ? toValue('json', text) : undefined
      const made = value === undefined ? undefined : put('json', text, PARTS[kind])
      if (!made?.ok || holdsOurs('json', text, PARTS[kind])) continue
      const anew = JSON.stringify(toValue('json', made.text), null, 4)
      expect(put('json', anew, PARTS[kind])).toEqual({ ok: true, text: anew })
      const back = withdraw('json', anew, PARTS[kind])
      if (!back.ok) throw new Error(back.why)
      const again = put('json', back.text, PARTS[kind])
      expect(again.ok && toValue('json', again.text)).toEqual(toValue('json', anew))
    }
  })
})

const key = fc.oneof(
  fc.constantFrom(
    'a',
    'hooks',
    'Stop',
    '__proto__',
    'constructor',
    '',
    'a b',
    'C:\\dir',
    '"',
    'é',
    '\u0000',
    '\u007F',
    '\n',
  ),
  fc.string({ unit: 'binary' }),
)
const anyValue = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const anyPart: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: fc.array(key, { maxLength: 3 }), value: anyValue }),
  fc.record(
    {
      kind: fc.constant('add' as const),
      at: fc.array(key, { maxLength: 3 }),
      value: anyValue,
      known: fc.constantFrom(/./g, /^$/y, /fullstop/, /x/i),
      inner: fc.constantFrom('hooks', 'a', '__proto__'),
    },
    { requiredKeys: ['kind', 'at', 'value', 'known'] },
  ),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.string({ unit: 'binary' }),
    known: fc.constantFrom(/^$/, /fullstop/),
  }),
)

describe('any part', () => {
  const formats = fc.constantFrom<FileFormat[]>('json', 'toml', 'whole')
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    settings,
    config,
    prose,
    jsonText.value,
    fc.constantFrom(...loadCorpus().map(({ text }) => text)),
  )

  test('nothing throws', () => {
    fc.assert(
      fc.property(formats, anyText, fc.array(anyPart, { maxLength: 4 }), (format, text, parts) => {
        expect(typeof put(format, text, parts).ok).toBe('boolean')
        expect(typeof put(format, undefined, parts).ok).toBe('boolean')
        expect(typeof withdraw(format, text, parts).ok).toBe('boolean')
      }),
      { numRuns: rounds(1500) },
    )
  })

  test('one put twice is as put once, and goes again', () => {
    fc.assert(
      fc.property(fc.constantFrom('json' as const, 'toml' as const), anyText, anyPart, (format, text, part) => {
        const first = put(format, text, [part])
        if (!first.ok) return
        expect(put(format, first.text, [part])).toEqual(first)
        const back = withdraw(format, first.text, [part])
        expect(back.ok).toBe(true)
        if (back.ok) expect(withdraw(format, back.text, [part])).toEqual(back)
      }),
      { numRuns: rounds(1500) },
    )
  })

  test('every key and value can be said in TOML, or is refused', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 3 }), anyValue, (at, value) => {
        const made = put('toml', 'x.y = 1\n[z]\n', [{ kind: 'set', at, value }])
        if (made.ok) expect(withdraw('toml', made.text, [{ kind: 'set', at, value }]).ok).toBe(true)
      }),
      runs,
    )
  })
})

test('each kind of file has parts', () => {
  expect(kinds.filter((kind) => PARTS[kind].length === 0)).toEqual([])
})
