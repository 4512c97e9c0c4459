// Hooks in a settings file in the shape that Claude Code began and others took over: event → groups → handlers.
import type { Json, Part } from '../../contract/edit.ts'

export interface RegisteredEvent {
  readonly name: string
  /** Seconds that the host gives the hook; the hook is told the same. */
  readonly timeout: number
  /** Only for tools whose name it fits. */
  readonly matcher?: string
  /** The host gives no more, whatever the file says. */
  readonly isFixed?: boolean
}

/** A command line of ours for this agent, whatever launcher or path stands before it. */
export function knownCommand(agent: string): RegExp {
  return new RegExp(`fullstop(?:\\.cmd|\\.exe)?['"]? hook ${agent}\\b`)
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
      ...(matcher === undefined ? {} : { matcher }),
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

/** The same settings with nothing in them but our own handlers. */
export function onlyOurs(handlers: readonly FoundHandler[]): { readonly [event: string]: readonly Json[] } {
  const groups: Record<string, Json[]> = {}
  for (const { event, matcher, value } of handlers) {
    const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [value as Json] }
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
