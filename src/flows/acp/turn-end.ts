// The end of the agent's turn: it passes, or it is decided, and the agent is sent back inside the turn of the editor.
import { given } from '../../contract/given.ts'
import { endTelling } from '../../agents/acp/updates.ts'
import { type AcpAnswer, type Params, promptOf, request, type RequestId } from '../../agents/acp/wire.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { HookEvent } from '../../contract/agent/hook-event.ts'
import type { AnsweredWork } from '../world.ts'
import { answer, closeTurn, type GateState, type Passed, finishCarried, show, tell } from './gate-state.ts'
import { forgetUntil, type GatedSession, type GatedTurn, lastWords, note, noteRead, originOf } from './gated-session.ts'
import { readTold } from './read-told.ts'

/** The guards end every turn long before; should they ever fail, this does. */
const HARD_END = 100

interface TurnEnd {
  readonly turn: GatedTurn
  readonly answer: AcpAnswer
  readonly line: string
}

/** Only `end_turn` is the agent's choice. */
export function ended(gate: GateState, session: GatedSession, end: TurnEnd): Passed {
  const { turn, answer, line } = end
  const stopReason = answer.kind === 'result' ? answer.result['stopReason'] : undefined
  const isToldAnew = answer.id !== turn.editor || !answer.isPlain
  const own = isToldAnew ? toldAnew(line, answer.kind, turn.editor) : line
  const finished = finishCarried(gate, turn.carried, answer.kind === 'result')
  turn.carried = []
  // Another prompt has joined this one: the agent keeps working.
  const isLast = session.turns.size === 1
  if (stopReason === 'end_turn' && !turn.isCancelled && isLast) {
    turn.isDeciding = true
    void decided(gate, session, { turn, line: own, finished })
    return 'held'
  }
  if (stopReason !== 'end_turn') void failed(gate, session, { answer, stopReason })
  closeTurn(gate, session, turn)
  return isToldAnew ? { instead: own } : 'as-it-came'
}

/** Recorded, and nothing is decided about it. */
async function failed(
  gate: GateState,
  session: GatedSession,
  { answer, stopReason }: Pick<TurnEnd, 'answer'> & { readonly stopReason: unknown },
): Promise<void> {
  readTurn(gate, session)
  if (stopReason === 'cancelled') return
  const cause = answer.kind === 'error' ? 'api-error' : stopReason === 'max_tokens' ? 'output-cut' : 'agent-cap'
  const detail = answer.kind === 'error' ? answer.message : String(stopReason)
  await tell(gate, { ...originOf(session), kind: 'stop-failed', cause, detail })
}

function readTurn(gate: GateState, session: GatedSession): void {
  readTold(gate)
  noteRead(session, endTelling(session.telling))
}

async function decided(
  gate: GateState,
  session: GatedSession,
  { turn, line, finished }: Pick<TurnEnd, 'turn' | 'line'> & { readonly finished: Promise<void> },
): Promise<void> {
  readTurn(gate, session)
  const words = lastWords(session)
  const items = [...session.items]
  const until = session.from + items.length
  const event: HookEvent = {
    ...originOf(session),
    kind: 'stop-requested',
    ...given({ lastMessage: words }),
    afterRefusal: turn.continuations > 0,
    planMode: session.planMode,
    background: [],
    wakeUps: [],
    delivered: { from: session.from, items },
  }
  const carried: AnsweredWork[] = []
  await finished
  const told = await tell(gate, event, carried)
  forgetUntil(session, until)
  turn.isDeciding = false
  const isOver = turn.isCancelled || gate.isOver
  const isSentBack = told.kind === 'refuse' && session.turns.size === 1 && turn.continuations < HARD_END
  if (isOver || !isSentBack) void finishCarried(gate, carried, false)
  // A person who cancels wants nothing more, and has been answered; another prompt has set the agent to work already.
  if (isOver) return
  if (!isSentBack) {
    if (told.kind === 'tell') show(gate, session, told.line, { continuations: turn.continuations })
    return answer(gate, session, turn, line)
  }
  if (told.tell !== undefined) show(gate, session, told.tell, {})
  turn.carried = carried
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
  gate.options.toAgent(request(turn.agent, 'session/prompt', promptOf(session.wireId, say)))
}

/** The answer of the agent, to the prompt of the editor, and nothing beside it. */
function toldAnew(line: string, kind: AcpAnswer['kind'], id: RequestId): string {
  const { method: _method, params: _params, result, error, ...more } = parseLine(line) as Params
  return JSON.stringify({ ...more, id, ...(kind === 'error' ? { error } : { result }) })
}
