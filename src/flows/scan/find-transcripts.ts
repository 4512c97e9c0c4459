// Which transcripts there are: below the folders of each agent or one that the person names, changed since a moment.
import { join, relative } from 'node:path'
import type { Agent, Archive, TranscriptReader } from '../../agents/agent.ts'
import type { World } from '../world.ts'

export interface TranscriptFile {
  readonly agent: Agent
  readonly archive: Archive
  readonly reader: TranscriptReader
  readonly path: string
  /** Only files that really lie below it are read. */
  readonly folder: string
  readonly size: number
}

export interface TranscriptsWanted {
  readonly agents: readonly Agent[]
  /** A folder of transcripts in place of those of the agents. */
  readonly folder?: string | undefined
  readonly sinceMs: number
}

export interface TranscriptsFound {
  readonly files: readonly TranscriptFile[]
  /** Where was looked. */
  readonly folders: readonly string[]
}

type Looking = Pick<World, 'files' | 'userHome' | 'env'>

const DEEPEST = 12

export async function findTranscripts(world: Looking, wanted: TranscriptsWanted): Promise<TranscriptsFound> {
  const places = { home: world.userHome, env: world.env }
  const files: TranscriptFile[] = []
  const folders = new Set<string>()
  const seen = new Set<string>()
  for (const agent of wanted.agents) {
    const archive = (await agent.archive?.())?.archive
    const { transcript: reader } = agent
    if (!archive || !reader) continue
    for (const folder of wanted.folder === undefined ? archive.folders(places) : [wanted.folder]) {
      folders.add(folder)
      for (const path of filesBelow(world, folder, 0)) {
        if (seen.has(path) || !archive.isTranscript(relative(folder, path))) continue
        seen.add(path)
        if ((world.files.modifiedMs(path) ?? 0) < wanted.sinceMs) continue
        files.push({ agent, archive, reader, path, folder, size: world.files.sizeOf(path) ?? 0 })
      }
    }
  }
  return { files, folders: [...folders] }
}

/** By their names: file systems list them in orders of their own, and the report must not depend on it. */
function* filesBelow(world: Looking, folder: string, depth: number): Generator<string> {
  if (depth > DEEPEST) return
  for (const name of world.files.names(folder).toSorted()) {
    if (name.endsWith('/')) yield* filesBelow(world, join(folder, name.slice(0, -1)), depth + 1)
    else if (name.endsWith('.jsonl')) yield join(folder, name)
  }
}
