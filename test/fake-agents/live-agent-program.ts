// An agent's process: starts hooks and commands of tools with the streams and the environment that the real agents give
// them, as seen in Claude Code 2.1.325 (pairs of sockets; tools write to a file) and Codex 0.166.0 (pipes).
// Reads one order a line, answers each with a line. Started by `live-agent.ts` under the name of the agent.
import { dlopen, FFIType } from 'bun:ffi'
import { spawn, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Started } from './live-agent.ts'

const [name, folder = '.'] = process.argv.slice(2)
const isCodex = name === 'codex'

for await (const line of console) console.log(JSON.stringify(await start(JSON.parse(line) as Started)))

function start(started: Started): Promise<Answer> {
  if (started.as === 'hook') return isCodex ? withPipes(started) : withSockets(started)
  return isCodex ? withPipes(started) : toFile(started)
}

function withSockets({ line, input, env, cwd }: Started): Promise<Answer> {
  const pid = { CLAUDE_PID: `${process.pid}` }
  const child = spawn('/bin/sh', ['-c', line], { env: { ...env, ...pid }, cwd, detached: true })
  const stdout: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  // A hook that does not read its input closes the pipe: that is its right.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code: code ?? -1, stdout: Buffer.concat(stdout).toString() })),
  )
}

function toFile({ line, env, cwd }: Started): Promise<Answer> {
  const path = join(folder, 'tool.output')
  const file = openSync(path, 'w')
  const more = { CLAUDE_PID: `${process.pid}`, CLAUDE_CODE_EXECPATH: '/opt/claude' }
  const options = {
    env: { ...env, ...more },
    cwd,
    detached: true,
    stdio: ['ignore', file, file],
  } satisfies SpawnOptions
  const child = spawn('/bin/bash', ['-c', line], options)
  closeSync(file)
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code: code ?? -1, stdout: readFileSync(path, 'utf8') })),
  )
}

async function withPipes({ as, line, input, env, cwd }: Started): Promise<Answer> {
  const [toRead, toWrite] = pipe()
  const [answer, said] = pipe()
  const stdin = as === 'hook' ? toRead : 'ignore'
  const more: Record<string, string> = as === 'hook' ? {} : { CODEX_TOOL_CALL_ID: 'call_1' }
  const options = {
    env: { ...env, ...more },
    cwd,
    detached: true,
    stdio: [stdin, said, 'ignore'],
  } satisfies SpawnOptions
  const child = spawn('/bin/bash', ['-c', line], options)
  for (const file of [toRead, said]) closeSync(file)
  if (as === 'hook') writeSync(toWrite, input)
  closeSync(toWrite)
  const code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? -1)))
  const stdout = readFileSync(answer, 'utf8')
  closeSync(answer)
  return { code, stdout }
}

function pipe(): [toRead: number, toWrite: number] {
  const { symbols } = dlopen('libc.so.6', {
    pipe2: { args: [FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
  })
  const ends = new Int32Array(2)
  const closeOnExec = 0o2000000
  if (symbols.pipe2(ends, closeOnExec) !== 0) throw new Error('no pipe')
  return [ends[0] ?? -1, ends[1] ?? -1]
}
