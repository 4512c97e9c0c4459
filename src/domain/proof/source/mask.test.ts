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
  ['Rust: comments inside comments', 'a.rs', '/* a /* b */ c */ d', '                  d'],
  ['Swift: comments inside comments', 'a.swift', '/* a /* b */ c */ d', '                  d'],
  ['JavaScript: a comment ends at the first mark', 'a.ts', '/* /* */ d', '         d'],
  ['Ruby: a text below its line', 'a.rb', 'f(<<~A, b)\n  skip\n  A\ng', 'f(<<~A, b)\n      \n   \ng'],
  ['Ruby: two texts below one line', 'a.rb', 'f(<<~A, <<-B)\nx\nA\ny\nB\ng', 'f(<<~A, <<-B)\n \n \n \n \ng'],
  ['Ruby: a text in quotes', 'a.rb', `f(<<'A b', <<"C")\nx\nC\ng`, `f(<<'   ', <<" ")\n \n \ng`],
  ['Ruby: a line that begins with the word', 'a.rb', 'f(<<~A)\nA b\nA\ng', 'f(<<~A)\n   \n \ng'],
  ['Ruby: nothing ends the text', 'a.rb', 'f(<<~A)\nskip', 'f(<<~A)\nskip'],
  ['Ruby: something is appended', 'a.rb', 'list <<item\nskip\nitem', 'list <<item\nskip\nitem'],
  ['Ruby: a class of one object', 'a.rb', 'class << self\nskip\nself', 'class << self\nskip\nself'],
  ['Ruby: a quote on the line of the text', 'a.rb', `f(<<~A, 'b')\n'\nA\n'c'`, `f(<<~A, ' ')\n \n \n' '`],
  ['Ruby: a comment of lines', 'a.rb', 'a\n=begin\nskip\n=end\nb', 'a\n      \n    \n    \nb'],
  ['Ruby: what stands behind the program', 'a.rb', 'a\n__END__\nskip', 'a\n       \n    '],
  ['Ruby: a name that only begins like that', 'a.rb', 'a\n__END__s\nskip', 'a\n__END__s\nskip'],
  ['PHP: a text below its line', 'a.php', "f(<<<'A'\nskip\n  A, 'b');", "f(<<<' '\n    \n   , ' ');"],
  ['PHP: a text with what it fills in', 'a.php', '$a = <<<A\n{$b->skip()}\nA;\ng', '$a = <<<A\n            \n ;\ng'],
  ['PHP: bits that are moved', 'a.php', '$a << B;\nskip;\nB;', '$a << B;\nskip;\nB;'],
  ['never closed', 'a.ts', '/* a', '    '],
]

test.each(cases)('%s', (_, path, text, code) => {
  expect(mask(text, syntaxOf(path)).code).toBe(code)
})
