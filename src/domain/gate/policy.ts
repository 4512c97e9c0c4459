// The policy of a task from all its sources: defaults, user file, project file, environment, the person's own prompt.
// An untrusted project file may only tighten, and spend less: nothing that it names is run, sent or loosened.
import type { CheckConfig, Config, Mode } from '../../contract/config.ts'
import type { NotifyConfig } from '../../contract/notify.ts'
import type { Policy } from '../../contract/policy.ts'
import { given } from '../../contract/given.ts'
import { DEFAULT_PREFIX } from '../strategies/done-token.ts'
import { DEFAULT_PHRASES } from '../strategies/heuristic.ts'
import { defaultStrategies } from '../strategies/index.ts'

export type Origin = 'default' | 'user file' | 'project file' | 'environment' | 'flag' | 'prompt'

export interface PolicySources {
  readonly user?: Config
  readonly project?: {
    readonly config: Config
    readonly trusted: boolean
    /** Of the file's exact content. */
    readonly hash?: string
  }
  /** Where checks run. */
  readonly root?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly attended: boolean
  readonly supervised: boolean
  /** What the command line says, above everything that is written down. */
  readonly flags?: Config
  /** Set by the person in this session. */
  readonly sessionMode?: Mode
}

export interface Setting {
  readonly key: string
  readonly value: unknown
  readonly origin: Origin
  readonly note?: string
}

export interface Resolved {
  readonly policy: Policy
  /** To be shown: without secrets. */
  readonly settings: readonly Setting[]
  /** Where notifications go; absent: nowhere. The policy names the file that keeps it, once there is one. */
  readonly notify?: NotifyChoice
  /** Environment values that could not be used. */
  readonly problems: readonly string[]
  /** Environment values that would loosen the gate: said, and no reason to stop a command. */
  readonly warnings: readonly string[]
}

/** The effective `notify`, and which of its keys the project file sets. */
export interface NotifyChoice {
  readonly config: NotifyConfig
  readonly fromProject: readonly string[]
}

type May = 'if trusted' | ((before: unknown, next: unknown, sources: PolicySources) => boolean)

interface Key {
  readonly key: string
  readonly read: (config: Config) => unknown
  readonly fallback: unknown
  /** When a project file that the user has not trusted may set it. */
  readonly untrusted: May
  readonly env?: readonly EnvName[]
  /** For a value that is not to be shown as it is. */
  readonly show?: (value: unknown) => unknown
}

interface EnvName {
  readonly name: string
  readonly parse: (text: string) => unknown
  /** A repository can set it, so that it counts only where this holds. */
  readonly onlyIf?: (before: unknown, next: unknown) => boolean
}

const MODES: readonly Mode[] = ['off', 'watch', 'balanced', 'strict']
const REVIEWS = ['never', 'on-warning', 'always'] as const
const TAMPERS = ['warn', 'ask-human', 'refuse'] as const

const asMode = (text: string): unknown => (MODES.includes(text as Mode) ? text : undefined)
const asCount = (text: string): unknown => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)
const asText = (text: string): unknown =>
  text.trim() === '' || text.length > 100 || /\s/.test(text) ? undefined : text

/** For what spends the user's money. `toAmount` turns a value into one that can be compared. */
const lowers =
  (toAmount: (value: unknown) => number) =>
  (before: unknown, next: unknown): boolean =>
    toAmount(next) < toAmount(before)
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY)
/** Without a cap there is no end but the hard one. */
const asCap = (value: unknown): number => (value === 0 ? Number.POSITIVE_INFINITY : asNumber(value))
const asDuration = (value: unknown): number => (typeof value === 'string' ? toMs(value) : Number.POSITIVE_INFINITY)
/** Names from an untrusted file are stored with each task, so their number and length are bounded. */
const MOST_NAMED = 200
const LONGEST_NAMED = 200
/** More names mean that less background work is waited for. */
const addsTo = (before: unknown, next: unknown): boolean =>
  Array.isArray(before) &&
  Array.isArray(next) &&
  next.length <= before.length + MOST_NAMED &&
  next.every((name) => typeof name === 'string' && name.length <= LONGEST_NAMED) &&
  before.every((name) => next.includes(name))
