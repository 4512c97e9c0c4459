// Makes a folder of transcripts for `bench/scan.ts`: many sessions of usual size, one huge one, and files of garbage. Sizes
// of results, thoughts and words are modelled on sessions of a working day: most bytes are what tools printed. There is one
// stop in 370 KB and one line in 4 KB. Recordings with a scripted model are short: one stop in 42 KB, one line in 2 KB.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1024 * 1024
const WORDS =
  'const return export function value error line test build run file path index parse the a of in to is "quoted" \\ {} é'.split(
    ' ',
  )

/** The same numbers in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export function writePastSessions(folder: string, bytes: number): void {
  mkdirSync(join(folder, 'project'), { recursive: true })
  mkdirSync(join(folder, 'sessions'), { recursive: true })
  const roll = dice(7)
  const text = textsFrom(roll)
  const many = (share: number, each: number): number => Math.max(1, Math.round((bytes * share) / each))
  for (let index = 0; index < many(0.4, MB); index++) {
    write(join(folder, 'project', `session-${index}.jsonl`), MB, claudeTurn(`c${index}`, roll, text))
  }
  for (let index = 0; index < many(0.05, MB / 4); index++) {
    write(join(folder, 'project', `short-${index}.jsonl`), MB / 16, claudeTurn(`s${index}`, roll, text))
  }
  write(join(folder, 'project', 'huge.jsonl'), bytes * 0.2, claudeTurn('huge', roll, text))
  for (let index = 0; index < many(0.25, MB); index++) {
    write(join(folder, 'sessions', `rollout-${index}.jsonl`), MB, codexTurn(`x${index}`, roll, text))
  }
  write(join(folder, 'project', 'garbage.jsonl'), bytes * 0.1, () => garbage(roll, text))
}

/** The worst case: threads take whole files, and there is only one. */
export function writeOneSession(folder: string, bytes: number): void {
  mkdirSync(folder, { recursive: true })
  const roll = dice(7)
  write(join(folder, 'one.jsonl'), bytes, claudeTurn('one', roll, textsFrom(roll)))
}

function textsFrom(roll: Roll): Text {
  const prose = Array.from({ length: 200_000 }, () => WORDS[roll(WORDS.length)]).join(' ')
  return (length) => {
    const at = roll(prose.length - length)
    return prose.slice(at, at + length).replaceAll('; ', ';\n')
  }
}

function write(path: string, bytes: number, next: () => string): void {
  const file = openSync(path, 'w')
  let piece = ''
  for (let done = 0; done + piece.length < bytes;) {
    piece += next()
    if (piece.length < MB) continue
    writeSync(file, piece)
    done += piece.length
    piece = ''
  }
  writeSync(file, piece)
  closeSync(file)
}

type Text = (length: number) => string
type Roll = (below: number) => number

const AT = new Date().toISOString()
/** Last words as agents write them; the number makes each text another one. */
const SUMMARIES: readonly ((number: number) => string)[] = [
  (number) => `I've finished moving the session handling into its own module.

## What changed

- \`src/session/store-${number}.ts\` now owns reading and writing of sessions; the old helpers in \`utils.ts\` are gone.
- The handlers in \`src/api/\` call the new functions, and their imports were updated.
- I added tests for expiry and for concurrent writes in \`store.test.ts\`.

The suite has ${number} tests; I ran it twice to be sure about the timing-related ones. The linter reported two unused
imports, which I removed. One thing to note: the cookie name is read at start-up, so changing it needs a restart.`,
  (
    number,
  ) => `The crash came from \`parse()\`: it read past the end of the list when the last item was empty (line ${number}). I added
a check there and a test with an empty item.`,
  (number) => `Here is how the pieces fit together:

1. \`router.ts\` matches the path and calls one of ${number} handlers.
2. Each handler validates its input with the schema beside it.
3. Errors become responses in \`errors.ts\`, in one place.`,
]
const ENDINGS = [
  'I moved the handlers and updated the imports.',
  'I fixed the parser. All tests pass.',
  'Two of the five endpoints are done. I still have to convert the others.',
  'Should I keep the old flag?',
  'Implementation complete.',
  'Let me know if you want me to change anything else.',
  'The docs are updated as well.',
  'Everything is covered by tests now.',
]
const COMMANDS: readonly ((number: number) => string)[] = [
  () => 'npm test',
  () => 'git status',
  (number) => `git diff HEAD~${number} -- src/api`,
  (number) => `grep -rn "handler${number}" src --include=*.ts | head -20`,
  (number) => `sed -n '${number},${number + 80}p' src/api/router.ts`,
  (number) => `cd packages/app && npx vitest run src/part-${number}.test.ts`,
  (number) => `git add -A && git commit -m "Fix part ${number}"`,
  (number) => `node -e "console.log(${number})"`,
  (number) => `ls -la src/part-${number}`,
  () => 'npm run build 2>&1 | tail -20',
]

