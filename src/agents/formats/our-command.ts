// Command lines by which an agent's shell talks to us.

/** A claim or a wait and nothing else: no work, and nothing that a claim could be stale by. */
const OUR_COMMAND = /^(?:\S*\/)?fullstop[ \t]+(?:claim|wait|brief|context|checklist)\b[^;&|<>`$\r\n]*$/
const CLAIM_COMMAND = /(?:^|[\s/'"(;&|])fullstop["']?\s+claim\s/

export function isOurCommand(command: string): boolean {
  return OUR_COMMAND.test(command.trim())
}

/** Somewhere in the line the agent claims. */
export function holdsClaim(command: string): boolean {
  return CLAIM_COMMAND.test(command)
}
