// A scripted agent: it plays turns as Claude Code would, with a transcript and hook calls, but without a model.
// Between two stops it does what its script says; whether it may stop is decided by the real `fullstop hook claude`.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Turn {
  readonly files?: Readonly<Record<string, string>>
  readonly says: (session: string) => string
}

export interface Played {
  readonly says: string
  readonly files: readonly string[]
  /** What the hook answered: a refusal as the agent reads it, or a line for the person, or nothing. */
  readonly refusal?: string
  readonly line?: string
}

export interface Place {
  readonly command: string
  readonly home: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

/** Yields each turn with the hook's answer; ends when the stop is allowed or the script is over. */
export function* playSession(place: Place, session: string, prompt: string, turns: readonly Turn[]): Generator<Played> {
  const transcript = join(place.home, '.claude', 'projects', 'try', `${session}.jsonl`)
  mkdirSync(dirname(transcript), { recursive: true })
  const origin = { session_id: session, transcript_path: transcript, cwd: place.folder, prompt_id: 'prompt-1' }
  const write = (line: object): void =>
    appendFileSync(transcript, `${JSON.stringify({ isSidechain: false, ...line })}\n`)

  callHook(place, { ...origin, hook_event_name: 'SessionStart', source: 'startup' })
  callHook(place, { ...origin, hook_event_name: 'UserPromptSubmit', prompt })
  write({ type: 'user', promptId: 'prompt-1', message: { role: 'user', content: prompt } })
  for (const [index, { files = {}, says }] of turns.entries()) {
    for (const [name, content] of Object.entries(files))
      editFile(place.folder, name, content, `${index}-${name}`, write)
    const text = says(session)
    write({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } })
    const stop = { hook_event_name: 'Stop', stop_hook_active: index > 0, last_assistant_message: text }
    const answer = callHook(place, { ...origin, ...stop })
    const refusal = answer['decision'] === 'block' ? String(answer['reason']) : undefined
    const line = typeof answer['systemMessage'] === 'string' ? answer['systemMessage'] : undefined
    yield { says: text, files: Object.keys(files), ...(refusal ? { refusal } : {}), ...(line ? { line } : {}) }
    if (refusal === undefined) return
    write({ type: 'user', isMeta: true, message: { role: 'user', content: `Stop hook feedback:\n${refusal}` } })
  }
}

function editFile(folder: string, name: string, content: string, id: string, write: (line: object) => void): void {
  const use = { type: 'tool_use', id, name: 'Write', input: { file_path: join(folder, name), content } }
  write({ type: 'assistant', message: { role: 'assistant', content: [use] } })
  writeFileSync(join(folder, name), content)
  const result = { type: 'tool_result', tool_use_id: id, content: 'File written.', is_error: false }
  write({ type: 'user', promptId: 'prompt-1', message: { role: 'user', content: [result] } })
}

function callHook({ command, home, env }: Place, payload: object): Record<string, unknown> {
  const options = { input: JSON.stringify(payload), encoding: 'utf8' as const, env: { ...env, HOME: home } }
  const { stdout, stderr, status } = spawnSync(command, ['hook', 'claude', '--within', '30s'], options)
  if (status !== 0) throw new Error(`the hook ended with exit ${status}: ${stderr}`)
  return stdout.trim() === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>)
}
