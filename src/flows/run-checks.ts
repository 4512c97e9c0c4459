// Carries out a run of checks: takes the folder's lock, runs what no known result stands for, and binds each result to
// the tree it was taken on. Runs in a process of its own; decides nothing.
import { join } from 'node:path'
import { findResult } from '../checks/reuse.ts'
import type { CheckConfig } from '../contract/config.ts'
import type { Artefact, CheckRun } from '../contract/evidence.ts'
import type { Event } from '../contract/event.ts'
import type { WorkspaceState } from '../contract/state.ts'
import type { Workshop } from '../platform/workshop.ts'
import { collapse, diffTrees, readTree, type Tree, untrackedId } from '../workspace/tree.ts'
import { type Carrying, checkKey, head, record } from './carrying.ts'
import { runOne } from './run-one.ts'
import { CHECK_MARK } from './check-mark.ts'
import { REAPER, pidFile, type RunRequest } from './run-request.ts'
import { settle } from './settle.ts'
import { sweep } from './sweep.ts'
import {
  SURELY_ARTEFACT,
  aliveFile,
  artefactsIn,
  folderLock,
  gitDoor,
  hashNow,
  hashWithout,
  workspaceId,
} from './workspace.ts'
import type { World } from './world.ts'

/** A check runs at most this often in one run: once more where the tree moved under it. */
const MOST_RUNS = 2
const LOOK_MS = 50
const MOST_LOOKS = 20
const MOST_ARTEFACTS = 300
const ARTEFACTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000

export async function runChecks(world: World, request: RunRequest, signal: AbortSignal): Promise<void> {
  const shop = await world.openWorkshop()
  const alive = await takeAlive(world, shop, request.run)
  // Somebody carries this very run out already.
  if (!alive) return
  shop.disk.writeWhole(pidFile(world, request.run), `${shop.pid}\n`)
  const workspace = workspaceId(world, request.root)
  shop.disk.makeFolder(join(world.stateHome, 'locks'))
  const lock = await takeFolder(world, shop, folderLock(world, workspace), signal)
  if (!lock) return
  await shop.adoptOrphans()
  const mark = { name: CHECK_MARK, value: workspace }
  // What a former run left behind, because it was killed, must not meet what runs now.
  await shop.endMarked(`${mark.name}=${mark.value}`, new Set())
  const reaper = shop.startReaper([REAPER, workspace], world.env)
  const spared = new Set(reaper.pid === undefined ? [] : [reaper.pid])
  try {
    await carryOut({ world, shop, request, workspace, mark, spared, signal })
  } finally {
    await reaper.dismiss()
    lock.release()
  }
  await settle(world, shop, request)
  alive.release()
  await sweep(world, shop)
}

/** Whoever looks whether we live holds the file for a moment, and is nobody who carries the run out. */
async function takeAlive(world: World, shop: Workshop, run: string): Promise<{ release: () => void } | undefined> {
  for (let attempt = 1; attempt < MOST_LOOKS; attempt++) {
    const alive = shop.takeLock(aliveFile(world, run))
    if (alive) return alive
    await world.sleep(10)
  }
  return shop.takeLock(aliveFile(world, run))
}

async function takeFolder(
  world: World,
  shop: Workshop,
  path: string,
  signal: AbortSignal,
): Promise<{ release: () => void } | undefined> {
  for (;;) {
    const lock = shop.takeLock(path)
    if (lock || signal.aborted) return lock
    await world.sleep(LOOK_MS)
  }
}

type TreeNow = { readonly tree?: Tree; readonly why?: string }

/** What has been found out about one check in this run. */
interface Found {
  readonly result: CheckRun
  /** The tree before it ran; absent where there was none to read. */
  readonly before?: Tree | undefined
  readonly runs: number
}

async function carryOut(carrying: Carrying): Promise<void> {
  const { world, request, workspace } = carrying
  const { state } = await world.store.loadWorkspace(workspace)
  let now = await readNow(carrying)
  const due = await notKnownYet(carrying, state, now)
  await record(carrying, {
    ...head(carrying),
    kind: 'checks.started',
    workspace,
    run: request.run,
    root: request.root,
    cause: request.cause,
    checks: due.map((check) => check.name),
  })
  const found = new Map<string, Found>()
  const notes: string[] = []
  let artefacts = state?.artefacts ?? []
  for (;;) {
    if (carrying.signal.aborted && found.size > 0) break
    const check = next(due, found, { run: request.run, now, artefacts })
    if (!check) break
    const former = found.get(check.name)
    if (former && former.runs >= MOST_RUNS) {
      found.set(check.name, { ...former, result: keepsChanging(former.result), before: undefined })
      await record(carrying, finished(carrying, keepsChanging(former.result)))
      continue
    }
    const before = now
    const result = before.why === undefined ? await runOne(carrying, check) : unreadable(carrying, check, before.why)
    now = before.why === undefined ? await readNow(carrying) : before
    const moved = before.tree && now.tree ? diffTrees(before.tree, now.tree) : { tracked: [], untracked: [] }
    artefacts = merged(artefacts, written(carrying, now, moved.untracked))
    if (moved.tracked.length > 0) notes.push(`check "${check.name}" changed tracked files: ${listed(moved.tracked)}`)
    const isStill = request.counts && moved.tracked.length === 0 && before.tree !== undefined && now.tree !== undefined
    const bound =
      isStill && before.tree ? { ...result, tree: hashLike(before.tree, { run: request.run, now, artefacts }) } : result
    const ended = now.why !== undefined && before.why === undefined ? gone(bound, now.why) : bound
    found.set(check.name, { result: ended, before: before.tree, runs: (former?.runs ?? 0) + 1 })
    await record(carrying, finished(carrying, ended))
    // The agent is at work: what comes now is no longer how things stood when the task began.
    if (request.cause === 'baseline' && moved.tracked.length > 0) break
  }
  await record(carrying, ending(carrying, { run: request.run, found, now, artefacts, notes }))
}

