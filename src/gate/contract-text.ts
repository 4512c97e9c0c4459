// What an agent is told at the start of a session: the contract, in at most 600 characters.
import type { WaysToClaim } from '../contract/facts.ts'

export function contractText(ways: WaysToClaim): string {
  return [
    'Fullstop gates this session: after real work you may stop only when the whole request is done, or when you need the user.',
    `When it is done: re-read the request, check each part, then ${claimPhrase(ways)}`,
    'Never write it as a promise, an example or a guess.',
    'Not done: go on instead of stopping. Stuck: say what you tried and what is missing, and end with a question to the user.',
    'Answers, questions and plans need no such line.',
  ].join('\n')
}

/** How to claim success, as the end of a sentence. */
export function claimPhrase(ways: WaysToClaim): string {
  if (ways.tool)
    return `call complete_task${ways.doneToken ? `, or end your message with this line alone:\n${ways.doneToken}` : '.'}`
  if (ways.doneToken) return `end your message with this line alone:\n${ways.doneToken}`
  if (ways.promiseTag) return 'end your message with <promise>COMPLETE</promise>'
  return ways.phrase ? `end your message with the plain statement: ${ways.phrase}` : 'say so to the user.'
}