function lastWords(roll: Roll): string {
  const ending = ENDINGS[roll(ENDINGS.length)] ?? ''
  return roll(3) === 0 ? ending : `${SUMMARIES[roll(SUMMARIES.length)]?.(roll(1000))}\n\n${ending}`
}

function commandLine(roll: Roll): string {
  return COMMANDS[roll(COMMANDS.length)]?.(roll(1000)) ?? ''
}

/** A prompt, 5 to 40 calls with their results, thoughts between them, and last words. */
function claudeTurn(session: string, roll: Roll, text: Text): () => string {
  let count = 0
  const tail = `"userType":"external","entrypoint":"cli","cwd":"/home/ada/src/app","sessionId":"${session}","version":"2.1.325","gitBranch":"main"}`
  const usage =
    '"usage":{"input_tokens":12,"cache_creation_input_tokens":1800,"cache_read_input_tokens":24000,"output_tokens":240,"service_tier":"standard"}'
  const next = (): string => `{"parentUuid":"${session}-${count++}","isSidechain":false,`
  const when = (): string => `"uuid":"${session}-${count}","timestamp":"${AT}",`
  const spoken = (block: string, stop: string): string =>
    `${next()}"message":{"id":"msg_${session}_${count}","type":"message","role":"assistant","model":"claude-opus-5-5","content":[${block}],"stop_reason":"${stop}","stop_sequence":null,${usage}},"requestRef":"f6148fea-2d6f-4bf1-8df0-eae38b5b6240","type":"assistant",${when()}${tail}\n`
  const user = (content: string, more = ''): string =>
    `${next()}"promptId":"p","type":"user","message":{"role":"user","content":${content}},${when()}${more}${tail}\n`
  return () => {
    const lines = [
      user(JSON.stringify(`Move part ${roll(1000)} of the API to the new router and keep the tests green.`)),
    ]
    for (let call = 5 + roll(36); call > 0; call--) {
      const id = `toolu_${session}_${count}`
      const kind = roll(10)
      if (roll(3) === 0)
        lines.push(
          spoken(
            `{"type":"thinking","thinking":${JSON.stringify(text(1500))},"signature":"${'x'.repeat(600)}"}`,
            'tool_use',
          ),
        )
      if (roll(4) === 0) lines.push(spoken(`{"type":"text","text":${JSON.stringify(text(300))}}`, 'tool_use'))
      const [name, input, size] =
        kind < 4
          ? ['Read', { file_path: 'src/a.ts' }, 2000 + roll(16_000)]
          : kind < 6
            ? ['Edit', { file_path: 'src/a.ts', old_string: text(300), new_string: text(500) }, 600 + roll(2000)]
            : kind < 7
              ? ['Grep', { pattern: 'x' }, 500 + roll(4000)]
              : ['Bash', { command: kind < 8 ? 'npm test' : `git diff ${text(30)}` }, 300 + roll(6000)]
      lines.push(
        spoken(`{"type":"tool_use","id":"${id}","name":"${name}","input":${JSON.stringify(input)}}`, 'tool_use'),
      )
      const printed = JSON.stringify(text(size as number))
      const isError = name === 'Bash' && roll(8) === 0
      const content = isError ? JSON.stringify(`Exit code 1\n${text(400)}`) : printed
      const more = `"toolUseResult":{"stdout":${printed},"stderr":"","originalFile":${name === 'Edit' ? JSON.stringify(text(8000)) : 'null'}},`
      lines.push(
        user(`[{"tool_use_id":"${id}","type":"tool_result","content":${content},"is_error":${isError}}]`, more),
      )
      if (roll(4) === 0)
        lines.push(
          `${next()}"attachment":{"type":"hook_success","content":${JSON.stringify(text(700))}},"type":"attachment",${when()}${tail}\n`,
        )
    }
    lines.push(spoken(`{"type":"text","text":${JSON.stringify(lastWords(roll))}}`, 'end_turn'))
    return lines.join('')
  }
}

