// Takes a task to its end: asks what is to be done next, does it, records it, and asks again. It holds nothing that is not
// in the store or in a file of a stint: killed at any moment, another one continues from there.
import { given } from '../../contract/given.ts'
import type { Reason } from '../../contract/decision.ts'
import { FullstopError } from '../../contract/error.ts'
import type { Event } from '../../contract/event.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import type { RunTask } from '../../contract/state.ts'
import { loadSession } from '../session/load-known.ts'
import { maskFor } from '../project/mask.ts'
import { budgetLeft } from '../../domain/subtasks/budget-left.ts'
import { areHeld, isAwaited, isOpen, isReviewed } from '../../domain/subtasks/heed.ts'
import { untoldOf } from '../../domain/subtasks/news.ts'
import { attachRun } from './opening/open-run.ts'
import { onRunStop } from './on-run-stop.ts'
import { removeFeedback } from '../session/feedback.ts'
import { promptJoined } from '../session/open-request.ts'
import { readPlain } from '../transcript/plain-output.ts'
import { isDriven, readUndecided } from '../transcript/read-stints.ts'
import { stamp, type World } from '../world.ts'
import type { StintReading } from '../../domain/tasks/run/stint.ts'
import { endChecks } from './end-checks.ts'
import { keepTime } from './keep-time.ts'
import { leave } from './leave-run.ts'
import { leaveStint } from '../stint/leave-stint.ts'
import { removeInputs } from './remove-inputs.ts'
import { startStint } from './start-stint.ts'
import { type Circumstances, type Effect, step } from './step.ts'
import { followStint, tellStint } from './stint-turn.ts'
import { followRun, loadRun, type Supervising } from './supervising.ts'
import { takeBaseline } from './take-baseline.ts'
import { removeWords, writeWords } from '../stint/words.ts'
import { stopwatch } from '../stint/working-time.ts'

const LOOK_MS = 200

/** Until the task has ended, waits for a person's review, or was paused. */
export async function supervise(supervised: Supervising): Promise<RunTask> {
  const time = keepTime(supervised)
  try {
    return await untilOver({ ...supervised, noteTime: time.note })
  } finally {
    time.stop()
  }
}

async function untilOver(supervising: Supervising): Promise<RunTask> {
  let reading: StintReading | undefined
  // A person who left the review for later is not asked again.
  let isLeft = false
  // Subtasks that this supervisor took on.
  const taken = new Set<string>()
  for (;;) {
    await supervising.noteTime?.()
    const task = await loadRun(supervising)
    await supervising.onLook({ task, reading })
    const effect = nextEffect(supervising, task, await subtasksNow(supervising, task, taken))
    if (effect.kind === 'over' || (effect.kind === 'review' && isLeft)) return leave(supervising, task)
    if (effect.kind === 'review') {
      isLeft = !(await review(supervising, task))
      continue
    }
    if (effect.kind === 'subtask') taken.add(effect.subtask)
    reading = await carryOut(supervising, task, effect, reading)
    // Whatever happens, signals are heard in between.
    await supervising.world.sleep(0)
  }
}

/** An interruption lets the current turn finish and begins no other. */
function nextEffect(supervising: Supervising, task: RunTask, subtasks: SubtasksNow): Effect {
  const { world, interruption, ask, jitter, firstPauseMs } = supervising
  const effect = step(task, {
    now: world.now(),
    jitter: jitter(),
    firstPauseMs,
    canResume: isDriven(task),
    canAsk: ask !== undefined,
    canReview: supervising.review !== undefined && !interruption.asked.aborted,
    ...subtasks,
  })
  const isBegun = effect.kind === 'watch' || effect.kind === 'decide' || effect.kind === 'end'
  if (effect.kind === 'over' || !interruption.asked.aborted) return effect
  if (isBegun && !(interruption.now.aborted && effect.kind === 'decide')) return effect
  // The task above it is what was interrupted: this one is left as it stands, and continues with it.
  if (task.parent !== undefined) return { kind: 'over' }
  return {
    kind: 'end',
    outcome: 'interrupted',
    because: [{ code: 'interrupted', text: 'you interrupted the run' }],
  }
}

type SubtasksNow = Pick<Circumstances, 'subtask' | 'isHeld' | 'held'>

