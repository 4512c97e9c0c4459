// The newest claim of a request, read from the assistant's own words; tools and commands claim by other doors.
import { given } from '../../contract/given.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Policy } from '../../contract/policy.ts'
import type { RequestState } from '../../contract/state.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import { detect, type Detection, rowsByWords } from '../../domain/strategies/index.ts'
import { mayClaim } from '../../domain/strategies/looks-like.ts'
import { withoutEcho } from '../../domain/tasks/echo.ts'
import type { Window } from '../../domain/tasks/request.ts'
import type { World } from '../world.ts'

/** Where the assistant's words stand, and under which policy they are read. */
export interface WordsQuery {
  /** The agent's last words, which need not be in the transcript yet. */
  readonly said: string | undefined
  /** The id that a done token must name. */
  readonly sessionId: string
  /** Of the agent's process, if it has ended. */
  readonly exitCode?: number | undefined
  readonly window: Window
  readonly policy: Policy
  readonly request: RequestState | undefined
}

/** The newest claim of the request, from the last message first; it need not be in the transcript yet. */
export async function readClaim(
  world: World,
  { said, sessionId, exitCode = 0, window, policy, request }: WordsQuery,
): Promise<ClaimRead> {
  const rows = rowsByWords(policy.strategies)
  const messages = said === undefined ? window.texts : [...window.texts, said]
  // Most stops hold nothing that looks like a claim: then the grammar need not even be loaded.
  if (![...window.staleTexts, ...messages].some(mayClaim(policy))) return { nearMisses: [] }
  const { grammar } = await import('../../domain/strategies/grammar.ts')
  const { takesBack } = await import('../../domain/strategies/take-back.ts')

  const own = ownTexts(window, request)
  const find = (text: string): Detection =>
    detect(
      {
        text: withoutEcho(text, own),
        sessionId,
        ...given({ prefix: policy.donePrefix }),
        phrases: policy.phrases,
        // A stop is a regular end; where an agent has an explicit way to claim, its mood is not guessed at.
        exitCode,
        explicitChannel: rows.some((row) => row.isExplicit),
      },
      rows.map(({ name }) => name),
      grammar,
    )
  const nearMisses: string[] = []
  for (const [index, text] of [...messages.entries()].reverse()) {
    const { match, reasons } = find(text)
    const takenBack = match && messages.slice(index + 1).some((later) => takesBack(later) !== null)
    if (takenBack) return { nearMisses: [...nearMisses, `${match.strategy}: a later message takes it back`] }
    if (match) {
      const claim: Claim = { id: world.newId('clm'), status: 'success', channel: match.strategy, text: match.text }
      return { claim, nearMisses }
    }
    for (const miss of reasons) if (!nearMisses.includes(miss)) nearMisses.push(miss)
  }
  const stale = [...window.staleTexts].reverse().find((text) => find(text).match !== null)
  if (stale !== undefined) return { stale: 'you claimed success, but worked on after it: claim again', nearMisses }
  return { nearMisses }
}

function ownTexts(window: Window, request: RequestState | undefined): (string | undefined)[] {
  const last = request?.lastDecision?.decision
  return [last?.kind === 'continue' ? last.say : undefined, ...(request?.prompts ?? []), window.opened?.text]
}
