// The policy of a task from all its sources: defaults, user file, project file, environment, the person's own prompt.
import type { Config } from '../../contract/config/config.ts'
import type { NotifyConfig } from '../../contract/config/notify.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { given } from '../../contract/given.ts'
import { toMs } from '../text/duration.ts'
import { toBytes } from '../text/size.ts'
import { LONGEST_NAMED, MOST_NAMED, type KeyReader, readerOf, resolveKeys } from './keys.ts'
import type { Origin, PolicySources } from './resolve-key.ts'

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
  /** `ui.url`: the page of a task stands behind it. */
  readonly page?: string
}

export function resolvePolicy(sources: PolicySources): Resolved {
  const read = readerOf(sources)
  const rows = resolveKeys(sources)
  return {
    policy: toPolicy(read, sources),
    settings: rows.map(({ key, shown, origin, note }) => ({ key, value: shown, origin, ...given({ note }) })),
    ...given({ notify: toNotify(read) }),
    problems: rows.flatMap(({ key, unusable }) =>
      unusable.map((text) => `${text} is not a value for ${key} and was ignored`),
    ),
    warnings: rows.flatMap(({ warnings }) => warnings),
  }
}

function toNotify(read: KeyReader): NotifyChoice | undefined {
  const rows = {
    desktop: read('notify.desktop'),
    command: read('notify.command'),
    webhook: read('notify.webhook'),
    secret: read('notify.secret'),
    ntfy: read('notify.ntfy'),
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
  const fromProject = set.filter(([, { origin }]) => origin === 'project file').map(([name]) => name)
  return { config, fromProject, ...given({ page: read('ui.url').value ?? undefined }) }
}

function toPolicy(read: KeyReader, { project, root, around, supervised }: PolicySources): Policy {
  const maxContinuations = read('maxContinuations')
  const checks = read('checks')
  const time = read('budget.time').value
  const tokens = read('budget.tokens').value
  const cost = read('budget.cost').value
  const untrusted = project && !project.trusted ? (project.config.checks ?? []) : []
  const own = named(untrusted)
  const others = named(around?.config.checks ?? []).filter((name) => !own.includes(name))
  return {
    mode: read('mode').value,
    maxContinuations: maxContinuations.value,
    repeatsReminder: maxContinuations.note === 'TASKMASTER_MAX',
    blockedPushes: read('blockedPushes').value,
    ...given({ donePrefix: read('doneToken.prefix').value ?? undefined }),
    strategies: read('detect.strategies').value,
    phrases: read('detect.phrases').value,
    checks: checks.value,
    ...given({ root }),
    ...(project?.hash !== undefined && checks.origin === 'project file' ? { trustHash: project.hash } : {}),
    untrustedChecks: [...own, ...others],
    ...(around && others.length > 0 ? { around: { root: around.root, checks: others } } : {}),
    baseline: read('baseline').value,
    allowCommands: read('allowCommands').value,
    waitingIgnore: read('waiting.ignore').value,
    tamper: read('tamper').value,
    review: read('review').value,
    proof: { when: read('proof.when').value, timeMs: toMs(read('proof.time').value) },
    memory: { briefCharacters: read('memory.briefCharacters').value, keepMs: toMs(read('memory.keep').value) },
    ...given({ worktree: toWorktree(read, project?.hash) }),
    subtasks: {
      onChildEnd: read('subtasks.onChildEnd').value,
      maxDepth: read('subtasks.maxDepth').value,
      maxOpen: read('subtasks.maxOpen').value,
    },
    budget: {
      ...(time === null ? {} : { timeMs: toMs(time) }),
      ...given({ tokens: tokens ?? undefined, cost: cost ?? undefined }),
    },
    ...(supervised
      ? {
          supervision: {
            continue: read('continue').value,
            idleTimeoutMs: toMs(read('idleTimeout').value),
            settleMs: toMs(read('settle').value),
            ...longestWait(read('limits.wait').value),
          },
        }
      : {}),
  }
}

/** Absent where nothing of it is set. */
function toWorktree(read: KeyReader, projectHash: string | undefined): Policy['worktree'] {
  const { value: setup, origin } = read('worktree.setup')
  const link = read('worktree.link').value
  const maxDisk = read('worktree.maxDisk').value
  if (setup === null && link.length === 0 && maxDisk === null) return undefined
  return {
    link,
    ...given({
      setup: setup ?? undefined,
      trustHash: setup !== null && origin === 'project file' ? projectHash : undefined,
      maxDiskBytes: maxDisk === null ? undefined : toBytes(maxDisk),
    }),
  }
}

function named(checks: NonNullable<Config['checks']>): string[] {
  return checks.slice(0, MOST_NAMED).map(({ name }) => name.slice(0, LONGEST_NAMED))
}

function longestWait(wait: boolean | string): { longestWaitMs?: number } {
  if (wait === true) return {}
  return { longestWaitMs: wait === false ? 0 : toMs(wait) }
}

/** The policy after an order that a person typed in this session. */
export function policyUnder(policy: Policy, order: string | undefined): Policy {
  if (order === 'off') return { ...policy, mode: 'off' }
  return order === 'on' || order === 'strict' ? { ...policy, mode: 'strict' } : policy
}
