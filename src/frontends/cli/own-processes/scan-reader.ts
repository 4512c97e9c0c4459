// A thread that reads some of the transcripts of a scan. Started by `fullstop scan` alone.
import { ownThread } from '../../../adapters/platform/processes/threads.ts'
import { agents } from '../../../agents/index.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { SCAN_READER } from '../../../flows/scan/on-scan.ts'
import { onReaderOrder, type ReaderOrder } from '../../../flows/scan/share-out.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  name: SCAN_READER,
  hidden: true,
  summary: 'Read some of the transcripts of a scan (started by fullstop itself)',
  args: [],
  options: {},
  examples: [{ line: 'fullstop scan-reader', does: 'nothing outside a thread of fullstop scan' }],
  run: async ({ openWorld }) => {
    const thread = ownThread()
    if (!thread) return exitCode.no
    thread.answer(await onReaderOrder(openWorld('call'), thread.data as ReaderOrder, agents, thread.tell))
    return exitCode.yes
  },
}
