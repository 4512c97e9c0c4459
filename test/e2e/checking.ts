// What tests of checks share: a session that has been asked for something, its claims, and what became of them.
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evidence } from '../../src/contract/evidence.ts'
import { type ClaudeSession, claudeSession, type SessionOptions } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { told } from './expected.ts'
import type { Output, Room } from './room.ts'
import { until } from '../until.ts'

export { until } from '../until.ts'

export const strict = { FULLSTOP_MODE: 'strict' }

export async function asked(room: Room, options: SessionOptions = {}): Promise<ClaudeSession> {
  const session = claudeSession(room, { ...options, env: { ...strict, ...options.env } })
  await session.type('Write the answer.')
  return session
}

export function claim(session: ClaudeSession, words = 'Done.'): Promise<Output> {
  return session.sayAndStop(`${words}\n\n${session.token}`)
}

export function completed(...names: readonly string[]): Output {
  return told(`Fullstop: completed, passed: ${names.join(', ')}. More: fullstop show task_ID`)
}

export function notProven(outcome: string, why: string): Output {
  return told(`Fullstop: not proven done: ${outcome} (${why}). More: fullstop show task_ID`)
}

export function unverifiedFor(why: string): Output {
  return told(`Fullstop: unverified, ${why}. More: fullstop show task_ID`)
}

/** The first time in a session. */
export function untrusted(...names: readonly string[]): Output {
  return told(
    `Fullstop: unverified, the checks of this project are not trusted (${names.join(', ')}). To let them run: \`fullstop trust\` in a terminal.`,
  )
}

export function couldNotRun(name: string, why: string): Output {
  return unverifiedFor(`check "${name}" could not run: ${why}`)
}

export function needsPerson(why: string): Output {
  return told(`Fullstop: a person must look at this (${why}). Answer it: fullstop review task_ID`)
}

/** The refusal of a claim, with what the checks printed last below it. */
export function red(count: string, session: ClaudeSession, missing: string, tail?: string): Output {
  const reason = [
    `FULLSTOP (${count}) Not done: ${missing}`,
    'Done: re-read the request, check each part, then end with this line alone:',
    session.token,
    'Not done: keep working.',
    ...(missing.includes('check "') ? ['Check wrong? Ask the user; never work around it.'] : []),
    'Stuck: say what blocks you and end with a question to the user.',
    ...(tail === undefined ? [] : tail.split('\n').map((line) => `| ${line}`.trimEnd())),
  ].join('\n')
  return { code: 0, stdout: `${JSON.stringify({ decision: 'block', reason })}\n`, stderr: '' }
}

export function verifying(...names: readonly string[]): Output {
  return told(
    `Fullstop: the claim is being verified, still running: ${names.join(', ')}. You are told with your next prompt, or run: fullstop wait task_ID`,
  )
}

/** Newest first: the outcome of each task, or its status while it has none. */
export async function outcomes(room: Room): Promise<string[]> {
  return (await room.tasks()).map(({ outcome, status }) => outcome ?? status)
}

/** The checks that were really started, in order. */
export function started(room: Room): string[] {
  return room.allEvents().flatMap((event) => (event.kind === 'check.started' ? [event.name] : []))
}

/** What each claim was found to rest on, oldest first. */
export function evidences(room: Room): Evidence[] {
  return room.allEvents().flatMap((event) => (event.kind === 'claim.verified' ? [event.evidence] : []))
}

export function lastEvidence(room: Room): Evidence {
  const last = evidences(room).at(-1)
  if (!last) throw new Error('no claim was verified')
  return last
}

export function fileIn(path: string): Promise<void> {
  return until(() => existsSync(path) && readFileSync(path, 'utf8') !== '')
}

/**
 * A check that says when it runs, and ends only once it may. It looks now and then: a process for each look costs what others
 * compute with.
 */
export function gated(room: Room, end = 'true'): { name: string; run: string; shell: true } {
  const [begun, open] = [join(room.root, 'begun'), join(room.root, 'open')]
  return {
    name: 'gated',
    run: `echo $PPID > ${begun}; until test -e ${open}; do sleep 0.2; done; ${end}`,
    shell: true,
  }
}

/** The process that runs the gated check, once it does. */
export async function runnerOf(room: Room): Promise<number> {
  const begun = join(room.root, 'begun')
  await fileIn(begun)
  return Number(readFileSync(begun, 'utf8'))
}

export function letGo(room: Room): void {
  writeFileSync(join(room.root, 'open'), '')
}

/** Living processes whose working folder lies in the room: whatever a check left behind, however it hides. */
export function processesIn(room: Room): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isIn(name, room.root))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()}`)
}

/**
 * Once our own processes have ended too: the answer to a claim is given as soon as the result is stored, while the
 * runner still dismisses its reaper and sweeps.
 */
export function nothingLeft(room: Room): Promise<void> {
  return until(
    () => processesIn(room).length === 0,
    () => processesIn(room).join('\n'),
  )
}

/** Those that are not ours: a check, or something that it started. */
export function strangersIn(room: Room): string[] {
  return processesIn(room).filter((line) => !line.includes(` ${binary} `))
}

function isIn(pid: string, folder: string): boolean {
  const state = read(`/proc/${pid}/stat`).replace(/^.*\) /, '')[0]
  if (state === undefined || state === 'Z') return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
  } catch {
    // Gone meanwhile.
    return false
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Gone meanwhile.
    return ''
  }
}
