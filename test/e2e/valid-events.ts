// Checks that every event in a store and its spool has the form that `contract/event.ts` promises. Each room asks at its end.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Event } from '../../src/contract/event.ts'

/** One line for each event that is not as promised. */
export function invalidEvents(state: string): string[] {
  return eventBodies(state).flatMap((body) => wrongIn(body) ?? [])
}

/** Every event as it was written, without a start of the product: for a test that looks again and again. */
export function eventBodies(state: string): string[] {
  return [...storedEvents(join(state, 'fullstop.db')), ...spooledEvents(join(state, 'spool'))]
}

function wrongIn(body: string): string | undefined {
  const { success, error } = Event.safeParse(JSON.parse(body))
  if (success) return undefined
  const [issue] = error.issues
  return `${issue?.path.join('.')}: ${issue?.message}: ${body.slice(0, 500)}`
}

/** Tests damage the file, or make one that is no store: such a file holds no events. */
function storedEvents(path: string): string[] {
  if (!existsSync(path)) return []
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      db.exec('pragma busy_timeout = 5000')
      return (db.prepare('select body from events order by seq').all() as { body: string }[]).map(({ body }) => body)
    } finally {
      db.close()
    }
  } catch (error) {
    if (/locked|busy/i.test(String(error))) throw error
    return []
  }
}

/** Only whole files: `.tmp` is half of one whose writer was killed. */
function spooledEvents(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
}
