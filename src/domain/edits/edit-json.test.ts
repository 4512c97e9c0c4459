// Tables for JSON: what is put where, what is replaced, and what goes again.
import { describe, expect, test } from 'bun:test'
import type { Part } from '../../contract/agent/edit.ts'
import { put, withdraw } from './edit.ts'

const allow: Part = { kind: 'add', at: ['allow'], value: 'ours', known: /^ours/ }
const server: Part = { kind: 'set', at: ['servers', 'ours'], value: { run: ['a', 'b'] } }
const hook: Part = {
  kind: 'add',
  at: ['Stop'],
  value: { hooks: [{ command: 'ours 2' }] },
  known: /^ours\b/,
  inner: 'hooks',
}

describe('put', () => {
  const cases: ReadonlyArray<readonly [name: string, part: Part, before: string, after: string]> = [
    [
      'into an object on several lines',
      server,
      '{\n  "a": 1\n}',
      '{\n  "a": 1,\n  "servers": {\n    "ours": {\n      "run": [\n        "a",\n        "b"\n      ]\n    }\n  }\n}',
    ],
    ['into an object on one line', server, '{"a": 1}', '{"a": 1, "servers": {"ours": {"run": ["a", "b"]}}}'],
    ['into a minified one', server, '{"a":1}', '{"a":1,"servers":{"ours":{"run":["a","b"]}}}'],
    [
      'with tabs and CRLF',
      allow,
      '{\r\n\t"allow": [\r\n\t\t"a"\r\n\t]\r\n}',
      '{\r\n\t"allow": [\r\n\t\t"a",\r\n\t\t"ours"\r\n\t]\r\n}',
    ],
    ['with a wide colon', allow, '{ "a" : 1 }', '{ "a" : 1, "allow" : ["ours"] }'],
    [
      'behind a comment of the last one',
      allow,
      '{\n  "allow": [\n    "a" // why\n  ]\n}',
      '{\n  "allow": [\n    "a", // why\n    "ours"\n  ]\n}',
    ],
    [
      'before comments on lines of their own',
      allow,
      '{\n  "allow": [\n    "a"\n    // "b"\n  ]\n}',
      '{\n  "allow": [\n    "a",\n    "ours"\n    // "b"\n  ]\n}',
    ],
    ['behind a trailing comma', allow, '{"allow": ["a", "b", ]}', '{"allow": ["a", "b", "ours", ]}'],
    [
      'behind a line comment on a line with the bracket',
      allow,
      '{"allow": ["a" // x\n]}',
      '{"allow": ["a", // x\n"ours"\n]}',
    ],
    ['into an empty list: one space says that it was there', allow, '{"allow": []}', '{"allow": [ "ours"]}'],
    ['into an empty list with white space: two', allow, '{"allow": [ ]}', '{"allow": [  "ours" ]}'],
    ['into an empty list with a comment', allow, '{"allow": [ /* none */ ]}', '{"allow": [ /* none */ "ours" ]}'],
    ['in place of an older one', allow, '{"allow": ["a", "ours 1", "b"]}', '{"allow": ["a", "ours", "b"]}'],
    ['in place of two older ones', allow, '{"allow": ["ours 1", "a", "ours 0"]}', '{"allow": ["ours", "a"]}'],
    [
      'in place of another value',
      server,
      '{"servers": {"ours": null, "b": 1}}',
      '{"servers": {"ours": {"run": ["a", "b"]}, "b": 1}}',
    ],
    [
      'where the same is written otherwise: nothing',
      server,
      '{"servers": {"ours": { "run" : [ "\\u0061" , "b" ] }}}',
      '{"servers": {"ours": { "run" : [ "\\u0061" , "b" ] }}}',
    ],
    [
      'in place of an older group',
      hook,
      '{"Stop": [{"x": 1, "hooks": [{"command": "ours"}]}, 7]}',
      '{"Stop": [{"hooks": [{"command": "ours 2"}]}, 7]}',
    ],
    [
      'in place of our entry in a group of others',
      hook,
      '{"Stop": [{"hooks": [{"command": "a"}, {"command": "ours"}]}]}',
      '{"Stop": [{"hooks": [{"command": "a"}, {"command": "ours 2"}]}]}',
    ],
    [
      'out of a group that is for something else',
      hook,
      '{"Stop": [{"matcher": "X", "hooks": [{"command": "ours"}, {"command": "a"}]}]}',
      '{"Stop": [{"matcher": "X", "hooks": [{"command": "a"}]}, {"hooks": [{"command": "ours 2"}]}]}',
    ],
    [
      'and two older groups are one then',
      hook,
      '{"Stop": [{"hooks": [{"command": "ours"}]}, {"hooks": [{"command": "ours 1"}]}]}',
      '{"Stop": [{"hooks": [{"command": "ours 2"}]}]}',
    ],
  ]
  test.each(cases)('%s', (_, part, before, after) => {
    expect(put('json', before, [part])).toEqual({ ok: true, text: after })
    expect(put('json', after, [part])).toEqual({ ok: true, text: after })
  })
})

