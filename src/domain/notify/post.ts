// What is posted to a webhook and to an ntfy server.
import { given } from '../../contract/given.ts'
import type { PostRequest } from '../../contract/config/notify.ts'
import type { Message } from './message.ts'

/** `sign`: the HMAC of a text, in hexadecimal. Every try of a message has the same body, and so the same signature. */
export function webhookPost(url: string, { id, at, payload }: Message, sign?: (body: string) => string): PostRequest {
  const body = JSON.stringify(payload)
  return withLogin(url, {
    headers: {
      'Content-Type': 'application/json',
      'X-Fullstop-Id': id,
      'X-Fullstop-Timestamp': at,
      ...(sign ? { 'X-Fullstop-Signature': `sha256=${sign(body)}` } : {}),
    },
    body,
  })
}

export function ntfyPost(url: string, { title, text, isUrgent, isGood, payload }: Message): PostRequest {
  return withLogin(url, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      Title: toHeader(title),
      Priority: isUrgent ? 'high' : 'default',
      Tags: isUrgent ? 'raising_hand' : isGood ? 'white_check_mark' : 'warning',
      ...given({ Click: payload.link }),
    },
    body: text,
  })
}

/** A header is ASCII: other letters are encoded as in mail (RFC 2047), which ntfy reads. */
function toHeader(text: string): string {
  return /^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${toBase64(text)}?=`
}

/** A name and password in the address are sent as a header: no program may log them with the address. */
function withLogin(address: string, { headers, body }: Omit<PostRequest, 'url'>): PostRequest {
  const url = new URL(address)
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  url.username = ''
  url.password = ''
  url.hash = ''
  const authorization = login === ':' ? {} : { Authorization: `Basic ${toBase64(login)}` }
  return { url: url.href, headers: { ...headers, ...authorization }, body }
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
