// Passwords and tokens in addresses: `scheme://user:password@host`, `scheme://:password@host`, `https://token@host`.
import type { SecretSpan } from './span.ts'
import { isPlaceholder, isReference, isVaried } from './values.ts'

const LEAST_TOKEN = 12

export function addressSpans(text: string): SecretSpan[] {
  return [
    ...(text.includes('://') ? userSpans(text) : []),
    ...(text.includes('thin:') || text.includes('sqlplus ') ? oracleSpans(text) : []),
  ]
}

/** To the last `@` before the path: a password may hold one. */
function userSpans(text: string): SecretSpan[] {
  return Array.from(text.matchAll(/:\/\/([^\s/?"'`<>\\]{1,400})@/g)).flatMap(({ index, 1: user = '' }) => {
    const start = index + '://'.length
    const colon = user.indexOf(':')
    const isSecret = colon === -1 ? isToken(user) : isPassword(user.slice(colon + 1))
    return isSecret ? [{ start: start + colon + 1, end: start + user.length }] : []
  })
}

/** Oracle Database JDBC Developer's Guide: thin-style service names. */
function oracleSpans(text: string): SecretSpan[] {
  const login = /\b(?:thin:|sqlplus (?:-\w+ )?)[^\s/:@]{1,60}\/([^\s@/"']{3,100})@/g
  return Array.from(text.matchAll(login)).flatMap(({ index, 0: whole, 1: password = '' }) => {
    const end = index + whole.length - 1
    return isPassword(password) ? [{ start: end - password.length, end }] : []
  })
}

function isPassword(text: string): boolean {
  return text.length >= 2 && !isPlaceholder(text) && !isReference(text)
}

function isToken(text: string): boolean {
  return text.length >= LEAST_TOKEN && /\d/.test(text) && !/[@.]/.test(text) && isVaried(text) && !isReference(text)
}