function codexTurn(session: string, roll: Roll, text: Text): () => string {
  let count = 0
  let isBegun = false
  const line = (type: string, payload: string): string =>
    `{"timestamp":"${AT}","ordinal":${count++},"type":"${type}","payload":${payload}}\n`
  const item = (value: string): string =>
    line('event_msg', `{"type":"item_completed","thread_id":"${session}","turn_id":"t${count}","item":${value}}`)
  return () => {
    const lines = isBegun ? [] : [line('session_meta', `{"id":"${session}","cwd":"/home/ada/src/app","source":"cli"}`)]
    isBegun = true
    lines.push(line('event_msg', '{"type":"task_started","turn_attribution":{"turn_trigger":"user"},"turn_id":"t"}'))
    lines.push(
      item(
        `{"type":"UserMessage","id":"u_${session}_${count}","content":[{"type":"text","text":${JSON.stringify(text(200))}}]}`,
      ),
    )
    for (let call = 5 + roll(36); call > 0; call--) {
      const id = `call_${session}_${count}`
      const command = commandLine(roll)
      const printed = JSON.stringify(text(800 + roll(9000)))
      lines.push(
        line('response_item', `{"type":"reasoning","summary":[],"encrypted_content":"${'x'.repeat(2000)}"}`),
        line(
          'response_item',
          `{"type":"function_call","name":"exec_command","arguments":${JSON.stringify(JSON.stringify({ cmd: command }))},"call_id":"${id}"}`,
        ),
        item(
          `{"type":"CommandExecution","id":"${id}","command":["/bin/bash","-lc",${JSON.stringify(command)}],"cwd":"file:///w","source":"unified_exec_startup","status":"completed","aggregated_output":${printed},"exit_code":0}`,
        ),
        line('response_item', `{"type":"function_call_output","id":"f","call_id":"${id}","output":${printed}}`),
        line(
          'event_msg',
          `{"type":"token_count","info":{"total_token_usage":{"input_tokens":${count * 900},"cached_input_tokens":${count * 800},"cache_write_input_tokens":0,"output_tokens":${count * 9}}}}`,
        ),
      )
    }
    lines.push(
      item(
        `{"type":"AgentMessage","id":"m_${session}_${count}","content":[{"type":"Text","text":${JSON.stringify(lastWords(roll))}}]}`,
      ),
    )
    lines.push(line('event_msg', '{"type":"task_complete","turn_id":"t"}'))
    return lines.join('')
  }
}

/** Short lines that are no JSON, objects that are cut off, and a line without an end now and then. */
function garbage(roll: Roll, text: Text): string {
  const kind = roll(20)
  if (kind === 0) return `{"type":"user","message":{"role":"user","content":"${text(300).replaceAll(/["\\\n]/g, ' ')}\n`
  return kind === 1 ? `${'x'.repeat(100_000)}\n` : `${text(20 + roll(60)).replaceAll('\n', ' ')}\n`
}
