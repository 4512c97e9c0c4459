// What the agent has told of its sessions. It has passed already: the editor does not wait until it is read.
import { joinSameShape, type LineShape, shapeOf, withWords } from '../../agents/acp/same-shape.ts'
import { stepPermission, stepUpdate } from '../../agents/acp/updates.ts'
import { type AcpMessage, type Params, toMessage } from '../../agents/acp/wire.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { GateState, UnreadWords } from './gate-state.ts'
import { type GatedSession, noteRead } from './gated-session.ts'

type Telling = Pick<GateState, 'sessions' | 'unread' | 'unreadBytes' | 'shape'>

/** So begin the lines that tell of a session, in most agents: enough to let them pass before they are parsed. */
const TOLD = ['{"jsonrpc":"2.0","method":"session/update"', '{"method":"session/update"']
/** They may begin so and answer a prompt as well: then they are looked at first. Letters of a key have one escape. */
const MAY_ANSWER = /"id"|\\u/
const BEYOND_ASCII = /[^\0-\x7f]/
/** Parsed in one go: a cancel of the editor waits for no more. */
const MOST_WORDS = 1024 * 1024
const MOST_UNREAD = 4 * MOST_WORDS

/** Keeps all lines from there on that tell of a session, and says where they end. `text`: the bytes, one character each. */
export function passTold(gate: Telling, whole: Buffer, text: string, from: number): number {
  const { shape, unread } = gate
  const same = shape ? joinSameShape(text, from, shape) : { words: '', end: from }
  if (shape && same.end > from) keepWords(gate, shape, { lines: whole.subarray(from, same.end), words: same.words })
  let { end } = same
  while (TOLD.some((start) => text.startsWith(start, end))) {
    const newline = text.indexOf('\n', end)
    if (newline < 0 || MAY_ANSWER.test(text.slice(end, newline))) break
    end = newline + 1
  }
  if (end > same.end) unread.push({ kind: 'lines', lines: whole.subarray(same.end, end) })
  gate.unreadBytes += end - from
  return end
}

/** Of one message the end counts. What is too much of it is never parsed. */
function keepWords(gate: Telling, shape: LineShape, part: UnreadWords['parts'][number]): void {
  const { unread } = gate
  const last = unread.at(-1)
  const group: UnreadWords =
    last?.kind === 'words' && last.shape === shape ? last : { kind: 'words', shape, parts: [], length: 0 }
  if (group !== last) unread.push(group)
  group.parts.push(part)
  group.length += part.words.length
  for (let first = group.parts[0]; first && group.length - first.words.length > MOST_WORDS; first = group.parts[0]) {
    group.parts.shift()
    group.length -= first.words.length
    gate.unreadBytes -= first.lines.length
  }
}

/** It is read when it is needed: most of a message can be parsed at once when it has ended. */
export function readAlong(gate: Telling): void {
  if (gate.unreadBytes > MOST_UNREAD) readTold(gate)
}

/** Everything that was told until now. */
export function readTold(gate: Telling): void {
  const told = gate.unread
  gate.unread = []
  gate.unreadBytes = 0
  for (const unread of told) {
    if (unread.kind === 'lines') readLines(gate, unread.lines)
    else readWords(gate, unread)
  }
}

function readWords(gate: Telling, { shape, parts }: UnreadWords): void {
  const words = parts.map((part) => part.words).join('')
  const params = withWords(shape, BEYOND_ASCII.test(words) ? Buffer.from(words, 'latin1').toString() : words)
  if (params) return readUpdate(gate, params)
  for (const { lines } of parts) readLines(gate, lines)
}

function readLines(gate: Telling, lines: Buffer): void {
  const each = lines.toString().split('\n')
  const messages = each.map((line) => toMessage(parseLine(line)))
  for (const message of messages) if (message) readMessage(gate, message)
  // The lines that follow mostly look like the last one.
  const last = messages.findLastIndex((message) => message?.kind === 'notice')
  const message = messages[last]
  if (message?.kind === 'notice') gate.shape = shapeOf(each[last] ?? '', message.params)
}

export function readMessage(gate: Telling, message: AcpMessage): void {
  if (message.kind !== 'notice' && message.kind !== 'request') return
  const { method, params } = message
  if (method === 'session/update') readUpdate(gate, params)
  if (method !== 'session/request_permission') return
  const session = heardSession(gate, params)
  try {
    if (session) noteRead(session, stepPermission(session.telling, params, false))
  } catch {
    // The same.
  }
}

function readUpdate(gate: Telling, params: Params): void {
  const session = heardSession(gate, params)
  if (!session) return
  try {
    noteRead(session, stepUpdate(session.telling, params['update']))
  } catch {
    // It has passed, and a failure to read it must not end the connection.
  }
}

/** What is told of one that is being loaded is history. */
function heardSession({ sessions }: Telling, params: Params): GatedSession | undefined {
  const session = sessions.get(String(params['sessionId']))
  return session?.isLoading ? undefined : session
}
