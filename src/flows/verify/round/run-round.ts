// The checks of a round, one after the other: each result is bound to the tree it was taken on; where the tree moved under a
// check, it runs once more.
import { findResult } from '../../../domain/checks/reuse.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import type { Event } from '../../../contract/event.ts'
import type { WorkspaceState } from '../../../contract/state.ts'
import type { Tree } from '../../../adapters/workspace/tree/tree.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import { artefactsIn, hashNow, hashWithout, keptUntil, merged, written } from './artefacts.ts'
import { type Carrying, checkKey, head, hold, record } from './round-files.ts'
import { endedFile } from '../../home/rounds/round-request.ts'
import { listed } from '../../../domain/text/listed.ts'
import { MOST_LEFT } from './known-results.ts'
import { readWorkspace } from '../read-tree.ts'
import { proveIfDue } from '../extra/prove-if-due.ts'
import { runOne } from './run-one.ts'
import { notRun } from '../to-evidence.ts'
import { given } from '../../../contract/given.ts'

/** A check runs at most this often in one run. */
const MOST_RUNS = 2

type TreeNow = { readonly tree?: Tree; readonly why?: string }

/** What has been found out about one check in this run. */
interface Found {
  readonly result: CheckRun
  /** The tree before it ran; absent where there was none to read. */
  readonly before?: Tree | undefined
  readonly runs: number
}

/** How far the run has come. */
interface Progress {
  readonly run: string
  readonly now: TreeNow
  readonly artefacts: WorkspaceState['artefacts']
  readonly found: ReadonlyMap<string, Found>
  readonly notes: readonly string[]
  /** Nothing more is to be found out. */
  readonly isOver: boolean
}

/**
 * `handed`: the tree as the process that asked has just read it. Cut off: all checks passed, and what speaks against that was
 * not looked into to the end.
 */
export async function carryOut(carrying: Carrying, handed?: Tree): Promise<'whole' | 'cut-off'> {
  const { world, request, workspace } = carrying
  const { state } = await world.store.loadWorkspace(workspace)
  const now = handed ? { tree: handed } : await readNow(carrying)
  const due = notKnownYet(carrying, state, now)
  hold(carrying, {
    ...head(carrying),
    kind: 'checks.started',
    workspace,
    run: request.run,
    root: request.root,
    cause: request.cause,
    checks: due.map((check) => check.name),
  })
  const artefacts = state?.artefacts ?? []
  let progress: Progress = { run: request.run, now, artefacts, found: new Map(), notes: [], isOver: false }
  for (;;) {
    const check = progress.isOver ? undefined : next(carrying, due, progress)
    if (!check) break
    progress = await runNext(carrying, check, progress)
  }
  const { isCutOff, ...after } = await proved(carrying, state, progress)
  await record(carrying, ending(carrying, after))
  sayEnded(carrying)
  // Who waits for the round records what it follows from it, and waits for the disk itself.
  await world.store.append([])
  return isCutOff === true ? 'cut-off' : 'whole'
}

/** Without room for it, who waits finds the end a little later. */
function sayEnded({ world, shop, request }: Carrying): void {
  try {
    shop.disk.writeQuickly(endedFile(world, request.run), '')
  } catch {
    // As above.
  }
}

/** Where all checks passed on one tree, what speaks against that is looked into. The tree is read again afterwards. */
async function proved(
  carrying: Carrying,
  state: WorkspaceState | undefined,
  progress: Progress,
): Promise<Progress & { readonly isCutOff?: boolean }> {
  const { trees } = carrying
  const { tree } = progress.now
  const passed = tree && !progress.isOver ? passedOn(carrying, state, progress) : undefined
  if (!tree || !passed || carrying.request.proof === undefined) return progress
  let after = progress
  const proof = await proveIfDue(carrying, {
    tree,
    hash: hashLike(trees, tree, progress),
    passed,
    state,
    hashNow: async () => {
      after = { ...progress, now: await readNow(carrying, tree) }
      return after.now.tree && hashLike(trees, after.now.tree, after)
    },
  })
  if (proof) hold(carrying, proof)
  return { ...after, isCutOff: !proof && carrying.signal.aborted }
}

/** Undefined where one of them did not pass on the tree that is there. */
function passedOn(
  carrying: Carrying,
  state: WorkspaceState | undefined,
  progress: Progress,
): ReadonlyMap<string, CheckRun> | undefined {
  const { trees, request } = carrying
  const tree = progress.now.tree && hashNow(trees, progress.now.tree, progress.artefacts)
  const known = request.checks.map((check) => {
    const found = progress.found.get(check.name)
    if (found) return isFinal(trees, found, progress) ? found.result : undefined
    return tree === undefined ? undefined : knownResult(carrying, state, tree, check)
  })
  const passed = known.flatMap((one) => (one?.result === 'passed' ? [one] : []))
  if (passed.length < request.checks.length) return undefined
  return new Map(passed.map((one, index) => [request.checks[index]?.name ?? one.name, one]))
}

/** Another claim may have had the same checks run while this one waited for the folder. */
function notKnownYet(carrying: Carrying, state: WorkspaceState | undefined, now: TreeNow): readonly CheckConfig[] {
  const { request, trees } = carrying
  if (!request.mayReuse || !state || !now.tree) return request.checks
  const tree = hashNow(trees, now.tree, state.artefacts)
  return request.checks.filter((check) => knownResult(carrying, state, tree, check) === undefined)
}

