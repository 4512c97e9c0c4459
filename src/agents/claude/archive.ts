// The transcripts that Claude Code keeps below its own folder, one file a session. Most of their bytes are results of
// tools: a line is told by its beginning, and parsed only where that is not enough.
import type { BackgroundTask } from '../../contract/agent/hook-event.ts'
import { given } from '../../contract/given.ts'
import { isClaimTool } from '../../contract/agent/tool-name.ts'
import type { Archive, CallSeen, ClaimTold, LineGlance, LineTold, Skimmed, UsageSeen } from '../agent.ts'
import { isRecord, type HookPayload, records, text } from '../formats/hook-input.ts'
import { claimedBy, claimedIn } from '../formats/our-command.ts'
import { configFolder } from './places.ts'
import { accessByName, isOfSubagent } from './transcript.ts'

export const archive: Archive = {
  folders: (places) => [`${configFolder(places)}/projects`],
  // Subagents have files of their own, beside the session or in a folder below it.
  isTranscript: (path) =>
    path.endsWith('.jsonl') && !/(?:^|\/)(?:agent-|rollout-)[^/]*$|(?:^|\/)subagents\//.test(path),
  skim,
  toldBy,
  usage,
  marksEnds: false,
  resume: (agentSessionId) => `claude --resume ${agentSessionId}`,
}

const NOTHING: Skimmed = []
const ROLE = '"role":"'
/** The end of `"is_error":true`, which is found faster than the whole. */
const IS_ERROR = '_error":true'
const CONTENT = '"content":'
const CALL = /^\[\{"type":"tool_use","id":"([^"\\]{1,100})","name":"([^"\\]{1,100})"/
const RESULT_ID = /"tool_use_id":"([^"\\]{1,100})"/

function skim(line: LineGlance, callOf: CallSeen): Skimmed {
  const { head } = line
  const role = head.indexOf(ROLE)
  if (role < 0) return skimOther(head)
  // Reports of progress quote lines of others.
  const before = head.slice(0, role)
  if (before.includes('"isSidechain":true') || before.includes('"type":"progress"')) return NOTHING
  const at = head.indexOf(CONTENT, role)
  if (at < 0) return 'parse'
  const content = at + CONTENT.length
  if (head.startsWith('user"', role + ROLE.length)) return skimUser(line, content, callOf)
  return head.startsWith('assistant"', role + ROLE.length) ? skimAssistant(line, content) : 'parse'
}

/** Two attachments speak; what has neither a role nor an attachment keeps the host's own books. */
function skimOther(head: string): Skimmed {
  const isTelling = head.includes('"type":"queued_command"') || head.includes('"type":"goal_status"')
  return isTelling ? 'parse' : NOTHING
}

function skimUser(line: LineGlance, content: number, callOf: CallSeen): Skimmed {
  const { head } = line
  const isResult = head.startsWith('[{"tool_use_id"', content) || head.startsWith('[{"type":"tool_result"', content)
  if (!isResult) return 'parse'
  const id = RESULT_ID.exec(head)?.[1]
  if (id === undefined) return 'parse'
  const call = callOf(id)
  if (call === undefined) return NOTHING
  const isPlain = call.access !== 'todo' && call.access !== 'ours' && !isForeign(call)
  if (!isPlain || line.hasRare(IS_ERROR)) return 'parse'
  return [{ kind: 'tool-returned', id, failed: false }]
}

/** The host tells with the result what a tool of a server did, and a claim comes back with a receipt. */
function isForeign({ name, detail = '' }: { readonly name: string; readonly detail?: string | undefined }): boolean {
  return name.startsWith('mcp__') || isClaimTool(name) || detail.includes('fullstop')
}

function skimAssistant(line: LineGlance, content: number): Skimmed {
  const { head } = line
  if (head.startsWith('[{"type":"text"', content)) return line.has('"type":"tool_use"', content) ? 'parse' : 'words'
  if (head.startsWith('[{"type":"thinking"', content) || head.startsWith('[{"type":"redacted_thinking"', content)) {
    return line.has('"type":"tool_use"', content) || line.has('"type":"text"', content) ? 'parse' : NOTHING
  }
  const [whole = '', id = '', name = ''] = CALL.exec(head.slice(content)) ?? []
  const access = id === '' ? undefined : accessByName(name)
  if (access === undefined || line.has('"type":"tool_use"', content + whole.length)) return 'parse'
  return line.has('"type":"text"', content + whole.length) ? 'parse' : [{ kind: 'tool-called', id, name, access }]
}

