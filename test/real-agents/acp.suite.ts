// The suite of ACP: the same stories for every agent, under `fullstop run --acp` and behind the gate of an editor. One
// start of a program is dear, so a story proves several things. What came of it goes to dist/conformance/acp-run/ and
// acp-gate/, for scripts/conformance.ts.
import { afterAll, describe, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, lastMatch, type ModelRequest, say, type Step, toolsOf } from '../model-server/script.ts'
import { startModelServer } from '../model-server/server.ts'
import { isExhaustive } from '../rounds.ts'
import { type AcpAgentProgram, programsOf } from './acp-agents.ts'
import { gateStories } from './acp-gate-stories.ts'
import { runStories } from './acp-run-stories.ts'
import type { Outcome } from './conformance.suite.ts'
import { openRoom, type Room, writeFiles } from './room.ts'
import type { RunProven } from './run.suite.ts'

export interface AcpStory {
  readonly name: string
  /** What it proves, in order. A reason: this agent cannot show it. */
  readonly proves: readonly { readonly title: string; readonly notHere?: string | undefined }[]
  /** Left out for an agent that is slow to start, unless all rounds are played. */
  readonly isLong?: boolean
  /** Calls `proven` as soon as something is. */
  readonly play: (stage: AcpStage, proven: (title: string) => void) => Promise<void>
}

export interface AcpStage {
  readonly agent: AcpAgentProgram
  readonly room: Room
  /** What the model is to say next, in order; beyond that it always stops. */
  readonly says: (...steps: Step[]) => void
  /** What it was asked, without the side jobs of the agent. */
  readonly asked: () => readonly ModelRequest[]
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export const OUR_TOOL = 'mcp__fullstop__complete_task'
export const REQUEST = 'Write the answer, 42, into the file answer.'
const CHECK = { name: 'answer', run: 'sh check.sh' }
const MOST_SIDE_TOOLS = 6
const LEFT_OUT =
  'left out, since the agent takes seconds to start; `FULLSTOP_TEST_ROUNDS=100 npm run test:agents` plays it'

export async function acpSuite(agent: AcpAgentProgram): Promise<void> {
  const programs = await programsOf(agent)
  const missing = typeof programs === 'string' ? programs : undefined
  for (const [way, stories] of [
    ['run', runStories(agent)],
    ['gate', gateStories(agent)],
  ] as const) {
    const results: { title: string; outcome: Outcome }[] = []
    describe(`${way} with ${agent.title} ${agent.version}`, () => {
      for (const story of stories) {
        const why = missing ?? (story.isLong && agent.isSlow && !isExhaustive ? LEFT_OUT : undefined)
        const told = story.proves.map(({ title, notHere }) => ({ title, outcome: firstOf(why, notHere) }))
        results.push(...told)
        const isEmpty = story.proves.every(({ notHere }) => notHere !== undefined)
        test.skipIf(why !== undefined || isEmpty)(
          `${story.name}${why === undefined ? '' : ` (skipped: ${why})`}`,
          async () => {
            for (const one of told) if (one.outcome.kind === 'not-run') one.outcome = { kind: 'failed' }
            await staged(agent, programs as readonly string[], (stage) =>
              story.play(stage, (title) => {
                const one = told.find((other) => other.title === title)
                if (!one) throw new Error(`The story does not announce: ${title}`)
                if (one.outcome.kind === 'failed') one.outcome = { kind: 'passed' }
              }),
            )
          },
        )
      }
    })
    afterAll(() => {
      const folder = join(import.meta.dirname, '..', '..', 'dist', 'conformance', `acp-${way}`)
      const proven: RunProven = { title: agent.title, version: agent.version, results }
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${agent.id}.json`), `${JSON.stringify(proven, null, 2)}\n`)
    })
  }
}

function firstOf(skipped: string | undefined, notHere: string | undefined): Outcome {
  if (notHere !== undefined) return { kind: 'not-applicable', why: notHere }
  return skipped === undefined ? { kind: 'not-run' } : { kind: 'skipped', why: skipped }
}

export async function staged(
  agent: AcpAgentProgram,
  programs: readonly string[],
  play: (stage: AcpStage) => Promise<void>,
): Promise<void> {
  await using room = openRoom({
    files: { 'check.sh': 'test "$(cat answer)" = 42 || { echo "wrong answer"; exit 3; }\n' },
  })
  const steps: Step[] = []
  const asked: ModelRequest[] = []
  const model = await startModelServer({
    script: [],
    whenExhausted: (request) => {
      if (isSideJob(request)) return say('A title')
      asked.push(request)
      const step = steps.shift() ?? 'I stop here.'
      return typeof step === 'function' ? step(request) : step
    },
  })
  // The person's own file needs no trust.
  writeFiles(room.fullstopHome, { 'config.json': JSON.stringify({ checks: [CHECK] }) })
  const { argv, env } = agent.start(programs, room, model)
  try {
    const says = (...more: Step[]) => void steps.push(...more)
    await play({ agent, room, says, asked: () => asked, argv, env: { ...env, FULLSTOP_FIRST_PAUSE_MS: '20' } })
  } finally {
    await model.close()
  }
}

/** Titles, memories, and what the person might say next: with few tools, or known by their words. */
function isSideJob(request: ModelRequest): boolean {
  const last = JSON.stringify((request.body.messages ?? []).at(-1) ?? '')
  return toolsOf(request).length <= MOST_SIDE_TOOLS || /NEVER SUGGEST|ONLY the suggestion/.test(last)
}

/** The model claims: by the tool where it is shown it, else by the line that it was told. */
export function claims({ tool }: AcpAgentProgram, status = 'success', more: object = {}): Step {
  const about = { original_request_summary: 'Write 42.', summary: 'It is written.' }
  if (tool !== undefined) return callTool(tool, { status, ...about, ...more })
  return (request) => `It is written.\n\n${lastMatch(request, /FULLSTOP_DONE::[\w-]+/) ?? 'no token was named'}`
}

/** After a claim by tool that was accepted the model is asked once more; a claim by words ends its turn. */
export function afterClaim({ tool }: AcpAgentProgram): Step[] {
  return tool === undefined ? [] : ['It is written.']
}