const stricterIn =
  (order: readonly unknown[]) =>
  (before: unknown, next: unknown): boolean =>
    order.indexOf(next) > order.indexOf(before)
/** Scripts use the output of a headless session: only the user switches the gate on there. */
const stricterMode = (before: unknown, next: unknown, { attended, supervised }: PolicySources): boolean =>
  (attended || supervised) && stricterIn(MODES)(before, next)

/** Every key of the config table, in its order. */
const KEYS: readonly Key[] = [
  {
    key: 'mode',
    read: (c) => c.mode,
    fallback: undefined,
    untrusted: stricterMode,
    env: [{ name: 'FULLSTOP_MODE', parse: asMode, onlyIf: stricterIn(MODES) }],
  },
  {
    key: 'maxContinuations',
    read: (c) => c.maxContinuations,
    fallback: 5,
    untrusted: lowers(asCap),
    env: [
      { name: 'FULLSTOP_MAX', parse: asCount },
      { name: 'TASKMASTER_MAX', parse: asCount },
    ],
  },
  { key: 'blockedPushes', read: (c) => c.blockedPushes, fallback: 1, untrusted: lowers(asNumber) },
  {
    key: 'doneToken.prefix',
    read: (c) => c.doneToken?.prefix,
    fallback: DEFAULT_PREFIX,
    untrusted: 'if trusted',
    env: [{ name: 'TASKMASTER_DONE_PREFIX', parse: asText }],
  },
  {
    key: 'detect.strategies',
    read: (c) => c.detect?.strategies ?? c.completion?.strategies,
    fallback: defaultStrategies,
    untrusted: 'if trusted',
  },
  {
    key: 'detect.phrases',
    read: (c) => c.detect?.phrases,
    fallback: DEFAULT_PHRASES,
    untrusted: 'if trusted',
  },
  { key: 'checks', read: (c) => c.checks, fallback: [], untrusted: 'if trusted' },
  {
    key: 'waiting.ignore',
    read: (c) => c.waiting?.ignore,
    fallback: ['dev', 'serve', 'watch', 'preview'],
    untrusted: addsTo,
  },
  { key: 'baseline', read: (c) => c.baseline, fallback: 'off', untrusted: 'if trusted' },
  { key: 'allowCommands', read: (c) => c.allowCommands, fallback: [], untrusted: 'if trusted' },
  { key: 'tamper', read: (c) => c.tamper, fallback: 'ask-human', untrusted: stricterIn(TAMPERS) },
  { key: 'review', read: (c) => c.review, fallback: 'on-warning', untrusted: stricterIn(REVIEWS) },
  { key: 'notify.desktop', read: (c) => c.notify?.desktop, fallback: false, untrusted: 'if trusted' },
  { key: 'notify.command', read: (c) => c.notify?.command, fallback: null, untrusted: 'if trusted' },
  {
    key: 'notify.webhook',
    read: (c) => c.notify?.webhook,
    fallback: null,
    untrusted: 'if trusted',
    show: shownAddress,
  },
  {
    key: 'notify.secret',
    // It belongs to the webhook of its own file: no other file has anything signed with it.
    read: (c) => (c.notify?.webhook === undefined ? undefined : (c.notify.secret ?? null)),
    fallback: null,
    untrusted: 'if trusted',
    show: shownSecret,
  },
  { key: 'notify.ntfy', read: (c) => c.notify?.ntfy, fallback: null, untrusted: 'if trusted', show: shownAddress },
  { key: 'memory.briefCharacters', read: (c) => c.memory?.briefCharacters, fallback: 8000, untrusted: 'if trusted' },
  { key: 'memory.keep', read: (c) => c.memory?.keep, fallback: '30d', untrusted: 'if trusted' },
  { key: 'continue', read: (c) => c.continue, fallback: 'auto', untrusted: 'if trusted' },
  { key: 'budget.time', read: (c) => c.budget?.time, fallback: null, untrusted: lowers(asDuration) },
  { key: 'budget.tokens', read: (c) => c.budget?.tokens, fallback: null, untrusted: lowers(asNumber) },
  { key: 'budget.cost', read: (c) => c.budget?.cost, fallback: null, untrusted: lowers(asNumber) },
  { key: 'idleTimeout', read: (c) => c.idleTimeout, fallback: '10m', untrusted: 'if trusted' },
  { key: 'settle', read: (c) => c.settle, fallback: '3s', untrusted: 'if trusted' },
  { key: 'limits.wait', read: (c) => c.limits?.wait, fallback: true, untrusted: 'if trusted' },
  { key: 'fallbackAgents', read: (c) => c.fallbackAgents, fallback: [], untrusted: 'if trusted' },
  { key: 'subtasks.onChildEnd', read: (c) => c.subtasks?.onChildEnd, fallback: 'continue', untrusted: 'if trusted' },
  { key: 'subtasks.maxDepth', read: (c) => c.subtasks?.maxDepth, fallback: 3, untrusted: 'if trusted' },
  { key: 'subtasks.maxOpen', read: (c) => c.subtasks?.maxOpen, fallback: 20, untrusted: 'if trusted' },
]

