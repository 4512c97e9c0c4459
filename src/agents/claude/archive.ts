// The transcripts that Claude Code keeps below its own folder, one file a session. Most of their bytes are results of
// tools: a line is told by its beginning, and parsed only where that is not enough.
import type { BackgroundTask } from '../../contract/agent/hook-event.ts'
import { given } from '../../contract/given.ts'
import { isClaimTool } from '../../contract/agent/tool-name.ts'
import type { Archive, CallSeen, ClaimTold, LineGlance, LineTold, Skimmed, UsageSeen } from '../agent.ts'
import { isRecord, type HookPayload, records, text } from '../formats/hook-input.ts'
import { claimedBy, claimedIn } from '../formats/our-command.ts'
import { plainUpTo } from '../formats/plain-up-to.ts'
import { configFolder } from './places.ts'
import { accessByName, fromShell, isOfSubagent } from './transcript.ts'

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
const CALL = '[{"type":"tool_use","id":"'
const NAME = '","name":"'
const RESULT_ID = '"tool_use_id":"'
/** How the types of all blocks begin that say something; looked for once in their place. */
const BLOCK = '"type":"t'
const THOUGHTS = ['[{"type":"thinking"', '[{"type":"redacted_thinking"']

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
  const at = head.indexOf(RESULT_ID)
  const id = at < 0 ? undefined : plainUpTo(head, at + RESULT_ID.length, '"')
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
  const thought = THOUGHTS.find((begin) => head.startsWith(begin, content))
  if (thought !== undefined) return saysMore(line, content + thought.length) ? 'parse' : NOTHING
  const id = head.startsWith(CALL, content) ? plainUpTo(head, content + CALL.length, NAME) : undefined
  if (id === undefined) return 'parse'
  const start = content + CALL.length + id.length + NAME.length
  const name = plainUpTo(head, start, '"')
  if (name === undefined || saysMore(line, start + name.length)) return 'parse'
  if (name === 'Bash') return skimShell(head, id, start + name.length)
  const access = accessByName(name)
  return access === undefined ? 'parse' : [{ kind: 'tool-called', id, name, access }]
}

const INPUT = '","input":'
/** Words of an input that say more than what is called. */
const TELLING = /[^\0-\x7f]|run_in_background|fullstop/

/** Of a short input, the last value of which is a text, that alone is parsed. */
function skimShell(head: string, id: string, at: number): Skimmed {
  const end = head.indexOf('"}', at)
  if (end < 0 || head[end - 1] === '\\' || !head.startsWith(INPUT, at)) return 'parse'
  const json = head.slice(at + INPUT.length, end + 2)
  if (TELLING.test(json)) return 'parse'
  try {
    const input: unknown = JSON.parse(json)
    return isRecord(input) ? [fromShell(id, 'Bash', input)] : 'parse'
  } catch {
    // Something else stands behind the input.
    return 'parse'
  }
}

/** Words or a call stand behind this place. */
function saysMore(line: LineGlance, from: number): boolean {
  return line.has(BLOCK, from) && (line.has('"type":"tool_use"', from) || line.has('"type":"text"', from))
}

function toldBy(line: unknown): LineTold {
  if (!isRecord(line)) return {}
  const isPerson = line['type'] === 'user' && line['isMeta'] !== true
  const entrypoint = text(line, 'entrypoint')
  const mode = isPerson ? text(line, 'permissionMode') : undefined
  const isSubagent = isOfSubagent(line) ? 'line' : undefined
  const beside = isSubagent ? NOTHING_BESIDE : ranBeside(line)
  return {
    agentSessionId: text(line, 'sessionId'),
    cwd: text(line, 'cwd'),
    at: text(line, 'timestamp'),
    key: text(line, 'uuid'),
    attended: entrypoint === undefined ? undefined : !entrypoint.startsWith('sdk'),
    planMode: mode === undefined ? undefined : mode === 'plan',
    isSubagent,
    background: beside.background,
    wakesUp: beside.wakesUp,
    claims: beside.claims,
  }
}

type Beside = Pick<LineTold, 'background' | 'wakesUp' | 'claims'>
const NOTHING_BESIDE: Beside = {}

/** What its hooks are told in a list: commands and agents in the background, and times at which it wakes up. */
function ranBeside(line: HookPayload): Beside {
  const message = isRecord(line['message']) ? line['message'] : {}
  const ended = endedIn(line, message)
  if (ended !== undefined) return { background: [{ id: ended, running: false, label: '' }] }
  if (line['type'] !== 'assistant') return NOTHING_BESIDE
  const calls = records(message['content'])
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
const WRITTEN = ',"cache_creation_input_tokens":'
const CACHED = ',"cache_read_input_tokens":'
const OUTPUT = '"output_tokens":'
/** So much stands behind it in a line. */
const BEHIND = 2000
/** So far reach the counts that are read. */
const COUNTS = 276

function usage(line: LineGlance): UsageSeen | undefined {
  const { head } = line
  const id = head.indexOf(ANSWER)
  if (id < 0 || !head.includes('"role":"assistant"') || head.slice(0, id).includes('"isSidechain":true'))
    return undefined
  const counts = line.behind(USAGE, BEHIND, COUNTS)
  if (counts === undefined) return undefined
  let at = digitsEnd(counts, 0)
  if (at === 0) return undefined
  let input = numberIn(counts, 0, at)
  const written = counts.startsWith(WRITTEN, at) ? at + WRITTEN.length : at
  const writtenEnd = digitsEnd(counts, written)
  if (writtenEnd > written && written > at) {
    input += numberIn(counts, written, writtenEnd)
    at = writtenEnd
  }
  const cached = counts.startsWith(CACHED, at) ? at + CACHED.length : at
  const fromCache = cached > at ? numberIn(counts, cached, digitsEnd(counts, cached)) : 0
  const last = counts.indexOf(OUTPUT, at)
  const output = last + OUTPUT.length
  const outputEnd = last < 0 ? output : digitsEnd(counts, output)
  const close = counts.indexOf('}')
  if (outputEnd === output || (close >= 0 && close < last)) return undefined
  const answer = head.slice(id, head.indexOf('"', id + ANSWER.length))
  return { answer, input: input + fromCache, cached: fromCache, output: numberIn(counts, output, outputEnd) }
}

/** Where the digits end that begin at this place. */
function digitsEnd(text: string, start: number): number {
  let end = start
  while (isDigit(text.charCodeAt(end))) end++
  return end
}

const EXACT_DIGITS = 15

function numberIn(text: string, start: number, end: number): number {
  if (end - start > EXACT_DIGITS) return Number(text.slice(start, end))
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - 48
  return value
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
