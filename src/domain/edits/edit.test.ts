// The corpus, file by file, and what no single format owns: new files, large ones, parts that fit nowhere.
import { describe, expect, test } from 'bun:test'
import type { Part } from '../../contract/agent/edit.ts'
import { type CorpusFile, loadCorpus, PARTS } from './corpus.fixture.ts'
import { put, toValue, withdraw } from './edit.ts'
import { expectLaws, holdsOurs } from './edit.suite.ts'

/** `same`: taken out again, every byte is as before. `ours`: an older part of ours was there, and is replaced. */
type Expected = 'same' | 'ours' | { readonly becomes: string; readonly because: string } | Left
interface Left {
  readonly line: number
  readonly why: string
}

const GONE = 'whether a file of white space was there before us cannot be seen any more'

const MANIFEST: Readonly<Record<string, Expected>> = {
  'claude-settings/bom-crlf.json': 'same',
  'claude-settings/bom-only.json': { becomes: '', because: GONE },
  'claude-settings/bom.json': 'same',
  'claude-settings/braces-apart.json': 'same',
  'claude-settings/braces-newline.json': 'same',
  'claude-settings/braces-space.json': 'same',
  'claude-settings/braces.json': 'same',
  'claude-settings/comma-first.json': 'same',
  'claude-settings/comment-that-looks-like-code.json': 'same',
  'claude-settings/comments-crlf-tabs.json': 'same',
  'claude-settings/comments.json': 'same',
  'claude-settings/crlf.json': 'same',
  'claude-settings/duplicates-elsewhere.json': 'same',
  'claude-settings/empty-containers.json': 'same',
  'claude-settings/empty-lists-apart.json': 'same',
  'claude-settings/empty.json': 'same',
  'claude-settings/escaped-keys.json': 'same',
  'claude-settings/four-spaces.json': 'same',
  'claude-settings/hooks-of-others.json': 'same',
  'claude-settings/hugging.json': 'same',
  'claude-settings/left-all-nul.json': {
    line: 1,
    why: 'it is not valid JSON: a word or sign stands there that JSON does not know',
  },
  'claude-settings/left-conflict.json': { line: 2, why: 'a merge conflict is not resolved' },
  'claude-settings/left-cut-off.json': { line: 6, why: 'it is not valid JSON: a string has no end' },
  'claude-settings/left-duplicate-escaped.json': { line: 3, why: 'the key "hooks" is there twice' },
  'claude-settings/left-duplicate-hooks.json': { line: 4, why: 'the key "hooks" is there twice' },
  'claude-settings/left-hooks-list.json': { line: 3, why: '"hooks" is not an object' },
  'claude-settings/left-hooks-null.json': { line: 2, why: '"hooks" is not an object' },
  'claude-settings/left-html.json': {
    line: 1,
    why: 'it is not valid JSON: a word or sign stands there that JSON does not know',
  },
  'claude-settings/left-latin-1.json': { line: 3, why: 'it is not text in UTF-8' },
  'claude-settings/left-list.json': { line: 1, why: 'it does not hold an object' },
  'claude-settings/left-missing-comma.json': { line: 3, why: 'it is not valid JSON: a comma is missing' },
  'claude-settings/left-nul.json': { line: 2, why: 'it is not valid JSON: a string holds a control character' },
  'claude-settings/left-only-comments.json': { line: 2, why: 'it is not valid JSON: a value is missing' },
  'claude-settings/left-single-quotes.json': {
    line: 2,
    why: 'it is not valid JSON: a word or sign stands there that JSON does not know',
  },
  'claude-settings/left-stop-object.json': { line: 3, why: '"hooks"."Stop" is not a list' },
  'claude-settings/left-two-values.json': { line: 2, why: 'it is not valid JSON: something follows behind its end' },
  'claude-settings/left-utf-16.json': { line: 1, why: 'it is not text in UTF-8' },
  'claude-settings/left-yaml.json': {
    line: 1,
    why: 'it is not valid JSON: a word or sign stands there that JSON does not know',
  },
  'claude-settings/local-permissions.json': 'same',
  'claude-settings/many-final-newlines.json': 'same',
  'claude-settings/mentions-of-us.json': 'same',
  'claude-settings/minified.json': 'same',
  'claude-settings/mixed-eol.json': 'same',
  'claude-settings/nested.json': 'same',
  'claude-settings/no-final-newline.json': 'same',
  'claude-settings/no-indent.json': 'same',
  'claude-settings/odd-keys.json': 'same',
  'claude-settings/odd-numbers.json': 'same',
  'claude-settings/one-line-spaced.json': 'same',
  'claude-settings/one-line.json': 'same',
  'claude-settings/ours-among-others.json': 'ours',
  'claude-settings/ours-by-hand.json': 'ours',
  'claude-settings/ours-older.json': 'ours',
  'claude-settings/ours-twice.json': 'ours',
  'claude-settings/tabs.json': 'same',
  'claude-settings/trailing-commas.json': 'same',
  'claude-settings/usual.json': 'same',
  'claude-settings/white-space.json': { becomes: '', because: GONE },
  'claude-json/empty-servers.json': 'same',
  'claude-json/fresh.json': 'same',
  'claude-json/left-servers-text.json': { line: 2, why: '"mcpServers" is not an object' },
  'claude-json/other-servers.json': 'same',
  'claude-json/ours-older.json': 'ours',
  'claude-json/windows.json': 'same',
  'mcp-json/empty.json': 'same',
  'mcp-json/one-line.json': 'same',
  'mcp-json/usual.json': 'same',
  'opencode-json/left-mcp-list.json': { line: 1, why: '"mcp" is not an object' },
  'opencode-json/one-line.json': 'same',
  'opencode-json/ours-disabled-crlf.json': 'ours',
  'opencode-json/usual.json': 'same',
  'codex-hooks/empty-hooks.json': 'same',
  'codex-hooks/ours-older.json': 'ours',
  'codex-hooks/usual.json': 'same',
  'codex-config/bom-crlf.toml': 'same',
  'codex-config/bom.toml': 'same',
  'codex-config/code-mode-empty-comment.toml': 'same',
  'codex-config/code-mode-empty.toml': 'same',
  'codex-config/code-mode.toml': 'same',
  'codex-config/comment-at-end.toml': 'same',
  'codex-config/crlf.toml': 'same',
  'codex-config/dates.toml': 'same',
  'codex-config/empty.toml': 'same',
  'codex-config/features-dotted-in-header.toml': 'same',
  'codex-config/features-dotted.toml': 'same',
  'codex-config/features-empty.toml': 'same',
  'codex-config/features-inline-flat.toml': 'same',
  'codex-config/features-inline.toml': 'same',
  'codex-config/features.toml': 'same',
  'codex-config/hooks-tables.toml': 'same',
  'codex-config/indented.toml': 'same',
  'codex-config/inline-dotted.toml': 'same',
  'codex-config/left-code-mode-boolean.toml': { line: 3, why: '"features"."code_mode" is not a table' },
  'codex-config/left-conflict.toml': { line: 1, why: 'a merge conflict is not resolved' },
  'codex-config/left-cut-off.toml': { line: 5, why: 'it is not valid TOML: unterminated string constant' },
  'codex-config/left-duplicate.toml': {
    line: 4,
    why: 'it is not valid TOML: defining a key multiple times is invalid',
  },
  'codex-config/left-json.toml': { line: 1, why: 'it is not valid TOML: unexpected token' },
  'codex-config/left-latin-1.toml': { line: 1, why: 'it is not text in UTF-8' },
  'codex-config/left-lone-cr.toml': { line: 1, why: 'it is not valid TOML: must be a newline' },
  'codex-config/left-nul.toml': { line: 2, why: 'it is not valid TOML: unexpected character' },
  'codex-config/left-servers-tables.toml': { line: 1, why: '"mcp_servers" is not a table' },
  'codex-config/left-servers-text.toml': { line: 2, why: '"mcp_servers" is not a table' },
  'codex-config/left-yaml.toml': { line: 1, why: 'it is not valid TOML: unexpected character' },
  'codex-config/many-final-newlines.toml': 'same',
  'codex-config/mixed-eol.toml': 'same',
  'codex-config/namespaces-empty-tall.toml': 'same',
  'codex-config/namespaces-empty.toml': 'same',
  'codex-config/namespaces-tall-comma.toml': 'same',
  'codex-config/namespaces-tall.toml': 'same',
  'codex-config/namespaces.toml': 'same',
  'codex-config/no-final-newline.toml': 'same',
  'codex-config/one-key.toml': 'same',
  'codex-config/only-comments.toml': 'same',
  'codex-config/other-servers.toml': 'same',
  'codex-config/ours-dotted.toml': 'ours',
  'codex-config/ours-inline.toml': 'ours',
  'codex-config/ours-older.toml': 'ours',
  'codex-config/ours-state-header.toml': 'ours',
  'codex-config/ours-state-older.toml': 'ours',
  'codex-config/out-of-order.toml': 'same',
  'codex-config/profiles.toml': 'same',
  'codex-config/servers-dotted.toml': 'same',
  'codex-config/servers-header-empty.toml': 'same',
  'codex-config/servers-header.toml': 'same',
  'codex-config/servers-inline-empty.toml': 'same',
  'codex-config/servers-inline.toml': 'same',
  'codex-config/strings.toml': 'same',
  'codex-config/usual.toml': 'same',
  'codex-config/white-space.toml': { becomes: '', because: GONE },
  'codex-config/windows.toml': 'same',
}

