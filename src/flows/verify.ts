// What a success claim rests on, here and now: known results where they hold for the very tree, a run of the checks where
// they do not, and what the agent did to the yardstick. Gathers; `decide` judges.
import { judgeCommand } from '../checks/command.ts'
import { newFailures } from '../checks/failure-lines.ts'
import { toPathMatcher } from '../checks/paths.ts'
import { findResult, type Held } from '../checks/reuse.ts'
import { joinWords } from '../checks/words.ts'
import type { FileChange } from '../contract/change.ts'
import type { Claim } from '../contract/claim.ts'
import type { CheckConfig } from '../contract/config.ts'
import type { CheckRun, Evidence, EvidenceCheck } from '../contract/evidence.ts'
import type { CheckEvidence, Verification } from '../contract/facts.ts'
import type { Policy } from '../contract/policy.ts'
import type { TaskState, Verifying, WorkspaceState } from '../contract/state.ts'
import type { Workshop } from '../platform/workshop.ts'
import { watchTampering } from '../tamper/watch.ts'
import { isYardstick } from '../tamper/yardstick.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import type { GitDoor } from '../workspace/git.ts'
import { readChanges, readStart, readUncommitted, type Start } from '../workspace/start.ts'
import { readTree, type Tree } from '../workspace/tree.ts'
import { agoText } from './ago.ts'
import { checkKey } from './carrying.ts'
import { startRun, waitForRun } from './run-request.ts'
import { loadStart } from './start.ts'
import { isTrusted } from './trust.ts'
import { artefactsIn, gitDoor, hashNow, runFolder, workspaceId } from './workspace.ts'
import type { World } from './world.ts'

const MOST_CHANGED = 100
const COMMAND_SHOWN = 80

export interface ToVerify {
  readonly policy: Policy
  readonly claim: Claim
  readonly session: string
  readonly taskId: string | undefined
  /** Absent where this very stop opens the task. */
  readonly task?: TaskState | undefined
  /** A claim whose checks had not ended at the last stop. */
  readonly verifying?: Verifying | undefined
  /** The claim is that one: it counts only if the tree is still the one it was made on. */
  readonly isCarried: boolean
  /** When the answer must be given. */
  readonly until: number
}

export interface Verified {
  readonly verification: Verification
  readonly evidence: Evidence
  /** The run that the claim still waits for. */
  readonly run?: string
  /** The tree is another than the one that the claim was made on. */
  readonly isStale?: boolean
}

export async function verify(world: World, asked: ToVerify): Promise<Verified> {
  const { policy } = asked
  const { root } = policy
  if (root === undefined) return nowhere(world, policy)
  const shop = await world.openWorkshop()
  const door = gitDoor(world, shop)
  const [changes, uncommitted, read] = await Promise.all([
    changesSince(world, shop, asked, root),
    readUncommitted(door, root),
    readTree(door, root),
  ])
  const { due, skipped } = applicable(policy.checks, changes)
  const proposed = ownCommand(asked.claim, policy)
  const checks = [...due, ...proposed.checks]
  const base: Base = {
    asked,
    root,
    checks,
    skipped,
    notes: [...notesOf(asked, changes, uncommitted), ...proposed.notes],
    changes,
    untrusted: policy.untrustedChecks.map((name) => notRun(world, name, notTrusted(root))),
  }
  if (policy.trustHash !== undefined && !isTrusted(world, root, policy.trustHash)) {
    return withoutRun(world, base, 'the trust in fullstop.json was revoked, or the file it was given for is another')
  }
  if (!read.ok) return withoutRun(world, base, `the workspace cannot be read: ${read.why}`)
  return resolve(world, shop, base, read.tree)
}

interface Base {
  readonly asked: ToVerify
  readonly root: string
  readonly checks: readonly CheckConfig[]
  readonly skipped: Evidence['skipped']
  readonly notes: readonly string[]
  readonly changes: Changes
  readonly untrusted: readonly CheckRun[]
}

