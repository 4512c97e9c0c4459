// Carries out the script of a fake agent: finds its turn, writes down how it was started, does what it says. How that is
// printed is left to the voice of each agent.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inSeconds } from '../clock.ts'
import { callTool } from './call-server.ts'
import type { Act, Call, End, Script, Turn } from './script.ts'

export interface Start extends Omit<Call, 'heard' | 'prompt' | 'cwd' | 'argv'> {
  /** The variables that the agent gives to what it starts. */
  readonly marks: Readonly<Record<string, string>>
  /** Those that only its shell is given. */
  readonly shell: Readonly<Record<string, string>>
}

export interface Called {
  readonly tool: string
  readonly args: object
  readonly text: string
  readonly structured?: unknown
  readonly isError: boolean
}

export interface Voice {
  readonly begin: () => void
  readonly say: (text: string, tokens: number) => void
  /** A tool of the agent's own was called and has returned. */
  readonly used: (tool: 'Write' | 'Read' | 'Bash', input: Readonly<Record<string, string>>, output: string) => void
  readonly todos: (items: Extract<Act, { do: 'todos' }>['items']) => void
  readonly called: (call: Called, id: string) => void
  /** What the call tells of its session. */
  readonly meta: (id: string) => Readonly<Record<string, unknown>>
  readonly background: (line: string | undefined) => void
  /** The exit code. */
  readonly stop: (end: Extract<End, { do: 'stop' }>) => number
  readonly replay: (end: Extract<End, { do: 'replay' }>) => number
  readonly fail?: (end: Extract<End, { do: 'fail' }>) => number
}

/** The folder in which the script lies, and in which the agent keeps its records. */
export const home = process.env['FAKE_AGENT'] ?? ''
export const prompt = readFileSync(0, 'utf8')

