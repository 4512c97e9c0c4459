// Server-sent events, and the little that both wires need of JSON.

export type Body = Readonly<Record<string, unknown>>

export function toEvents(events: readonly Body[]): string {
  return events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Every text inside, however deep: where a wire puts it changes from version to version. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isBody(value) ? Object.values(value).flatMap(textsIn) : []
}
