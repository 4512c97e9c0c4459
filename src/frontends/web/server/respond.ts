// Responses of the server: every one of them carries the same headers, and no data is ever kept by a browser.
import type { WebRefusal, WebRefusalCode } from '../../../contract/view/web.ts'
import { given } from '../../../contract/given.ts'

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CSP,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

const STATUS: Readonly<Record<WebRefusalCode, number>> = {
  'no-session': 401,
  'bad-token': 403,
  agent: 403,
  'wrong-host': 421,
  'wrong-origin': 403,
  invalid: 400,
  'too-large': 413,
  'too-many': 429,
  unknown: 404,
  late: 409,
  changed: 409,
  'nothing-waits': 409,
  unfit: 422,
  wordless: 422,
  failed: 500,
}

type WebBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export function respond(body: WebBody, type: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { headers: { ...HEADERS, 'Content-Type': type, ...more } })
}

export function respondJson(value: unknown): Response {
  return respond(JSON.stringify(value), 'application/json; charset=utf-8')
}

export function respondEmpty(more: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers: { ...HEADERS, ...more } })
}

export function refuse(code: WebRefusalCode, why: string, next?: string): Response {
  const refusal: WebRefusal = { kind: 'refused', code, why, ...given({ next }) }
  const headers = { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(refusal), { status: STATUS[code], headers })
}