/** Known results, or else a run: waited for as long as there is time. */
async function resolve(world: World, shop: Workshop, base: Base, tree: Tree): Promise<Verified> {
  const { asked, root, checks } = base
  const pending = asked.verifying?.run
  // What ended since this stop began was found out for it, even if another process asked.
  const since = world.startedAt().toISOString()
  const isWaitedFor = pending !== undefined && (await isRunning(world, shop, { run: pending, root }))
  if (!isWaitedFor) {
    const known = await lookUp(world, base, tree, { runs: pending === undefined ? [] : [pending], since })
    if (known.missing.length === 0) return finished(world, base, known)
    if (asked.isCarried) return { ...finished(world, base, known), isStale: true }
  }
  const started = isWaitedFor
    ? { run: pending, process: undefined }
    : startRun(world, shop, {
        root,
        cause: 'claim',
        checks,
        task: asked.taskId,
        session: asked.session,
        mayReuse: true,
        counts: true,
      })
  const { run, process } = started
  const state = await waitForRun(world, shop, { run, root }, { until: asked.until, process })
  if (state === 'running') {
    const { state: known } = await world.store.loadWorkspace(workspaceId(world, root))
    const done = known?.run?.id === run ? known.run.done : []
    const names = checks.map((check) => check.name).filter((name) => !done.includes(name))
    return { verification: { kind: 'running', checks: names }, evidence: toEvidence(base, { run, checks: [] }), run }
  }
  const after = await readTree(gitDoor(world, shop), root)
  if (!after.ok) return withoutRun(world, base, `the workspace cannot be read: ${after.why}`)
  const known = await lookUp(world, base, after.tree, { runs: [run], since })
  if (asked.isCarried && state === 'ended' && known.missing.length > 0) {
    return { ...finished(world, base, known), isStale: true }
  }
  const why =
    state === 'lost'
      ? `the process that ran the checks is gone without a result (see ${runFolder(world, run)})`
      : 'the tree changed after the checks had run'
  return finished(world, base, { ...known, run, missing: [], held: [...known.held, ...failedAll(world, known, why)] })
}

async function isRunning(world: World, shop: Workshop, run: { run: string; root: string }): Promise<boolean> {
  return (await waitForRun(world, shop, run, { until: 0 })) === 'running'
}

interface Known {
  readonly tree?: string
  readonly run?: string
  readonly held: readonly (Held & { readonly check: CheckConfig })[]
  readonly missing: readonly CheckConfig[]
  readonly notes: readonly string[]
}

/** What the store knows of these checks on this tree. */
export async function lookUp(
  world: World,
  { root, checks }: Pick<Base, 'root' | 'checks'>,
  tree: Tree,
  wanted: { readonly runs: readonly string[]; readonly since: string },
): Promise<Known> {
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const hash = hashNow(tree, state?.artefacts ?? [])
  const found = checks.map((check) => ({
    check,
    held: findResult(state?.results ?? [], { key: checkKey(world, check), tree: hash, ...wanted }),
  }))
  return {
    tree: hash,
    held: found.flatMap(({ check, held }) => (held ? [{ ...held, check }] : [])),
    missing: found.filter(({ held }) => held === undefined).map(({ check }) => check),
    notes: state ? notesOfRun(state, tree, wanted.runs) : [],
  }
}

function notesOfRun(state: WorkspaceState, tree: Tree, runs: readonly string[]): string[] {
  const ours = state.run && runs.includes(state.run.id) ? state.run.notes : []
  const left = artefactsIn(tree, state.artefacts)
  const shown = left.slice(0, 5).join(', ')
  return [...ours, ...(left.length > 0 ? [`left out of the tree, since checks write it: ${shown}`] : [])]
}

function failedAll(world: World, { missing }: Known, why: string): Known['held'] {
  return missing.map((check) => ({ check, result: notRun(world, check.name, why, check), reused: false }))
}

