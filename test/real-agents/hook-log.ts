// Reads back what record-hook.ts wrote, and builds the command line that runs it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import type { Room } from './room.ts'

export interface HookCall {
  readonly event: string
  readonly started: number
  /** What the agent sent on standard input. */
  readonly input: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string>>
  /** Size of the transcript when the hook began: the transcript only grows. */
  readonly transcriptBytes: number | null
  readonly durationMs?: number
  /** Null for a hook that was ended before it answered. */
  readonly answer: { readonly stdout: string; readonly stderr: string; readonly exitCode: number | null } | null
}

/** Answers of a scripted hook: per event, in order. */
export type HookAnswers = Readonly<Record<string, readonly unknown[]>>

export function readHookCalls(room: Room): HookCall[] {
  const files = readdirSync(room.hookLog)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  const texts = files.map((name) => readFileSync(join(room.hookLog, name), 'utf8'))
  return texts.filter((text) => text.endsWith('}') && text !== '{}').map((text) => JSON.parse(text) as HookCall)
}

/** Resolves with the nth call (from 1) of an event once it is answered. Rejects when it does not come in time. */
export async function waitForHook(room: Room, { event, nth }: { event: string; nth: number }): Promise<HookCall> {
  let call: HookCall | undefined
  await until(
    () => {
      call = readHookCalls(room).filter((call) => call.event === event)[nth - 1]
      return call !== undefined && call.answer !== null
    },
    () => `${event} hook ${nth}; seen: ${readHookCalls(room).map((call) => call.event)}`,
  )
  return call as HookCall
}

export function recordedCommand(room: Room, command: string): string {
  return shellWords([process.execPath, recorder, room.hookLog, 'command', command])
}

export function answeringCommand(room: Room, answers: HookAnswers): string {
  const file = join(room.root, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return shellWords([process.execPath, recorder, room.hookLog, 'answers', file])
}

export function shellWords(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}

const recorder = join(import.meta.dirname, 'record-hook.ts')
