// Every key of the config: its default, and who may set it to what.
import type { Config, Mode } from '../../contract/config/config.ts'
import { defaultPhrases } from '../strategies/heuristic.ts'
import { defaultStrategies } from '../strategies/index.ts'
import { toMs } from '../text/duration.ts'
import { toBytes } from '../text/size.ts'
import { type PolicyKey, key, type PolicySources, type ResolvedKey, type Sourced } from './resolve-key.ts'

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
const asSize = (value: unknown): number => (typeof value === 'string' ? toBytes(value) : Number.POSITIVE_INFINITY)
/** Names from an untrusted file are stored with each task, so their number and length are bounded. */
export const MOST_NAMED = 200
export const LONGEST_NAMED = 200
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
    fallback: [...defaultPhrases()],
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
  'ui.url': key<string | null>({ read: (c) => c.ui?.url, fallback: null, untrusted: 'if trusted', isUsersOwn: true }),
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
  'worktree.setup': key<ValueOf<'worktree.setup'> | null>({
    read: (c) => c.worktree?.setup,
    fallback: null,
    untrusted: 'if trusted',
  }),
  'worktree.link': key({ read: (c) => c.worktree?.link, fallback: [], untrusted: addsTo }),
  'worktree.maxDisk': key<string | null>({
    read: (c) => c.worktree?.maxDisk,
    fallback: null,
    untrusted: lowers(asSize),
  }),
  trackers: key({ read: (c) => c.trackers, fallback: [], untrusted: 'if trusted' }),
  'subtasks.onChildEnd': key({ read: (c) => c.subtasks?.onChildEnd, fallback: 'continue', untrusted: 'if trusted' }),
  'subtasks.maxDepth': key({ read: (c) => c.subtasks?.maxDepth, fallback: 3, untrusted: lowers(asNumber) }),
  'subtasks.maxOpen': key({ read: (c) => c.subtasks?.maxOpen, fallback: 20, untrusted: lowers(asNumber) }),
} satisfies { readonly [K in ConfigKey]: PolicyKey<ValueOf<K> | null> }

type Values = { readonly [K in keyof typeof KEYS]: (typeof KEYS)[K] extends PolicyKey<infer V> ? V : never }
const BY_NAME: { readonly [K in keyof Values]: PolicyKey<Values[K]> } = KEYS

/** Every key by its name, with the type of its own value. */
export type KeyReader = <K extends keyof Values>(name: K) => ResolvedKey<Values[K]>

export function readerOf(sources: PolicySources): KeyReader {
  return (name) => BY_NAME[name].resolve(sources)
}

/** All keys, in the order of the table. */
export function resolveKeys(sources: PolicySources): (ResolvedKey<unknown> & { readonly key: string })[] {
  return Object.entries<PolicyKey<unknown>>(KEYS).map(([name, { resolve }]) => ({ key: name, ...resolve(sources) }))
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

/** Strict in `run` and for taskmaster's users, balanced where somebody sits there, off in other people's scripts. */
function defaultMode({ env, attended, supervised }: PolicySources): Sourced<Mode> {
  const isTaskmaster = Object.keys(env).some((name) => name.startsWith('TASKMASTER_') && Boolean(env[name]))
  if (supervised) return { value: 'strict', origin: 'default' }
  if (isTaskmaster) return { value: 'strict', origin: 'environment', note: 'a TASKMASTER_ variable is set' }
  if (attended) return { value: 'balanced', origin: 'default' }
  return { value: 'off', origin: 'default', note: 'a headless session that fullstop did not start' }
}
