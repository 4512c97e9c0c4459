// A Codex session as its hooks and its rollout show it: what a person types, what the agent says and does, its stops.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Output, Room } from '../e2e/room.ts'
import { startRead } from './start-read.ts'

export interface CodexSession {
  readonly id: string
  readonly transcript: string
  readonly token: string
  /** Begins a turn with a prompt, as the terminal does, or `codex exec` in its place. */
  readonly type: (text: string, by?: 'user' | 'exec') => Promise<Output>
  /** A prompt that joins the turn under way. */
  readonly steer: (text: string) => Promise<Output>
  readonly write: (line: object) => void
  readonly edit: (files: number) => void
  readonly plan: (steps: Readonly<Record<string, 'pending' | 'completed'>>) => void
  /** A command; without an end it continues beside the conversation. */
  readonly run: (command: string, end?: 'completed' | 'failed') => string
  readonly ended: (call: string, command: string, status: 'completed' | 'failed') => void
  readonly sayAndStop: (text: string) => Promise<Output>
  /** With these last words, which never reach the transcript. */
  readonly stop: (text: string) => Promise<Output>
  /** What a call of this session's tools carries; `thread` names a subagent's. */
  readonly meta: (call: string, thread?: string) => Readonly<Record<string, unknown>>
}

export interface CodexSessionOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly id?: string
}

export function codexSession(room: Room, { env = {}, id = 'codex-session' }: CodexSessionOptions = {}): CodexSession {
  const transcript = join(room.home, '.codex', 'sessions', `rollout-${id}.jsonl`)
  mkdirSync(dirname(transcript), { recursive: true })
  writeFileSync(transcript, '')
  let [turn, calls] = [0, 0]
  const write = (line: object): void => appendFileSync(transcript, `${JSON.stringify(line)}\n`)
  const item = (of: object): void =>
    write({ type: 'event_msg', payload: { type: 'item_completed', turn_id: `turn-${turn}`, item: of } })
  const call = (name: string, args: object): string => {
    calls += 1
    const callId = `call_${calls}`
    write({
      type: 'response_item',
      payload: { type: 'function_call', name, arguments: JSON.stringify(args), call_id: callId },
    })
    return callId
  }
  const output = (callId: string, text: string): void =>
    write({ type: 'response_item', payload: { type: 'function_call_output', call_id: callId, output: text } })
  const hook = (name: string, more: object): Promise<Output> =>
    room.run(['hook', 'codex', '--within', '60s'], {
      env,
      input: JSON.stringify({
        session_id: id,
        turn_id: `turn-${turn}`,
        transcript_path: transcript,
        cwd: room.cwd,
        hook_event_name: name,
        model: 'scripted',
        permission_mode: 'bypassPermissions',
        ...more,
      }),
    })
  const prompt = async (text: string): Promise<Output> => {
    const answer = await hook('UserPromptSubmit', { prompt: text })
    await startRead(room.state)
    // A prompt that was held back never gets into the conversation.
    if (!answer.stdout.includes('"block"')) item({ type: 'UserMessage', content: [{ type: 'text', text }] })
    return answer
  }
  const ended: CodexSession['ended'] = (callId, command, status) =>
    item({
      type: 'CommandExecution',
      id: callId,
      command: ['/bin/bash', '-lc', command],
      status,
      aggregated_output: '',
    })
  const stop: CodexSession['stop'] = (text) => hook('Stop', { stop_hook_active: false, last_assistant_message: text })
  write({ type: 'session_meta', payload: { id, source: 'cli', originator: 'codex-tui' } })
  return {
    id,
    transcript,
    token: `FULLSTOP_DONE::${id}`,
    write,
    type: async (text, by = 'user') => {
      turn += 1
      const attribution = { turn_id: `turn-${turn}`, turn_trigger: by }
      write({
        type: 'event_msg',
        payload: { type: 'task_started', turn_attribution: attribution, collaboration_mode_kind: 'default' },
      })
      return prompt(text)
    },
    steer: prompt,
    edit: (files) => {
      for (let file = 1; file <= files; file++) {
        calls += 1
        const path = `${room.cwd}/file-${calls}.ts`
        const payload = {
          type: 'custom_tool_call',
          name: 'apply_patch',
          call_id: `call_${calls}`,
          input: `*** Add File: ${path}`,
        }
        write({ type: 'response_item', payload })
        item({ type: 'FileChange', id: `call_${calls}`, changes: { [path]: { type: 'add' } }, status: 'completed' })
      }
    },
    plan: (steps) => {
      const plan = Object.entries(steps).map(([step, status]) => ({ step, status }))
      output(call('update_plan', { plan }), 'Plan updated')
    },
    run: (command, end) => {
      const callId = call('exec_command', { cmd: command })
      const state = end === undefined ? 'Process running with session ID 7' : 'Process exited with code 0'
      if (end !== undefined) ended(callId, command, end)
      output(callId, `Chunk ID: a\nWall time: 0.3 seconds\n${state}\nOutput:\n`)
      return callId
    },
    ended,
    sayAndStop: (text) => {
      item({ type: 'AgentMessage', content: [{ type: 'Text', text }] })
      return stop(text)
    },
    stop,
    meta: (callId, thread = id) => ({
      callId,
      threadId: thread,
      sessionId: id,
      'x-codex-turn-metadata': {
        session_id: id,
        thread_id: thread,
        turn_id: `turn-${turn}`,
        thread_source: thread === id ? 'user' : 'subagent',
      },
    }),
  }
}
