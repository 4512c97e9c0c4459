// Comments and strings that few languages know: dead branches of a preprocessor, strings that choose their own marks, what
// stands behind the end of a program.

export interface FoundSpan {
  readonly from: number
  readonly to: number
  readonly isComment: boolean
}

export interface FurtherSpan {
  /** How it begins: the source of a pattern. */
  readonly begins: string
  /** `missing` holds marks that were looked for to the end of the text in vain, so that it happens once. */
  readonly read: (text: string, at: number, missing: Set<string>) => FoundSpan | undefined
}

const LINE = String.raw`(?<=^|\n)`

function endOf(mark: string, text: string, from: number, missing: Set<string>): number {
  const at = missing.has(mark) ? -1 : text.indexOf(mark, from)
  if (at < 0) missing.add(mark)
  return at
}

/** `=begin` and `=end` around a comment; all below `__END__` is none of the program. */
export const RUBY_LINES: FurtherSpan = {
  begins: String.raw`${LINE}(?:=begin|__END__)(?![^\n\s])`,
  read: (text, at, missing) => {
    const end = text.startsWith('=', at) ? endOf('\n=end', text, at, missing) : -1
    return { from: at, to: end < 0 ? text.length : end + '\n=end'.length, isComment: true }
  },
}

/** `=pod`, `=head1` and the like up to `=cut`; all below `__END__` or `__DATA__` is none of the program. */
export const PERL_LINES: FurtherSpan = {
  begins: String.raw`${LINE}(?:=[a-z]\w*|__(?:END|DATA)__)(?![^\n\s])`,
  read: (text, at, missing) => {
    const end = text.startsWith('=', at) ? endOf('\n=cut', text, at, missing) : -1
    return { from: at, to: end < 0 ? text.length : end + '\n=cut'.length, isComment: true }
  },
}

/** `#if 0` to its `#else` or `#endif`. */
export const DEAD_BRANCH: FurtherSpan = {
  begins: String.raw`${LINE}[ \t]*#[ \t]*if[ \t]+(?:0|[Ff]alse|FALSE)\b`,
  read: (text, at, missing) => {
    if (missing.has('#endif')) return undefined
    const lines = /^[ \t]*#[ \t]*(?:(if)(?:n?def)?|(el(?:se|if))|endif)\b/gm
    lines.lastIndex = at
    let depth = 0
    for (let hit = lines.exec(text); hit; hit = lines.exec(text)) {
      if (hit[1] !== undefined) depth++
      else if (hit[2] === undefined) depth--
      if (depth === 0 || (depth === 1 && hit[2] !== undefined)) return { from: at, to: hit.index, isComment: true }
    }
    missing.add('#endif')
    return undefined
  },
}

/** C++: `R"x(…)x"`. */
export const CHOSEN_QUOTES: FurtherSpan = {
  begins: String.raw`(?<=\b(?:u8|[uUL])?)R"[^\s()\\"]{0,16}\(`,
  read: (text, at, missing) => {
    const from = text.indexOf('(', at) + 1
    const end = endOf(`)${text.slice(at + 2, from - 1)}"`, text, from, missing)
    return end < 0 ? undefined : { from, to: end, isComment: false }
  },
}

/** C#: `@"…"`, in which two quotes are one. */
export const VERBATIM: FurtherSpan = {
  begins: '@"',
  read: (text, at) => {
    const marks = /""|"/g
    marks.lastIndex = at + 2
    for (let hit = marks.exec(text); hit; hit = marks.exec(text))
      if (hit[0] === '"') return { from: at + 2, to: hit.index, isComment: false }
    return { from: at + 2, to: text.length, isComment: false }
  },
}

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Between brackets, which may hold pairs of the same kind, or between two marks. */
function between(text: string, open: number, missing: Set<string>): FoundSpan | undefined {
  const mark = text.charAt(open)
  const close = CLOSES[mark] ?? mark
  if (missing.has(close)) return undefined
  let depth = 1
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\') at++
    else if (char === close) depth--
    else if (char === mark) depth++
    if (depth === 0) return { from: open + 1, to: at, isComment: false }
  }
  missing.add(close)
  return undefined
}

/** Ruby: `%q(…)`, `%w[…]`; without a letter only where a value begins. */
export const PERCENT: FurtherSpan = {
  begins: String.raw`%[qQwWiIr](?=[^\w\s])|(?<=[=(,][ \t]{0,9})%(?=[([{|])`,
  read: (text, at, missing) => between(text, at + (/\w/.test(text.charAt(at + 1)) ? 2 : 1), missing),
}

/** Elixir: `~s(…)`, `~S"""…"""`. */
export const SIGILS: FurtherSpan = {
  begins: String.raw`~[a-zA-Z](?=[([{<|/"'])`,
  read: (text, at, missing) => {
    const long = ['"""', "'''"].find((mark) => text.startsWith(mark, at + 2))
    if (long === undefined) return between(text, at + 2, missing)
    const end = endOf(long, text, at + 5, missing)
    return end < 0 ? undefined : { from: at + 5, to: end, isComment: false }
  },
}

/** PHP: what stands behind the end of the program, or outside of its tags. */
export const OUTSIDE_PHP: FurtherSpan = {
  begins: String.raw`\?>|\b__halt_compiler\b`,
  read: (text, at, missing) => {
    const next = text.startsWith('?>', at) ? endOf('<?', text, at, missing) : -1
    return { from: at, to: next < 0 ? text.length : next, isComment: true }
  },
}