/** Another claim may have had the same checks run while this one waited for the folder. */
async function notKnownYet(
  { world, request }: Carrying,
  state: WorkspaceState | undefined,
  now: TreeNow,
): Promise<readonly CheckConfig[]> {
  if (!request.mayReuse || !state || !now.tree) return request.checks
  const tree = hashNow(now.tree, state.artefacts)
  return request.checks.filter(
    (check) =>
      findResult(state.results, { key: checkKey(world, check), tree, runs: [], since: request.askedAt }) === undefined,
  )
}

interface Moment {
  readonly run: string
  readonly now: TreeNow
  readonly artefacts: WorkspaceState['artefacts']
}

/** The hash of an earlier tree, leaving out what is an artefact by now. */
function hashLike(tree: Tree, { run, now, artefacts }: Moment): string {
  return hashWithout(tree, now.tree ? artefactsIn(now.tree, artefacts, [run]) : [])
}

/** Each runs once before any runs again: what a later one moves would void a second run too. */
function next(due: readonly CheckConfig[], found: ReadonlyMap<string, Found>, moment: Moment): CheckConfig | undefined {
  const open = due.filter((check) => !isSettled(found.get(check.name), moment))
  return open.find((check) => !found.has(check.name)) ?? open[0]
}

function isSettled(found: Found | undefined, moment: Moment): boolean {
  if (!found) return false
  // A failure is a failure; only a pass must hold for the very tree that is there.
  if (found.result.result !== 'passed' || !found.before || !moment.now.tree) return true
  return hashLike(found.before, moment) === hashLike(moment.now.tree, moment)
}

function ending(
  carrying: Carrying,
  end: Moment & {
    readonly found: ReadonlyMap<string, Found>
    readonly notes: readonly string[]
  },
): Event {
  const { world, workspace, request } = carrying
  const tree = end.now.tree && hashLike(end.now.tree, end)
  const valid = [...end.found.values()].filter(({ before }) => before !== undefined && hashLike(before, end) === tree)
  return {
    ...head(carrying),
    kind: 'checks.finished',
    workspace,
    run: request.run,
    cause: request.cause,
    ...(tree === undefined ? {} : { tree }),
    valid: request.counts ? valid.map(({ result }) => result.name) : [],
    artefacts: keptArtefacts(end.artefacts, world.now()),
    notes: [...new Set(end.notes)],
  }
}

function keptArtefacts(artefacts: WorkspaceState['artefacts'], now: Date): Artefact[] {
  return artefacts.filter(({ at }) => now.getTime() - Date.parse(at) < ARTEFACTS_KEPT_MS).slice(0, MOST_ARTEFACTS)
}

async function readNow({ world, shop, request }: Carrying): Promise<TreeNow> {
  const read = await readTree(gitDoor(world, shop), request.root)
  return read.ok ? { tree: read.tree } : { why: read.why }
}

function written({ world, request }: Carrying, now: TreeNow, untracked: readonly string[]): Artefact[] {
  const { tree } = now
  if (!tree) return []
  const at = world.now().toISOString()
  // While an agent is free again, what changes may be its own work.
  const isTheirs = request.heldUntil === undefined || at < request.heldUntil
  return collapse(tree, untracked).map((path) => ({
    path,
    id: untrackedId(tree, path) ?? '',
    at,
    run: request.run,
    seen: isTheirs ? SURELY_ARTEFACT : 1,
  }))
}

function merged(artefacts: WorkspaceState['artefacts'], fresh: readonly Artefact[]): WorkspaceState['artefacts'] {
  const paths = new Set(fresh.map(({ path }) => path))
  const counted = fresh.map((one) => {
    const before = artefacts.find(({ path }) => path === one.path)
    return { ...one, seen: Math.max(one.seen, before ? before.seen + (before.run === one.run ? 0 : 1) : 0) }
  })
  return [...counted, ...artefacts.filter(({ path }) => !paths.has(path))]
}

function keepsChanging(result: CheckRun): CheckRun {
  const { tree: _moved, ...rest } = result
  return { ...rest, result: 'could-not-run', why: 'the tree keeps changing while the checks run' }
}

function gone(result: CheckRun, why: string): CheckRun {
  return { ...result, result: 'could-not-run', why: `the workspace cannot be read after it: ${why}` }
}

function unreadable({ world, request }: Carrying, check: CheckConfig, why: string): CheckRun {
  return {
    name: check.name,
    key: checkKey(world, check),
    result: 'could-not-run',
    why: `the workspace cannot be read: ${why}`,
    run: request.run,
    startedAt: world.now().toISOString(),
    durationMs: 0,
    tail: '',
    failures: [],
  }
}

function finished(carrying: Carrying, check: CheckRun): Event {
  const { workspace, request } = carrying
  return { ...head(carrying), kind: 'check.finished', workspace, run: request.run, cause: request.cause, check }
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).join(', ')
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown
}