const corpus = loadCorpus()

describe('the corpus', () => {
  test('the manifest names each file', () => {
    expect(corpus.map(({ name }) => name).toSorted()).toEqual(Object.keys(MANIFEST).toSorted())
  })

  test.each(corpus.map((file) => [file.name, file] as const))('%s', (name, file) => {
    expect(outcomeOf(file)).toEqual(MANIFEST[name] ?? 'same')
    expect(expectLaws(file.format, file.text, PARTS[file.kind])).toBe(!file.isLeft)
  })

  test.each(corpus.filter((file) => !file.isLeft).map((file) => [file.name, file] as const))(
    '%s, a part at a time',
    (_, { format, text, kind }) => {
      for (const part of PARTS[kind]) expect(expectLaws(format, text, [part])).toBe(true)
    },
  )
})

function outcomeOf({ format, text, kind }: CorpusFile): Expected {
  const first = put(format, text, PARTS[kind])
  if (!first.ok) return { line: first.line ?? 0, why: first.why }
  const back = withdraw(format, first.text, PARTS[kind])
  if (holdsOurs(format, text, PARTS[kind])) return 'ours'
  if (!back.ok) return { line: back.line ?? 0, why: back.why }
  return back.text === text ? 'same' : { becomes: back.text, because: GONE }
}