export function resolvePolicy(sources: PolicySources): Resolved {
  const problems: string[] = []
  const warnings: string[] = []
  const settled = KEYS.map((key) => settle(key, sources, { problems, warnings }))
  const settings = settled.map((setting, index) => ({ ...setting, ...shown(KEYS[index], setting) }))
  const policy = toPolicy(settled, sources)
  return { policy, settings, ...given({ notify: notifyIn(settled) }), problems, warnings }
}

function shown(key: Key | undefined, { value }: Setting): { value?: unknown } {
  return key?.show && value !== null ? { value: key.show(value) } : {}
}

/** Its path is a secret with many services. */
export function shownAddress(value: unknown): string {
  const { origin, pathname, search } = new URL(String(value))
  return `${origin}${pathname === '/' && search === '' ? '' : '/…'}`
}

/** A place where the secret is kept is none. */
function shownSecret(value: unknown): unknown {
  return /^(?:env|file):/.test(String(value)) ? value : '[masked]'
}

function notifyIn(settings: readonly Setting[]): NotifyChoice | undefined {
  const set = settings.filter(({ key, value }) => key.startsWith('notify.') && value !== null && value !== false)
  if (set.length === 0) return undefined
  const nameOf = ({ key }: Setting): string => key.slice('notify.'.length)
  return {
    config: Object.fromEntries(set.map((setting) => [nameOf(setting), setting.value])),
    fromProject: set.filter(({ origin }) => origin === 'project file').map(nameOf),
  }
}

interface Told {
  readonly problems: string[]
  readonly warnings: string[]
}

function settle(key: Key, sources: PolicySources, { problems, warnings }: Told): Setting {
  let setting: Setting = { key: key.key, value: key.fallback, origin: 'default' }
  if (key.key === 'mode') setting = defaultMode(sources)
  const fromUser = sources.user && key.read(sources.user)
  if (fromUser !== undefined) setting = { key: key.key, value: fromUser, origin: 'user file' }
  const fromProject = sources.project && key.read(sources.project.config)
  if (fromProject !== undefined) setting = withProject(key, setting, fromProject, sources)
  // The person's own order overrides the variable, so there is nothing to warn about.
  const isOverruled = key.key === 'mode' && sources.sessionMode !== undefined
  for (const { name, parse, onlyIf } of [...(key.env ?? [])].reverse()) {
    const text = sources.env[name]
    if (text === undefined || text === '') continue
    const value = parse(text)
    if (value === undefined) problems.push(`${name}=${text.slice(0, 40)} is not a value for ${key.key} and was ignored`)
    else if (onlyIf && !onlyIf(setting.value, value)) {
      if (value !== setting.value && !isOverruled) warnings.push(loosens(name, text))
    } else setting = { key: key.key, value, origin: 'environment', note: name }
  }
  const fromFlags = sources.flags && key.read(sources.flags)
  if (fromFlags !== undefined) setting = { key: key.key, value: fromFlags, origin: 'flag' }
  if (key.key === 'mode' && sources.sessionMode) return { key: 'mode', value: sources.sessionMode, origin: 'prompt' }
  return setting
}

