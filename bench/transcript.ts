// Makes transcripts that look like Claude Code's: requests of some fifty lines, with tool calls and bookkeeping between.
import { closeSync, openSync, writeSync } from 'node:fs'

const LINES_PER_REQUEST = 50
export const LAST_WORDS = 'I made good progress and will stop here.'

/** The last request did real work and ends without a claim. */
export function writeTranscript(path: string, lines: number, session: string): void {
  const file = openSync(path, 'w')
  for (let line = 0; line < lines; line += LINES_PER_REQUEST) {
    const count = Math.min(LINES_PER_REQUEST, lines - line)
    const texts = Array.from({ length: count }, (_, index) => JSON.stringify(toLine(line + index, index, session)))
    writeSync(file, `${texts.join('\n')}\n`)
  }
  writeSync(file, `${JSON.stringify(assistant(lines, session, { type: 'text', text: LAST_WORDS }))}\n`)
  closeSync(file)
}

function toLine(line: number, index: number, session: string): object {
  const promptId = `prompt-${line - index}`
  if (index === 0)
    return {
      ...head(line, session),
      type: 'user',
      promptId,
      promptSource: 'typed',
      message: { role: 'user', content: 'Add rate limiting to the API, with tests, and keep the docs in step.' },
    }
  // A turn ends with words.
  if (index === LINES_PER_REQUEST - 1) return assistant(line, session, { type: 'text', text: 'This part is done.' })
  switch (index % 5) {
    case 1:
      return assistant(line, session, {
        type: 'text',
        text: `Step ${index}: I look at the next file and change it where needed.`,
      })
    case 2:
      return assistant(line, session, {
        type: 'tool_use',
        id: `toolu_${line}`,
        name: 'Edit',
        input: { file_path: `src/file-${index}.ts`, old_string: 'a', new_string: 'b'.repeat(200) },
      })
    case 3:
      return {
        ...head(line, session),
        type: 'user',
        promptId,
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: `toolu_${line - 1}`,
              content: 'The file has been updated. '.repeat(12),
              is_error: false,
            },
          ],
        },
      }
    case 4:
      return {
        ...head(line, session),
        type: 'attachment',
        attachment: { type: 'environment', snapshot: 'x'.repeat(300) },
      }
    default:
      return {
        type: 'api-request',
        sessionId: session,
        id: `req-${line}`,
        timestamp: '2026-11-15T00:00:00.000Z',
        body: 'y'.repeat(300),
      }
  }
}

function assistant(line: number, session: string, block: object): object {
  return {
    ...head(line, session),
    type: 'assistant',
    message: {
      id: `msg_${line}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: 'end_turn',
      usage: { input_tokens: 4000, output_tokens: 30 },
    },
  }
}

function head(line: number, session: string): object {
  return {
    parentUuid: `uuid-${line - 1}`,
    uuid: `uuid-${line}`,
    isSidechain: false,
    sessionId: session,
    cwd: '/workspace',
    version: '2.1.325',
    gitBranch: 'main',
    timestamp: '2026-11-15T00:00:00.000Z',
    userType: 'external',
  }
}

/** What a refused stop adds: our feedback, one more edit, the last words again. */
export function moreLines(): string {
  const session = 'bench'
  const feedback = { role: 'user', content: 'Stop hook feedback:\nFULLSTOP (1) Stop refused.' }
  const edit = { type: 'tool_use', id: 'toolu_more', name: 'Edit', input: { file_path: 'src/more.ts' } }
  const lines = [
    { ...head(0, session), type: 'user', isMeta: true, message: feedback },
    assistant(1, session, edit),
    assistant(2, session, { type: 'text', text: LAST_WORDS }),
  ]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}
