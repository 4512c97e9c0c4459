// Codex: who it is, and what it can do. Formats as of 0.166.0. Every hook call loads this file, so the driver and the
// installer are imported only when they are needed.
import type { Agent, CallMeta } from '../agent.ts'
import { hook } from './hook.ts'
import { transcript } from './transcript.ts'

export const codex: Agent = {
  id: 'codex',
  title: 'Codex',
  tested: '0.166.0',
  program: 'codex',
  npmPackage: '@openai/codex',
  marks: ['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_SESSION_ID', 'CODEX_TOOL_CALL_ID', 'CODEX_CI'],
  // Its servers are told by each call, its shell by the environment. A subagent has a thread of its own within the
  // session: by the thread its claim would open a task that nobody asked for.
  callOf: ({ env, meta }) => {
    const turn = toRecord(meta['x-codex-turn-metadata'])
    const ofCall = [turn['session_id'], meta['sessionId'], meta['threadId']].find(isText)
    const agentSessionId = ofCall ?? [env['CODEX_SESSION_ID'], env['CODEX_THREAD_ID']].find(isText)
    const toolUseId = ofCall === undefined ? env['CODEX_TOOL_CALL_ID'] : meta['callId']
    if (agentSessionId === undefined) return undefined
    const thread = ofCall === undefined ? env['CODEX_THREAD_ID'] : (meta['threadId'] ?? turn['thread_id'])
    const isSubagent = isText(thread) && thread !== agentSessionId
    return {
      agentSessionId,
      isOfCall: true,
      ...(isSubagent ? { isSubagent } : {}),
      ...(isText(toolUseId) ? { toolUseId } : {}),
    }
  },
  toolMarks: ['CODEX_TOOL_CALL_ID'],
  isShell: (env) => isText(env['CODEX_TOOL_CALL_ID']),
  // Its screen runs behind one process for all sessions of the user.
  isDaemon: (command) => /\sapp-server(?:\s|$)/.test(command),
  hook,
  transcript,
  driver: () => import('./driver.ts'),
  install: () => import('./install.ts'),
  archive: () => import('./archive.ts'),
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
