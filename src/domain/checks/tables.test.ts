// The sections of a TOML or INI file with their lines.
import { describe, expect, test } from 'bun:test'
import { iniTables, tomlTables, type Table } from './tables.ts'

describe('tomlTables', () => {
  const rows: ReadonlyArray<readonly [name: string, text: string, tables: Table[] | null]> = [
    ['nothing', '', [{ name: '', lines: [] }]],
    [
      'keys, sections, lists of sections, comments',
      'a = 1 # x\r\n[b.c] # y\nd = "e"\n\n# z\n[[f]]\n',
      [
        { name: '', lines: ['a = 1 # x'] },
        { name: 'b.c', lines: ['d = "e"'] },
        { name: 'f', lines: [] },
      ],
    ],
    [
      'quoted and spaced names',
      '[ a . "b.c" ]\n[target.\'cfg(x)\'.y]\n"k" = 1',
      [
        { name: '', lines: [] },
        { name: 'a.b.c', lines: [] },
        { name: 'target.cfg(x).y', lines: ['"k" = 1'] },
      ],
    ],
    [
      'a list over lines',
      'a = [\n  "[b]", # [\n]\n[c]',
      [
        { name: '', lines: ['a = [', '"[b]", # [', ']'] },
        { name: 'c', lines: [] },
      ],
    ],
    ['a string over lines', "a = '''\n[b]\n'''", [{ name: '', lines: ["a = '''", '[b]', "'''"] }]],
    [
      'a string over lines, closed on the first',
      'a = """b"""\n[c]',
      [
        { name: '', lines: ['a = """b"""'] },
        { name: 'c', lines: [] },
      ],
    ],
    ['an open section', '[a\nb = 1', null],
    ['an open list', 'a = [\n', null],
    ['an open string', 'a = """\n', null],
    ['no key', 'hello', null],
  ]
  for (const [name, text, tables] of rows) test(name, () => expect(tomlTables(text)).toEqual(tables))
})

test('iniTables', () => {
  expect(iniTables('a = 1\n[b:c]\n; x\n# y\nd =\n  e\n[f')).toEqual([
    { name: '', lines: ['a = 1'] },
    { name: 'b:c', lines: ['d =', 'e', '[f'] },
  ])
})
