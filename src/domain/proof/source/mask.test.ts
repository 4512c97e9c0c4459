// Comments and strings are blanked, offsets stay.
import { expect, test } from 'bun:test'
import { languageOf } from './languages.ts'
import type { Syntax } from './mask.ts'
import { mask } from './mask.ts'

const NONE: Syntax = { lineComments: [], quotes: '' }
const syntaxOf = (path: string): Syntax => languageOf(path)?.syntax ?? NONE

const cases: readonly (readonly [name: string, path: string, text: string, code: string])[] = [
  ['a line comment', 'a.ts', 'a // it.skip', 'a           '],
  ['a block comment over lines', 'a.ts', 'a /* b\nc */ d', 'a     \n     d'],
  ['strings', 'a.ts', `f('it.skip', "x")`, `f('       ', " ")`],
  ['an escaped quote', 'a.ts', String.raw`f('a\'b') + g`, `f('    ') + g`],
  ['a template with a template inside', 'a.ts', 'f(`a ${b(`c`)} d`) + g', 'f(`             `) + g'],
  ['a template with an object inside', 'a.ts', 'f(`${g({ a: 1 })}`) + h', 'f(`              `) + h'],
  ['a regular expression with quotes', 'a.ts', `f(/['"]/) + 'x'`, `f(/    /) + ' '`],
  ['a division is none', 'a.ts', `a / b + 'x' / c`, `a / b + ' ' / c`],
  ['an apostrophe in JSX text', 'a.tsx', `<p>don't</p>\nit()`, `<p>don't</p>\nit()`],
  ['a closing tag is no regular expression', 'a.tsx', `<b>a</b> + 'x'`, `<b>a</b> + ' '`],
  ['Python: long strings', 'a.py', 'a = """\n@skip\n"""\nb', 'a = """\n     \n"""\nb'],
  ['Python: a comment', 'a.py', 'a # @skip', 'a        '],
  ['Rust: lifetimes are no strings', 'a.rs', `fn f<'a>(x: &'a str) { 'b' }`, `fn f<'a>(x: &'a str) { ' ' }`],
  ['Rust: a raw string that ends in a backslash', 'a.rs', String.raw`f(r"\\?\"); g("a")`, 'f(r"    "); g(" ")'],
  ['Rust: a raw string with quotes in it', 'a.rs', 'f(r#"a "b" c"#); g("a")', 'f(r#"        #); g(" ")'],
  ['Go: a raw string', 'a.go', 'a := `t.Skip()\n"`\nb', 'a := `        \n `\nb'],
  ['PHP: an attribute is no comment', 'a.php', '#[Test] # x', '#[Test]    '],
  ['never closed', 'a.ts', '/* a', '    '],
]

test.each(cases)('%s', (_, path, text, code) => {
  expect(mask(text, syntaxOf(path)).code).toBe(code)
})
