// The work of a request, counted call by call: what changed something, what failed, what still runs.
import type { Access, Entry } from '../../../contract/agent/entry.ts'
import type { Work } from '../../../contract/work.ts'
import { given } from '../../../contract/given.ts'

const MOST_COMMANDS = 64
const MOST_ERRORS = 5
const MOST_BACKGROUND = 16

export function emptyWork(whole: boolean): Work {
  return { calls: 0, workCalls: 0, progress: 0, commands: [], pending: [], recentErrors: [], whole }
}

export function isWriting({
  access,
  writes,
}: {
  readonly access: Access
  readonly writes?: boolean | undefined
}): boolean {
  return access === 'write' || writes === true
}

export function writesAfter({ writes }: Work, more: number): number | undefined {
  return more === 0 ? writes : Math.max(0, (writes ?? 0) + more)
}

/** It did nothing, and that is no failure. */
export function toolDenied(work: Work, pending: Work['pending'], call: Work['pending'][number]): Work {
  const { access, name, detail } = call
  const isWork = access === 'write' || access === 'run'
  return {
    ...work,
    pending,
    workCalls: work.workCalls - (isWork ? 1 : 0),
    ...given({ writes: writesAfter(work, isWriting(call) ? -1 : 0) }),
    lastTool: { name, ...given({ detail }), failed: false },
  }
}

export function toolReturned(
  work: Work,
  pending: Work['pending'],
  call: Work['pending'][number],
  failed: boolean,
): Work {
  const { access, name, detail } = call
  if (access === 'ours' || access === 'todo') return { ...work, pending }
  const lastTool = detail === undefined ? { name, failed } : { name, detail, failed }
  if (failed) {
    const error = detail ? `${name} (${detail.slice(0, 60)})` : name
    const writes = writesAfter(work, access === 'write' ? -1 : 0)
    return {
      ...work,
      ...given({ writes }),
      pending,
      lastTool,
      recentErrors: lastOf([...work.recentErrors, error], MOST_ERRORS),
    }
  }
  if (access === 'write') return { ...work, pending, lastTool, progress: work.progress + 1 }
  const mark = access === 'run' ? hashOfCommand(detail ?? name) : undefined
  // The same command again is no progress; a command that had not succeeded before is.
  if (mark === undefined || work.commands.includes(mark)) return { ...work, pending, lastTool }
  const commands = lastOf([...work.commands, mark], MOST_COMMANDS)
  return { ...work, pending, lastTool, progress: work.progress + 1, commands }
}

/** A call that runs in the background is named by its command. */
export function withBackground(work: Work, entry: Extract<Entry, { kind: 'background' }>): Work {
  if (work.background === undefined && !entry.running) return work
  const others = (work.background ?? []).filter(({ id }) => id !== entry.id)
  const { background: _past, ...rest } = work
  if (!entry.running) return others.length === 0 ? rest : { ...rest, background: others }
  const call = work.pending.find(({ id }) => id === entry.id)
  // A mere look at something that runs has an answer of the same form.
  if (!call && entry.label === undefined) return work
  const label = entry.label ?? call?.detail ?? call?.name ?? 'a command'
  const started = { id: entry.id, label, ...given({ command: call?.detail }) }
  return { ...rest, background: lastOf([...others, started], MOST_BACKGROUND) }
}

/** The newest of them, at most so many. */
export function lastOf<T>(items: T[], most: number): T[] {
  return items.length > most ? items.slice(-most) : items
}

/** FNV-1a, for telling commands apart without keeping their text. */
export function hashOfCommand(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16)
}
