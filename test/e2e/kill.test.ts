// kill -9 at any moment: what a hook had answered is never lost, and no count goes backwards.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rounds } from '../rounds.ts'
import { lifeOf } from '../clock.ts'
import type { Event, EventOf } from '../../src/contract/event.ts'
import type { SessionState, TaskState } from '../../src/contract/state.ts'
import { stepSession } from '../../src/domain/tasks/fold-session.ts'
import { stepTask } from '../../src/domain/tasks/fold-task.ts'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { newRoom, openDatabase, type Room } from './room.ts'

const SESSIONS = 6
/** Fewer would not do: each phase needs answers among the kills. */
const KILLS = Math.max(60, rounds(300))
const env = { FULLSTOP_MODE: 'strict', FULLSTOP_MAX: '0', CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' }

interface Acknowledged {
  readonly session: string
  readonly words: string
  readonly reason: string
}

test('[kill-safe F21] kill after kill over concurrent hooks loses nothing that was answered', async () => {
  using room = newRoom()
  const sessions = Array.from({ length: SESSIONS }, () => claudeSession(room, { env }))
  for (const session of sessions) {
    await session.type('Build the parser.')
    session.edit()
  }
  const acknowledged: Acknowledged[] = []
  const count = { kills: 0, stops: 0 }
  const stopAndKill = async (session: ClaudeSession, phase: string, round: number): Promise<void> => {
    const words = `${phase} ${round} of ${session.id}.`
    session.write({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: words }], stop_reason: 'end_turn' },
    })
    const { stdout, killed } = await runAndKill(room, session, JSON.stringify(session.stopInput({ last: words })), {
      // The first hooks that find the spool are not spared: they import it under fire.
      isSpared: round === 1 && phase !== 'freed',
    })
    count.stops += 1
    if (killed) count.kills += 1
    if (stdout.endsWith('}\n')) acknowledged.push({ session: session.id, words, reason: reasonOf(stdout) })
  }
  const answeredIn = (phase: string): number => acknowledged.filter(({ words }) => words.startsWith(`${phase} `)).length
  const play = (phase: string, most: number): Promise<void[]> =>
    Promise.all(
      sessions.map(async (session) => {
        for (let round = 1; count.kills < most || answeredIn(phase) <= SESSIONS; round++) {
          await stopAndKill(session, phase, round)
          // A person speaks now and then, so that no request comes near the hard end.
          if (round % 20 === 0) await session.type(`Go on with part ${phase} ${round}.`)
        }
      }),
    )

  await play('free', KILLS * 0.5)
  const freeLifeMs = lifeMs
  const lock = openDatabase(room.database)
  lock.exec('begin immediate')
  await play('locked', KILLS * 0.7)
  lock.exec('rollback')
  lock.close()
  lifeMs = freeLifeMs
  await play('freed', KILLS)

  expect(count.kills).toBeGreaterThanOrEqual((KILLS * 2) / 3)
  for (const phase of ['free', 'locked', 'freed']) {
    expect(answeredIn(phase)).toBeGreaterThan(SESSIONS)
  }
  // Any command imports what lies in the spool.
  expect((await room.run(['tasks'])).code).toBe(0)
  expect(spoolOf(room)).toEqual([])
  const { events, states } = readStore(room)
  expect(acknowledged.filter((answer) => !isRecorded(answer, events))).toEqual([])
  expect(states).toEqual(foldOf(events))
  expect(backwards(acknowledged, events)).toEqual([])
})

/** How long a hook lives here and now: learnt from the first ones of a phase, which are spared, and from later survivors. */
let lifeMs = 0

