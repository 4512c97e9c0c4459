// Runs as the agent's hook command: records what the agent sent and what it was answered.
// Usage: record-hook.ts LOG-FOLDER command SHELL-COMMAND | record-hook.ts LOG-FOLDER answers ANSWERS-FILE

import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

const [log = '.', mode, argument = ''] = process.argv.slice(2)
const stdin = readFileSync(0, 'utf8')
const input = parse(stdin)
const event = String(input['hook_event_name'] ?? 'unknown')
const started = Date.now()
const name = reserveName()
const record = { event, started, input, env: { ...process.env }, transcriptBytes: sizeOf(input['transcript_path']) }

save({ ...record, answer: null })
const answer = mode === 'command' ? await runCommand(argument) : chooseAnswer(argument)
save({ ...record, durationMs: Date.now() - started, answer })
process.stderr.write(answer.stderr)
process.stdout.write(answer.stdout)
process.exitCode = answer.exitCode ?? 1

/** Hooks may run at the same time: the number is taken by creating the file. */
function reserveName(): string {
  for (let number = readdirSync(log).length + 1; ; number += 1) {
    const candidate = join(log, `${String(number).padStart(4, '0')}.json`)
    try {
      writeFileSync(candidate, '{}', { flag: 'wx' })
      return candidate
    } catch {
      // Taken by another hook: try the next number.
    }
  }
}

function runCommand(command: string): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: '/bin/sh', stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin.on('error', () => {}) // A hook that does not read its input is not our affair.
    child.stdin.end(stdin)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.on('error', (error) => resolve({ stdout, stderr: `${stderr}${error.message}`, exitCode: 127 }))
    child.on('close', (exitCode) => resolve({ stdout, stderr, exitCode }))
  })
}

/** The answers of an event are given in order; after the last one the hook says nothing. */
function chooseAnswer(file: string): Answer {
  const answers = parse(readFileSync(file, 'utf8'))[event]
  const others = readdirSync(log).filter((other) => other.endsWith('.json') && join(log, other) !== name)
  const earlier = others.filter((other) => eventOf(other) === event).length
  const chosen: unknown = Array.isArray(answers) ? answers[earlier] : undefined
  return { stdout: chosen === undefined || chosen === null ? '' : JSON.stringify(chosen), stderr: '', exitCode: 0 }
}

function eventOf(file: string): unknown {
  return parse(readFileSync(join(log, file), 'utf8'))['event']
}

/** Whole or not at all: tests look while agents work. */
function save(value: object): void {
  writeFileSync(`${name}.part`, JSON.stringify(value))
  renameSync(`${name}.part`, name)
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {} // Not JSON: recorded as an unknown event.
  }
}

function sizeOf(path: unknown): number | null {
  try {
    return statSync(String(path)).size
  } catch {
    return null // No transcript yet.
  }
}
