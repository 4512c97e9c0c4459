// The last tool calls of a session, from the end of its transcript: the cost is that of the end, never of the file.
import { findAgent } from '../../agents/index.ts'
import type { SeenCall } from '../../agents/agent.ts'
import type { RecentToolCall } from '../../contract/context.ts'
import type { SessionState, TaskState } from '../../contract/state.ts'
import { endOfTranscript, openTranscript } from './open-transcript.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { loadDriver } from './read-stints.ts'
import { parseLine } from './read-tail.ts'
import { outputFile } from '../home/stint-files.ts'
import type { World } from '../world.ts'

const MOST_CALLS = 20
const MOST_TEXT = 300
/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_READ = 8000
const TAIL = 512 * 1024

export async function recentCalls(
  world: World,
  session: SessionState | undefined,
  mask: Mask,
  task?: TaskState,
): Promise<readonly RecentToolCall[]> {
  const source = task?.run ? await ofStint(world, task) : ofTranscript(world, session)
  if (!source) return []
  const text = source.read()
  if (text === undefined) return []
  const seen = callsIn(text, source.toCalls)
  const called = seen.flatMap((call) => (call.kind === 'called' ? [call] : []))
  return called.slice(-MOST_CALLS).map(({ id, name, at, input }) => {
    const answer = seen.find((other) => other.kind === 'returned' && other.id === id)
    const output = answer?.kind === 'returned' ? answer : undefined
    return {
      name: name.slice(0, 100),
      timestamp: at === '' ? world.now().toISOString() : at,
      input: shown(input, mask),
      ...(output ? { output: shown(output.output, mask) } : {}),
      status: output ? (output.failed ? 'error' : 'completed') : 'pending',
    }
  })
}

interface Source {
  /** The end of what was written; undefined where it cannot be read. */
  readonly read: () => string | undefined
  readonly toCalls: (line: unknown) => readonly SeenCall[]
}

function ofTranscript(world: World, session: SessionState | undefined): Source | undefined {
  const reader = session && findAgent(session.agent)?.transcript
  const path = session?.transcriptPath
  if (!reader?.toCalls || path === undefined) return undefined
  return { read: () => endOfTranscript(openTranscript(world, reader, path), TAIL), toCalls: reader.toCalls }
}

/** What a supervised agent printed last. */
async function ofStint(world: World, task: TaskState): Promise<Source | undefined> {
  const { run } = task
  const toCalls = (await loadDriver(task))?.toCalls
  if (!toCalls || !run?.stint) return undefined
  const path = outputFile(world, run.stint.id)
  const read = (): string | undefined => {
    const part = world.files.readPart(path, { from: 0, most: TAIL }, [world.stateHome])
    return part.kind === 'part' ? part.text : undefined
  }
  return { read, toCalls }
}

/** From the end, until there are enough. */
function callsIn(text: string, toCalls: Source['toCalls']): SeenCall[] {
  const found: SeenCall[][] = []
  let calls = 0
  for (let end = text.length; end > 0 && calls < MOST_CALLS;) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = toCalls(parseLine(text.slice(start, end)))
    calls += line.filter((call) => call.kind === 'called').length
    found.push([...line])
    end = start - 1
  }
  return found.reverse().flat()
}

function shown(text: string, mask: Mask): string {
  const masked = mask(text.slice(0, MOST_READ))
  return masked.length > MOST_TEXT ? `${masked.slice(0, MOST_TEXT - 1)}…` : masked
}