/** Asked only where the agent waits for one. The reviews of those in `taken` were shown when they were taken on. */
async function subtasksNow(
  { world }: Supervising,
  { id, run }: RunTask,
  taken: ReadonlySet<string>,
): Promise<SubtasksNow> {
  const decision = run.lastDecision
  if (run.phase !== 'ready' || decision?.kind !== 'allow' || decision.then !== 'subtasks') return {}
  const concerns = await world.store.listConcerns(id)
  const isHeld = areHeld(concerns.filter(isOpen)) && untoldOf(concerns, world.processes.isAlive).length === 0
  const held = concerns.find((one) => isReviewed(one) && !taken.has(one.id))?.id
  return { subtask: concerns.find(isAwaited)?.id, isHeld, held }
}

/** In the same folder and under the same lock, since the agent above it waits. Its time is time of the task above. */
async function superviseSubtask(supervising: Supervising, subtask: string): Promise<void> {
  const { world } = supervising
  const child = { ...supervising, task: subtask }
  const task = await loadRun(child)
  const above = await loadRun(supervising)
  // The turn that opened it, and subtasks before it, have used more since.
  const left = task.run.stints === 0 ? budgetLeft(above.policy.budget, above.run, world.now()) : undefined
  await attachRun(world, task, left)
  await supervise(child)
}

async function carryOut(
  supervising: Supervising,
  task: RunTask,
  effect: Exclude<Effect, { kind: 'over' | 'review' }>,
  reading: StintReading | undefined,
): Promise<StintReading | undefined> {
  const { world } = supervising
  switch (effect.kind) {
    case 'start':
      // A program that still waits at its prompt gives way to its successor.
      if (task.run.stint?.isAlive) await leaveStint(world, task.run.stint.id)
      await record(world, task, await startStint(world, task, effect))
      return undefined
    case 'baseline':
      await takeBaseline(supervising, task)
      return undefined
    case 'tell':
      await tellStint(world, task, effect)
      return undefined
    case 'watch':
      return followStint(supervising, task)
    case 'decide':
      await decideStop(supervising, task, reading)
      return undefined
    case 'wait':
      await waitFor(supervising, task, effect)
      return undefined
    case 'subtask':
      await superviseSubtask(supervising, effect.subtask)
      return undefined
    case 'ask':
      await answer(supervising, task, effect.question)
      return undefined
    case 'end':
      await end(world, task, effect.outcome, effect.because)
      return undefined
  }
}

/** The person at the terminal looks at it, unless somebody answers elsewhere meanwhile. False: they left it for later. */
async function review(supervising: Supervising, task: RunTask): Promise<boolean> {
  const isOver = ({ status }: RunTask): boolean => status !== 'awaiting-review'
  await whileOpen(supervising, async (over) => supervising.review?.(task.id, over), isOver)
  return isOver(await loadRun(supervising))
}

/** Aborted once the task has ended: somebody else cancelled it while we were busy. */
async function whileOpen<T>(
  supervising: Supervising,
  work: (ended: AbortSignal) => Promise<T>,
  isOver = ({ status }: RunTask): boolean => status === 'ended',
): Promise<T> {
  const { sleep } = supervising.world
  const readRun = followRun(supervising)
  const ended = new AbortController()
  const worked = new AbortController()
  const look = async (): Promise<void> => {
    for (; !worked.signal.aborted && !ended.signal.aborted; await sleep(LOOK_MS)) {
      if (isOver(await readRun())) ended.abort()
    }
  }
  look().catch(() => {
    // A store that cannot be read fails the work itself, with its own words.
  })
  try {
    return await work(ended.signal)
  } finally {
    worked.abort()
  }
}

async function decideStop(supervising: Supervising, task: RunTask, followed: StintReading | undefined): Promise<void> {
  const { world, interruption } = supervising
  const known = await loadSession(world, task.session)
  const told = followed ?? (await readUndecided(world, task, known))
  // A claim that stands was read when it was made.
  const isRead = isDriven(task) || task.run.undecided.length === 0
  const reading = isRead ? told : readPlain(world, task, known)
  const answered = answerOf(supervising, task.run.setup)
  const stopped = await whileOpen(supervising, async (ended) => {
    const signal = AbortSignal.any([interruption.now, ended])
    const deciding = onRunStop(world, {
      task: task.id,
      reading,
      end: task.run.lastEnd ?? { kind: 'stopped' },
      ...given({ answer: answered }),
      onLook: () => {
        // What cannot be drawn now is drawn later.
        supervising.onLook({ task, reading, isVerifying: true }).catch(() => undefined)
      },
      signal,
    })
    return unlessAborted(world, task, deciding, signal)
  })
  if (!stopped) return
  if (stopped.kind === 'decided') await removeInputs(world, task.run)
  // Until the agent has said a word, it may have to be told once more.
  if (stopped.kind === 'decided' && task.run.isBegun) {
    await removeWords(world, task.id, task.run)
    await removeFeedback(world, task)
  }
  if (stopped.kind === 'probe') await probe(world, task)
}

