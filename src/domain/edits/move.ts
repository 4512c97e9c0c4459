// Values of others that have to stand under other keys, because ours are gone from before them.
import type { Edited, Json, KeyPath } from '../../contract/agent/edit.ts'
import { put, toValue, withdraw } from './edit.ts'

export interface Moved {
  readonly from: KeyPath
  readonly to: KeyPath
}

/** In the order given; what is not there is not moved. Never throws. */
export function moveKeys(format: 'json' | 'toml', text: string, moves: readonly Moved[]): Edited {
  let now: Edited = { ok: true, text }
  for (const { from, to } of moves) {
    if (!now.ok) return now
    const value = valueAt(toValue(format, now.text), from)
    if (value === undefined) continue
    const set = put(format, now.text, [{ kind: 'set', at: to, value }])
    now = set.ok ? withdraw(format, set.text, [{ kind: 'set', at: from, value }]) : set
  }
  return now
}

function valueAt(settings: unknown, path: KeyPath): Json | undefined {
  let value = settings
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value as Json
}
