// Syntax as classes of text, line by line, for the families of languages that are read most. It colours a diff and decides
// nothing: an unusual literal may be coloured wrongly. Colours are left to the screen.

export type TokenClass = 'comment' | 'string' | 'number' | 'keyword'

export interface Token {
  readonly text: string
  readonly class?: TokenClass
}

/** What a line leaves open for the next: a comment or a string, and what closes it. */
export interface Open {
  readonly class: 'comment' | 'string'
  readonly close: string
}

export interface TokenizedLine {
  readonly tokens: readonly Token[]
  readonly open: Open | undefined
}

export type Tokenizer = (line: string, open: Open | undefined) => TokenizedLine

/** The rest of a longer line stays plain. */
const LONGEST_LINE = 1000

interface Family {
  readonly files: RegExp
  /** What begins a comment to the end of the line. */
  readonly line?: string
  /** What may stay open over lines, with what closes it. */
  readonly blocks?: readonly (readonly [open: string, close: string, Open['class']])[]
  readonly quotes?: string
  readonly words: string
}

const C_COMMENT = ['/*', '*/', 'comment'] as const
const C_WORDS =
  'await abstract as async break case catch class const continue default defer delete do else enum export extends false final finally fn for from func function go if impl implements import in instanceof interface internal is let loop match mod module mut namespace new nil null of operator override package private protected pub public readonly record return satisfies sealed self static struct super switch template this throw throws trait true try type typeof undefined union unsafe use using val var virtual void volatile when where while with yield any bool boolean byte char double float int long never number short signed string unknown unsigned'
const SCRIPT_WORDS =
  'alias and begin break case class def do done elif else elsif end ensure esac exit export false fi for function if in local module next nil not or require rescue return self set source then true undef unless until when while yield'

/** The first family that fits a path. */
const FAMILIES: readonly Family[] = [
  {
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|go)$/,
    line: '//',
    blocks: [C_COMMENT, ['`', '`', 'string']],
    quotes: `"'`,
    words: C_WORDS,
  },
  {
    files: /\.(?:c|h|cc|cpp|cxx|hpp|hh|cs|java|kts?|scala|swift|dart|groovy|gradle|php|proto|zig|m|mm)$/,
    line: '//',
    blocks: [C_COMMENT, ['"""', '"""', 'string']],
    quotes: `"'`,
    words: C_WORDS,
  },
  // A lone quote is a lifetime more often than a letter.
  { files: /\.rs$/, line: '//', blocks: [C_COMMENT], quotes: '"', words: `${C_WORDS} crate dyn move ref Self` },
  {
    files: /\.pyi?$/,
    line: '#',
    blocks: [
      ['"""', '"""', 'string'],
      ["'''", "'''", 'string'],
    ],
    quotes: `"'`,
    words:
      'await and as assert async break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield',
  },
  {
    files:
      /\.(?:sh|bash|zsh|fish|rb|rake|pl|pm|ex|exs|jl|r|nix|cmake|mk|tf)$|(?:^|\/)(?:Makefile|Dockerfile|Gemfile|Rakefile)$/i,
    line: '#',
    quotes: `"'`,
    words: SCRIPT_WORDS,
  },
  { files: /\.jsonc?$/, line: '//', quotes: '"', words: 'false null true' },
  {
    files: /\.(?:ya?ml|toml|ini|cfg|conf|properties|env)$|(?:^|\/)\.(?:gitignore|gitattributes|editorconfig|npmrc)$/,
    line: '#',
    quotes: `"'`,
    words: 'false no null true yes',
  },
  { files: /\.(?:css|scss|less)$/, blocks: [C_COMMENT], quotes: `"'`, words: 'important' },
  { files: /\.(?:html?|xml|svg|xhtml)$/, blocks: [['<!--', '-->', 'comment']], quotes: '"', words: '' },
  {
    files: /\.sql$/i,
    line: '--',
    blocks: [C_COMMENT],
    quotes: "'",
    words: sqlWords(
      'add all alter and as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then true union unique update using values view when where with',
    ),
  },
  { files: /\.(?:lua|hs|elm)$/, line: '--', quotes: `"'`, words: SCRIPT_WORDS },
  { files: /\.(?:clj[cs]?|lisp|el|scm)$/, line: ';', quotes: '"', words: '' },
]

function sqlWords(words: string): string {
  return `${words} ${words.toUpperCase()}`
}

/** Nothing if the language is not known. */
export function tokenizerFor(path: string): Tokenizer | undefined {
  const family = FAMILIES.find(({ files }) => files.test(path))
  return family && toTokenizer(family)
}

function toTokenizer({ line, blocks = [], quotes = '', words }: Family): Tokenizer {
  const keywords = new Set(words.split(' '))
  const strings = [...quotes].map((quote) => `${quote}(?:[^${quote}\\\\]|\\\\.)*(?:${quote}|\\\\?$)`)
  const source = [
    line === undefined ? '(?!)' : `${escaped(line)}.*`,
    blocks.map(([open]) => escaped(open)).join('|') || '(?!)',
    strings.join('|') || '(?!)',
    String.raw`\d[\w.]*`,
    // Whatever is not ASCII counts as a letter: asking for its kind would take most of the time.
    String.raw`[A-Za-z_$\u0080-\ufffc][\w$\u0080-\ufffc]*`,
  ]
  const pattern = new RegExp(source.map((each) => `(${each})`).join('|'), 'g')
  return (text, open) => {
    const tokens: Token[] = []
    const short = text.slice(0, LONGEST_LINE)
    let at = 0
    let left = open
    const push = (to: number, tokenClass?: TokenClass): void => {
      if (to > at) addToken(tokens, short.slice(at, to), tokenClass)
      at = to
    }
    /** To the end of what is open; false if this line does not close it. */
    const close = ({ close, class: openClass }: Open, from: number): boolean => {
      const end = short.indexOf(close, from)
      push(end < 0 ? short.length : end + close.length, openClass)
      return end >= 0
    }
    if (left && close(left, 0)) left = undefined
    while (!left && at < short.length) {
      pattern.lastIndex = at
      const match = pattern.exec(short)
      if (!match) break
      const [found, comment, block, string, number, word] = match
      push(match.index)
      const end = match.index + found.length
      if (block === undefined) push(end, classOf({ comment, string, number, word }, keywords))
      else {
        const [, closing = '', blockClass = 'comment'] = blocks.find(([opening]) => opening === block) ?? []
        const opened: Open = { class: blockClass, close: closing }
        if (!close(opened, end)) left = opened
      }
    }
    push(short.length)
    if (text.length > short.length) addToken(tokens, text.slice(short.length))
    return { tokens, open: left }
  }
}

type Found = Readonly<Partial<Record<'comment' | 'string' | 'number' | 'word', string | undefined>>>

function classOf({ comment, string, number, word }: Found, keywords: ReadonlySet<string>): TokenClass | undefined {
  if (comment !== undefined) return 'comment'
  if (string !== undefined) return 'string'
  if (number !== undefined) return 'number'
  return word !== undefined && keywords.has(word) ? 'keyword' : undefined
}

/** Neighbours of one class are one token. */
function addToken(tokens: Token[], text: string, tokenClass?: TokenClass): void {
  const last = tokens.at(-1)
  if (last && last.class === tokenClass) tokens[tokens.length - 1] = { ...last, text: last.text + text }
  else tokens.push(tokenClass === undefined ? { text } : { text, class: tokenClass })
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
