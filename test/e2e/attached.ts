// `fullstop attach` beside a run, and what it has printed so far.
import { spawn } from 'node:child_process'
import { binary } from './binary.ts'
import type { Running } from './running.ts'

export interface Attached {
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<number | null>
  readonly interrupt: () => void
}

export function attached({ room, env }: Running, ...args: string[]): Attached {
  const child = spawn(binary, ['attach', ...args], { cwd: room.cwd, env: { ...room.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { stdout: () => stdout, stderr: () => stderr, ended, interrupt: () => void child.kill('SIGINT') }
}