/** Kills the hook at a random moment of twice its life, so that about every second one may end by itself. */
async function runAndKill(
  room: Room,
  session: ClaudeSession,
  input: string,
  { isSpared }: { isSpared: boolean },
): Promise<{ stdout: string; killed: boolean }> {
  const child = spawn(binary, ['hook', 'claude'], { env: { ...room.env, ...session.env }, cwd: room.cwd })
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  // The pipe breaks when the process is killed before it has read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const timer = isSpared ? undefined : setTimeout(() => child.kill('SIGKILL'), Math.random() * 2 * lifeMs)
  const closed = new Promise<string | null>((resolve) => child.on('close', (_code, by) => resolve(by)))
  const lived = await lifeOf(() => closed)
  const signal = await closed
  clearTimeout(timer)
  if (isSpared) lifeMs = lived
  else if (signal === null) lifeMs = 0.8 * lifeMs + 0.2 * lived
  // The machine may have become busier: then only few would survive.
  else lifeMs *= 1.05
  return { stdout, killed: signal === 'SIGKILL' }
}

function reasonOf(stdout: string): string {
  return (JSON.parse(stdout) as { reason?: string }).reason ?? ''
}

function spoolOf(room: Room): string[] {
  try {
    // A half-written file was never acknowledged.
    return readdirSync(join(room.state, 'spool')).filter((name) => name.endsWith('.jsonl'))
  } catch {
    // No folder, no spool.
    return []
  }
}

interface States {
  readonly sessions: Readonly<Record<string, SessionState>>
  readonly tasks: Readonly<Record<string, TaskState>>
}

function readStore(room: Room): { events: Event[]; states: States } {
  const db = openDatabase(room.database)
  try {
    expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    const rows = db.prepare('select body from events order by seq').all() as { body: string }[]
    const stateOf = <T>(table: string): Record<string, T> => {
      const found = db.prepare(`select id, state from ${table}`).all() as { id: string; state: string }[]
      return Object.fromEntries(found.map(({ id, state }) => [id, JSON.parse(state) as T]))
    }
    return {
      events: rows.map((row) => JSON.parse(row.body) as Event),
      states: { sessions: stateOf('sessions'), tasks: stateOf('tasks') },
    }
  } finally {
    db.close()
  }
}

function foldOf(events: readonly Event[]): States {
  const sessions: Record<string, SessionState> = {}
  const tasks: Record<string, TaskState> = {}
  for (const event of events) {
    const session = event.session && stepSession(sessions[event.session], event)
    if (event.session && session) sessions[event.session] = session
    const task = event.task && stepTask(tasks[event.task], event)
    if (event.task && task) tasks[event.task] = task
  }
  return { sessions, tasks }
}

function stopsOf(events: readonly Event[]): EventOf<'stop.decided'>[] {
  return events.filter((event) => event.kind === 'stop.decided')
}

function isRecorded({ words, reason }: Acknowledged, events: readonly Event[]): boolean {
  return stopsOf(events).some(
    ({ lastWords, decision }) => lastWords === words && decision.kind === 'continue' && decision.say === reason,
  )
}

/** From one prompt of the person to the next each refusal has a higher number than the one before it. */
function backwards(acknowledged: readonly Acknowledged[], events: readonly Event[]): string[] {
  const wrong: string[] = []
  const prompts = new Map<string, number>()
  const stretchOf = new Map<string, string>()
  const recorded = new Map<string, number>()
  for (const event of events) {
    const session = event.session ?? ''
    if (event.kind === 'request.opened' || event.kind === 'prompt.joined')
      prompts.set(session, (prompts.get(session) ?? 0) + 1)
    if (event.kind !== 'stop.decided') continue
    const stretch = `${session} ${prompts.get(session)}`
    stretchOf.set(event.lastWords ?? '', stretch)
    const before = recorded.get(stretch) ?? 0
    if (event.continuations !== before + 1) wrong.push(`recorded ${event.lastWords}: ${before}, ${event.continuations}`)
    recorded.set(stretch, event.continuations)
  }
  const answered = new Map<string, number>()
  for (const { words, reason } of acknowledged) {
    const stretch = stretchOf.get(words) ?? ''
    const number = Number(/^FULLSTOP \((\d+)\)/.exec(reason)?.[1])
    const before = answered.get(stretch) ?? 0
    if (number <= before) wrong.push(`answered ${words}: ${before}, ${number}`)
    answered.set(stretch, number)
  }
  return wrong
}
