// A claim by tool or command: stored first, then decided like one at a stop, and answered in the same turn.
import type { Claim } from '../../contract/claim.ts'
import type { PromptEntry } from '../../contract/entry.ts'
import type { Event } from '../../contract/event.ts'
import type { Policy } from '../../contract/policy.ts'
import type { CalledClaim } from '../../contract/state.ts'
import type { Reading } from '../../adapters/workspace/start.ts'
import { readCall } from '../session/read-call.ts'
import { hasMoved } from '../../domain/tasks/called.ts'
import { movesAfter } from '../../domain/tasks/progress.ts'
import { decideCall } from './decide-call.ts'
import { expectedOf } from '../session/load-known.ts'
import { isGated, type Known, reopened } from '../../domain/tasks/known.ts'
import { identify, type Identity, unplaced } from '../session/identify.ts'
import { maskFor } from '../project/mask.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { callPolicy, openByCall } from '../session/open-by-call.ts'
import { digestOfTodos } from '../session/read-stints.ts'
import { lookAtTree } from '../verify/tree-now.ts'
import { stamp, type World } from '../world.ts'
import type { ClaimAnswered, ClaimAsked, ClaimOutcome, Statement } from './claim-asked.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { given } from '../../contract/given.ts'

/** A refused claim repeated at once is the same call delivered twice; later something may have been mended that is no file. */
const SAME_REFUSAL_MS = 20_000

/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_READ = 64 * 1024
const MOST_TEXT = 8000

/** Where the host tells it at the call; elsewhere the claim is voided when its hook or the transcript does. */
const OF_SUBAGENT: ClaimOutcome = {
  kind: 'refused',
  why: 'a subagent cannot claim for the task',
  next: 'report to the agent that started you: it claims when the whole request is done',
}

export async function onClaim(world: World, asked: ClaimAsked): Promise<ClaimAnswered> {
  const answer = await untilRecorded(() => tryClaim(world, asked))
  return answer ?? { kind: 'refused', why: 'other processes kept changing this session', next: 'claim again' }
}

async function tryClaim(world: World, asked: ClaimAsked): Promise<ClaimAnswered | 'conflict'> {
  const identified = await identify(world, asked.caller)
  if (identified.kind === 'refused') return identified
  if (identified.identity.isSubagent) return OF_SUBAGENT
  const identity = afterHooks(identified.identity)
  const { known } = identity
  const policy = known.openTask?.policy ?? (await callPolicy(world, asked.caller, identity))
  if (!policy.strategies.includes(asked.channel)) return switchedOff(asked.channel, policy)
  const walks = known.openTask?.run !== undefined
  const looked = policy.root === undefined ? undefined : await lookAtTree(world, policy.root, { walks })
  const tree = looked?.hash
  const reading = await readCall(world, known)
  const digest = digestOf(world, asked, digestOfTodos(world, reading.window.todos))
  const before = known.session.state?.request
  // A supervisor looks at the tree at every stop; elsewhere claims are compared with one another.
  const moves = known.openTask?.run
    ? movesAfter(before, { tree, todos: digestOfTodos(world, reading.window.todos) })
    : (before?.moves ?? 0) + (hasMoved(before?.called, tree) ? 1 : 0)
  const progress = reading.window.work.progress + moves
  const repeated = repeatOf(world, before?.called, { digest, tree, progress })
  if (repeated && known.task.state)
    return decideCall(world, asked, { identity, policy, claim: repeated.claim, reading: looked?.reading })
  const unheard = reading.window.opened
  const making: Making = { identity, policy, tree, reading: looked?.reading, progress, digest }
  // Only a person's prompt takes a session up again whose task has ended; where no prompt is ever heard, a call does.
  if (known.task.state && !known.openTask && !unheard && (identity.isNamed || isGated(known))) {
    if (identity.isCertain) return { kind: 'nothing-open', ended: known.task.state }
    return makeClaim(world, asked, { ...making, identity: await unplaced(world, identity) })
  }
  return makeClaim(world, asked, { ...making, prompt: unheard })
}

