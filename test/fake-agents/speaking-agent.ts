// An agent that expects answers on its standard input, as an agent's folder would describe it. Only tests know it: they
// add it to a copy of the sources. Its program is `speaking-program.ts`.
import type { Agent, Driver } from '../../src/agents/agent.ts'
import { exitOf } from '../../src/agents/formats/exit.ts'
import { isRecord, text } from '../../src/agents/formats/hook-input.ts'
import type { Spoken } from '../../src/contract/agent/conversation.ts'
import type { Json } from '../../src/contract/agent/edit.ts'
import type { Signal } from '../../src/contract/agent/signal.ts'

const driver: Driver = {
  start: ({ session }) => ({ args: [session.id], agentSessionId: session.id, contractInPrompt: true }),
  takesId: true,
  toSignals,
  toEnd: exitOf,
  conversation: {
    open: ({ prompt }) => ({ state: { prompt, answers: 0 }, signals: [], send: ['{"hello":1}'] }),
    speak,
  },
}

function toSignals(line: unknown): readonly Signal[] {
  if (!isRecord(line)) return []
  const ready = text(line, 'ready')
  const said = text(line, 'says')
  if (ready !== undefined) return [{ kind: 'session', id: ready }]
  return said === undefined ? [] : [{ kind: 'entry', entry: { kind: 'said', text: said } }]
}

/** The prompt follows the greeting; every question is answered with yes, and with the number of the answer. */
function speak(state: Json, line: unknown): Spoken {
  const { prompt = null, answers = 0 } = isRecord(state) ? (state as { prompt?: string; answers?: number }) : {}
  const silent: Spoken = { state, signals: [], send: [] }
  if (!isRecord(line)) return silent
  if (line['ready'] !== undefined) {
    return { ...silent, state: { prompt: null, answers }, send: prompt === null ? [] : [JSON.stringify({ prompt })] }
  }
  if (line['asks'] !== undefined) {
    const answer = { yes: text(line, 'asks') ?? '', number: answers + 1 }
    return { ...silent, state: { prompt, answers: answers + 1 }, send: [JSON.stringify(answer)] }
  }
  if (line['done'] === undefined) return silent
  return { ...silent, signals: [{ kind: 'ended', end: { kind: 'stopped' } }], closes: true }
}

export const speaking: Agent = {
  id: 'speaking',
  title: 'Speaking Agent',
  tested: '1.0.0',
  program: 'speaking-agent',
  npmPackage: 'speaking-agent',
  marks: ['SPEAKING_AGENT'],
  driver: () => Promise.resolve({ driver }),
}
