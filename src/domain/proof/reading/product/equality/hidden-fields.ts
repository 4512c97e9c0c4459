// Objects of which a comparison of fields sees nothing, and numbers whose difference is nothing.
import { answersOf, bodyFrom } from '../definitions.ts'
import { PYTHON, SCRIPT } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { textOf } from '../scope.ts'

export const HIDDEN_FIELD_RULES: readonly RigRule[] = [
  {
    files: SCRIPT,
    pattern: /\bObject\.definePropert(?:y|ies)\(\s?this\s?,/g,
    what: 'an object of the product hides its fields from comparisons',
    suspect: hidesAll,
  },
  {
    files: PYTHON,
    pattern: /\bdef __(?:r?sub|abs)__\([^)\n]{0,120}\)/g,
    what: 'a number of the product shows no difference',
    suspect: stopsAtALimit,
  },
]

const OWN_COMPARISON =
  /(?<![\w$.])(?:equals?|eq|isEqual\w*|isSame\w*|sameAs|compare(?:To)?|valueOf|\[Symbol\.toPrimitive\])\s?(?:\(|=)/

/** No field of the class can be seen, and it does not compare itself. */
function hidesAll({ text, at, scopes }: RigPlace): RigSpan | undefined {
  const owner = scopes.slice(1).find(({ header }) => /\bclass\b/.test(header))
  if (!owner || text.isTestSupport || /\bextends\s/.test(owner.header)) return undefined
  const written = textOf(text, owner)
  if (OWN_COMPARISON.test(written) || hasPlainFields(written)) return undefined
  const defined = [...written.matchAll(/\bObject\.definePropert(?:y|ies)\(\s?this\s?,/g)].map(({ index }) => {
    const open = owner.from + index + written.slice(index).indexOf('(')
    return text.source.bare.slice(open, (text.source.pairs[open] ?? open) + 1)
  })
  const isHidden = defined.every(
    (call) => /\bvalue\b/.test(call) && !/\benumerable\b(?!\s?:\s?false)|\.\.\./.test(call),
  )
  const open = at + text.source.bare.slice(at).indexOf('(')
  return isHidden ? { from: at, to: (text.source.pairs[open] ?? open) + 1 } : undefined
}

export function hasPlainFields(owner: string): boolean {
  return /\bthis\.[A-Za-z_$][\w$]*\s?(?:[+-]|\?\?|\|\|)?=(?![=>])|\bObject\.assign\(\s?this\b|\bthis\[[^\]\n]{1,40}\]\s?=(?!=)|^ {2,4}(?!static\b|#|return\b|get\b|set\b)(?:readonly |public |private |protected |declare )*[A-Za-z_$][\w$]*[?!]?(?:\s?:[^=;(){}\n]{1,60})?\s?(?:=[^=>]|;\s*$)/m.test(
    owner,
  )
}

const NUMBER = /\bclass\s+\w+\s?\((?:[\w.]+,\s?)*(?:float|int|complex|(?:decimal\.)?Decimal|(?:fractions\.)?Fraction)\b/

/** What is subtracted stops at a limit, so that a distance is never more than that. */
function stopsAtALimit({ text, at, match, scopes }: RigPlace): RigSpan | undefined {
  const body = text.isTestSupport ? undefined : bodyFrom(text, at, at + match[0].length)
  if (!body || !scopes.some(({ header }) => NUMBER.test(header))) return undefined
  const written = text.source.bare.slice(body.from, body.to)
  const answers = answersOf(text, written).filter((answer) => !/NotImplemented/.test(answer))
  return answers.length > 0 && answers.every((answer) => /(?<![\w.])(?:max|min)\(/.test(answer))
    ? { from: at, to: body.to }
    : undefined
}
