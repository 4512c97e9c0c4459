// Hooks in a settings file in the shape that Claude Code began and others took over: event → groups → handlers.
import type { Json, Part } from '../../contract/agent/edit.ts'
import { isRecord } from './hook-input.ts'
import { given } from '../../contract/given.ts'

/** Told where a Stop hook of others is the only thing that could compete. */
export const NO_OTHER_STOP_HOOK = 'no other Stop hook; while a goal set in the agent is active, that goal decides'

export interface RegisteredEvent {
  readonly name: string
  /** Seconds that the host gives the hook; the hook is told the same. */
  readonly timeout: number
  /** Only for tools whose name it fits. */
  readonly matcher?: string
  /** The host gives no more, whatever the file says. */
  readonly isFixed?: boolean
}

const NAME = 'fullstop(?:\\.cmd|\\.exe)?'
const PROGRAM = [
  `'(?:[^'\\n]|'\\\\'')*${NAME}'`,
  `"(?:\\$\\{CLAUDE_PLUGIN_ROOT\\})?[^"$\\x60\\n]*${NAME}"`,
  `[^\\s'"|;&<>()$\\x60#]*${NAME}`,
].join('|')

/**
 * A command line of ours for this agent, whatever launcher or path it begins with, and nothing besides: a line of
 * somebody's own that also calls us is theirs. What fits may still be anybody's program of our name: to trust it or to
 * run it takes more (`isPart`).
 */
export function knownCommand(agent: string): RegExp {
  return new RegExp(
    `^(?:! command -v fullstop >/dev/null \\|\\| )?(?:${PROGRAM}) hook ${agent}(?: --within \\d+(?:ms|s|m|h)?)?$`,
  )
}

/** The longest that a person may raise a limit to, in seconds. */
const LONGEST = 3600

export interface Registration {
  readonly agent: string
  readonly events: readonly RegisteredEvent[]
  readonly commandLine: (args: readonly string[]) => string
  /** The file as it is: a limit that a person raised there stays. */
  readonly settings: unknown
}

export function hookParts({ agent, events, commandLine, settings }: Registration): Part[] {
  const present = handlersIn(settings).filter((handler) => isHookOf(agent, handler))
  return events.map(({ name, timeout: least, matcher, isFixed }) => {
    const limit = present.find(({ event }) => event === name)?.value['timeout']
    const isRaised = typeof limit === 'number' && limit > least && limit <= LONGEST && !isFixed
    const timeout = isRaised ? limit : least
    const command = commandLine(['hook', agent, '--within', `${timeout}s`])
    const group: Json = {
      ...given({ matcher }),
      hooks: [{ type: 'command', command, timeout }],
    }
    return { kind: 'add', at: ['hooks', name], value: group, known: knownCommand(agent), inner: 'hooks' }
  })
}

export interface FoundHandler {
  readonly event: string
  readonly group: number
  readonly handler: number
  readonly matcher?: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Every handler of a settings file in this shape, with its place. What does not have the shape holds none. */
export function handlersIn(settings: unknown): FoundHandler[] {
  const hooks = isRecord(settings) ? settings['hooks'] : undefined
  if (!isRecord(hooks)) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    list(groups).flatMap((entry, group) => {
      const matcher = isRecord(entry) ? entry['matcher'] : undefined
      return list(isRecord(entry) ? entry['hooks'] : undefined).flatMap((value, handler): FoundHandler[] => {
        if (!isRecord(value)) return []
        return [{ event, group, handler, ...(typeof matcher === 'string' ? { matcher } : {}), value }]
      })
    }),
  )
}

/** Exactly what one of these parts puts there: event, matcher, command line and time limit. */
export function isPart({ event, matcher, value }: FoundHandler, parts: readonly Part[]): boolean {
  return parts.some((part) => {
    if (part.kind !== 'add' || part.at[1] !== event) return false
    const [wanted] = handlersIn({ hooks: { [event]: [part.value] } })
    return wanted?.matcher === matcher && isSameJson(wanted?.value, value)
  })
}

/** Whatever the order of the keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isSameJson(value, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return one === other
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSameJson(one[key], other[key]))
}

/** The same settings with nothing in them but our own handlers. */
export function onlyOurs(handlers: readonly FoundHandler[]): { readonly [event: string]: readonly Json[] } {
  const groups: Record<string, Json[]> = {}
  for (const { event, matcher, value } of handlers) {
    const group = { ...given({ matcher }), hooks: [value as Json] }
    groups[event] = [...(groups[event] ?? []), group]
  }
  return groups
}

export function isHookOf(agent: string, { value }: FoundHandler): boolean {
  return knownCommand(agent).test(String(value['command'] ?? ''))
}

/** What a handler runs, in the words of its file. */
export function handlerText({ value }: FoundHandler): string {
  const text = value['command'] ?? value['prompt'] ?? value['url'] ?? value['tool'] ?? value['type']
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').slice(0, 120) : 'a hook'
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
