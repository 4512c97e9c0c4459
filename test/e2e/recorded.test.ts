// Hook input that real agents sent, recorded in `test/real-agents/facts`, played back to the binary.
import { expect, test } from 'bun:test'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { quarterOf } from '../rounds.ts'
import { newRoom } from './room.ts'

const facts = join(import.meta.dirname, '../real-agents/facts')
const runs = readdirSync(facts).filter((name) => existsSync(join(facts, name, 'hooks.jsonl')))

interface Recorded {
  readonly session_id: string
  readonly last_assistant_message?: string
}

for (const run of quarterOf(runs, 0)) {
  test(`[recorded] ${run}: every hook is understood, and no answer is a failure of ours`, async () => {
    using room = newRoom()
    const calls = linesOf(run, 'hooks.jsonl').map((line) => (JSON.parse(line) as { input: Recorded }).input)
    const transcript = linesOf(run, 'transcript.jsonl')
    for (const input of calls) {
      const session = claudeSession(room, {
        id: input.session_id,
        headless: run.startsWith('headless'),
        env: { FULLSTOP_MODE: 'strict' },
      })
      appendFileSync(session.transcript, takeUpTo(transcript, input.last_assistant_message).join(''))
      const { code, stdout, stderr } = await room.run(['hook', 'claude'], {
        env: session.env,
        input: JSON.stringify({ ...input, cwd: room.cwd, transcript_path: session.transcript }),
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).not.toContain('the stop was allowed, because')
      if (stdout !== '') expect(Object.keys(JSON.parse(stdout) as object).length).toBeGreaterThan(0)
    }
    expect(room.allEvents().filter((event) => event.kind === 'hook.failed')).toEqual([])
  })
}

function linesOf(run: string, file: string): string[] {
  return readFileSync(join(facts, run, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => `${line}\n`)
}

/** The lines that the agent had written when it asked us: up to the one that holds its last message. */
function takeUpTo(transcript: string[], message: string | undefined): string[] {
  if (message === undefined) return []
  const at = transcript.findIndex((line) => line.includes(`"text":${JSON.stringify(message)}`))
  return transcript.splice(0, at + 1)
}
