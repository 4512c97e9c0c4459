// What the agent says of its claim, for a person: without the line that is the claim itself.
import type { ReviewClaim } from '../../contract/view/review.ts'
import { isSignal } from './replies.ts'

export function claimWords({ claim, said }: ReviewClaim): string {
  const words = claim.summary ?? said ?? claim.text
  const rest = words
    .split('\n')
    .filter((line) => !isSignal(line))
    .join('\n')
    .trimEnd()
  return rest.trim() === '' ? words : rest
}
