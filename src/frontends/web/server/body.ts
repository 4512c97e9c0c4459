// The body of a request: JSON of bounded size, held to its schema.
import type { z } from 'zod'
import { oneLine } from '../../../domain/text/printable.ts'
import { refuse } from './respond.ts'

const MOST_BYTES = 512 * 1024

/** The request with all of its body, so that nothing is opened for one that never comes. A response where it is too long. */
export async function receiveBody(request: Request): Promise<Request | Response> {
  if (!request.body) return request
  const text = await readText(request)
  if (text === undefined) return refuse('too-large', `a request has at most ${MOST_BYTES / 1024} kB`)
  const { method, headers } = request
  return new Request(request.url, { method, headers, body: text })
}

/** A response where the body is not what it should be. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return refuse('invalid', 'the body must be application/json')
  }
  const parsed = schema.safeParse(parse(await request.text()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse('invalid', oneLine(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`, 300))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined: too long. A length that is not true is noticed while it is read. */
async function readText(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return undefined
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.length
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