function finished(world: World, base: Base, known: Known): Verified {
  const now = world.now()
  const checks = known.held.map(({ result, reused, check }) =>
    compared({ ...result, name: check.name, reused }, base.asked.task),
  )
  const evidence = toEvidence(base, {
    ...(known.tree === undefined ? {} : { tree: known.tree }),
    ...(known.run === undefined ? {} : { run: known.run }),
    checks,
    notes: known.notes,
  })
  return { verification: toVerification(evidence, now), evidence }
}

/** How a check stood when the task began, where that is known and nothing moved under it. */
export function compared(check: EvidenceCheck, task: TaskState | undefined): EvidenceCheck {
  const before = task?.baseline?.find((one) => one.key === check.key && one.tree !== undefined)
  if (!before || before.result === 'could-not-run') return check
  if (before.result === 'passed') return { ...check, before: 'passed' }
  return { ...check, before: 'failed', newFailures: newFailures(before.failures, check.failures).slice(0, 10) }
}

export function toVerification(evidence: Evidence, now: Date): Verification {
  const skipped = evidence.skipped.map(({ name }) => name)
  if (evidence.checks.length === 0 && skipped.length === 0) return { kind: 'none' }
  return { kind: 'done', evidence: evidence.checks.map((check) => toFact(check, now)), skipped }
}

function toFact(check: EvidenceCheck, now: Date): CheckEvidence {
  const fresh = check.newFailures?.length ? `new: ${check.newFailures.join('\n     ')}\n` : ''
  const tail = `${fresh}${check.tail}`
  return {
    name: check.name,
    result: check.result,
    why: check.why,
    ...(tail === '' || check.result === 'passed' ? {} : { tail }),
    ...(check.reused ? { ran: agoText(check.startedAt, now) } : {}),
    before: check.before,
    newFailures: check.newFailures,
  }
}

function toEvidence(
  { root, skipped, notes, changes, untrusted, asked }: Base,
  found: { tree?: string; run?: string; checks: readonly EvidenceCheck[]; notes?: readonly string[] },
): Evidence {
  const files = changes.ok ? changes.changes.map(({ path, how }) => ({ path, how })) : undefined
  const isUnchanged = files?.length === 0 && changes.ok && changes.isSeen
  const isWarned = isUnchanged && asked.policy.strategies.includes('file-change')
  return {
    root,
    ...(found.tree === undefined ? {} : { tree: found.tree }),
    ...(found.run === undefined ? {} : { run: found.run }),
    checks: [...found.checks, ...untrusted.map((check) => ({ ...check, reused: false }))],
    skipped,
    ...(files === undefined ? {} : { changed: files.slice(0, MOST_CHANGED), changedCount: files.length }),
    notes: [...notes, ...(found.notes ?? [])],
    warnings: isWarned ? ['success is claimed on a tree that is unchanged since the task began'] : [],
    tampering: changes.ok ? watchTampering(changes.changes) : [],
  }
}

function withoutRun(world: World, base: Base, why: string): Verified {
  const checks = base.checks.map((check) => ({ ...notRun(world, check.name, why, check), reused: false }))
  const evidence = toEvidence(base, { checks })
  return { verification: toVerification(evidence, world.now()), evidence }
}

function nowhere(world: World, { checks, untrustedChecks }: Policy): Verified {
  const why = 'there is no repository and no fullstop.json here, so no tree that a result could hold for'
  const all = [...checks.map((check) => check.name), ...untrustedChecks]
  const evidence: Evidence = {
    checks: all.map((name) => ({ ...notRun(world, name, why), reused: false })),
    skipped: [],
    notes: [],
    warnings: [],
    tampering: [],
  }
  return { verification: toVerification(evidence, world.now()), evidence }
}

export function notRun(world: World, name: string, why: string, check?: CheckConfig): CheckRun {
  return {
    name,
    key: check ? checkKey(world, check) : '',
    result: 'could-not-run',
    why,
    run: '',
    startedAt: world.now().toISOString(),
    durationMs: 0,
    tail: '',
    failures: [],
  }
}

