// Requests to our own server, and nothing else. What it refuses is thrown as an error that a person can read.
import { signal } from '@preact/signals'
import type { WebRefusal } from './values.ts'

export class RequestRefused extends Error {
  readonly code: WebRefusal['code'] | 'away'
  readonly next: string | undefined

  constructor({ code, why, next }: Pick<WebRefusal, 'why' | 'next'> & { readonly code: RequestRefused['code'] }) {
    super(why)
    this.code = code
    this.next = next
  }
}

/** False once a request was refused for want of a session: the page then says how to get one. */
export const hasSession = signal(true)

export function get<T>(path: string): Promise<T> {
  return ask<T>(path, { method: 'GET' })
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function remove<T>(path: string): Promise<T> {
  return ask<T>(path, { method: 'DELETE' })
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' }).catch(() => {
    throw new RequestRefused({
      code: 'away',
      why: 'The server does not answer.',
      next: 'Start it again with `fullstop ui`; what you wrote is kept here.',
    })
  })
  if (response.status === 204) return undefined as T
  const value: unknown = await response.json().catch(() => undefined)
  if (response.ok) return value as T
  const refusal = value as WebRefusal | undefined
  if (refusal?.code === 'no-session') hasSession.value = false
  throw new RequestRefused(refusal ?? { code: 'failed', why: `The server answered ${response.status}.` })
}

/** Buys a session with the token in the fragment of the address, and takes the token out of the address. */
export async function openSession(): Promise<void> {
  const token = /(?:^#|&)token=([\w.~-]+)/.exec(location.hash)?.[1]
  if (token === undefined) return
  history.replaceState(null, '', location.pathname + location.search)
  await post('/api/session', { token }).catch(async (error: unknown) => {
    if (!(error instanceof RequestRefused) || error.code !== 'bad-token') throw error
    // A link that was used already does no harm to a browser that has a session.
    await get('/api/waiting').catch(() => undefined)
  })
}
