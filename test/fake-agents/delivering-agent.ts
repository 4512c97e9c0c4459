// An agent without a transcript file: its hook call carries the items of the session. Only tests know it.
import type { Agent, Decoded } from '../../src/agents/agent.ts'
import { toDelivered } from '../../src/agents/formats/delivered-entries.ts'
import { invalid, isRecord, text } from '../../src/agents/formats/hook-input.ts'
import type { Entry } from '../../src/contract/agent/entry.ts'
import type { HookEvent, HookOrigin } from '../../src/contract/agent/hook-event.ts'

export const deliveringAgent: Agent = {
  id: 'delivering',
  title: 'Delivering Agent',
  tested: '1.0.0',
  program: 'delivering-agent',
  npmPackage: 'delivering-agent',
  marks: ['DELIVERING_AGENT'],
  hook: {
    decode,
    host: () => ({ attended: true, blockCap: 0 }),
    encode: (answer) => ({ stdout: JSON.stringify(answer), exitCode: 0 }),
  },
}

/** `{ event, session, text, session_items }`. */
function decode(payload: unknown): Decoded<HookEvent> {
  if (!isRecord(payload)) return invalid('the hook input is not a JSON object')
  const agentSessionId = text(payload, 'session')
  if (agentSessionId === undefined) return invalid('the hook input names no session')
  const cwd = text(payload, 'cwd')
  const said = text(payload, 'text')
  const from: HookOrigin = { agentSessionId, ...(cwd === undefined ? {} : { cwd }) }
  if (text(payload, 'event') === 'prompt') {
    return { ok: true, value: { ...from, kind: 'prompt-submitted', by: 'person', text: said ?? '' } }
  }
  const delivered = toDelivered(payload['session_items'], toEntries)
  if (!delivered.ok) return delivered
  return {
    ok: true,
    value: {
      ...from,
      delivered: delivered.value,
      kind: 'stop-requested',
      ...(said === undefined ? {} : { lastMessage: said }),
      afterRefusal: false,
      planMode: false,
      background: [],
      wakeUps: [],
    },
  }
}

/** `{ prompt }`, `{ told }` (our own words), `{ said }`, `{ id, tool, access, detail }`, `{ id, failed }`, `{ todos }`. */
export function toEntries(item: unknown): readonly Entry[] {
  if (!isRecord(item)) return []
  const { prompt, told, said, todos, failed } = item
  if (typeof prompt === 'string') return [{ kind: 'prompt', by: 'person', text: prompt }]
  if (typeof told === 'string') return [{ kind: 'prompt', by: 'us', text: told }]
  if (typeof said === 'string') return [{ kind: 'said', text: said }]
  const id = text(item, 'id') ?? ''
  const name = text(item, 'tool')
  if (name !== undefined) {
    const detail = text(item, 'detail')
    const access = item['access'] === 'write' ? 'write' : 'read'
    return [{ kind: 'tool-called', id, name, access, ...(detail === undefined ? {} : { detail }) }]
  }
  if (typeof failed === 'boolean') return [{ kind: 'tool-returned', id, failed }]
  if (!Array.isArray(todos)) return []
  const items = todos.map((todo, index) => ({
    id: `${index}`,
    text: typeof todo === 'string' ? todo : '',
    status: 'open' as const,
  }))
  return [{ kind: 'todos', change: 'replace', items }]
}
