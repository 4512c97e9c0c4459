// One POST to an address that the user configured: bounded in time, never redirected, and only the head of the answer is
// read.
import type { PostAnswer, PostRequest } from '../../../contract/config/notify.ts'

export type Post = (request: PostRequest, timeoutMs: number) => Promise<PostAnswer>

/** Never rejects. */
export const post: Post = async ({ url, headers, body }, timeoutMs) => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'User-Agent': 'fullstop', ...headers },
      body,
      redirect: 'manual',
      keepalive: false,
      signal: AbortSignal.timeout(timeoutMs),
      // Whatever a variable says that a repository could have set.
      tls: { rejectUnauthorized: true },
    })
    // The rest is not read: an endless answer must not hold us.
    response.body?.cancel().catch(() => undefined)
    const retryAfter = response.headers.get('retry-after')
    const location = response.headers.get('location')
    return {
      kind: 'answered',
      status: response.status,
      ...(retryAfter === null ? {} : { retryAfter }),
      ...(location === null ? {} : { location }),
    }
  } catch (error) {
    return { kind: 'unreachable', why: whyOf(error, new URL(url).host, timeoutMs) }
  }
}

/** The runtime's own words may quote the whole address, which may hold a secret. */
function whyOf(error: unknown, host: string, timeoutMs: number): string {
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return `${host} did not answer within ${Math.round(timeoutMs / 1000)} s`
  return `${host} cannot be reached (${typeof code === 'string' ? code : (name ?? 'unknown')})`
}