export function notTrusted(root: string): string {
  return `not trusted; run \`fullstop trust\` in ${root}`
}

type Changes =
  | { readonly ok: true; readonly changes: readonly FileChange[]; readonly isSeen: boolean }
  | { readonly ok: false; readonly why: string }

/** Where the start was not seen, the last commit stands in for it: what was not committed then looks like the agent's. */
async function changesSince(world: World, shop: Workshop, { task }: ToVerify, root: string): Promise<Changes> {
  const door = gitDoor(world, shop)
  const start = loadStart(world, task?.start)
  const from = start ?? (await lastCommit(door, root))
  if (!from) return { ok: false, why: 'there is no repository' }
  const read = await readChanges(door, root, from, isYardstick)
  if (!read.ok) return read
  const changes = read.changes.map((change) => ({
    ...change,
    ...(change.before === undefined ? {} : { before: maskSecrets(change.before) }),
    ...(change.after === undefined ? {} : { after: maskSecrets(change.after) }),
  }))
  return { ok: true, changes, isSeen: start !== undefined }
}

async function lastCommit(door: GitDoor, root: string): Promise<Start | undefined> {
  const now = await readStart(door, root, () => false)
  return now && { ...(now.head === undefined ? {} : { head: now.head }), dirty: [], seen: false }
}

/** A check that names `paths` is left out when nothing under them changed; what changed must be known for that. */
function applicable(
  checks: readonly CheckConfig[],
  changes: Changes,
): { due: readonly CheckConfig[]; skipped: Evidence['skipped'] } {
  const isSkipped = (check: CheckConfig): boolean => {
    if (check.paths === undefined || check.paths.length === 0 || !changes.ok || !changes.isSeen) return false
    const matches = toPathMatcher(check.paths)
    return !changes.changes.some(({ path }) => matches(path))
  }
  return {
    due: checks.filter((check) => !isSkipped(check)),
    skipped: checks
      .filter(isSkipped)
      .map(({ name, paths = [] }) => ({ name, why: `nothing under ${paths.join(', ')} changed` })),
  }
}

function ownCommand({ command }: Claim, policy: Policy): { checks: readonly CheckConfig[]; notes: readonly string[] } {
  if (command === undefined || command.trim() === '') return { checks: [], notes: [] }
  const judged = judgeCommand(command, policy.checks, policy.allowCommands)
  const shown = maskSecrets(command).replaceAll(/\s+/g, ' ').slice(0, COMMAND_SHOWN)
  if (judged.kind === 'run') {
    const name = `command: ${joinWords(judged.argv).slice(0, COMMAND_SHOWN)}`
    // What the check needs to run at all, its extension needs too.
    const extended = policy.checks.find((check) => check.name === judged.check)
    return {
      checks: [
        {
          name,
          run: judged.argv,
          ...(extended?.env === undefined ? {} : { env: extended.env }),
          ...(extended?.timeout === undefined ? {} : { timeout: extended.timeout }),
        },
      ],
      notes: [],
    }
  }
  if (judged.kind === 'same-as') return { checks: [], notes: [] }
  return { checks: [], notes: [`command proposed, not run: ${shown} (${judged.why})`] }
}

function notesOf({ task, isCarried }: ToVerify, changes: Changes, uncommitted: readonly string[]): string[] {
  const nth = (task?.claims ?? 0) + (isCarried ? 0 : 1)
  const notes = [`claim ${nth} of this task`]
  if (uncommitted.length > 0) notes.push(`uncommitted changes: ${counted(uncommitted.length)}`)
  if (!changes.ok) notes.push(`what changed is not known: ${changes.why}`)
  else if (!changes.isSeen) notes.push('the start of the task was not seen: compared with the last commit')
  else if (changes.changes.length === 0) notes.push('nothing changed since the task began')
  return notes
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}