describe('a file that is not there', () => {
  test.each(['json', 'toml'] as const)('%s', (format) => {
    const parts = format === 'json' ? PARTS['claude-settings'] : PARTS['codex-config']
    const made = put(format, undefined, parts)
    if (!made.ok) throw new Error(made.why)
    expect(put(format, '', parts)).toEqual(made)
    expect(made.text).toEndWith('\n')
    expect(withdraw(format, made.text, parts)).toEqual({ ok: true, text: '' })
  })
})

describe('large files', () => {
  test('5,000 keys and 2 MB', () => {
    const history = (index: number): unknown => ({
      allowedTools: [],
      history: [{ display: `request ${index} `.repeat(20), pastedContents: {} }],
      mcpServers: {},
      lastCost: index / 7,
    })
    const projects = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`/home/u/p${index}`, history(index)]),
    )
    const text = JSON.stringify({ numStartups: 5, projects, mcpServers: { other: { command: 'x' } } }, null, 2)
    expect(text.length).toBeGreaterThan(2_000_000)
    const made = put('json', text, PARTS['claude-json'])
    if (!made.ok) throw new Error(made.why)
    expect(JSON.parse(made.text)).toEqual({
      numStartups: 5,
      projects,
      mcpServers: { other: { command: 'x' }, fullstop: (PARTS['claude-json'][0] as { value: unknown }).value },
    })
    expect(withdraw('json', made.text, PARTS['claude-json'])).toEqual({ ok: true, text })
  })

  test('what is nested too deeply is left alone', () => {
    const levels = [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const
    for (const [open, close] of levels) {
      const text = `{"a":${open.repeat(200_000)}1${close.repeat(200_000)}}`
      expect(put('json', text, PARTS['claude-json'])).toEqual({ ok: false, why: 'it is nested too deeply' })
      expect(withdraw('json', text, PARTS['claude-json']).ok).toBe(false)
    }
    expect(put('toml', `a = ${'['.repeat(200_000)}${']'.repeat(200_000)}`, PARTS['codex-config']).ok).toBe(false)
  })
})

describe('parts that fit nowhere', () => {
  const text: Part = { kind: 'text', text: 'x', known: /^$/ }
  const set: Part = { kind: 'set', at: ['a'], value: 1 }
  const cases: ReadonlyArray<readonly [Parameters<typeof put>[0], Part, string]> = [
    ['json', text, 'a block of text has no place in JSON'],
    ['toml', text, 'a block of text has no place in TOML'],
    ['whole', set, 'a file of ours is one text'],
    ['json', { ...set, at: [] }, 'our part names no place'],
    ['toml', { ...set, at: [] }, 'our part names no place'],
    ['toml', { ...set, value: null }, 'our part cannot be said in TOML'],
    ['toml', { ...set, value: { a: ['\uD800'] } }, 'our part cannot be said in TOML'],
  ]
  test.each(cases.map(([format, part, why]) => ({ format, part, why })))('$format: $why', ({ format, part, why }) => {
    expect(put(format, '', [part])).toEqual({ ok: false, why })
  })
})

test('a file whose bytes were not UTF-8 is left alone', () => {
  const why = 'it is not text in UTF-8'
  expect(put('json', '{\n"a": "\uFFFD"}', PARTS['mcp-json'])).toEqual({ ok: false, why, line: 2 })
  expect(withdraw('json', '\uD800', PARTS['mcp-json'])).toEqual({ ok: false, why, line: 1 })
})

test('the value of a file', () => {
  expect(toValue('json', '\uFEFF{"a": [1, {"__proto__": null}], /* c */ }')).toEqual({
    a: [1, Object.fromEntries([['__proto__', null]])],
  })
  expect(toValue('toml', 'a.b = 1979-05-27\n[[c]]\nd = 9_007_199_254_740_993')).toEqual({
    a: { b: '1979-05-27' },
    c: [{ d: 9007199254740992 }],
  })
  expect(toValue('json', '{')).toBeUndefined()
  expect(toValue('toml', 'a = ')).toBeUndefined()
})
