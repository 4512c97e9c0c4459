// Opens a transcript. Only files in the user's home folder, or in the folder that the agent was told to use, are read.
import type { TranscriptReader } from '../../agents/agent.ts'
import type { FileOpened } from '../../adapters/platform/files/files.ts'
import type { World } from '../world.ts'

type Reading = Pick<World, 'files' | 'userHome' | 'osHome' | 'env'>

/** A repository can point HOME elsewhere, so a refused file is looked for in the account's home folder too. */
export function openTranscript(world: Reading, reader: TranscriptReader, path: string): FileOpened {
  const within = [world.userHome, ...reader.folders(world.env)]
  const opened = world.files.openFile(path, within)
  if (opened.kind !== 'refused') return opened
  const home = world.osHome()
  return home === undefined || home === world.userHome ? opened : world.files.openFile(path, [...within, home])
}

/** Its last bytes as text, at most so many, and closes it; undefined where it may not or cannot be read. */
export function endOfTranscript(opened: FileOpened, most: number): string | undefined {
  if (opened.kind !== 'opened') return undefined
  const { file } = opened
  try {
    const start = Math.max(0, file.size - most)
    return file.read(start, file.size - start).toString('utf8')
  } catch {
    // The system refuses: as if there were none.
    return undefined
  } finally {
    file.close()
  }
}
