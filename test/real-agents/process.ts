// Runs one program to its end or to its time limit, with bounded output and without leaving its process group behind.

import { spawn } from 'node:child_process'
import { PROGRAM_MS } from '../limits.ts'
import { sendSignal } from './room.ts'

export interface Finished {
  /** Null when the time limit ended it. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** How often it starts the agent: each start has the limit of one program. */
  readonly starts?: number
}

const outputLimit = 20_000_000

export function runToEnd(binary: string, args: readonly string[], options: RunOptions): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // A process group of its own, so that the limit ends its children too.
    })
    const endGroup = () => child.pid !== undefined && sendSignal(-child.pid, 'SIGKILL')
    const timer = setTimeout(endGroup, PROGRAM_MS * (options.starts ?? 1))
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout = (stdout + chunk.toString()).slice(0, outputLimit)))
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(0, outputLimit)))
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    // A child that outlives the agent would keep the pipes open: the exit of the agent itself is the end.
    child.on('exit', (exitCode) => {
      clearTimeout(timer)
      endGroup()
      const finish = () => resolve({ exitCode, stdout, stderr })
      child.on('close', finish)
      setTimeout(finish, 2_000).unref()
    })
  })
}
