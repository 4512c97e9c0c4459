// A room with the scripted ACP agent of `test/fake-agents/acp-program.ts`: its script, and what it was told.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AcpAct, AcpScript } from '../fake-agents/acp-program.ts'
import type { Room } from './room.ts'

export interface AcpAgent {
  /** The command line that starts it, and its words. */
  readonly line: string
  readonly argv: readonly string[]
  readonly home: string
  readonly script: (turns: readonly (readonly AcpAct[])[], more?: Omit<AcpScript, 'turns'>) => void
  readonly received: () => Received[]
  /** The words of each prompt. */
  readonly prompts: () => string[]
  /** How many prompts it has got, also those that are too long to be kept. */
  readonly turns: () => number
  /** What our server answered. */
  readonly heard: () => string[]
  readonly isHolding: () => boolean
  readonly release: (file: string) => void
}

export interface Received {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly sessionId?: string
    readonly prompt?: string | readonly { readonly text: string }[]
    readonly mcpServers?: readonly { readonly name: string }[]
    readonly [key: string]: unknown
  }
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

function wordsOf(prompt: string | readonly { readonly text: string }[]): string {
  return typeof prompt === 'string' ? prompt : prompt.map(({ text }) => text).join('\n')
}

export function acpAgent(room: Room): AcpAgent {
  const home = join(room.root, 'acp')
  mkdirSync(home)
  const program = join(import.meta.dirname, '..', 'fake-agents', 'acp-program.ts')
  const argv = ['env', `FAKE_ACP=${home}`, process.execPath, program]
  const linesOf = (name: string): string[] => {
    const path = join(home, name)
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  }
  const received = (): Received[] =>
    linesOf('received.jsonl').flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line) as Received] : []))
  return {
    line: argv.map((word) => `'${word}'`).join(' '),
    argv,
    home,
    script: (turns, more = {}) => writeFileSync(join(home, 'script.json'), JSON.stringify({ turns, ...more })),
    received,
    prompts: () =>
      received().flatMap(({ method, params }) => (method === 'session/prompt' ? [wordsOf(params?.prompt ?? [])] : [])),
    turns: () => Number(readFileSync(join(home, 'turns'), 'utf8')),
    heard: () => linesOf('heard.jsonl').map((line) => (JSON.parse(line) as { text: string }).text),
    isHolding: () => existsSync(join(home, 'holding')),
    release: (file) => writeFileSync(join(home, file), ''),
  }
}

export const saysDone: AcpAct = { do: 'say', text: 'Done.\n\n{token}' }
export const writesAnswer: AcpAct = { do: 'write', file: 'answer', text: '42\n' }

export function claims(status: string, more: object = {}): AcpAct {
  const about = { original_request_summary: 'Write the answer.', summary: 'What there is.' }
  return { do: 'call', tool: 'complete_task', args: { status, ...about, ...more } }
}
