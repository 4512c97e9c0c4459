// What an agent is told at the start of a session: the contract, in at most 600 characters.
import type { WaysToClaim } from '../contract/facts.ts'

/** `toolMayCome`: the server that brings the tool may not have started yet. */
export function contractText(ways: WaysToClaim, toolMayCome = false): string {
  return [
    'Fullstop gates this session: after real work you may stop only when the whole request is done, or when you need the user.',
    `When it is done: re-read the request, check each part, then ${claimPhrase(ways, toolMayCome)}`,
    'Never write it as a promise, an example or a guess.',
    `Not done: go on instead of stopping. Stuck: ${stuckPhrase(ways)}`,
    'Answers, questions and plans need no such line.',
  ].join('\n')
}

function stuckPhrase(ways: WaysToClaim): string {
  if (ways.tool) return 'call complete_task with status blocked: what you tried, what went wrong, what remains.'
  if (ways.cli) return 'run `fullstop claim blocked --summary "what you tried" --remaining "what remains"`.'
  return 'say what you tried and what is missing, and end with a question to the user.'
}

/** How to claim success, as the end of a sentence. */
export function claimPhrase(ways: WaysToClaim, toolMayCome = false): string {
  if (toolMayCome && !ways.tool) return `call complete_task if you have it, else ${claimPhrase(ways)}`
  if (ways.tool)
    return `call complete_task${ways.doneToken ? `, or end your message with this line alone:\n${ways.doneToken}` : '.'}`
  if (ways.doneToken) return `end your message with this line alone:\n${ways.doneToken}`
  if (ways.cli) return 'run `fullstop claim success --summary "…"`.'
  if (ways.promiseTag) return 'end your message with <promise>COMPLETE</promise>'
  return ways.phrase ? `end your message with the plain statement: ${ways.phrase}` : 'say so to the user.'
}
