// Headers that carry who somebody is: `Authorization` with any scheme (RFC 9110), `Cookie` and `Set-Cookie` (RFC 6265).
import type { SecretSpan } from './span.ts'
import { isPlaceholder, isReference } from './values.ts'
import { holdsOne } from './words.ts'

export function headerSpans(text: string): SecretSpan[] {
  const named = [
    'earer ',
    'asic ',
    'SSWS ',
    'egotiate ',
    'pikey ',
    'piKey ',
    'uthoriz',
    'UTHORIZ',
    'igest ',
    'ookie',
    'OOKIE',
  ]
  if (!holdsOne(text, ...named, ' -b')) return []
  return [...schemeSpans(text), ...cookieSpans(text)]
}

function schemeSpans(text: string): SecretSpan[] {
  const scheme = /\b(?:bearer|basic|ssws|negotiate|apikey)[ \t]{1,3}([A-Za-z0-9._~+/=:%-]{12,4000})/gi
  const authorization =
    /authorization(?:\\{0,7}["'`])?\]?[ \t]{0,3}[:=,][ \t]{0,3}(?:\\{0,7}["'`])?[A-Za-z][\w-]{1,20}[ \t]{1,3}(?:token=)?["']?([^\s"'`,\\]{8,4000})/gi
  const digest = /\bdigest\b[^\n]{0,400}?\bresponse=\\{0,3}"([0-9a-f]{32,128})/gi
  return [scheme, authorization, digest].flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap(({ index, 0: whole, 1: value = '' }) => {
      const isShown =
        /\d|.{12}=$/.test(value) && !/^\w+=[^=]/.test(value) && !isPlaceholder(value) && !isReference(value)
      return isShown ? [{ start: index + whole.length - value.length, end: index + whole.length }] : []
    }),
  )
}

function cookieSpans(text: string): SecretSpan[] {
  const cookies =
    /(?:\b(?:set-)?cookies?(?:\\{0,7}["'`])?\]?[ \t]{0,3}[:=][ \t]{0,3}|\s(?:-b|--cookie)[ =])(?:\\{0,7}["'`])?(?=[\w.%-]{1,80}=)([^\n"'`\\]{1,4000})/gi
  return Array.from(text.matchAll(cookies)).flatMap(({ index, 0: whole, 1: pairs = '' }) =>
    pairSpans(pairs, index + whole.length - pairs.length),
  )
}

function pairSpans(pairs: string, start: number): SecretSpan[] {
  return Array.from(pairs.matchAll(/([\w.%-]{1,80})=([^;\s]{8,4000})/g)).flatMap(
    ({ index, 1: name = '', 2: value = '' }) => {
      const isAttribute = /^(?:path|domain|expires|max-age|samesite|priority|version|theme|lang|locale)$/i.test(name)
      const from = start + index + name.length + 1
      const isShown = !isAttribute && /\d/.test(value) && !isPlaceholder(value) && !isReference(value)
      return isShown ? [{ start: from, end: from + value.length }] : []
    },
  )
}