describe('withdraw', () => {
  const cases: ReadonlyArray<readonly [name: string, part: Part, before: string, after: string]> = [
    ['the first of several', allow, '{"allow": ["ours", "a"]}', '{"allow": ["a"]}'],
    [
      'one in the middle',
      allow,
      '{"allow": [\n  "a", // x\n  "ours", // y\n  "b"\n]}',
      '{"allow": [\n  "a", // x\n   // y\n  "b"\n]}',
    ],
    [
      'the last, with a comment of others',
      allow,
      '{"allow": [\n  "a",\n  "ours" // y\n]}',
      '{"allow": [\n  "a"\n   // y\n]}',
    ],
    [
      'behind a line comment, with the bracket on its line',
      allow,
      '{"allow": [ // x\n  "ours" ]}',
      '{"allow": [ // x\n ]}',
    ],
    ['with what held nothing else', server, '{"a": 1, "servers": {"ours": 1}}', '{"a": 1}'],
    ['but not an object with a comment', server, '{"servers": {"ours": 1 /* mine */}}', '{"servers": { /* mine */}}'],
    ['and not an object with others', server, '{"servers": {"b": 2, "ours": 1}}', '{"servers": {"b": 2}}'],
    ['a file that held nothing else', server, '{"servers": {"ours": 1}}\n', ''],
    ['but not one with a comment', server, '// mine\n{"servers": {"ours": 1}}\n', '// mine\n{}\n'],
    [
      'from a group of others',
      hook,
      '{"Stop": [{"hooks": [{"command": "ours"}, {"command": "a"}]}]}',
      '{"Stop": [{"hooks": [{"command": "a"}]}]}',
    ],
    [
      'every one of ours',
      hook,
      '{"Stop": [{"hooks": [{"command": "ours"}]}, 1, {"hooks": [{"command": "ours 9"}]}]}',
      '{"Stop": [1]}',
    ],
    ['nothing where the path is barred', hook, '{"Stop": "no"}', '{"Stop": "no"}'],
    ['nothing where the path is null', server, '{"servers": null}', '{"servers": null}'],
  ]
  test.each(cases)('%s', (_, part, before, after) => {
    expect(withdraw('json', before, [part])).toEqual({ ok: true, text: after })
  })
})

test('the line is that of the file, also for a later part', () => {
  expect(put('json', '{\n  "a": 1,\n  "Stop": 5\n}', [allow, server, hook])).toEqual({
    ok: false,
    why: '"Stop" is not a list',
    line: 3,
  })
})

test('a key that is there twice bars both ways', () => {
  const text = '{"servers": {},\n"servers": {}}'
  const refused = { ok: false, why: 'the key "servers" is there twice', line: 2 } as const
  expect(put('json', text, [server])).toEqual(refused)
  expect(withdraw('json', text, [server])).toEqual(refused)
  expect(put('json', '{"Stop": [{"hooks": [], "hooks": [{"command": "ours"}, 1]}]}', [hook])).toMatchObject({
    ok: false,
  })
})
