// A process called `claude` or `codex` that lives as long as its room and starts hooks and commands of its tools.
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from '../e2e/binary.ts'
import type { Env, Output, Room } from '../e2e/room.ts'

export interface Started {
  readonly as: 'hook' | 'tool'
  /** A line for the shell. */
  readonly line: string
  readonly input: string
  readonly env: Env
  readonly cwd: string
}

export interface Answer {
  readonly code: number
  readonly stdout: string
}

export interface LiveAgent extends Disposable {
  readonly pid: number
  /** The room as the agent's hooks see it: whatever is run is run as a hook, by its shell. */
  readonly room: Room
  /** What stands around the command line of a hook in the agent's settings. */
  readonly around: (wrap: (line: string) => string) => Room
  /** A command of one of its tools. */
  readonly tool: (line: string, env?: Env) => Promise<Answer>
}

const program = join(import.meta.dirname, 'live-agent-program.ts')

export function liveAgent(room: Room, name: 'claude' | 'codex'): LiveAgent {
  const folder = join(room.root, 'agents')
  mkdirSync(folder, { recursive: true })
  symlinkSync(process.execPath, join(folder, name))
  const child = Bun.spawn([join(folder, name), program, name, folder], {
    env: room.env,
    cwd: room.cwd,
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const answers = linesOf(child.stdout)
  let last: Promise<unknown> = Promise.resolve()
  const ask = (started: Started): Promise<Answer> => {
    const asked = last.then(async () => {
      child.stdin.write(`${JSON.stringify(started)}\n`)
      await child.stdin.flush()
      return JSON.parse((await answers.next()).value ?? '') as Answer
    })
    last = asked.catch(() => undefined)
    return asked
  }
  const around: LiveAgent['around'] = (wrap) => ({
    ...room,
    run: async (args, { input = '', env = {}, cwd = room.cwd } = {}): Promise<Output> => {
      const line = wrap([binary, ...args].map((word) => `'${word}'`).join(' '))
      return { ...(await ask({ as: 'hook', line, input, env: { ...room.env, ...env }, cwd })), stderr: '' }
    },
  })
  return {
    pid: child.pid,
    room: around((line) => line),
    around,
    tool: (line, env = {}) => ask({ as: 'tool', line, input: '', env: { ...room.env, ...env }, cwd: room.cwd }),
    [Symbol.dispose]: () => child.kill(),
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end)
      text = text.slice(end + 1)
    }
  }
  return ''
}
