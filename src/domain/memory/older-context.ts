// Reads a context file of the `context-memory` server: text in, a context or the reason why it is none out.
import { OlderContext, type RecentToolCall, type TouchedFile } from '../../contract/context.ts'
import type { Saved } from '../../contract/context.ts'
import { given } from '../../contract/given.ts'

const EXTENSION = '.json'
const MOST_CALLS = 20
const MOST_NAME = 100
const MOST_SHOWN = 300
/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_MASKED = 8000

export type OlderRead =
  | { readonly ok: true; readonly context: OlderContext }
  | { readonly ok: false; readonly why: string }

export function isOlderName(name: string): boolean {
  return name.endsWith(EXTENSION) && name.length > EXTENSION.length
}

/** Never throws. */
export function readOlder(name: string, text: string): OlderRead {
  const parsed = OlderContext.safeParse(parseJson(text))
  if (!parsed.success) return { ok: false, why: whyNot(parsed.error.issues[0]) }
  const { taskId } = parsed.data
  // The server writes other characters of an id as `_`. A file under another name may be a copy of an older state.
  if (plainLetters(name.slice(0, -EXTENSION.length)) !== plainLetters(taskId)) {
    return { ok: false, why: `it holds the context of ${taskId}, which its name does not say` }
  }
  return { ok: true, context: parsed.data }
}

/** What a save of our own would hold. */
export function toSave(
  older: OlderContext,
  at: string,
  mask: (text: string) => string,
): Pick<Saved, 'update' | 'seen'> & { readonly sessionId: string } {
  const timeOf = (timestamp: string): string => (Number.isNaN(Date.parse(timestamp)) ? at : timestamp)
  const files = older.filesModified.map(({ path, operation, timestamp }): TouchedFile => ({
    path: mask(path),
    operation,
    timestamp: timeOf(timestamp),
  }))
  const calls = older.recentToolCalls
    .slice(-MOST_CALLS)
    .map(({ name, timestamp, input, output, status }): RecentToolCall => ({
      name: mask(name).slice(0, MOST_NAME),
      timestamp: timeOf(timestamp),
      ...given({ input: shown(input, mask), output: shown(output, mask) }),
      status,
    }))
  return {
    sessionId: mask(older.sessionId).slice(0, MOST_NAME),
    update: {
      originalRequest: mask(older.originalRequest),
      summary: mask(older.summary),
      currentStatus: mask(older.currentStatus),
      keyDecisions: older.keyDecisions.map(mask),
      ...given({ remainingWork: older.remainingWork === undefined ? undefined : mask(older.remainingWork) }),
      blockers: older.blockers.map(mask),
    },
    // Here the time of each file is kept; an update has none.
    seen: { files, recentToolCalls: calls },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // No JSON, or nested too deep: `whyNot` says that it is no context.
    return undefined
  }
}

function whyNot(issue: { path: readonly PropertyKey[]; message: string; code?: string } | undefined): string {
  if (!issue || issue.path.length === 0) return 'it is not a JSON object'
  const where = issue.path.map(String).join('.')
  return issue.message.startsWith('Invalid') ? `${where} is missing or of the wrong kind` : `${where} ${issue.message}`
}

function shown(value: unknown, mask: (text: string) => string): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text === undefined) return undefined
  const masked = mask(text.slice(0, MOST_MASKED))
  return masked.length > MOST_SHOWN ? `${masked.slice(0, MOST_SHOWN - 1)}…` : masked
}

function plainLetters(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '_')
}
