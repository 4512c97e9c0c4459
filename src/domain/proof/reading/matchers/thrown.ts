// Assertions that something is raised: by whom, of which type, with which words.
import { argumentsIn, closeOf } from './arguments.ts'
import type { Demand } from './demand.ts'

interface ThrownRule {
  readonly head: RegExp
  /** Type, words and body among the arguments; `type` may stand in angle brackets instead. */
  readonly read: (
    given: readonly string[],
    text: string,
  ) => { readonly type: string; readonly message: string; readonly body: string }
}

const isWords = (argument: string | undefined): boolean => argument !== undefined && /^["/]/.test(argument)

const RULES: readonly ThrownRule[] = [
  {
    head: /^(?:with )?(?:pytest\.)?(?:raises|warns)\(|^(?:with )?self\.assertRaises(?:Regex)?\(/,
    read: ([type = '', ...rest], text) => ({
      type,
      message:
        rest.find((one) => one.startsWith('match='))?.slice('match='.length) ??
        (text.includes('Regex(') ? (rest[0] ?? '') : ''),
      body: rest.find((one) => one.startsWith('lambda')) ?? '',
    }),
  },
  {
    head: /^assert\.(?:throws|rejects)\(|^t\.throws(?:Async)?\(/,
    read: ([body = '', argument = '']) => ({
      type: isWords(argument) ? '' : argument,
      message: isWords(argument) ? argument : '',
      body,
    }),
  },
  {
    head: /^(?:Assert(?:ions)?\.)?(?:assertThrows(?:Exactly)?|expectThrows)\(/,
    read: ([type = '', body = '']) => ({ type, message: '', body }),
  },
  {
    head: /^(?:Assert\.(?:Throws|ThrowsAny|ThrowsException|ThrowsExactly|Catch)(?:Async)?|Should\.Throw(?:Async)?|assertFailsWith|shouldThrow)</,
    read: (given, text) => ({ type: /<([^<>]{1,80})>/.exec(text)?.[1] ?? '', message: '', body: given[0] ?? '' }),
  },
  {
    head: /^(?:\$this->|self::)expectException\(/,
    read: ([type = '']) => ({ type: type.replace(/::class$/, ''), message: '', body: 'it' }),
  },
  {
    head: /^(?:\$this->|self::)expectExceptionMessage(?:Matches)?\(/,
    read: ([message = '']) => ({ type: 'Same', message, body: 'it' }),
  },
  {
    // Pest: behind the test.
    head: /^\}?\)(?:->(?!throws)\w{1,40}\([^()]{0,200}\))?->throws\(/,
    read: ([type = '', message = '']) =>
      isWords(type)
        ? { type: '', message: type, body: 'it' }
        : { type: type.replace(/::class$/, ''), message, body: 'it' },
  },
  {
    head: /^assert_raises?(?:_kind_of)?\b/,
    read: (given, text) => ({ type: given[0] ?? '', message: '', body: text.slice(text.search(/\{|do\b/)) }),
  },
]

/** `expect(f).toThrow(…)`, `expect{f}.to raise_error(…)` */
const EXPECTED =
  /^(expect[({].*[)}])\.(?:rejects\.)?(?:toThrow\w*|to\.throw\w*|to raise_(?:error|exception))(?:\((.*)\)| ([^{]*))?$/

export function thrownDemand(text: string): Demand | undefined {
  const [, body, given, bare] = EXPECTED.exec(text) ?? []
  if (body !== undefined) {
    const all = argumentsIn(given ?? bare ?? '').filter((one) => one !== '')
    // What follows the type are the words, whatever they are called.
    const [type = '', second = ''] = all
    return demand(all.find((one) => !isWords(one)) ?? '', all.find(isWords) ?? (isWords(type) ? '' : second), body)
  }
  const rule = RULES.find(({ head }) => head.test(text))
  if (!rule) return undefined
  const written = rule.head.exec(text)?.[0] ?? ''
  const open = /[( <]$/.test(written)
    ? text.search(/[( ]/)
    : text.startsWith('(', written.length) || text.startsWith(' ', written.length)
      ? written.length
      : -1
  if (open < 0) return demand('', '', rule.read([], text).body)
  const close = text.charAt(open) === '(' ? closeOf(text, open) : text.search(/ ?\{/)
  const read = rule.read(argumentsIn(text.slice(open + 1, close < 0 ? undefined : close)), text)
  return demand(read.type, read.message, read.body)
}

const NO_WORDS =
  /^(?:|anything|String|(?:an?_)?(?:kind|instance)_of\(String\)|r?""|r?"\.[*+]?"|"\/\.?\*?\/"|\/\.?[*+]?\/\w{0,3})$/

function demand(type: string, message: string, body: string): Demand {
  const isBroad = BROAD.test(type)
  return {
    mode: 'throws',
    subjects: [body],
    level: isBroad ? 1 : 3,
    type: isBroad ? '' : type,
    message: NO_WORDS.test(message) ? '' : message,
  }
}

/** Of such a type is every error. */
const BROAD =
  /^(?:|None|\\?(?:System\.)?(?:Base)?Exception|\\?Error|\\?Throwable|StandardError|RuntimeException|(?:Exception|Throwable|RuntimeException|Error)(?:\.class|::class)|\(.*\b(?:Base)?Exception\b.*\))$/
