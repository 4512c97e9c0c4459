// A session of the agent becomes known to the gate: when the agent has made or loaded it, or with its first prompt.
import { acp } from '../../agents/acp/index.ts'
import { loadKnown } from '../session/load-known.ts'
import { type GateState, tell } from './gate-state.ts'
import { type GatedAbout, keepKey, openGated, originOf } from './gated-session.ts'
import { readTold } from './read-told.ts'

/** The session is there at once, and takes prompts when everything about it is known. Never rejects. */
export async function begun(gate: GateState, about: GatedAbout, isNew: boolean): Promise<void> {
  const { world, agentName, sessions } = gate
  const { wireId, key } = about
  // History is read before the session is there, and so forgotten.
  readTold(gate)
  const session = sessions.get(String(wireId)) ?? openGated(about)
  sessions.set(session.id, session)
  session.isLoading = false
  session.planMode = about.planMode
  try {
    await keepKey(world, agentName, { id: session.id, key })
    const known = await loadKnown(world, acp, key)
    if (session.items.length === 0) session.from = known.session.state?.offset ?? 0
    const source = isNew ? 'startup' : 'resume'
    const told = await tell(gate, { ...originOf(session), kind: 'session-started', source })
    if (told.kind === 'inform') session.contract = told.text
  } catch {
    // Without our state folder nothing can be decided: the first prompt says why.
  }
  session.setReady()
}
