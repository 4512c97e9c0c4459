// The entrance to claims by tool or command: stored first, then decided like a claim at a stop, and answered in the same
// turn.
//
//   claim-asked.ts   the claim as it is asked for, and the answers it can get
//   decide-call.ts   decides the stored claim, with the facts that exist in mid-work
//   answer-claim.ts  the answer in words and as data
import type { Claim, Statement } from '../../contract/claim.ts'
import type { PromptEntry } from '../../contract/agent/entry.ts'
import type { Event } from '../../contract/event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import { readCall } from '../transcript/read-call.ts'
import { hasMoved } from '../../domain/tasks/called.ts'
import { troubleWithRows } from '../../domain/tasks/criteria.ts'
import { maskedStatement, partsOf, repeatOf, type Stated, withRequest } from '../../domain/tasks/statement.ts'
import { movesAfter } from '../../domain/tasks/progress.ts'
import { decideCall, type StoredClaim } from './decide-call.ts'
import { expectedOf } from '../session/load-known.ts'
import { isGated, type Known, reopened } from '../../domain/tasks/known.ts'
import { identify, type Identity, otherAtWork, unplaced } from '../session/identify.ts'
import { maskFor } from '../project/mask.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { repliesInWords } from '../session/replies.ts'
import { callPolicy, openByCall } from '../session/open-by-call.ts'
import { digestOfTodos } from '../transcript/read-stints.ts'
import { lookAtTree, type LookedAt } from '../verify/tree-now.ts'
import { stamp, type World } from '../world.ts'
import type { ClaimAnswered, ClaimAsked, ClaimOutcome, Terms } from './claim-asked.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { given } from '../../contract/given.ts'

/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_READ = 64 * 1024
const MOST_TEXT = 8000

export async function onClaim(world: World, asked: ClaimAsked): Promise<ClaimAnswered> {
  const stored = await untilRecorded(() => storeClaim(world, asked))
  if (!stored) return { kind: 'refused', why: 'other processes kept changing this session', next: 'claim again' }
  if (stored.kind !== 'stored') return stored
  const answered = await decideCall(world, asked.terms, stored)
  // A subtask with a session of its own is answered like any task.
  const claimed = stored.identity.known.task.state
  const parent = claimed?.run ? undefined : claimed?.parent
  return { ...answered, ...given({ parent }), ...(stored.identity.isStranger ? { isStranger: true } : {}) }
}

/** The claim as it is stored now, or was stored by the same call before; else why there is nothing to decide. */
async function storeClaim(world: World, asked: ClaimAsked): Promise<StoredClaim | ClaimOutcome | 'conflict'> {
  const { caller, statement, text, terms } = asked
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return identified
  if (identified.identity.isSubagent) return OF_SUBAGENT
  const elsewhere = otherAtWork(identified.identity)
  if (elsewhere) return elsewhere
  const identity = afterHooks(identified.identity)
  const { known } = identity
  const { cwd } = caller
  const { channel } = terms
  const policy = known.openTask?.policy ?? (await callPolicy(world, cwd, identity))
  if (!policy.strategies.includes(channel)) return switchedOff(channel, policy)
  const trouble = troubleWithRows(statement.criteria, (known.openTask ?? known.task.state)?.criteria)
  if (trouble) return { kind: 'refused', ...trouble }
  const { looked, opened, todos, progress } = await gatherCall(world, known, policy)
  const stated = { digest: world.hashOf(todos, channel, ...partsOf(statement)), tree: looked?.hash, progress }
  const reading = looked?.reading
  const repeated = repeatOf(known.session.state?.request?.called, stated, world.now())
  if (repeated && known.task.state) return { kind: 'stored', identity, claim: repeated.claim, reading }
  const claim = toClaim(world, { statement, text, channel }, maskFor(world, [policy.root, cwd]))
  const making: Making = { identity, cwd, policy, claim, reading, stated }
  // Only a person's prompt takes a session up again whose task has ended; where no prompt is ever heard, a call does.
  if (known.task.state && !known.openTask && !opened && (identity.isNamed || isGated(known))) {
    if (identity.isCertain) return { kind: 'nothing-open', ended: known.task.state }
    return makeClaim(world, { ...making, identity: await unplaced(world, identity) })
  }
  return makeClaim(world, { ...making, prompt: opened })
}

interface GatheredCall {
  readonly looked: LookedAt | undefined
  /** What the person typed, where only the transcript tells of it. */
  readonly opened: PromptEntry | undefined
  readonly todos: string
  readonly progress: number
}

/** The tree and the request as they are at the call. */
async function gatherCall(world: World, known: Known, { root }: Policy): Promise<GatheredCall> {
  const run = known.openTask?.run
  const looked = root === undefined ? undefined : await lookAtTree(world, root, { walks: run !== undefined })
  const { window } = await readCall(world, known)
  const todos = digestOfTodos(world, window.todos)
  const before = known.session.state?.request
  // A supervisor looks at the tree at every stop; elsewhere claims are compared with one another.
  const moves = run
    ? movesAfter(before, { tree: looked?.hash, todos })
    : (before?.moves ?? 0) + (hasMoved(before?.called, looked?.hash) ? 1 : 0)
  return { looked, opened: window.opened, todos, progress: window.work.progress + moves }
}

/** A hook was heard only after the answer that ended the task: the request continues until its stop. */
function afterHooks(identity: Identity): Identity {
  return isGated(identity.known) ? { ...identity, known: reopened(identity.known) } : identity
}

interface Making {
  readonly identity: Identity
  readonly cwd: string
  readonly policy: Policy
  readonly claim: Claim
  readonly reading: TreeReading | undefined
  readonly stated: Stated
  readonly prompt?: PromptEntry | undefined
}

async function makeClaim(world: World, making: Making): Promise<StoredClaim | 'conflict'> {
  const { identity, cwd, policy, claim, reading, stated, prompt } = making
  const { known, toolUseId } = identity
  const { digest, tree, progress } = stated
  const opening = await openByCall(world, identity, policy, { cwd, prompt, reading })
  const made: Event = {
    ...stamp(world),
    kind: 'claim.made',
    session: known.sessionId,
    task: opening.task,
    request: opening.request,
    claim: withRequest(claim, known.session.state?.request?.prompts[0]),
    call: { digest, ...given({ toolUseId, tree }), progress, isBound: false },
  }
  const session = known.sessionId
  const task = known.task.state?.id === opening.task ? known.task.state : undefined
  const replies = await repliesInWords(world, { session, task, said: claim.summary, mask: (masked) => masked })
  const appended = await world.store.append([...opening.events, ...replies, made], expectedOf(known))
  return appended === 'conflict' ? 'conflict' : { kind: 'stored', identity, claim, reading }
}

function toClaim(
  world: Pick<World, 'newId'>,
  { statement, text, channel }: { statement: Statement; text: string; channel: Terms['channel'] },
  mask: Mask,
): Claim {
  const cut = mask(text.slice(0, MOST_READ)).slice(0, MOST_TEXT)
  return { ...maskedStatement(statement, mask), id: world.newId('clm'), channel, text: cut }
}

function switchedOff(channel: string, { strategies }: Policy): ClaimOutcome {
  const why = `claims by ${channel} are off here (detect.strategies)`
  return { kind: 'refused', why, next: `claim by one of: ${strategies.join(', ')}` }
}

/** Where the host tells it at the call; elsewhere the claim is voided when its hook or the transcript does. */
const OF_SUBAGENT: ClaimOutcome = {
  kind: 'refused',
  why: 'a subagent cannot claim for the task',
  next: 'report to the agent that started you: it claims when the whole request is done',
}
