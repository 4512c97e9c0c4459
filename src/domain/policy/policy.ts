// The policy of a task from all its sources: defaults, user file, project file, environment, the person's own prompt.
// An untrusted project file may only tighten, and spend less: nothing that it names is run, sent or loosened.
import type { Config, Mode } from '../../contract/config.ts'
import type { NotifyConfig } from '../../contract/notify.ts'
import type { Policy } from '../../contract/policy.ts'
import { given } from '../../contract/given.ts'
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
  /** The trusted project around a folder that has no trust of its own: it applies as far as it tightens. */
  readonly around?: { readonly root: string; readonly config: Config }
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

/** `mode`, `budget.time`: every key that a config file may set. */
type KeyOf<C> = {
  [K in keyof C & string]-?: Part<C, K> extends readonly unknown[]
    ? K
    : Part<C, K> extends object
      ? `${K}.${keyof Part<C, K> & string}`
      : K
}[keyof C & string]
type Part<C, K extends keyof C> = NonNullable<C[K]>
/** The file's own schema is no setting, and the other is an older name of `detect.strategies`. */
type ConfigKey = Exclude<KeyOf<Config>, '$schema' | 'completion.strategies'>
type ValueOf<K extends string, C = Config> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof C
    ? ValueOf<Rest, Part<C, Head>>
    : never
  : K extends keyof C
    ? Part<C, K>
    : never

type May<V> = 'if trusted' | ((before: V, next: V, sources: PolicySources) => boolean)

interface KeyRule<V> {
  readonly read: (config: Config) => V | undefined
  readonly fallback: V
  /** Where the value depends on who is there. */
  readonly byDefault?: (sources: PolicySources) => Sourced<V>
  /** When a project file that the user has not trusted may set it. */
  readonly untrusted: May<V>
  /** No project file sets it, not even a trusted one. */
  readonly isUsersOwn?: boolean
  readonly env?: readonly EnvName<V>[]
  /** The person's own order in this session is above everything else. */
  readonly ordered?: (sources: PolicySources) => V | undefined
  /** For a value that is not to be shown as it is. */
  readonly show?: (value: V) => unknown
}

interface EnvName<V> {
  readonly name: string
  readonly parse: (text: string) => V | undefined
  /** A repository can set it, so that it counts only where this holds. */
  readonly onlyIf?: (before: V, next: V) => boolean
}

interface Sourced<V> {
  readonly value: V
  readonly origin: Origin
  readonly note?: string
}

interface Settled<V> extends Sourced<V> {
  readonly shown: unknown
  /** Variables whose text is no value for this key. */
  readonly unusable: readonly string[]
  readonly warnings: readonly string[]
}

interface Key<V> {
  readonly settle: (sources: PolicySources) => Settled<V>
}

function key<V>(rule: KeyRule<V>): Key<V> {
  return { settle: (sources) => settle(rule, sources) }
}

const MODES: readonly Mode[] = ['off', 'watch', 'balanced', 'strict']
const REVIEWS = ['never', 'on-warning', 'always'] as const
const TAMPERS = ['warn', 'ask-human', 'refuse'] as const
const PROOFS = ['read', 'suspicion', 'always'] as const