export function print(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

/** A limit that resets so many seconds after the agent has told of it, however late that is; the moment is written down. */
export function resetAfter(seconds: number | undefined): number | undefined {
  if (seconds === undefined) return undefined
  const resetsAt = inSeconds(seconds)
  writeFileSync(join(home, 'resets-at'), `${resetsAt}`)
  return resetsAt
}

/** What the agent remembers of a session: what it used over all its processes. */
export interface Kept {
  readonly tokens: number
  readonly cost: number
}

export function recall(session: string): Kept | undefined {
  const path = join(home, 'sessions', `${session}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : undefined
}

let isForgotten = false

export function remember(session: string, kept: Kept): void {
  if (isForgotten) {
    rmSync(join(home, 'sessions', `${session}.json`), { force: true })
    return
  }
  mkdirSync(join(home, 'sessions'), { recursive: true })
  writeFileSync(join(home, 'sessions', `${session}.json`), JSON.stringify(kept))
}

export async function carryOut(start: Start, voice: Voice): Promise<never> {
  const { turn, heard, nth } = takeTurn(start)
  const prefix = process.env['TASKMASTER_DONE_PREFIX'] ?? 'FULLSTOP_DONE'
  const fill = (text: string): string =>
    text
      .replaceAll('{token}', `${prefix}::${start.session}`)
      .replaceAll('{n}', `${nth}`)
      .replaceAll('{id}', start.session)
  voice.begin()
  return process.exit(await play(turn, { start, voice, heard, fill }))
}

interface Playing {
  readonly start: Start
  readonly voice: Voice
  readonly heard: (text: string) => void
  readonly fill: (text: string) => string
}

async function play(turn: Turn, playing: Playing): Promise<number> {
  const { voice } = playing
  let after: Extract<Act, { do: 'background' }> | undefined
  for (const [index, act] of turn.entries()) {
    if (act.do === 'background') {
      after = act
      voice.background(act.line)
      continue
    }
    const code = await perform(act, playing, index)
    if (code === undefined) continue
    return after ? linger(after, playing) : code
  }
  const code = voice.stop({ do: 'stop' })
  return after ? linger(after, playing) : code
}

/** The process stays for as long as what it started; then a turn of its own follows. */
async function linger({ ms, next = [] }: Extract<Act, { do: 'background' }>, playing: Playing): Promise<number> {
  const child = spawn('sleep', [ms === undefined ? '3600' : `${ms / 1000}`], { stdio: 'ignore' })
  await new Promise((ended) => child.on('exit', ended))
  playing.voice.background(undefined)
  playing.voice.begin()
  return play(next, playing)
}

async function perform(
  act: Exclude<Act, { do: 'background' }>,
  playing: Playing,
  index: number,
): Promise<number | undefined> {
  const { start, voice, heard, fill } = playing
  switch (act.do) {
    case 'say':
      voice.say(fill(act.text), act.tokens ?? 10)
      return undefined
    case 'write': {
      const path = resolve(act.file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, fill(act.text))
      voice.used('Write', { file_path: path, content: fill(act.text) }, `File created successfully at: ${path}`)
      return undefined
    }
    case 'read':
      voice.used('Read', { file_path: resolve(act.file) }, readFileSync(act.file, 'utf8'))
      return undefined
    case 'shell': {
      const env = { ...process.env, ...start.marks, ...start.shell }
      const { stdout, stderr } = spawnSync('sh', ['-c', fill(act.line)], { env, encoding: 'utf8' })
      voice.used('Bash', { command: act.line }, `${stdout}${stderr}`)
      return undefined
    }
    case 'todos':
      voice.todos(act.items)
      return undefined
    case 'call':
      heard(await callServer(act, start, voice, `toolu_scripted${process.pid}${index}`))
      return undefined
    case 'hook':
      heard(callHook(act.event, start))
      return undefined
    case 'line':
      print(JSON.parse(fill(JSON.stringify(act.line))) as object)
      return undefined
    case 'burn':
      spawnSync(process.execPath, ['-e', burning(act.ms)])
      return undefined
    case 'hang':
      while (act.until === undefined || !existsSync(act.until)) await Bun.sleep(20)
      return undefined
    case 'stop':
      return voice.stop(act)
    case 'replay':
      return voice.replay(act)
    case 'fail':
      return voice.fail?.(act) ?? 1
    case 'forget':
      isForgotten = true
      return undefined
    case 'exit':
      writeSync(2, act.errors ?? '')
      return act.code
    case 'die':
      process.kill(process.pid, act.signal)
      await Bun.sleep(60_000)
      return 1
  }
}

/** At work a fifth of the time: many times what counts as work, and the other tests need the processor as well. */
function burning(ms: number): string {
  return `const now = () => performance.now(), end = now() + ${ms}
    while (now() < end) { for (const rest = now() + 20; now() < rest; ); Bun.sleepSync(80) }`
}

function takeTurn(start: Start): { turn: Turn; heard: (text: string) => void; nth: number } {
  const { turns, rest = [] } = JSON.parse(readFileSync(join(home, 'script.json'), 'utf8')) as Script
  const calls = join(home, 'calls')
  mkdirSync(calls, { recursive: true })
  const nth = readdirSync(calls).filter((name) => name.endsWith('.json')).length + 1
  const path = join(calls, `${nth}.json`)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('FULLSTOP_')))
  const { marks: _own, shell: _shell, ...told } = start
  let call = { ...told, argv: process.argv.slice(2), prompt, cwd: process.cwd(), env, heard: [] as string[] } as Call
  // The test may look at any moment: it finds a whole file or none.
  const write = (): void => {
    writeFileSync(`${path}.part`, JSON.stringify(call))
    renameSync(`${path}.part`, path)
  }
  write()
  const heard = (text: string): void => {
    call = { ...call, heard: [...call.heard, text] }
    write()
  }
  return { turn: turns[nth - 1] ?? rest, heard, nth }
}

async function callServer(
  { tool, args, as }: Extract<Act, { do: 'call' }>,
  { server, marks }: Start,
  voice: Voice,
  id: string,
): Promise<string> {
  const nested = as === undefined ? {} : { CLAUDE_CODE_SESSION_ID: as }
  const env = { ...process.env, ...marks, ...server.env, ...nested }
  const { content, structuredContent, isError } = await callTool(
    { command: server.command, args: server.args, env },
    { name: tool, arguments: args, _meta: as === undefined ? voice.meta(id) : {} },
  )
  const texts = content.map(({ text = '' }) => text)
  const called: Called = {
    tool,
    args,
    text: texts.join('\n'),
    isError: isError === true,
    ...(structuredContent === undefined ? {} : { structured: structuredContent }),
  }
  if (as === undefined) voice.called(called, id)
  return called.text
}

function callHook(event: string, { server, session, marks, shell }: Start): string {
  const input = JSON.stringify({
    session_id: session,
    transcript_path: join(home, 'none.jsonl'),
    cwd: process.cwd(),
    permission_mode: 'default',
    hook_event_name: event,
    prompt: 'Write the answer.',
    stop_hook_active: false,
    last_assistant_message: 'I stop here.',
  })
  const env = { ...process.env, ...marks, ...shell }
  const { status, stdout, stderr } = spawnSync(server.command, ['hook', 'claude'], { input, env, encoding: 'utf8' })
  return JSON.stringify({ code: status, stdout, stderr })
}
