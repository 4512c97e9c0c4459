// What follows from an answer: it was sent, it is tried again after a pause, or it is given up. Every row of tries ends.
import type { PostAnswer } from '../../contract/config/notify.ts'

export interface Tried {
  readonly answer: PostAnswer
  /** The address that was tried. */
  readonly url: string
  /** This one included. */
  readonly tries: number
  /** When the moment was, and when this is. */
  readonly since: string
  readonly now: Date
  /** From 0 to 1: so that many who wait do not all come back at once. */
  readonly jitter: number
  readonly firstMs: number
}

export type Next =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly url: string }
  | { readonly kind: 'give-up'; readonly why: string }

export const FIRST_PAUSE_MS = 2000
export const MOST_TRIES = 10
/** Nobody wants to hear of it any more. */
const LONGEST_MS = 24 * 3_600_000
const LONGEST_PAUSE = 150
const LONGEST_ASKED_MS = 3_600_000

export function afterTry(tried: Tried): Next {
  const { answer, url } = tried
  if (answer.kind === 'unreachable') return again(tried, answer.why)
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status >= 300 && status < 400) return redirected(tried, answer.location)
  const why = `${hostOf(url)} answered ${status}`
  // 408 and 425 ask for another try as well.
  return status >= 500 || [408, 425, 429].includes(status) ? again(tried, why) : { kind: 'give-up', why }
}

/** Undefined: it may be tried. After a restart the tries before it still count. */
export function isOver({ tries, since, now }: Pick<Tried, 'tries' | 'since' | 'now'>): string | undefined {
  if (now.getTime() - Date.parse(since) > LONGEST_MS) return 'it is more than a day old'
  return tries >= MOST_TRIES ? `tried ${tries} times` : undefined
}

function again(tried: Tried, why: string): Next {
  const over = isOver(tried)
  if (over !== undefined) return { kind: 'give-up', why: `${why}; ${over}` }
  const asked = askedMs(tried)
  if (asked > LONGEST_ASKED_MS) return { kind: 'give-up', why: `${why} and asks to wait for more than an hour` }
  return { kind: 'again', afterMs: Math.max(pauseMs(tried), asked), url: tried.url }
}

/** Each pause is twice the one before, between four and six fifths of it. */
function pauseMs({ tries, jitter, firstMs }: Tried): number {
  return Math.round(Math.min(2 ** (tries - 1), LONGEST_PAUSE) * firstMs * (0.8 + 0.4 * jitter))
}

/** `Retry-After` in seconds or as a date; what is neither asks for nothing. */
function askedMs({ answer, now }: Tried): number {
  const text = answer.kind === 'answered' ? (answer.retryAfter ?? '').trim() : ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const until = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(until) ? 0 : Math.max(until - now.getTime(), 0)
}

/** Followed only within the same host, and only where a POST stays a POST; no content goes where nobody sent it. */
function redirected(tried: Tried, location: string | undefined): Next {
  const { answer, url, tries } = tried
  const status = answer.kind === 'answered' ? answer.status : 0
  const to = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : undefined
  if (!to) return { kind: 'give-up', why: `${hostOf(url)} answered ${status} and names no other address` }
  const isKept = (status === 307 || status === 308) && isSameHost(new URL(url), to)
  if (isKept && tries < MOST_TRIES) return { kind: 'again', afterMs: 0, url: to.href }
  return { kind: 'give-up', why: `${hostOf(url)} answered ${status} and sends on to ${to.host}, which is not followed` }
}

function isSameHost(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === ''
  return from.hostname === to.hostname && ((from.protocol === to.protocol && from.port === to.port) || isUpgrade)
}

/** The rest of an address may be a secret. */
function hostOf(url: string): string {
  return new URL(url).host
}
