// Ids: random ones with a prefix, and hashes where the same thing must get the same id.
// Bun's own hasher and the global random source: importing node:crypto would cost the hook 3 ms at every stop.

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

export function newId(prefix: string): string {
  let id = `${prefix}_`
  for (const byte of crypto.getRandomValues(new Uint8Array(prefix === 'task' ? 8 : 16))) id += LETTERS[byte % 32]
  return id
}

export function hashOf(...parts: readonly string[]): string {
  const hash = new Bun.CryptoHasher('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest('hex').slice(0, 32)
}

/** The plain hash, as others compute it too. */
export function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}

/** The signature of a text by a secret (HMAC-SHA256), in hexadecimal. */
export function hmacOf(secret: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(text).digest('hex')
}
