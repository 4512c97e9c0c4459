// A small JSON file of ours in the state folder.
import type { World } from '../world.ts'

/** Undefined where there is none that we wrote. */
export function readJson<T>({ files }: Pick<World, 'files'>, path: string, most: number): T | undefined {
  const read = files.readText(path, most)
  if (read.kind !== 'text') return undefined
  try {
    return JSON.parse(read.text) as T
  } catch {
    // We write these files whole: one that is no JSON is not ours.
    return undefined
  }
}
