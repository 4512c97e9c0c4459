// Where Codex keeps its files.
import type { Places } from '../agent.ts'

export function codexHome({ home, env }: Pick<Places, 'home' | 'env'>): string {
  return env['CODEX_HOME'] || `${home}/.codex`
}

/** Those of the user and of the project. */
export function hookFiles(places: Places): readonly string[] {
  // In the home folder the two are one.
  return [...new Set([`${codexHome(places)}/hooks.json`, `${places.root}/.codex/hooks.json`])]
}

/** What stands under these keys; undefined where anything on the way is missing. */
export function valueAt(settings: unknown, keys: readonly string[]): unknown {
  let value = settings
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
  }
  return value
}