function knownResult(
  { world, request }: Carrying,
  state: WorkspaceState | undefined,
  tree: string,
  check: CheckConfig,
): CheckRun | undefined {
  return findResult(state?.results ?? [], {
    key: checkKey(world, check),
    tree,
    task: request.task,
    opened: request.opened,
    runs: [],
    since: request.since ?? request.askedAt,
  })?.result
}

/** Each runs once before any runs again: what a later one moves would void a second run too. */
function next({ trees }: Carrying, due: readonly CheckConfig[], progress: Progress): CheckConfig | undefined {
  const open = due.filter((check) => !isFinal(trees, progress.found.get(check.name), progress))
  return open.find((check) => !progress.found.has(check.name)) ?? open[0]
}

function isFinal(trees: Trees, found: Found | undefined, progress: Progress): boolean {
  if (!found) return false
  // A failure is a failure; only a pass must hold for exactly this tree.
  if (found.result.result !== 'passed' || !found.before || !progress.now.tree) return true
  return hashLike(trees, found.before, progress) === hashLike(trees, progress.now.tree, progress)
}

async function runNext(carrying: Carrying, check: CheckConfig, progress: Progress): Promise<Progress> {
  const former = progress.found.get(check.name)
  if (former && former.runs >= MOST_RUNS) return givenUp(carrying, check, progress, former)
  const before = progress.now
  if (before.why !== undefined) return unreadable(carrying, check, progress, before.why)
  const result = await runOne(carrying, check)
  const now = await readNow(carrying, before.tree)
  const moved =
    before.tree && now.tree ? carrying.trees.diffTrees(before.tree, now.tree) : { tracked: [], untracked: [] }
  const fresh = now.tree ? written(carrying, now.tree, moved.untracked) : []
  const after: Progress = { ...progress, now, artefacts: merged(progress.artefacts, fresh) }
  const runs = (former?.runs ?? 0) + 1
  const bound = moved.tracked.length === 0 ? boundTo(carrying, result, before.tree, after) : result
  const ended = now.why === undefined ? bound : gone(result, now.why)
  hold(carrying, finished(carrying, ended))
  const note = `check "${check.name}" changed tracked files: ${listed(moved.tracked)}`
  return {
    ...after,
    found: new Map([...progress.found, [check.name, { result: ended, before: before.tree, runs }]]),
    notes: moved.tracked.length > 0 ? [...progress.notes, note] : progress.notes,
    isOver: isEnough(carrying, moved.tracked),
  }
}

/** Interrupted; or it was to be the baseline, and the agent is at work: what comes now is no longer how things stood. */
function isEnough({ signal, request }: Carrying, moved: readonly string[]): boolean {
  return signal.aborted || (request.cause === 'baseline' && moved.length > 0)
}

function boundTo({ trees, request }: Carrying, result: CheckRun, tree: Tree | undefined, after: Progress): CheckRun {
  const isBound = request.counts && tree !== undefined && after.now.tree !== undefined
  return isBound ? { ...result, tree: hashLike(trees, tree, after) } : result
}

async function givenUp(carrying: Carrying, check: CheckConfig, progress: Progress, former: Found): Promise<Progress> {
  const { tree: _moved, ...rest } = former.result
  const why = 'the tree keeps changing while the checks run'
  const result: CheckRun = { ...rest, result: 'could-not-run', why }
  await record(carrying, finished(carrying, result))
  return { ...progress, found: new Map([...progress.found, [check.name, { ...former, result, before: undefined }]]) }
}

async function unreadable(carrying: Carrying, check: CheckConfig, progress: Progress, why: string): Promise<Progress> {
  const { world, request } = carrying
  const result = { ...notRun(world, check.name, `the workspace cannot be read: ${why}`, check), run: request.run }
  await record(carrying, finished(carrying, result))
  return { ...progress, found: new Map([...progress.found, [check.name, { result, runs: 1 }]]) }
}

function gone(result: CheckRun, why: string): CheckRun {
  return { ...result, result: 'could-not-run', why: `the workspace cannot be read after it: ${why}` }
}

/** The hash of an earlier tree, leaving out what is an artefact by now. */
function hashLike(trees: Trees, tree: Tree, { run, now, artefacts }: Progress): string {
  return hashWithout(trees, tree, now.tree ? artefactsIn(trees, now.tree, artefacts, [run]) : [])
}

function ending(carrying: Carrying, end: Progress): Event {
  const { world, trees, workspace, request } = carrying
  const tree = end.now.tree && hashLike(trees, end.now.tree, end)
  const left = end.now.tree ? artefactsIn(trees, end.now.tree, end.artefacts, [end.run]) : []
  const valid = [...end.found.values()].filter(
    ({ before }) => before !== undefined && hashLike(trees, before, end) === tree,
  )
  return {
    ...head(carrying),
    kind: 'checks.finished',
    workspace,
    run: request.run,
    cause: request.cause,
    ...given({ tree }),
    ...(left.length === 0 ? {} : { left: left.slice(0, MOST_LEFT) }),
    valid: request.counts ? valid.map(({ result }) => result.name) : [],
    artefacts: keptUntil(end.artefacts, world.now()),
    notes: [...new Set(end.notes)],
  }
}

async function readNow({ world, shop, request }: Carrying, earlier?: Tree): Promise<TreeNow> {
  const read = await readWorkspace(world, shop, request.root, earlier)
  return read.ok ? { tree: read.reading.tree } : { why: read.why }
}

function finished(carrying: Carrying, check: CheckRun): Event {
  const { workspace, request } = carrying
  return { ...head(carrying), kind: 'check.finished', workspace, run: request.run, cause: request.cause, check }
}
