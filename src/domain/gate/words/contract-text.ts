// What an agent is told at the start of a session: the contract, in at most 600 characters.
import type { WaysToClaim } from '../../../contract/facts.ts'
import { hasWay, howToClaim } from './how-to-claim.ts'

/** `toolMayCome`: the server that brings the tool may not have started yet. */
export function contractText(ways: WaysToClaim, toolMayCome = false): string {
  return [
    'Fullstop gates this session: after real work you may stop only when the whole request is done, or when you need the user.',
    `When it is done: re-read the request, check each part, then ${claimPhrase(ways, toolMayCome)}`,
    'Never write it as a promise, an example or a guess.',
    `Not done: keep working, do not stop. Stuck: ${stuckPhrase(ways)}`,
    disputePhrase(ways),
    'Answers, questions and plans need no such line.',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** What an agent is told that `fullstop run` starts: nobody reads along. `checks`: the names of what is run when it claims. */
export function runContract(ways: WaysToClaim, checks: readonly string[]): string {
  const verified =
    checks.length === 0 ? '' : `These checks are then run, and must pass: ${checks.join(', ').slice(0, 300)}.`
  const partial = hasWay(ways, 'tool')
    ? 'A part is done and the rest cannot be done now: call complete_task with status partial (what is done, why not the rest, what remains).'
    : ''
  const memory = hasWay(ways, 'tool')
    ? 'Save your context with update_session_context after each significant piece of work and every 5 to 10 tool calls: a fresh session may take over, and knows nothing else.'
    : ''
  return [
    'You work under Fullstop, unattended: nobody reads along, and nobody answers questions. Decide what the request leaves open.',
    `Work until the whole request is done. Then re-read it, check each part, and ${claimPhrase(ways)}`,
    'Never write it as a promise, an example or a guess. If you stop without it, you are told to continue.',
    verified,
    checks.length === 0 ? '' : disputePhrase(ways),
    partial,
    `You cannot continue: ${stuckPhrase(ways)}`,
    memory,
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** One short exchange after a stop without a claim. */
export function probeText(ways: WaysToClaim): string {
  return `FULLSTOP asks once, do no more work now: is the whole request done? If every part of it is, ${claimPhrase(ways)}\nIf not, say in one line what is missing.`
}

function disputePhrase(ways: WaysToClaim): string {
  if (hasWay(ways, 'tool')) return 'A check is wrong: dispute it (disputed_checks); never work around it.'
  return hasWay(ways, 'cli')
    ? 'A check is wrong: run `fullstop claim success --summary "…" --dispute CHECK --why "…"`; never work around it.'
    : ''
}

function stuckPhrase(ways: WaysToClaim): string {
  if (hasWay(ways, 'tool'))
    return 'call complete_task with status blocked: what you tried, what went wrong, what remains.'
  if (hasWay(ways, 'cli')) return 'run `fullstop claim blocked --summary "what you tried" --remaining "what remains"`.'
  return 'say what you tried and what is missing, and end with a question to the user.'
}

/** How to claim success, as the end of a sentence. */
export function claimPhrase(ways: WaysToClaim, toolMayCome = false): string {
  const how = howToClaim(ways, { end: 'end your message with', orLine: 'end your message with this line alone:' })
  const isLeftOpen = toolMayCome && !hasWay(ways, 'tool') && !hasWay(ways, 'described')
  return isLeftOpen ? `call complete_task if you have it, else ${how}` : how
}
