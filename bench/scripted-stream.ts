// An agent that does nothing but print events, at a steady rate: what `npm run bench:supervise` has supervised. Run by
// itself with `--bytes` it prints the same at once.
import { writeSync } from 'node:fs'

const RATE = Number(process.env['STREAM_RATE'] ?? 500)
const SECONDS = Number(process.env['STREAM_SECONDS'] ?? 20)
/** `small`: events of some 150 bytes, as an agent prints them that does many small steps. */
const IS_SMALL = process.env['STREAM_SIZE'] === 'small'
const TICK_MS = 20
const total = RATE * SECONDS

const args = process.argv.slice(2)
const session = args[args.indexOf('--session-id') + 1] ?? ''
const head = { session_id: session, parent_tool_use_id: null }
const SOURCE = '    12→  const bucket = buckets.get(key) ?? fill(now)\n'.repeat(100)
const TEXT = 'The limiter keeps one bucket for each key. '.repeat(8)

if (args.includes('--bytes')) for (let nth = 0; nth < total; nth++) print(lineOf(nth))
else await stream()

async function stream(): Promise<void> {
  print({ type: 'system', subtype: 'init', model: 'scripted', mcp_servers: [], ...head })
  const began = performance.now()
  for (let nth = 0; nth < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * RATE))
    for (; nth < due; nth++) print(lineOf(nth))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  // Without a sum of its own: what was used is then what every single event told.
  const text = `All of it is done.\n\nTASKMASTER_DONE::${session}`
  print({ type: 'assistant', message: { id: 'last', role: 'assistant', content: [{ type: 'text', text }] }, ...head })
  print({ type: 'result', subtype: 'success', is_error: false, terminal_reason: 'completed', result: text, ...head })
}

/** Words, a call, its result: each third of it. Every first one tells of one token more. */
function lineOf(nth: number): object {
  const id = `call-${Math.floor(nth / 3)}`
  if (IS_SMALL) return smallLine(nth, id)
  if (nth % 3 === 0) {
    const message = {
      id: `msg-${nth}`,
      role: 'assistant',
      content: [{ type: 'text', text: TEXT }],
      usage: { output_tokens: 1 },
    }
    return { type: 'assistant', message, ...head }
  }
  if (nth % 3 === 1) {
    const input = { command: `npm test -- src/limit-${nth}.test.ts`, description: 'Run one test' }
    return {
      type: 'assistant',
      message: { id: `msg-${nth}`, role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input }] },
      ...head,
    }
  }
  // A hundred lines of source, as an agent reads them all day long.
  const content = `PASS src/limit-${nth}.test.ts\n${SOURCE}`
  const result = { type: 'tool_result', tool_use_id: id, content, is_error: false }
  return {
    type: 'user',
    message: { role: 'user', content: [result] },
    tool_use_result: { stdout: content, stderr: '' },
    ...head,
  }
}

/** The same thirds, with next to nothing in them. */
function smallLine(nth: number, id: string): object {
  if (nth % 3 === 2) {
    const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }]
    return { type: 'user', message: { role: 'user', content }, ...head }
  }
  const isText = nth % 3 === 0
  const block = isText ? { type: 'text', text: 'ok' } : { type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }
  const usage = isText ? { usage: { output_tokens: 1 } } : {}
  return { type: 'assistant', message: { id: `msg-${nth}`, content: [block], ...usage }, ...head }
}

function print(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
