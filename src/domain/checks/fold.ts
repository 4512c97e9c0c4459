// What is known of a folder in which checks run, folded from the events of its runs.
import type { Event, EventOf } from '../../contract/event.ts'
import type { WorkspaceState } from '../../contract/state.ts'
import { extraName } from './extra-run.ts'
import { given } from '../../contract/given.ts'

const MOST_RESULTS = 40
const MOST_RUNS = 50
const MOST_PROOFS = 10

export function stepWorkspace(state: WorkspaceState | undefined, event: Event): WorkspaceState | undefined {
  if (event.kind === 'checks.started') return started(state, event)
  if (!state) return undefined
  switch (event.kind) {
    case 'check.started':
      return inRun(state, event.run, (run) => ({ ...run, current: { name: event.name, since: event.at } }))
    case 'check.finished':
      return finished(state, event)
    case 'proof.started':
      return inRun(state, event.run, (run) => ({ ...run, extra: event.extra.map(extraName), extraSince: event.at }))
    case 'proof.finished':
      return proved(state, event)
    case 'checks.finished':
      return ended(state, event)
    default:
      return state
  }
}

type Run = NonNullable<WorkspaceState['run']>

function started(state: WorkspaceState | undefined, event: EventOf<'checks.started'>): WorkspaceState {
  const run: Run = { id: event.run, checks: event.checks, startedAt: event.at, done: [], ended: false, notes: [] }
  return { results: [], artefacts: [], endedRuns: [], ...state, id: event.workspace, root: event.root, run }
}

function inRun(state: WorkspaceState, id: string, change: (run: Run) => Run): WorkspaceState {
  return state.run?.id === id ? { ...state, run: change(state.run) } : state
}

/** A check that ran twice in one run counts by its last result. */
function finished(state: WorkspaceState, { check, run: id }: EventOf<'check.finished'>): WorkspaceState {
  const others = state.results.filter((result) => result.run !== id || result.name !== check.name)
  const results = kept([check, ...others])
  return inRun({ ...state, results }, id, ({ current: _done, ...run }) => ({
    ...run,
    done: [...run.done.filter((name) => name !== check.name), check.name],
  }))
}

/** Of the older ones the newest of each check that tells what ran: later rounds are compared with it. */
function kept(results: WorkspaceState['results']): WorkspaceState['results'] {
  const recent = results.slice(0, MOST_RESULTS)
  const keys = new Set<string>()
  const older = results.slice(MOST_RESULTS).filter(({ key, ran, tree }) => {
    if (ran === undefined || tree === undefined || keys.has(key) || keys.size >= MOST_RESULTS) return false
    keys.add(key)
    return true
  })
  return [...recent, ...older]
}

function proved(
  state: WorkspaceState,
  { run, tree, yardstick, extra, settled }: EventOf<'proof.finished'>,
): WorkspaceState {
  const proof = { run, ...given({ tree }), yardstick, extra, settled }
  const others = (state.proofs ?? []).filter((one) => one.run !== run)
  return { ...state, proofs: [proof, ...others].slice(0, MOST_PROOFS) }
}

/** Only the end of a run knows all that its checks wrote, and so the tree that its results hold for. */
function ended(state: WorkspaceState, event: EventOf<'checks.finished'>): WorkspaceState {
  const results = state.results.map((result) => {
    if (result.run !== event.run || event.tree === undefined || !event.valid.includes(result.name)) return result
    return { ...result, tree: event.tree }
  })
  const endedRuns = [event.run, ...state.endedRuns].slice(0, MOST_RUNS)
  return inRun(
    { ...state, results, artefacts: event.artefacts, endedRuns },
    event.run,
    ({ current: _done, ...run }) => ({
      ...run,
      ended: true,
      ...given({ tree: event.tree, left: event.left }),
      notes: event.notes,
    }),
  )
}
