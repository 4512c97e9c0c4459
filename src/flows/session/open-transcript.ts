// Opens a transcript. Only files in the user's home folder, or in the folder that the agent was told to use, are read.
import type { TranscriptReader } from '../../agents/agent.ts'
import type { FileOpened } from '../../adapters/platform/files.ts'
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
