// Product code that runs a body of its caller and lets no exception of it through: the assertions in that body pass for kept.
import { lineAt } from '../../../source/source.ts'
import { PYTHON, RUBY } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { endOfIndented, indentOf, textOf } from '../scope.ts'

const SWALLOWS = 'product code swallows every exception of the body that its caller gives it'

export const SWALLOWING_RULES: readonly RigRule[] = [
  {
    files: PYTHON,
    pattern: /^[ \t]{0,40}(?:async )?def __a?exit__\(/gm,
    what: SWALLOWS,
    isOftenMeant: true,
    suspect: (place) => swallowedBy(place, (body) => !CHOOSES.test(body) && ANSWERS_YES.exec(body)),
  },
  {
    files: PYTHON,
    pattern:
      /^[ \t]{0,40}@(?:contextlib\.)?(?:async)?contextmanager\s{1,40}(?:@[^\n]{1,100}\s{1,40}){0,3}(?:async )?def \w{1,60}\(/gm,
    what: SWALLOWS,
    isOftenMeant: true,
    suspect: (place) => swallowedBy(place, (body) => caughtAround(body, /\byield\b/)),
  },
  {
    files: RUBY,
    pattern: /^[ \t]{0,40}def [\w.?!]{1,60}/gm,
    what: SWALLOWS,
    isOftenMeant: true,
    suspect: (place) =>
      swallowedBy(place, (body) =>
        /\b(?:yield|block\.call|instance_eval|instance_exec)\b/.test(body) && !/\braise\b/.test(body)
          ? /\brescue (?:Exception|Minitest::Assertion|RSpec::Expectations::\w+)\b[^\n]*/.exec(body)
          : undefined,
      ),
  },
]

/** It looks at which exception it is, or at what it was told to let pass. */
const CHOOSES =
  /\bissubclass\(|\bisinstance\(|\b(?!AssertionError|BaseException|Exception\b)[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Stop\w*)\b|\bin self\.|\bself\.\w*(?:exc|err|expect|type|ignor|suppress|swallow|quiet|catch)\w*\s?(?:\)|,|:|\band\b|\bor\b|$)|\breturn self\.|\b(?:raise|reraise)\b/im
const ANSWERS_YES =
  /^[ \t]+return (?:True|not None|bool\(\s?\w+\s?\)|\w+ is not None|1|not \w*fail\w*)[ \t]*(?:#[^\n]*)?$/m

function swallowedBy(
  { text, at, match }: RigPlace,
  find: (body: string) => RegExpExecArray | null | undefined | false,
): RigSpan | undefined {
  if (text.isTestSupport) return undefined
  const { source } = text
  const line = lineAt(source, at + match[0].trimStart().length - 1)
  const begin = source.code.lastIndexOf('\n', at) + 1
  const indented = endOfIndented(source, line, indentOf(source.code, begin))
  const body = textOf(text, { from: at, to: RUBY.test(text.path) ? endOfDef(source.code, begin, indented) : indented })
  const found = find(body)
  if (!found) return undefined
  const from = at + found.index + (found[0].length - found[0].trimStart().length)
  return { from, to: at + found.index + found[0].length }
}

/** `rescue` stands as far left as `def`. */
function endOfDef(code: string, begin: number, otherwise: number): number {
  const indent = ' '.repeat(indentOf(code, begin))
  const end = code.indexOf(`\n${indent}end`, begin)
  return end < 0 ? otherwise : end
}

const EVERYTHING = /^([ \t]*)except(?:[ \t]*|[ \t]+\(?[^:\n]*\b(?:Exception|BaseException|AssertionError)\b[^:\n]*):/gm

/** What stands in the `try` is the body of the caller, and the handler of everything raises nothing. */
function caughtAround(body: string, inner: RegExp): RegExpExecArray | undefined {
  for (const match of body.matchAll(EVERYTHING)) {
    const { 0: head, 1: indent = '', index } = match
    const begin = body.slice(0, index).lastIndexOf(`\n${indent}try:`)
    const after = body.slice(index + head.length)
    const next = after.search(new RegExp(`\\n[ \\t]{0,${indent.length}}\\S`))
    const handler = next < 0 ? after : after.slice(0, next)
    if (begin >= 0 && inner.test(body.slice(begin, index)) && !/\braise\b|\byield\b|\bexit\(/.test(handler))
      return match as RegExpExecArray
  }
  return undefined
}
