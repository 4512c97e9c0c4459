// The rollouts that Codex keeps below its home, one file a session. What a line is stands at its beginning; outputs, which
// are most of the bytes, are told by their first words.
import type { Entry } from '../../contract/agent/entry.ts'
import type { Archive, CallSeen, ClaimTold, LineGlance, LineTold, Skimmed, UsageSeen } from '../agent.ts'
import { isRecord, type HookPayload, text } from '../formats/hook-input.ts'
import { claimedBy, claimedIn } from '../formats/our-command.ts'
import { plainUpTo } from '../formats/plain-up-to.ts'
import { codexHome } from './places.ts'
import { isShellTool, mayTellMore, transcript } from './transcript.ts'

export const archive: Archive = {
  folders: (places) => [`${codexHome(places)}/sessions`, `${codexHome(places)}/archived_sessions`],
  isTranscript: (path) => /(?:^|\/)rollout-[^/]*\.jsonl$/.test(path),
  skim,
  toldBy,
  usage,
  marksEnds: true,
  resume: (agentSessionId) => `codex resume ${agentSessionId}`,
}

const NOTHING: Skimmed = []
const TYPE = '"type":"'
const PAYLOAD = '","payload":{'
const ITEM = '"item":{"type":"'
const ID = '","id":"'
const CALL_ID = '"call_id":"'
const OUTPUT = '","output":"'
/** Where a line is not written as usual: slower, and finds the same. */
const ANY_KIND = /"type":"(\w+)","payload":\{(?:"type":"(\w+)")?/
const ANY_ITEM = /"item":\{"type":"(\w+)","id":"([^"\\]{1,100})"/
const ANY_OUTPUT = /"call_id":"([^"\\]{1,100})","output":"((?:[^"\\]|\\.){0,300})/

function skim(line: LineGlance, callOf: CallSeen): Skimmed {
  const { head } = line
  const at = head.indexOf(TYPE) + TYPE.length
  const end = head.indexOf('"', at)
  if (at >= TYPE.length && head.startsWith(PAYLOAD, end)) {
    const kind = wordBehind(head, TYPE, end + PAYLOAD.length)
    if (head.startsWith('response_item"', at)) return skimModel(line, kind, end + PAYLOAD.length)
    if (head.startsWith('event_msg"', at)) return skimEvent(line, kind, callOf)
  }
  const [, type, kind] = ANY_KIND.exec(head) ?? []
  if (type === 'session_meta') return 'parse'
  if (type === 'response_item') return skimModel(line, kind)
  return type === 'event_msg' ? skimEvent(line, kind, callOf) : type === undefined ? 'parse' : NOTHING
}

/** The word in quotes behind a mark that stands at this place. */
function wordBehind(head: string, mark: string, at: number): string | undefined {
  const end = head.startsWith(mark, at) ? head.indexOf('"', at + mark.length) : -1
  return end < 0 ? undefined : head.slice(at + mark.length, end)
}

/** `payload`: where it begins, if the line is written as usual. */
function skimModel(line: LineGlance, kind: string | undefined, payload?: number): Skimmed {
  const { head } = line
  switch (kind) {
    case 'function_call':
      return payload === undefined ? 'parse' : skimCall(line, payload)
    case 'custom_tool_call':
      return 'parse'
    case 'message':
      return head.includes('<subagent_notification>') ? 'parse' : NOTHING
    case 'function_call_output':
    case 'custom_tool_call_output':
      return skimOutput(head, kind)
    default:
      return NOTHING
  }
}

const NAME = '"name":"'
const ARGUMENTS = '","arguments":"'
const BEHIND_ARGUMENTS = '","call_id":"'
/** Words of a call that say more than what is called. */
const TELLING = /[^\0-\x7f]|fullstop|"namespace"/

/** Of a shell's call that its beginning holds whole, the arguments alone are parsed. */
function skimCall({ head, size }: LineGlance, payload: number): Skimmed {
  const at = head.length === size ? head.indexOf(NAME, payload) : -1
  const name = at < 0 ? undefined : plainUpTo(head, at + NAME.length, ARGUMENTS)
  if (name === undefined || !isShellTool(name) || head.slice(payload, at).includes('{')) return 'parse'
  const start = at + NAME.length + name.length + ARGUMENTS.length
  const end = head.indexOf(BEHIND_ARGUMENTS, start)
  const id = end < 0 ? undefined : plainUpTo(head, end + BEHIND_ARGUMENTS.length, '"')
  if (id === undefined || TELLING.test(head)) return 'parse'
  try {
    // A line that was cut off is none.
    const rest = head.slice(end + BEHIND_ARGUMENTS.length + id.length)
    if (rest !== '"}}') JSON.parse(`{"payload":{"call_id":"${rest}`)
    const args: unknown = JSON.parse(`"${head.slice(start, end)}"`)
    const call = { type: 'function_call', name, arguments: args, call_id: id }
    return transcript.toEntries({ type: 'response_item', payload: call })
  } catch {
    return 'parse'
  }
}

/** Its first words tell: what follows them is what a tool printed. */
function skimOutput(head: string, type: string): Skimmed {
  const at = head.indexOf(CALL_ID)
  const id = at < 0 ? undefined : plainUpTo(head, at + CALL_ID.length, OUTPUT)
  if (id !== undefined && !mayTellMore(head, at + CALL_ID.length + id.length + OUTPUT.length))
    return [{ kind: 'tool-returned', id, failed: false }]
  const [, call_id, begin] = ANY_OUTPUT.exec(head) ?? []
  if (begin === undefined) return 'parse'
  try {
    const output: unknown = JSON.parse(`"${begin}"`)
    return transcript.toEntries({ type: 'response_item', payload: { type, call_id, output } })
  } catch {
    // Cut within a letter that is spelled out.
    return 'parse'
  }
}

function skimEvent({ head }: LineGlance, kind: string | undefined, callOf: CallSeen): Skimmed {
  if (kind === 'task_complete') return 'over'
  if (kind === 'item_completed') return skimItem(head, callOf)
  return kind === 'task_started' || kind === 'turn_aborted' || kind === 'thread_goal_updated' ? 'parse' : NOTHING
}

function skimItem(head: string, callOf: CallSeen): Skimmed {
  const [item, id] = itemIn(head)
  if (item === 'AgentMessage') return 'words'
  if (item === 'Reasoning') return NOTHING
  const call = item === 'CommandExecution' ? callOf(id) : undefined
  const isPlain = call !== undefined && call.access !== 'ours' && call.detail?.includes('fullstop') !== true
  const returned: Entry = { kind: 'tool-returned', id, failed: false }
  return isPlain && head.includes('"status":"completed","aggregated_output"') ? [returned] : 'parse'
}

function itemIn(head: string): readonly [type: string | undefined, id: string] {
  const at = head.indexOf(ITEM)
  const type = at < 0 ? undefined : wordBehind(head, ITEM, at)
  const behind = at + ITEM.length + (type?.length ?? 0)
  const id = head.startsWith(ID, behind) ? plainUpTo(head, behind + ID.length, '"') : undefined
  if (type !== undefined && id !== undefined) return [type, id]
  const [, other, itsId = ''] = ANY_ITEM.exec(head) ?? []
  return [other, itsId]
}

function toldBy(line: unknown): LineTold {
  if (!isRecord(line) || !isRecord(line['payload'])) return {}
  const payload = line['payload']
  const isMeta = line['type'] === 'session_meta'
  return {
    at: text(line, 'timestamp'),
    agentSessionId: isMeta ? text(payload, 'id') : undefined,
    cwd: isMeta ? text(payload, 'cwd') : undefined,
    key: turnKey(payload['turn_id'], payload['item']),
    attended: transcript.attendance?.of(line),
    isSubagent: isMeta && isRecord(payload['source']) ? ('file' as const) : undefined,
    claims: payload['type'] === 'function_call' ? claimIn(payload) : undefined,
  }
}

function claimIn(payload: HookPayload): ClaimTold[] | undefined {
  const id = text(payload, 'call_id')
  const args = argumentsOf(text(payload, 'arguments') ?? '')
  if (id === undefined) return undefined
  const inShell = claimedIn(text(args, 'cmd') ?? text(args, 'command') ?? '')
  if (inShell !== undefined) return [{ id, status: inShell, channel: 'cli' }]
  const status = claimedBy(text(payload, 'name') ?? '', args)
  return status === undefined ? undefined : [{ id, status, channel: 'tool' }]
}

function argumentsOf(json: string): HookPayload {
  // Most calls claim nothing, and their arguments may be long.
  if (!json.includes('status') && !json.includes('claim')) return {}
  try {
    const parsed: unknown = JSON.parse(json)
    return isRecord(parsed) ? parsed : {}
  } catch {
    // Cut off, or not JSON: no claim can be read from it.
    return {}
  }
}

/** One turn may stop more than once. */
function turnKey(turn: unknown, item: unknown): string | undefined {
  const id = isRecord(item) ? text(item, 'id') : undefined
  return typeof turn === 'string' && id !== undefined ? `${turn} ${id}` : undefined
}

const USED = /"total_token_usage":\{"input_tokens":(\d+),"cached_input_tokens":(\d+).*?"output_tokens":(\d+)/

function usage({ head }: LineGlance): UsageSeen | undefined {
  if (!head.includes('"type":"token_count"')) return undefined
  const [, input, cached, output] = USED.exec(head) ?? []
  if (output === undefined) return undefined
  return { input: Number(input), cached: Number(cached), output: Number(output) }
}