const asMode = (text: string): Mode | undefined => MODES.find((mode) => mode === text)
const asCount = (text: string): number | undefined => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)
const asText = (text: string): string | undefined =>
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
const KEYS = {
  mode: key<Mode>({
    read: (c) => c.mode,
    fallback: 'off',
    byDefault: defaultMode,
    ordered: ({ sessionMode }) => sessionMode,
    untrusted: stricterMode,
    env: [{ name: 'FULLSTOP_MODE', parse: asMode, onlyIf: stricterIn(MODES) }],
  }),
  maxContinuations: key({
    read: (c) => c.maxContinuations,
    fallback: 5,
    untrusted: lowers(asCap),
    env: [
      { name: 'FULLSTOP_MAX', parse: asCount },
      { name: 'TASKMASTER_MAX', parse: asCount },
    ],
  }),
  blockedPushes: key({ read: (c) => c.blockedPushes, fallback: 1, untrusted: lowers(asNumber) }),
  'doneToken.prefix': key<string | null>({
    read: (c) => c.doneToken?.prefix,
    fallback: null,
    untrusted: 'if trusted',
    env: [{ name: 'TASKMASTER_DONE_PREFIX', parse: asText }],
  }),
  'detect.strategies': key({
    read: (c) => c.detect?.strategies ?? c.completion?.strategies,
    fallback: [...defaultStrategies],
    untrusted: 'if trusted',
  }),
  'detect.phrases': key({
    read: (c) => c.detect?.phrases,
    fallback: [...DEFAULT_PHRASES],
    untrusted: 'if trusted',
  }),
  checks: key({ read: (c) => c.checks, fallback: [], untrusted: 'if trusted' }),
  'waiting.ignore': key({
    read: (c) => c.waiting?.ignore,
    fallback: ['dev', 'serve', 'watch', 'preview'],
    untrusted: addsTo,
  }),
  baseline: key({ read: (c) => c.baseline, fallback: 'off', untrusted: 'if trusted' }),
  allowCommands: key({ read: (c) => c.allowCommands, fallback: [], untrusted: 'if trusted' }),
  tamper: key({ read: (c) => c.tamper, fallback: 'ask-human', untrusted: stricterIn(TAMPERS) }),
  review: key({ read: (c) => c.review, fallback: 'on-warning', untrusted: stricterIn(REVIEWS) }),
  'notify.desktop': key({ read: (c) => c.notify?.desktop, fallback: false, untrusted: 'if trusted' }),
  'notify.command': key<ValueOf<'notify.command'> | null>({
    read: (c) => c.notify?.command,
    fallback: null,
    untrusted: 'if trusted',
  }),
  'notify.webhook': key<string | null>({
    read: (c) => c.notify?.webhook,
    fallback: null,
    untrusted: 'if trusted',
    show: shownAddress,
  }),
  'notify.secret': key<string | null>({
    // It belongs to the webhook of its own file: no other file has anything signed with it.
    read: (c) => (c.notify?.webhook === undefined ? undefined : (c.notify.secret ?? null)),
    fallback: null,
    untrusted: 'if trusted',
    show: shownSecret,
  }),
  'notify.ntfy': key<string | null>({
    read: (c) => c.notify?.ntfy,
    fallback: null,
    untrusted: 'if trusted',
    show: shownAddress,
  }),
  'memory.briefCharacters': key({ read: (c) => c.memory?.briefCharacters, fallback: 8000, untrusted: 'if trusted' }),
  'memory.keep': key({ read: (c) => c.memory?.keep, fallback: '30d', untrusted: 'if trusted' }),
  continue: key({ read: (c) => c.continue, fallback: 'auto', untrusted: 'if trusted' }),
  'budget.time': key<string | null>({ read: (c) => c.budget?.time, fallback: null, untrusted: lowers(asDuration) }),
  'budget.tokens': key<number | null>({ read: (c) => c.budget?.tokens, fallback: null, untrusted: lowers(asNumber) }),
  'budget.cost': key<number | null>({ read: (c) => c.budget?.cost, fallback: null, untrusted: lowers(asNumber) }),
  idleTimeout: key({ read: (c) => c.idleTimeout, fallback: '10m', untrusted: 'if trusted' }),
  settle: key({ read: (c) => c.settle, fallback: '3s', untrusted: 'if trusted' }),
  'limits.wait': key({ read: (c) => c.limits?.wait, fallback: true, untrusted: 'if trusted' }),
  agent: key<string | null>({
    read: (c) => c.agent,
    fallback: null,
    untrusted: 'if trusted',
    isUsersOwn: true,
    env: [{ name: 'FULLSTOP_AGENT', parse: asText }],
  }),
  'proof.when': key({ read: (c) => c.proof?.when, fallback: 'suspicion', untrusted: stricterIn(PROOFS) }),
  'proof.time': key({ read: (c) => c.proof?.time, fallback: '10m', untrusted: 'if trusted' }),
} satisfies { readonly [K in ConfigKey]: Key<ValueOf<K> | null> }

