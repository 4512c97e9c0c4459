// Codex: so far only how a call to our tools names its session.
import type { Agent, CallMeta } from '../agent.ts'

export const codex: Agent = {
  id: 'codex',
  title: 'Codex',
  marks: ['CODEX_SANDBOX', 'CODEX_THREAD_ID'],
  // The environment of its servers is scrubbed: each call says for itself where it comes from.
  callOf: ({ meta }) => {
    const turn = toRecord(meta['x-codex-turn-metadata'])
    const agentSessionId = [meta['threadId'], turn['session_id']].find(isText)
    return agentSessionId === undefined ? undefined : { agentSessionId }
  },
}

function toRecord(value: unknown): CallMeta {
  if (typeof value === 'object' && value !== null) return value as CallMeta
  if (typeof value !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? (parsed as CallMeta) : {}
  } catch {
    // Not what it was: then it says nothing.
    return {}
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
