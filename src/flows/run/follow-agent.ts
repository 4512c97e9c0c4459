// Follows a run from beside it: what the agent says and does, from the output that its stint keeps, and what was recorded
// of the task. Reads only; the run does not notice.
import type { Driver } from '../../agents/agent.ts'
import type { Spoken } from '../../contract/agent/conversation.ts'
import type { Event } from '../../contract/event.ts'
import type { Signal } from '../../contract/agent/signal.ts'
import type { RunTask, TaskState } from '../../contract/state.ts'
import { plainText } from '../../domain/strategies/plain-text.ts'
import { followEvents, followTask } from '../home/follow.ts'
import { outputFile, readStintOpening } from '../home/stint-files.ts'
import { maskFor } from '../project/mask.ts'
import { linesOf } from '../stint/lines-of.ts'
import { loadDriver } from '../transcript/read-stints.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { World } from '../world.ts'
import { isUnderWay } from './opening/run-folder.ts'

const LOOK_MS = 200
/** Whether somebody still runs the task is asked the system. */
const ASK_EVERY = 5

/** Its words, or what it does. */
export interface HeardOfAgent {
  readonly kind: 'said' | 'does'
  readonly text: string
}

export type Heard = HeardOfAgent | { readonly kind: 'event'; readonly event: Event }

/** Calls back until the run has ended or is left; the answer is the task as it stood last. */
export async function followAgent(
  world: World,
  task: RunTask,
  { onHeard, after, left }: { onHeard: (heard: Heard) => void; after: number; left: AbortSignal },
): Promise<TaskState> {
  const ear = await openEar(world, task, onHeard)
  const nextTask = followTask(world, task.id)
  const nextEvents = followEvents(world, task.id, after)
  let state: TaskState = task
  try {
    for (let look = 0; ; look++) {
      state = (await nextTask()) ?? state
      const isOver =
        state.status === 'ended' || (look % ASK_EVERY === 0 && !(await isUnderWay(world, { ...task, ...state })))
      const events = await nextEvents()
      ear.listen(state.run?.stint?.id)
      for (const event of events) onHeard({ kind: 'event', event })
      if ((isOver && events.length === 0) || left.aborted) return state
      await world.sleep(LOOK_MS)
    }
  } finally {
    ear.close()
  }
}

/** What the agent of a run says and does, stint after stint. */
export interface AgentEar {
  /** Tells what was printed since, of this stint from its beginning. Without a stint: of the one that was named last. */
  readonly listen: (stint?: string) => void
  readonly close: () => void
}

export async function openEar(world: World, task: RunTask, onHeard: (heard: HeardOfAgent) => void): Promise<AgentEar> {
  const { openTail } = await world.openWorkshop()
  const driver = await loadDriver(task)
  const mask = maskFor(world, [task.policy.root, task.cwd])
  const tell: Following['tell'] = (heard) => onHeard({ ...heard, text: mask(heard.text) })
  let followed: FollowedStint | undefined
  return {
    listen: (stint) => {
      // What the former stint printed last is told before anything of the next one.
      followed?.read()
      if (stint === undefined || stint === followed?.stint) return
      followed?.close()
      const spoken = driver?.conversation && readStintOpening(world, stint)
      followed = followStint({ stint, tail: openTail(outputFile(world, stint), 0), driver, spoken, tell })
      followed.read()
    },
    close: () => followed?.close(),
  }
}

interface FollowedStint {
  readonly stint: string
  readonly read: () => void
  readonly close: () => void
}

type Tail = ReturnType<Awaited<ReturnType<World['openWorkshop']>>['openTail']>

interface Following {
  readonly stint: string
  readonly tail: Tail
  readonly driver: Driver | undefined
  /** How a conversation began: what its agent says is understood from there on. */
  readonly spoken: Spoken | undefined
  readonly tell: (heard: HeardOfAgent) => void
}

function followStint({ stint, tail, driver, spoken, tell }: Following): FollowedStint {
  let state = spoken?.state
  const lines = linesOf()
  const begun = new Set<string>()
  const hear = (line: Buffer): void => {
    if (line.length === 0) return
    if (!driver) return tellPlain(line, tell)
    const skimmed = driver.skim?.(line)
    const parsed = skimmed ? undefined : parseLine(line.toString())
    const answered = state === undefined || parsed === undefined ? undefined : driver.conversation?.speak(state, parsed)
    if (answered) state = answered.state
    const signals = [...(skimmed ?? driver.toSignals(parsed)), ...(answered?.signals ?? [])]
    for (const signal of signals) for (const heard of toHeard(signal, begun)) tell(heard)
  }
  return {
    stint,
    read: () => {
      for (let piece = tail.read(); piece.length > 0; piece = tail.read()) lines.add(piece).forEach(hear)
    },
    close: () => {
      lines.rest().forEach(hear)
      tail.close()
    },
  }
}

function tellPlain(line: Buffer, tell: Following['tell']): void {
  const text = plainText(line.toString()).trimEnd()
  if (text !== '') tell({ kind: 'said', text })
}

/** A call that was told of when it began is not told of again when it returns. */
function toHeard(signal: Signal, begun: Set<string>): readonly HeardOfAgent[] {
  if (signal.kind === 'doing') {
    if (begun.has(signal.id)) return []
    begun.add(signal.id)
    return [{ kind: 'does', text: signal.text }]
  }
  if (signal.kind !== 'entry') return []
  const { entry } = signal
  if (entry.kind === 'said') return entry.text.trim() === '' ? [] : [{ kind: 'said', text: entry.text }]
  if (entry.kind !== 'tool-called' || begun.has(entry.id)) return []
  begun.add(entry.id)
  return [{ kind: 'does', text: entry.detail === undefined ? entry.name : `${entry.name} ${entry.detail}` }]
}
