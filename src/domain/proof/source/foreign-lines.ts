// The lines of a program in a language that we do not read. How it writes comments is all that is known.
import { plainLines } from './source.ts'

/** By ending; all others begin a comment with `#`. */
const COMMENTS: readonly (readonly [ending: RegExp, comment: RegExp])[] = [
  [/\.(?:lua|l?hs|elm|purs|adb|vhdl?|moon)$/i, /^--/],
  [/\.(?:clj[cs]?|bb|cl|el|lisp|rkt|scm|ss|fnl|hy)$/i, /^(?:;|#_|\(comment\b)/],
  [/\.(?:erl)$/i, /^%/],
  [/\.(?:cu|d|gd|gleam|hx|m|mm|move|re|sol|sv|v|zig|fsx|cairo|jsonnet)$/i, /^(?:\/\/|\/\*|\*)/],
  [/\.(?:f|f03|f08|f90|f95)$/i, /^!/],
  [/\.(?:vim|vader)$/i, /^"/],
  [/\.(?:cmd)$/i, /^(?:rem\b|::)/i],
]
const HASH = /^#/

/** Blocks that nothing runs: `=pod` to `=cut`, a here-document that feeds nobody or is a value. */
const POD = /^=[a-z]\w{0,20}/
const NO_COMMAND = /^: <<-?\s?["']?(\w{1,40})/
const PERL_TEXT = /^(?:(?:my|our) )?\$\w{1,40}\s?=\s?<<~?["']?(\w{1,40})/

/** One for each line, without white space around it; empty where it is a comment. */
export function codeLines(path: string, text: string): string[] {
  const comment = COMMENTS.find(([ending]) => ending.test(path))?.[1] ?? HASH
  const isPerl = /\.(?:t|pl)$/i.test(path)
  let until: string | undefined
  let isOver = false
  return plainLines(text)
    .split('\n')
    .map((written) => {
      const line = written.trim()
      if (isOver) return ''
      if (until !== undefined) {
        if (line === until || (until === '=cut' && line.startsWith('=cut'))) until = undefined
        return ''
      }
      if (isPerl && (line === '__END__' || line === '__DATA__')) isOver = line === '__END__'
      if (isPerl && POD.test(written)) until = '=cut'
      else until = (isPerl ? PERL_TEXT : NO_COMMAND).exec(line)?.[1]
      return until !== undefined || isOver || comment.test(line) ? '' : line
    })
}