/** A hook was heard only after the answer that ended the task: the request goes on until its stop. */
function afterHooks(identity: Identity): Identity {
  return isGated(identity.known) ? { ...identity, known: reopened(identity.known) } : identity
}

interface Making {
  readonly identity: Identity
  readonly policy: Policy
  readonly tree: string | undefined
  readonly reading: Reading | undefined
  readonly progress: number
  readonly digest: string
  /** What the person typed, where only the transcript tells of it. */
  readonly prompt?: PromptEntry | undefined
}

async function makeClaim(world: World, asked: ClaimAsked, making: Making): Promise<ClaimAnswered | 'conflict'> {
  const { identity, policy, tree, reading, progress, digest, prompt } = making
  const { known } = identity
  const mask = maskFor(world, [policy.root, asked.caller.cwd])
  const opening = await openByCall(world, identity, policy, { ...asked.caller, prompt, reading })
  const text = mask(asked.text.slice(0, MOST_READ)).slice(0, MOST_TEXT)
  const claim: Claim = { ...masked(asked.statement, mask), id: world.newId('clm'), channel: asked.channel, text }
  const made: Event = {
    ...stamp(world),
    kind: 'claim.made',
    session: known.sessionId,
    task: opening.task,
    request: opening.request,
    claim: withRequest(claim, known),
    call: {
      digest,
      ...given({ toolUseId: identity.toolUseId, tree }),
      progress,
      isBound: false,
    },
  }
  const appended = await world.store.append([...opening.events, made], expectedOf(known))
  if (appended === 'conflict') return 'conflict'
  const answered = await decideCall(world, asked, { identity, policy, claim, reading })
  return identity.isStranger ? { ...answered, isStranger: true } : answered
}

function switchedOff(channel: string, { strategies }: Policy): ClaimAnswered {
  const why = `claims by ${channel} are off here (detect.strategies)`
  return { kind: 'refused', why, next: `claim by one of: ${strategies.join(', ')}` }
}

function masked(statement: Statement, mask: Mask): Statement {
  const { status, needs, originalRequestSummary, summary, remainingWork, command, preexistingFailures } = statement
  return {
    status,
    ...given({ needs }),
    ...(originalRequestSummary === undefined ? {} : { originalRequestSummary: mask(originalRequestSummary) }),
    ...(summary === undefined ? {} : { summary: mask(summary) }),
    ...(remainingWork === undefined ? {} : { remainingWork: mask(remainingWork) }),
    ...(command === undefined ? {} : { command: mask(command) }),
    ...(preexistingFailures === undefined ? {} : { preexistingFailures: preexistingFailures.map(mask) }),
  }
}

/** Other channels carry less: then the request is the person's prompt. */
function withRequest(claim: Claim, { session }: Known): Claim {
  const prompt = session.state?.request?.prompts[0]
  return claim.originalRequestSummary !== undefined || prompt === undefined
    ? claim
    : { ...claim, originalRequestSummary: prompt }
}

/** The same words about another list of todos are another claim. */
function digestOf(world: World, { statement, channel }: ClaimAsked, todos: string): string {
  const { status, summary = '', originalRequestSummary = '', remainingWork = '', command = '', needs = '' } = statement
  const failures = statement.preexistingFailures ?? []
  return world.hashOf(
    todos,
    channel,
    status,
    summary,
    originalRequestSummary,
    remainingWork,
    command,
    needs,
    ...failures,
  )
}

/** The same statement about the same tree: answered once, however often it is made. */
function repeatOf(
  world: World,
  called: CalledClaim | undefined,
  now: { digest: string; tree: string | undefined; progress: number },
): CalledClaim | undefined {
  if (!called || called.digest !== now.digest || called.tree !== now.tree) return undefined
  const { decision, decidedAt } = called
  if (decision?.kind !== 'continue' || decidedAt === undefined) return called
  const isYoung = world.now().getTime() - Date.parse(decidedAt) < SAME_REFUSAL_MS
  return isYoung && called.progress === now.progress ? called : undefined
}
