// Codex's trust in hooks: a hash over each handler, kept in the user's config under the handler's place.
import { text } from '../formats/hook-input.ts'
import type { MovedKeys, TrustQuestion, Withdrawn } from '../agent.ts'
import { type FoundHandler, handlersIn, isHookOf, knownCommand } from '../formats/hook-groups.ts'
import { codexHome } from './places.ts'
import { given } from '../../contract/given.ts'

const DEFAULT_TIMEOUT = 600
/** However long the file says. */
const LONGEST: Readonly<Record<string, number>> = { SessionEnd: 3, Interrupt: 3 }

export function trustKey(file: string, { event, group, handler }: FoundHandler): string {
  return `${file}:${snakeCase(event)}:${group}:${handler}`
}

/** Over the handler as Codex understands it: keys in order, what was left out filled in. */
export function trustHash({ event, matcher, value }: FoundHandler, sha256: (text: string) => string): string {
  const named = typeof value['timeout'] === 'number' ? value['timeout'] : DEFAULT_TIMEOUT
  const timeout = Math.min(named, LONGEST[event] ?? named)
  const hook = { async: value['async'] === true, command: value['command'], timeout, type: 'command' }
  const identity = { event_name: snakeCase(event), hooks: [hook], ...given({ matcher }) }
  return `sha256:${sha256(JSON.stringify(identity))}`
}

/** Hooks of others that stood behind ours move up, and their trust with them: it hangs on their place. */
export function movedTrust({ places, path, before, after }: Withdrawn): MovedKeys | undefined {
  const others = (settings: unknown): FoundHandler[] => handlersIn(settings).filter((one) => !isHookOf('codex', one))
  const now = others(after)
  const keys = others(before).flatMap((handler, index) => {
    const there = now[index]
    const [from, to] = [trustKey(path, handler), there?.event === handler.event ? trustKey(path, there) : undefined]
    return to === undefined || from === to ? [] : [{ from: toPath(from), to: toPath(to) }]
  })
  return keys.length === 0 ? undefined : { path: `${codexHome(places)}/config.toml`, keys }
}

function toPath(key: string): readonly string[] {
  return ['hooks', 'state', key]
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
}

/** Its app server lists the hooks as Codex sees them. */
export const trust: TrustQuestion = {
  args: ['app-server'],
  input: (root) =>
    [
      { id: 1, method: 'initialize', params: { clientInfo: { name: 'fullstop', title: 'Fullstop', version: '0' } } },
      { method: 'initialized' },
      { id: 2, method: 'hooks/list', params: { cwds: [root] } },
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join(''),
  toTrust: (output) => {
    const answer = output.split('\n').flatMap(toAnswer).at(-1)
    if (!answer) return undefined
    const ours = answer.filter((hook) => knownCommand('codex').test(String(hook['command'] ?? '')))
    const untrusted = ours.filter((hook) => hook['trustStatus'] !== 'trusted' && hook['trustStatus'] !== 'managed')
    return {
      known: ours.length,
      untrusted: untrusted.map((hook) => text(hook, 'key') ?? text(hook, 'eventName') ?? ''),
    }
  },
}

type Listed = Readonly<Record<string, unknown>>

function toAnswer(line: string): Listed[][] {
  try {
    const message = JSON.parse(line) as { id?: unknown; result?: { data?: { hooks?: Listed[] }[] } }
    if (message.id !== 2 || !message.result?.data) return []
    return [message.result.data.flatMap(({ hooks }) => hooks ?? [])]
  } catch {
    // Notices between the answers.
    return []
  }
}
