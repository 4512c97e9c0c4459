// The end of the agent's turn: it passes, or it is decided, and the agent is sent back inside the turn of the editor.
import { given } from '../../contract/given.ts'
import { endTelling } from '../../agents/acp/updates.ts'
import { type AcpMessage, type Params, promptOf, request, type RequestId } from '../../agents/acp/wire.ts'
import { parseLine } from '../transcript/read-tail.ts'
import { answer, closeTurn, type GateState, type Passed, show, tell } from './gate-state.ts'
import { forgetUntil, type GatedSession, type GatedTurn, lastWords, note, noteRead, originOf } from './gated-session.ts'
import { readTold } from './read-told.ts'

/** The guards end every turn long before; should they ever fail, this does. */
const HARD_END = 100

interface TurnEnd {
  readonly turn: GatedTurn
  readonly message: Extract<AcpMessage, { kind: 'result' | 'error' }>
  readonly line: string
}

/** Only `end_turn` is the agent's choice. */
export function ended(gate: GateState, session: GatedSession, end: TurnEnd): Passed {
  const { turn, message, line } = end
  const stopReason = message.kind === 'result' ? message.result['stopReason'] : undefined
  const isRenamed = message.id !== turn.editor
  const own = isRenamed ? renamed(line, turn.editor) : line
  // Another prompt has joined this one: the agent keeps working.
  const isLast = session.turns.size === 1
  if (stopReason === 'end_turn' && !turn.isCancelled && isLast) {
    turn.isDeciding = true
    void decided(gate, session, { turn, line: own })
    return 'held'
  }
  if (stopReason !== 'end_turn') void failed(gate, session, { message, stopReason })
  closeTurn(gate, session, turn)
  return isRenamed ? { instead: own } : 'as-it-came'
}

/** Recorded, and nothing is decided about it. */
async function failed(
  gate: GateState,
  session: GatedSession,
  { message, stopReason }: Pick<TurnEnd, 'message'> & { readonly stopReason: unknown },
): Promise<void> {
  readTurn(gate, session)
  if (stopReason === 'cancelled') return
  const cause = message.kind === 'error' ? 'api-error' : stopReason === 'max_tokens' ? 'output-cut' : 'agent-cap'
  const detail = message.kind === 'error' ? message.message : String(stopReason)
  await tell(gate, { ...originOf(session), kind: 'stop-failed', cause, detail })
}

function readTurn(gate: GateState, session: GatedSession): void {
  readTold(gate)
  noteRead(session, endTelling(session.telling))
}

async function decided(
  gate: GateState,
  session: GatedSession,
  { turn, line }: Pick<TurnEnd, 'turn' | 'line'>,
): Promise<void> {
  readTurn(gate, session)
  const words = lastWords(session)
  const items = [...session.items]
  const until = session.from + items.length
  const told = await tell(gate, {
    ...originOf(session),
    kind: 'stop-requested',
    ...given({ lastMessage: words }),
    afterRefusal: turn.continuations > 0,
    planMode: session.planMode,
    background: [],
    wakeUps: [],
    delivered: { from: session.from, items },
  })
  forgetUntil(session, until)
  turn.isDeciding = false
  // A person who cancels wants nothing more, and has been answered; another prompt has set the agent to work already.
  if (turn.isCancelled || gate.isOver) return
  if (told.kind !== 'refuse' || session.turns.size > 1 || turn.continuations >= HARD_END) {
    if (told.kind === 'tell') show(gate, session, told.line, { continuations: turn.continuations })
    return answer(gate, session, turn, line)
  }
  if (told.tell !== undefined) show(gate, session, told.tell, {})
  sendBack(gate, session, { turn, say: told.say })
}

/** One more prompt, inside the turn of the editor; the person sees its first line. */
function sendBack(
  gate: GateState,
  session: GatedSession,
  { turn, say }: { readonly turn: GatedTurn; readonly say: string },
): void {
  turn.continuations += 1
  gate.continuations += 1
  turn.agent = `fullstop-${gate.continuations}-${session.key}`
  show(gate, session, say.split('\n', 1)[0] ?? '', { continuation: turn.continuations })
  note(session, [{ kind: 'prompt', by: 'us', text: say }])
  gate.options.toAgent(request(turn.agent, 'session/prompt', promptOf(session.id, say)))
}

/** The answer of the agent, to the prompt of the editor. */
function renamed(line: string, id: RequestId): string {
  const message = parseLine(line) as Params
  return JSON.stringify({ ...message, id })
}