/** Undefined: nobody wants the decision any more. Should it still come, it is not recorded. */
async function unlessAborted<T>(
  world: World,
  task: RunTask,
  deciding: Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  const first = await Promise.race([deciding, aborted])
  if (first !== 'aborted') return first
  const over = deciding.then(
    () => 'over' as const,
    () => 'over' as const,
  )
  // The checks may begin only after they were to end.
  do await endChecks(world, task)
  while ((await Promise.race([over, world.sleep(LOOK_MS)])) !== 'over')
  return undefined
}

async function probe(world: World, task: RunTask): Promise<void> {
  if (task.run.stint?.isAlive) await tellStint(world, task, { kind: 'tell', how: 'probe', say: '' })
  else await record(world, task, await startStint(world, task, { kind: 'start', how: 'probe' }))
}

/** Where nobody can be asked, it is as if nothing had been said of it. */
function answerOf({ ask }: Supervising, { answer: wanted }: RunSetup): RunSetup['answer'] {
  return wanted?.kind === 'ask' && !ask ? undefined : wanted
}

async function waitFor(
  supervising: Supervising,
  task: RunTask,
  { until, why, isNew }: Extract<Effect, { kind: 'wait' }>,
): Promise<void> {
  const { world, interruption } = supervising
  const head = { session: task.session, task: task.id }
  if (isNew) await record(world, task, { ...stamp(world), kind: 'wait.started', ...head, until, why })
  const waited = stopwatch(world)
  const readRun = followRun(supervising)
  const longest = longestWait(world, await readRun())
  for (;;) {
    await supervising.noteTime?.()
    const now = await readRun()
    await supervising.onLook({ task: now })
    if (now.run.phase !== 'waiting' || now.status === 'ended' || interruption.asked.aborted) return
    const left = Math.min(Date.parse(until) - world.now().getTime(), longest - waited())
    if (left <= 0) break
    await world.sleep(Math.min(LOOK_MS, left))
  }
  await world.store.append([{ ...stamp(world), kind: 'wait.ended', ...head }])
}

/**
 * A moment that the provider named stays that moment, whatever becomes of our clock. A pause of our own is over once it
 * has lasted long enough, also if the clock was set back.
 */
function longestWait({ now }: World, { run: { wait, lastEnd } }: RunTask): number {
  if (!wait || lastEnd?.retryAt !== undefined) return Number.POSITIVE_INFINITY
  const left = Date.parse(wait.until) - now().getTime()
  return Math.min(left, Date.parse(wait.until) - Date.parse(wait.since))
}

async function answer(supervising: Supervising, task: RunTask, question: string): Promise<void> {
  const { world } = supervising
  const said = await whileOpen(supervising, async (ended) => (await supervising.ask?.(question, ended))?.trim() ?? '')
  if (said === '') {
    if (supervising.interruption.asked.aborted) return
    await end(world, task, 'needs-input', [{ code: 'question', text: question }])
    return
  }
  await writeWords(world, task.id, task.run.turns, said)
  const { state } = await world.store.loadSession(task.session)
  const joins = { session: task.session, task: task.id, request: state?.request?.id ?? '' }
  const text = maskFor(world, [task.policy.root, task.cwd])(said)
  await record(world, task, promptJoined(world, joins, { text }, true))
}

async function end(world: World, task: RunTask, outcome: Outcome, because: readonly Reason[]): Promise<void> {
  const head = { ...stamp(world), session: task.session, task: task.id }
  await record(world, task, { ...head, kind: 'task.ended', outcome, because: [...because] })
}

/** If another process came first, nothing is recorded, and the task is looked at again. */
async function record(world: World, task: RunTask, event: Event): Promise<boolean> {
  const { version, state } = await world.store.loadTask(task.id)
  // Somebody cancelled it, or another supervisor continued it.
  if (state?.status === 'ended' || state?.run?.turns !== task.run.turns) return false
  const appended = await world.store.append([event], [{ kind: 'task', id: task.id, version }])
  if (appended === 'spooled') {
    throw new FullstopError('store-unwritable', 'the store was in use for too long', `fullstop resume ${task.id}`)
  }
  return appended === 'appended'
}
