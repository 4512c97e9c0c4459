// The policy of a task from all its sources: defaults, user file, project file, environment, the person's own prompt.
import type { Config } from '../../contract/config/config.ts'
import type { NotifyConfig } from '../../contract/config/notify.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { given } from '../../contract/given.ts'
import { toMs } from '../text/duration.ts'
import { toBytes } from '../text/size.ts'
import { LONGEST_NAMED, MOST_NAMED, type SettledKeys, settleKeys } from './keys.ts'
import type { Origin, PolicySources, Settled } from './settle-key.ts'

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
  const fromProject = set.filter(([, { origin }]) => origin === 'project file').map(([name]) => name)
  return { config, fromProject, ...given({ page: settled['ui.url'].value ?? undefined }) }
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
    ...given({ worktree: toWorktree(settled, project?.hash) }),
    subtasks: {
      onChildEnd: settled['subtasks.onChildEnd'].value,
      maxDepth: settled['subtasks.maxDepth'].value,
      maxOpen: settled['subtasks.maxOpen'].value,
    },
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

/** Absent where nothing of it is set. */
function toWorktree(settled: SettledKeys, projectHash: string | undefined): Policy['worktree'] {
  const { value: setup, origin } = settled['worktree.setup']
  const link = settled['worktree.link'].value
  const maxDisk = settled['worktree.maxDisk'].value
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
