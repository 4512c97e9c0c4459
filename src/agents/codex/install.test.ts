// Codex's own settings as far as they matter to the gate, and its trust in hooks.
import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { install } from './install.ts'
import { movedTrust, trust, trustHash, trustKey } from './trust.ts'

const PLACES = { home: '/home/u', root: '/repo', env: {} }
const CONFIG = '/home/u/.codex/config.toml'
const settingsOf = (files: Readonly<Record<string, unknown>>) => ({
  places: PLACES,
  settings: (path: string): unknown => files[path],
})
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('trust', () => {
  const handler = { event: 'PostToolUse', group: 1, handler: 0, matcher: 'mcp__x' }

  test('the key names the place in snake case', () =>
    expect(trustKey('/home/u/.codex/hooks.json', { ...handler, value: {} })).toBe(
      '/home/u/.codex/hooks.json:post_tool_use:1:0',
    ))

  // As the real binary computes it: keys in order, no spaces, what was left out filled in.
  const rows: ReadonlyArray<readonly [string, Parameters<typeof trustHash>[0], string]> = [
    [
      'a time limit and a matcher',
      { ...handler, value: { type: 'command', command: 'x', timeout: 30 } },
      '{"event_name":"post_tool_use","hooks":[{"async":false,"command":"x","timeout":30,"type":"command"}],"matcher":"mcp__x"}',
    ],
    [
      'no time limit: 600 s',
      { event: 'Stop', group: 0, handler: 0, value: { type: 'command', command: 'x' } },
      '{"event_name":"stop","hooks":[{"async":false,"command":"x","timeout":600,"type":"command"}]}',
    ],
    [
      'the end of a session is given 3 s, whatever the file says',
      { event: 'SessionEnd', group: 0, handler: 0, value: { type: 'command', command: 'x', timeout: 60 } },
      '{"event_name":"session_end","hooks":[{"async":false,"command":"x","timeout":3,"type":"command"}]}',
    ],
  ]
  for (const [name, given, text] of rows) {
    test(name, () => expect(trustHash(given, sha256)).toBe(`sha256:${sha256(text)}`))
  }

  test('as a known hash: a change here would void every installation', () =>
    expect(trustHash({ event: 'Stop', group: 0, handler: 0, value: { command: 'x', timeout: 60 } }, sha256)).toBe(
      'sha256:e221f45e87115cf8dc665f518acc95c5d53c9445693ee6ed45a2db7d90dda022',
    ))
})

describe('trust of others when ours goes', () => {
  const path = '/home/u/.codex/hooks.json'
  const group = (command: string) => ({ hooks: [{ type: 'command', command }] })
  const ours = group('/l/fullstop hook codex --within 60s')
  const hooks = (...Stop: object[]) => ({ hooks: { Stop } })
  const key = (index: number) => ['hooks', 'state', `${path}:stop:${index}:0`]

  test('those behind ours move up', () =>
    expect(
      movedTrust({
        places: PLACES,
        path,
        before: hooks(group('a'), ours, group('b'), group('c')),
        after: hooks(group('a'), group('b'), group('c')),
      }),
    ).toEqual({
      path: CONFIG,
      keys: [
        { from: key(2), to: key(1) },
        { from: key(3), to: key(2) },
      ],
    }))

  test('those before ours stay', () =>
    expect(
      movedTrust({ places: PLACES, path, before: hooks(group('a'), ours), after: hooks(group('a')) }),
    ).toBeUndefined())
})

describe('what Codex says of its trust', () => {
  const answer = (...hooks: object[]): string =>
    `{"method":"x"}\nnot json\n${JSON.stringify({ id: 2, result: { data: [{ hooks }] } })}\n`
  const ours = { command: '/l/fullstop hook codex --within 60s', key: 'k1', trustStatus: 'trusted' }

  test('all trusted', () => expect(trust.toTrust(answer(ours))).toEqual({ known: 1, untrusted: [] }))
  test('changed since', () =>
    expect(trust.toTrust(answer(ours, { ...ours, key: 'k2', trustStatus: 'modified' }))).toEqual({
      known: 2,
      untrusted: ['k2'],
    }))
  test('of others nothing is said', () =>
    expect(trust.toTrust(answer({ command: 'say done', trustStatus: 'untrusted' }))).toEqual({
      known: 0,
      untrusted: [],
    }))
  for (const output of ['', 'garbage', '{"id":1,"result":{}}', '{"id":2,"error":{}}']) {
    test(`no answer: ${output}`, () => expect(trust.toTrust(output)).toBeUndefined())
  }
})

test('switched off by a setting of the person', () =>
  expect(install.switchedOff(settingsOf({ [CONFIG]: { features: { hooks: false } } }))).toEqual([
    { file: CONFIG, setting: 'features.hooks = false' },
  ]))

test('as a plugin', () =>
  expect(install.asPlugin(settingsOf({ [CONFIG]: { plugins: { 'fullstop@fullstop': { enabled: true } } } }))).toBe(
    CONFIG,
  ))
