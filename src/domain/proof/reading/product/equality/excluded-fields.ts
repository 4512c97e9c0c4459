// Classes whose equality is generated from their fields, and leaves out every one of them.
import { JVM, PYTHON } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { bodyFrom } from '../definitions.ts'

const WHAT = 'an object of the product equals everything'

export function excludedFieldRules(others: readonly string[]): RigRule[] {
  return [
    {
      files: PYTHON,
      pattern:
        /^[ \t]{0,20}@(?:dataclass(?:es\.dataclass)?|dataclasses\.dataclass|(?:attrs?\.)?(?:define|frozen|s|attrs|mutable|dataclass))\b(?:\([^()\n]{0,120}\))?\s{1,9}class \w{1,60}(?:\([^()\n]{0,120}\))?(?=:)/gm,
      what: WHAT,
      suspect: (place) => excludesAll(place, others),
    },
    {
      files: JVM,
      pattern: /@EqualsAndHashCode\((?:onlyExplicitlyIncluded\s?=\s?true|of\s?=\s?\{\s?\})\)/g,
      what: WHAT,
      suspect: ({ text, at, match }) =>
        /@EqualsAndHashCode\.Include\b/.test(text.source.bare) ? undefined : { from: at, to: at + match[0].length },
    },
  ]
}

const NO_COMPARISON = /\b(?:compare|eq|cmp)["']?\s?[=:]\s?False\b/

/** Each of its fields is declared so, in full or by another name for such a declaration. */
function excludesAll({ text, at, match }: RigPlace, others: readonly string[]): RigSpan | undefined {
  const body = text.isTestSupport ? undefined : bodyFrom(text, at, at + match[0].length)
  if (!body) return undefined
  const written = text.source.bare.slice(body.from, body.to)
  if (/\bdef __eq__\b|\bClassVar\b/.test(written)) return undefined
  const fields = fieldsIn(written)
  const isExcluded = (value: string): boolean =>
    NO_COMPARISON.test(value) || namesIn(value).some((name) => declaresNone(name, [text.source.bare, ...others]))
  return fields.length > 0 && fields.every(isExcluded) ? { from: at, to: body.to } : undefined
}

function fieldsIn(body: string): string[] {
  const indent = /^\n*([ \t]*)\S/.exec(body)?.[1] ?? ''
  const fields = new RegExp(
    `^${indent}\\w{1,60}\\s?:\\s?[^=\\n]{1,80}(?:=\\s?([\\s\\S]{0,200}?))?(?=\\n${indent}\\S|\\n\\s*\\n|$(?![\\s\\S]))`,
    'gm',
  )
  return Array.from(body.matchAll(fields), ([, value = '']) => value)
}

/** What is called, and what is spread into the call. */
function namesIn(value: string): string[] {
  return Array.from(value.matchAll(/^([\w.]{2,60})\(|\*\*([\w.]{2,60})/g), ([, called = '', spread = '']) =>
    (called || spread).replace(/^.*\./, ''),
  )
}

/** However it is written: a function, a partial call, a dictionary of options. */
function declaresNone(name: string, texts: readonly string[]): boolean {
  if (/^(?:field|ib|attrib|dict)?$/.test(name)) return false
  const declared = new RegExp(
    `^[ \\t]{0,20}(?:def ${name}\\(|${name}(?:\\s?:[^=\\n]{1,60})?\\s?=(?!=))((?:[^\\n]*\\n(?:[ \\t]+[^\\n]*\\n|[ \\t]*\\n|[)}\\]]){0,12})|[^\\n]*$)`,
    'm',
  )
  return texts.some((text) => NO_COMPARISON.test(declared.exec(text)?.[1] ?? ''))
}
