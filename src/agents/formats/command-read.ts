// What an agent's shell call does, by its command line alone. Agents run the same lines again and again, so readings of
// short ones are kept.
import type { ToolCalledEntry } from '../../contract/agent/entry.ts'
import { isReadOnlyCommand } from '../../domain/shell/read-only.ts'
import { mayFindNothing, writesFiles } from '../../domain/shell/writes.ts'
import { holdsClaim, isOurCommand } from './our-command.ts'

export type CommandRead = Pick<ToolCalledEntry, 'access' | 'isClaim' | 'writes' | 'searches'>

const MOST_KEPT = 20_000
const LONGEST_KEPT = 300
const kept = new Map<string, CommandRead>()

export function readCommand(command: string): CommandRead {
  const known = kept.get(command)
  if (known) return known
  const read = toRead(command)
  if (command.length > LONGEST_KEPT) return read
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(command, read)
  return read
}

function toRead(command: string): CommandRead {
  const access = isOurCommand(command) ? 'ours' : isReadOnlyCommand(command) ? 'read' : 'run'
  return {
    access,
    ...(holdsClaim(command) ? { isClaim: true } : {}),
    ...(access === 'run' && writesFiles(command) ? { writes: true } : {}),
    ...(mayFindNothing(command) ? { searches: true } : {}),
  }
}
