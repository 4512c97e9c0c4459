// Comments and strings that few languages know are blanked, and cost no more than the text is long.
import { expect, test } from 'bun:test'
import { growthOf } from '../../../../test/growth.ts'
import { languageOf } from './languages.ts'
import type { Syntax } from './mask.ts'
import { mask } from './mask.ts'

const NONE: Syntax = { lineComments: [], quotes: '' }
const codeOf = (path: string, text: string): string => mask(text, languageOf(path)?.syntax ?? NONE).code

const cases: readonly (readonly [name: string, path: string, text: string, code: string])[] = [
  ['C++: a dead branch', 'a.cc', 'a\n#if 0\nb\n#endif\nc', 'a\n     \n \n#endif\nc'],
  ['C++: the other branch lives', 'a.cc', '#if 0\nb\n#else\nc\n#endif', '     \n \n#else\nc\n#endif'],
  [
    'C++: branches in a dead one',
    'a.cc',
    '#if 0\n#ifdef A\nb\n#else\n#endif\nc\n#endif',
    '     \n        \n \n     \n      \n \n#endif',
  ],
  ['C++: a branch that is never closed', 'a.cc', '#if 0\nb', '#if 0\nb'],
  ['C++: a branch that may live', 'a.cc', '#if A\nb\n#endif', '#if A\nb\n#endif'],
  ['C++: a raw string with brackets and quotes', 'a.cc', 'f(R"x(a)" b)x");', 'f(R"x(     )x");'],
  ['C++: a raw string over lines', 'a.cc', 'f(u8R"(\nTEST(a)\n)");', 'f(u8R"(\n       \n)");'],
  ['C++: a raw string that is never closed', 'a.cc', 'f(R"x(a)y");\nb', 'f(R"     ");\nb'],
  ['Swift: a dead branch', 'a.swift', '#if false\na\n#endif', '         \n \n#endif'],
  ['C#: a verbatim string', 'a.cs', 'a(@"b""\nc", "d")', 'a(@"   \n ", " ")'],
  ['Ruby: quotes of its own', 'a.rb', 'a = %q(b (c) d)\ne', 'a = %q(       )\ne'],
  ['Ruby: a row of words', 'a.rb', 'a %w[skip it]', 'a %w[       ]'],
  ['Ruby: what is left of a division', 'a.rb', 'a %b\nc % (d)', 'a %b\nc % (d)'],
  ['Ruby: quotes of its own that are never closed', 'a.rb', 'a = %q(b\nc', 'a = %q(b\nc'],
  ['Elixir: a sigil', 'a.exs', 'a = ~s|b "c|\nd', 'a = ~s|    |\nd'],
  ['Elixir: a sigil over lines', 'a.exs', 'a = ~S"""\nb\n"""\nc', 'a = ~S"""\n \n"""\nc'],
  ['PHP: what is no program', 'a.php', '<?php a ?> b <?php c', '<?php a      <?php c'],
  ['PHP: a tag in a string over lines', 'a.php', "a('\n?>');\nb", "a('\n  ');\nb"],
  ['PHP: the end of the program', 'a.php', 'a\n__halt_compiler();\nb', 'a\n                  \n '],
]

test.each(cases)('%s', (_, path, text, code) => {
  expect(codeOf(path, text)).toBe(code)
})

const hostile: readonly (readonly [path: string, tokens: readonly string[]])[] = [
  ['a.rb', ['<<~A\n', '<<~A <<~B ', '%q(', '%w[a ', '=begin\n', 'f(<<A)\nA\n']],
  ['a.cc', ['#if 0\n', '#if 0\n#else\n', 'R"a(', 'R"(']],
  ['a.cs', ['@"', '@"a"" ']],
  ['a.exs', ['~s(', '~s|', '~S"""']],
  ['a.php', ['<<<A\n', '?>', '?><?', '__halt_compiler']],
  ['a.kt', ['/* /*', '*/ /* ']],
]

test.each(hostile)('P13: %s is read in a time that grows with its length', (path, tokens) => {
  expect(tokens.flatMap((token) => growthOf((text) => codeOf(path, text), token) ?? [])).toEqual([])
})