function loosens(name: string, text: string): string {
  return (
    `${name}=${text} would loosen the gate and is ignored, since a repository can set it: ` +
    'type "fullstop off" as a prompt, or set "mode" in your own config file'
  )
}

function withProject(key: Key, before: Setting, next: unknown, sources: PolicySources): Setting {
  const from: Setting = { key: key.key, value: next, origin: 'project file' }
  if (sources.project?.trusted === true) return from
  const tightens = typeof key.untrusted === 'function' && key.untrusted(before.value, next, sources)
  return tightens ? from : { ...before, note: 'the project file sets this, but it is not trusted' }
}

/** Strict in `run` and for taskmaster's users, balanced where somebody sits there, off in other people's scripts. */
function defaultMode({ env, attended, supervised }: PolicySources): Setting {
  const isTaskmaster = Object.keys(env).some((name) => name.startsWith('TASKMASTER_') && Boolean(env[name]))
  if (supervised) return { key: 'mode', value: 'strict', origin: 'default' }
  if (isTaskmaster)
    return { key: 'mode', value: 'strict', origin: 'environment', note: 'a TASKMASTER_ variable is set' }
  if (attended) return { key: 'mode', value: 'balanced', origin: 'default' }
  return { key: 'mode', value: 'off', origin: 'default', note: 'a headless session that fullstop did not start' }
}

function toPolicy(settings: readonly Setting[], sources: PolicySources): Policy {
  const values = new Map(settings.map((setting) => [setting.key, setting.value]))
  const value = <T>(key: string): T => values.get(key) as T
  const max = settings.find((setting) => setting.key === 'maxContinuations')
  const time = value<string | null>('budget.time')
  const tokens = value<number | null>('budget.tokens')
  const cost = value<number | null>('budget.cost')
  const { project } = sources
  const untrusted = project && !project.trusted ? (project.config.checks ?? []) : []
  const checks = settings.find((setting) => setting.key === 'checks')
  return {
    mode: value<Mode>('mode'),
    maxContinuations: value<number>('maxContinuations'),
    repeatsReminder: max?.note === 'TASKMASTER_MAX',
    blockedPushes: value<number>('blockedPushes'),
    donePrefix: value<string>('doneToken.prefix'),
    strategies: value<string[]>('detect.strategies'),
    phrases: value<string[]>('detect.phrases'),
    checks: value<CheckConfig[]>('checks'),
    ...given({ root: sources.root }),
    ...(project?.hash !== undefined && checks?.origin === 'project file' ? { trustHash: project.hash } : {}),
    untrustedChecks: untrusted.slice(0, MOST_NAMED).map(({ name }) => name.slice(0, LONGEST_NAMED)),
    baseline: value<Policy['baseline']>('baseline'),
    allowCommands: value<string[]>('allowCommands'),
    waitingIgnore: value<string[]>('waiting.ignore'),
    tamper: value<Policy['tamper']>('tamper'),
    review: value<Policy['review']>('review'),
    memory: { briefCharacters: value<number>('memory.briefCharacters'), keepMs: toMs(value<string>('memory.keep')) },
    budget: {
      ...(time === null ? {} : { timeMs: toMs(time) }),
      ...(tokens === null ? {} : { tokens }),
      ...(cost === null ? {} : { cost }),
    },
    ...(sources.supervised
      ? {
          supervision: {
            continue: value<'auto' | 'same' | 'fresh'>('continue'),
            idleTimeoutMs: toMs(value<string>('idleTimeout')),
            settleMs: toMs(value<string>('settle')),
            ...longestWait(value<boolean | string>('limits.wait')),
          },
        }
      : {}),
  }
}

function longestWait(wait: boolean | string): { longestWaitMs?: number } {
  if (wait === true) return {}
  return { longestWaitMs: wait === false ? 0 : toMs(wait) }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function toMs(duration: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration)
  return parts ? Number(parts[1]) * (UNITS[parts[2] ?? ''] ?? 0) : Number.NaN
}

/** The policy after an order that a person typed in this session. */
export function policyUnder(policy: Policy, order: string | undefined): Policy {
  if (order === 'off') return { ...policy, mode: 'off' }
  return order === 'on' || order === 'strict' ? { ...policy, mode: 'strict' } : policy
}
