// Tables for TOML: what is put where, what is replaced, and what goes again.
import { describe, expect, test } from 'bun:test'
import type { Part } from '../../contract/agent/edit.ts'
import { put, withdraw } from './edit.ts'

const server: Part = { kind: 'set', at: ['servers', 'ours'], value: { run: 'x', args: ['a', 'b'], env: { K: 'v' } } }
const names: Part = { kind: 'add', at: ['features', 'mode', 'names'], value: 'ours', known: /^ours/ }
const flat: Part = { kind: 'set', at: ['flat'], value: true }
const state = (key: string): Part => ({ kind: 'set', at: ['hooks', 'state', key], value: { hash: 'h' } })

const TABLE = '[servers.ours]\nrun = "x"\nargs = ["a", "b"]\nenv = { K = "v" }'
const INLINE = '{ run = "x", args = ["a", "b"], env = { K = "v" } }'

describe('put and withdraw', () => {
  const cases: ReadonlyArray<readonly [name: string, part: Part, before: string, after: string]> = [
    ['a table at the end', server, 'a = 1\n', `a = 1\n\n${TABLE}\n`],
    ['a table behind the last line without its end', server, '[t]\na = 1', `[t]\na = 1\n\n${TABLE}`],
    ['a table with CRLF', state('x'), '[t]\r\n', '[t]\r\n\r\n[hooks.state.x]\r\nhash = "h"\r\n'],
    ['a table beside others', server, '[servers]\n\n[servers.b]\n', `[servers]\n\n[servers.b]\n\n${TABLE}\n`],
    [
      'a table behind a list of tables',
      state('x'),
      '[hooks]\n[[hooks.Stop]]\na = 1\n',
      '[hooks]\n[[hooks.Stop]]\na = 1\n\n[hooks.state.x]\nhash = "h"\n',
    ],
    [
      'into an inline table',
      server,
      'servers = { b = 1 } # c\n[t]\n',
      `servers = { b = 1, ours = ${INLINE} } # c\n[t]\n`,
    ],
    [
      'beside dotted keys',
      server,
      'servers.b.c = 1 # c\n[t]\n',
      `servers.b.c = 1 # c\nservers.ours = ${INLINE}\n[t]\n`,
    ],
    [
      'beside dotted keys of a table',
      names,
      '[features]\nmode.a = 1\nb = 2\n',
      '[features]\nmode.a = 1\nmode.names = ["ours"]\nb = 2\n',
    ],
    [
      'into the table of the key',
      names,
      '[features.mode]\na = 1 # c\n\n[t]\n',
      '[features.mode]\na = 1 # c\nnames = ["ours"]\n\n[t]\n',
    ],
    [
      'into an empty table: a space says that it was there',
      names,
      '[features.mode]\n[t]\n',
      '[features.mode] \nnames = ["ours"]\n[t]\n',
    ],
    [
      'into a new table below a table',
      names,
      '[features]\na = 1\n',
      '[features]\na = 1\n\n[features.mode]\nnames = ["ours"]\n',
    ],
    ['through an inline table', names, 'features = { a = 1 }\n', 'features = { a = 1, mode = {names = ["ours"]} }\n'],
    [
      'into a list on several lines',
      names,
      '[features.mode]\nnames = [\n  "a" # b\n  # c\n]\n',
      '[features.mode]\nnames = [\n  "a", # b\n  "ours"\n  # c\n]\n',
    ],
    ['a key behind the last key of the top', flat, 'a = 1 # b\n\n[t]\n', 'a = 1 # b\nflat = true\n\n[t]\n'],
    ['a key before the first table', flat, '[t]\n', 'flat = true\n\n[t]\n'],
    ['keys that need quotes', state('C:\\a "b".json:é'), '', '[hooks.state."C:\\\\a \\"b\\".json:é"]\nhash = "h"\n'],
    ['control characters', state('\u0001\u007F\n'), '', '[hooks.state."\\u0001\\u007F\\n"]\nhash = "h"\n'],
    [
      'numbers',
      { kind: 'set', at: ['n'], value: [1, -0.5, 1e21, 1e300, 2 ** 53] },
      '',
      'n = [1, -0.5, 1e+21, 1e+300, 9007199254740992.0]\n',
    ],
  ]
  test.each(cases)('%s', (_, part, before, after) => {
    expect(put('toml', before, [part])).toEqual({ ok: true, text: after })
    expect(withdraw('toml', after, [part])).toEqual({ ok: true, text: before })
  })
})