function toldBy(line: unknown): LineTold {
  if (!isRecord(line)) return {}
  const isPerson = line['type'] === 'user' && line['isMeta'] !== true
  const entrypoint = text(line, 'entrypoint')
  const mode = isPerson ? text(line, 'permissionMode') : undefined
  return {
    ...given({
      agentSessionId: text(line, 'sessionId'),
      cwd: text(line, 'cwd'),
      at: text(line, 'timestamp'),
      key: text(line, 'uuid'),
      attended: entrypoint === undefined ? undefined : !entrypoint.startsWith('sdk'),
      planMode: mode === undefined ? undefined : mode === 'plan',
    }),
    ...(isOfSubagent(line) ? { isSubagent: 'line' as const } : ranBeside(line)),
  }
}

/** What its hooks are told in a list: commands and agents in the background, and times at which it wakes up. */
function ranBeside(line: HookPayload): Pick<LineTold, 'background' | 'wakesUp' | 'claims'> {
  const message = isRecord(line['message']) ? line['message'] : {}
  const ended = endedIn(line, message)
  if (ended !== undefined) return { background: [{ id: ended, running: false, label: '' }] }
  const calls = line['type'] === 'assistant' ? records(message['content']) : []
  const started = calls.flatMap((block) => {
    const input = isRecord(block['input']) ? block['input'] : {}
    return input['run_in_background'] === true ? [toTask(text(block, 'id') ?? '', input)] : []
  })
  const names = calls.map((block) => block['name'])
  const wakesUp = names.some((name) => name === 'ScheduleWakeup' || name === 'CronCreate')
  const claims = calls.flatMap(toClaim)
  return {
    ...(started.length > 0 ? { background: started } : {}),
    ...(claims.length > 0 ? { claims } : {}),
    ...(wakesUp ? { wakesUp } : names.includes('CronDelete') ? { wakesUp: false } : {}),
  }
}

function toClaim(block: HookPayload): ClaimTold[] {
  const [id, name, input] = [text(block, 'id'), text(block, 'name'), block['input']]
  if (id === undefined || name === undefined || !isRecord(input)) return []
  const inShell = name === 'Bash' ? claimedIn(text(input, 'command') ?? '') : undefined
  if (inShell !== undefined) return [{ id, status: inShell, channel: 'cli' }]
  const status = claimedBy(name, input)
  return status === undefined ? [] : [{ id, status, channel: 'tool' }]
}

function toTask(id: string, input: HookPayload): BackgroundTask & { readonly id: string } {
  const command = text(input, 'command')?.slice(0, 2000)
  const label = command ?? text(input, 'description') ?? 'a task'
  return { id, running: true, label: label.slice(0, 500), ...given({ command }) }
}

/** `<task-notification>` as a prompt of the host, or handed over in mid-work. */
function endedIn(line: HookPayload, message: HookPayload): string | undefined {
  const attachment = isRecord(line['attachment']) ? line['attachment'] : {}
  const words = text(message, 'content') ?? text(attachment, 'prompt') ?? ''
  if (!words.startsWith('<task-notification>')) return undefined
  return /<tool-use-id>([^<]{1,100})<\/tool-use-id>/.exec(words.slice(0, 2000))?.[1]
}

const ANSWER = '"id":"msg_'
const USAGE = '"usage":{"input_tokens":'
const USED =
  /^(\d+)(?:,"cache_creation_input_tokens":(\d+))?(?:,"cache_read_input_tokens":(\d+))?[^}]*?"output_tokens":(\d+)/
/** So much stands behind it in a line. */
const BEHIND = 2000

function usage(line: LineGlance): UsageSeen | undefined {
  const { head } = line
  const id = head.indexOf(ANSWER)
  if (id < 0 || !head.includes('"role":"assistant"') || head.includes('"isSidechain":true')) return undefined
  const tail = line.tail(BEHIND)
  const at = tail.indexOf(USAGE)
  const [, fresh, written, cached, output] = at < 0 ? [] : (USED.exec(tail.slice(at + USAGE.length, at + 300)) ?? [])
  if (output === undefined) return undefined
  const answer = head.slice(id, head.indexOf('"', id + ANSWER.length))
  const fromCache = Number(cached ?? 0)
  return { answer, input: Number(fresh) + Number(written ?? 0) + fromCache, cached: fromCache, output: Number(output) }
}
