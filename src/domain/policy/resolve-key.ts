// What one key of the config is set to, and by whom: default, user file, project file, environment, flag, prompt.
// An untrusted project file may only tighten, and spend less: nothing that it names is run, sent or loosened.
import type { Config, Mode } from '../../contract/config/config.ts'

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

type May<V> = 'if trusted' | ((before: V, next: V, sources: PolicySources) => boolean)

export interface KeyRule<V> {
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

export interface Sourced<V> {
  readonly value: V
  readonly origin: Origin
  readonly note?: string
}

export interface ResolvedKey<V> extends Sourced<V> {
  readonly shown: unknown
  /** Variables whose text is no value for this key. */
  readonly unusable: readonly string[]
  readonly warnings: readonly string[]
}

export interface PolicyKey<V> {
  readonly resolve: (sources: PolicySources) => ResolvedKey<V>
}

export function key<V>(rule: KeyRule<V>): PolicyKey<V> {
  return { resolve: (sources) => resolve(rule, sources) }
}

function resolve<V>(rule: KeyRule<V>, sources: PolicySources): ResolvedKey<V> {
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
