// Calls by which an agent talks to us: command lines of its shell, and our tools.
import type { ClaimStatus } from '../../contract/claim.ts'
import { isClaimTool } from '../../contract/agent/tool-name.ts'

/** A claim or a wait and nothing else: no work, and nothing that a claim could be stale by. */
const OUR_COMMAND = /^(?:\S*\/)?fullstop[ \t]+(?:claim|wait|brief|context|checklist)\b[^;&|<>`$\r\n]*$/
const CLAIM_COMMAND = /(?:^|[\s/'"(;&|])fullstop["']?\s+claim\s/

/** Most lines do not name us. */
const NAME = 'fullstop'

export function isOurCommand(command: string): boolean {
  return command.includes(NAME) && OUR_COMMAND.test(command.trim())
}

/** Somewhere in the line the agent claims. */
export function holdsClaim(command: string): boolean {
  return command.includes(NAME) && CLAIM_COMMAND.test(command)
}

const CLAIMED = /(?:^|[\s/'"(;&|])fullstop["']?\s+claim\s+(success|partial|blocked)\b/

/** What a command line claims, if it does. */
export function claimedIn(command: string): ClaimStatus | undefined {
  return command.includes(NAME) ? toStatus(CLAIMED.exec(command)?.[1]) : undefined
}

/** What a call of a tool claims, if it is one of ours, whatever a host puts before its name. */
export function claimedBy(tool: string, input: Readonly<Record<string, unknown>>): ClaimStatus | undefined {
  if (!isClaimTool(tool)) return undefined
  return tool.endsWith('attempt_completion') ? 'success' : toStatus(input['status'])
}

function toStatus(status: unknown): ClaimStatus | undefined {
  return status === 'success' || status === 'partial' || status === 'blocked' ? status : undefined
}