type SettledKeys = { readonly [K in keyof typeof KEYS]: ReturnType<(typeof KEYS)[K]['settle']> }

export function resolvePolicy(sources: PolicySources): Resolved {
  const settled = settleKeys(sources)
  const rows = Object.entries<Settled<unknown>>(settled)
  return {
    policy: toPolicy(settled, sources),
    settings: rows.map(([name, { shown, origin, note }]) => ({ key: name, value: shown, origin, ...given({ note }) })),
    ...given({ notify: toNotify(settled) }),
    problems: rows.flatMap(([name, { unusable }]) =>
      unusable.map((text) => `${text} is not a value for ${name} and was ignored`),
    ),
    warnings: rows.flatMap(([, { warnings }]) => warnings),
  }
}

/** Every key, once. `fromEntries` forgets which key has which type of value: the cast restores what KEYS says. */
function settleKeys(sources: PolicySources): SettledKeys {
  const rows = Object.entries<Key<unknown>>(KEYS).map(([name, { settle: ask }]) => [name, ask(sources)])
  return Object.fromEntries(rows) as SettledKeys
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

function toNotify(settled: SettledKeys): NotifyChoice | undefined {
  const rows = {
    desktop: settled['notify.desktop'],
    command: settled['notify.command'],
    webhook: settled['notify.webhook'],
    secret: settled['notify.secret'],
    ntfy: settled['notify.ntfy'],
  }
  const { desktop, command, webhook, secret, ntfy } = rows
  const config = given({
    desktop: desktop.value || undefined,
    command: command.value ?? undefined,
    webhook: webhook.value ?? undefined,
    secret: secret.value ?? undefined,
    ntfy: ntfy.value ?? undefined,
  })
  const set = Object.entries(rows).filter(([name]) => Object.hasOwn(config, name))
  if (set.length === 0) return undefined
  return { config, fromProject: set.filter(([, { origin }]) => origin === 'project file').map(([name]) => name) }
}

function settle<V>(rule: KeyRule<V>, sources: PolicySources): Settled<V> {
  const unusable: string[] = []
  const warnings: string[] = []
  let found: Sourced<V> = rule.byDefault?.(sources) ?? { value: rule.fallback, origin: 'default' }
  const fromUser = sources.user && rule.read(sources.user)
  if (fromUser !== undefined) found = { value: fromUser, origin: 'user file' }
  const fromAround = sources.around && rule.read(sources.around.config)
  if (fromAround !== undefined && isTightening(rule, found.value, fromAround, sources))
    found = { value: fromAround, origin: 'project file', note: `of ${sources.around?.root}` }
  const fromProject = sources.project && rule.read(sources.project.config)
  if (fromProject !== undefined) found = withProject(rule, found, fromProject, sources)
  const ordered = rule.ordered?.(sources)
  for (const { name, parse, onlyIf } of [...(rule.env ?? [])].reverse()) {
    const text = sources.env[name]
    if (text === undefined || text === '') continue
    const value = parse(text)
    if (value === undefined) unusable.push(`${name}=${text.slice(0, 40)}`)
    else if (onlyIf && !onlyIf(found.value, value)) {
      // The person's own order overrides the variable, so there is nothing to warn about.
      if (value !== found.value && ordered === undefined) warnings.push(loosens(name, text))
    } else found = { value, origin: 'environment', note: name }
  }
  const fromFlags = sources.flags && rule.read(sources.flags)
  if (fromFlags !== undefined) found = { value: fromFlags, origin: 'flag' }
  if (ordered !== undefined) found = { value: ordered, origin: 'prompt' }
  const shown = rule.show && found.value !== null ? rule.show(found.value) : found.value
  return { ...found, shown, unusable, warnings }
}

function loosens(name: string, text: string): string {
  return (
    `${name}=${text} would loosen the gate and is ignored, since a repository can set it: ` +
    'type "fullstop off" as a prompt, or set "mode" in your own config file'
  )
}

function withProject<V>(rule: KeyRule<V>, before: Sourced<V>, next: V, sources: PolicySources): Sourced<V> {
  const from: Sourced<V> = { value: next, origin: 'project file' }
  if (rule.isUsersOwn) return { ...before, note: 'the project file sets this, but only your own file can' }
  if (sources.project?.trusted === true) return from
  const isAllowed = isTightening(rule, before.value, next, sources)
  return isAllowed ? from : { ...before, note: 'the project file sets this, but it is not trusted' }
}

function isTightening<V>({ untrusted }: KeyRule<V>, before: V, next: V, sources: PolicySources): boolean {
  return typeof untrusted === 'function' && untrusted(before, next, sources)
}

/** Strict in `run` and for taskmaster's users, balanced where somebody sits there, off in other people's scripts. */
function defaultMode({ env, attended, supervised }: PolicySources): Sourced<Mode> {
  const isTaskmaster = Object.keys(env).some((name) => name.startsWith('TASKMASTER_') && Boolean(env[name]))
  if (supervised) return { value: 'strict', origin: 'default' }
  if (isTaskmaster) return { value: 'strict', origin: 'environment', note: 'a TASKMASTER_ variable is set' }
  if (attended) return { value: 'balanced', origin: 'default' }
  return { value: 'off', origin: 'default', note: 'a headless session that fullstop did not start' }
}

function toPolicy(settled: SettledKeys, { project, root, around, supervised }: PolicySources): Policy {
  const { maxContinuations, checks } = settled
  const time = settled['budget.time'].value
  const tokens = settled['budget.tokens'].value
  const cost = settled['budget.cost'].value
  const untrusted = project && !project.trusted ? (project.config.checks ?? []) : []
  const own = named(untrusted)
  const others = named(around?.config.checks ?? []).filter((name) => !own.includes(name))
  return {
    mode: settled.mode.value,
    maxContinuations: maxContinuations.value,
    repeatsReminder: maxContinuations.note === 'TASKMASTER_MAX',
    blockedPushes: settled.blockedPushes.value,
    ...given({ donePrefix: settled['doneToken.prefix'].value ?? undefined }),
    strategies: settled['detect.strategies'].value,
    phrases: settled['detect.phrases'].value,
    checks: checks.value,
    ...given({ root }),
    ...(project?.hash !== undefined && checks.origin === 'project file' ? { trustHash: project.hash } : {}),
    untrustedChecks: [...own, ...others],
    ...(around && others.length > 0 ? { around: { root: around.root, checks: others } } : {}),
    baseline: settled.baseline.value,
    allowCommands: settled.allowCommands.value,
    waitingIgnore: settled['waiting.ignore'].value,
    tamper: settled.tamper.value,
    review: settled.review.value,
    proof: { when: settled['proof.when'].value, timeMs: toMs(settled['proof.time'].value) },
    memory: { briefCharacters: settled['memory.briefCharacters'].value, keepMs: toMs(settled['memory.keep'].value) },
    budget: {
      ...(time === null ? {} : { timeMs: toMs(time) }),
      ...given({ tokens: tokens ?? undefined, cost: cost ?? undefined }),
    },
    ...(supervised
      ? {
          supervision: {
            continue: settled.continue.value,
            idleTimeoutMs: toMs(settled.idleTimeout.value),
            settleMs: toMs(settled.settle.value),
            ...longestWait(settled['limits.wait'].value),
          },
        }
      : {}),
  }
}

function named(checks: NonNullable<Config['checks']>): string[] {
  return checks.slice(0, MOST_NAMED).map(({ name }) => name.slice(0, LONGEST_NAMED))
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
