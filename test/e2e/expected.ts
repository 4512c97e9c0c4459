// The hook's whole answers as literals: what an agent and a person read, never taken from the source.
import type { Output } from './room.ts'

export const silent: Output = { code: 0, stdout: '', stderr: '' }

export const NO_CLAIM = 'Stop refused: nothing says that the task is done.'

export function refused(count: string, token: string, missing: string = NO_CLAIM): Output {
  return answer({ decision: 'block', reason: refusal(count, token, missing) })
}

export function refusal(count: string, token: string, missing: string = NO_CLAIM): string {
  return [
    `FULLSTOP (${count}) ${missing}`,
    'Done: re-read the request, check each part, then end with this line alone:',
    token,
    'Not done: keep working.',
    ...(missing.includes('check "') ? ['Check wrong? Ask the user; never work around it.'] : []),
    'Stuck: say what blocks you and end with a question to the user.',
  ].join('\n')
}

export function told(line: string): Output {
  return answer({ systemMessage: line })
}

/** The first time in a session; after that the remedy is left out. */
export const unverified: Output = told(
  'Fullstop: unverified, no check exists here. To have the next task checked: `fullstop checks find` in a terminal.',
)
export const unverifiedAgain: Output = told('Fullstop: unverified, no check exists here.')

/** The person's prompt is answered by the hook and never reaches the model. */
export function replied(text: string): Output {
  return answer({ decision: 'block', reason: `Fullstop: ${text}` })
}

function answer(value: object): Output {
  return { code: 0, stdout: `${JSON.stringify(value)}\n`, stderr: '' }
}