describe('an older one is replaced in place', () => {
  const cases: ReadonlyArray<readonly [name: string, part: Part, before: string, after: string]> = [
    [
      'key by key, with the comments of others',
      server,
      '# a\n[servers.ours] # b\nold = 1\nrun = "y" # c\n# d\n\n[servers.ours.env]\nL = 1\n[t]\n',
      '# a\n[servers.ours] # b\nrun = "x" # c\nargs = ["a", "b"]\n# d\n\n[servers.ours.env]\nK = "v"\n[t]\n',
    ],
    [
      'inline',
      server,
      '[servers]\nours = { run = "y" }\nb = 1\n',
      '[servers]\nours = { run = "x", args = ["a", "b"], env = { K = "v" } }\nb = 1\n',
    ],
    [
      'dotted',
      server,
      'servers.ours.run = "y"\nservers.b = 1\n',
      'servers.ours.run = "x"\nservers.ours.args = ["a", "b"]\nservers.ours.env = { K = "v" }\nservers.b = 1\n',
    ],
    ['what is no table', server, '[servers]\nours = 5 # five\n', `[servers]\nours = ${INLINE} # five\n`],
    ['a table by a value', flat, '[flat]\na = 1\n\n[t]\n', 'flat = true\n\n[t]\n'],
    [
      'in a list, once',
      names,
      'features.mode.names = ["ours 1", "a", "ours"]\n',
      'features.mode.names = ["ours", "a"]\n',
    ],
  ]
  test.each(cases)('%s', (_, part, before, after) => {
    expect(put('toml', before, [part])).toEqual({ ok: true, text: after })
    expect(put('toml', after, [part])).toEqual({ ok: true, text: after })
  })
})

describe('withdraw', () => {
  const cases: ReadonlyArray<readonly [name: string, part: Part, before: string, after: string]> = [
    [
      'every table and key of ours',
      server,
      '[a]\n[servers.ours]\nx = 1\n# theirs\n[servers.ours.env]\ny = 1\n[b]\n',
      '[a]\n# theirs\n[b]\n',
    ],
    ['at the top of the file', server, '[servers.ours]\nx = 1\n\n[b]\n', '[b]\n'],
    [
      'dotted keys in an inline table',
      server,
      'servers = { ours.a = 1, b = 2, ours.c = 3 }\n',
      'servers = { b = 2 }\n',
    ],
    [
      'a comment of others behind ours stays',
      names,
      '[features.mode]\nnames = ["ours"] # theirs\n',
      '[features.mode]\n # theirs\n',
    ],
    ['others in the list stay', names, '[features.mode]\nnames = ["ours", "a"]\n', '[features.mode]\nnames = ["a"]\n'],
    ['others in the table stay', names, '[features.mode]\nnames = ["ours"]\na = 1\n', '[features.mode]\na = 1\n'],
    ['nothing where the path is barred', names, 'features = true\n', 'features = true\n'],
    ['nothing where it is a list of tables', names, '[[features]]\n', '[[features]]\n'],
  ]
  test.each(cases)('%s', (_, part, before, after) => {
    expect(withdraw('toml', before, [part])).toEqual({ ok: true, text: after })
  })
})

test('what cannot be extended is left alone', () => {
  expect(put('toml', 'a = 1\n[features]\nmode = true\n', [server, names])).toEqual({
    ok: false,
    why: '"features"."mode" is not a table',
    line: 3,
  })
  expect(put('toml', '[features.mode]\nnames = "a"\n', [names])).toMatchObject({ ok: false, line: 2 })
  expect(put('toml', '[[features.mode.names]]\na = 1\n', [names])).toMatchObject({ ok: false, line: 1 })
})
