// Inputs for the tests of the facts: a session with an open task and a request that continues, and what a test changes in
// them.
import type { Entry, PromptEntry } from '../../contract/agent/entry.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { StopRequested } from '../../contract/agent/hook-event.ts'
import type { EntriesRead, SessionRead } from '../../contract/agent/session-read.ts'
import type { CalledClaim, RequestState, RunState, SessionState, TaskState } from '../../contract/state.ts'
import type { Work } from '../../contract/work.ts'
import { claim, done, facts, passed, policy } from '../gate/facts.fixture.ts'
import { AT } from '../tasks/events.fixture.ts'
import { type Known, toKnown } from '../tasks/known.ts'
import { type ClaimCallSeen, type Window } from '../tasks/request/request.ts'
import { emptyWork } from '../tasks/request/work.ts'
import { openedRun } from '../tasks/run/run.ts'
import type { From } from './called.ts'
import type { CallSources } from './of-call.ts'
import type { LateSources } from './of-late-result.ts'
import type { RunSources } from './of-run.ts'
import type { StopSources } from './of-stop.ts'
import type { StopPlace } from './place.ts'
import type { RequestRead } from './request-read.ts'
import { given } from '../../contract/given.ts'

export const requestState = (changes: Partial<RequestState> = {}): RequestState => ({
  id: 'req_1',
  openedAt: AT,
  promptIds: ['p1'],
  prompts: ['Fix it.'],
  isQuestion: false,
  closed: false,
  work: emptyWork(true),
  continuations: 0,
  refusals: [],
  blockedPushes: 0,
  questionsPushed: 0,
  waits: 0,
  moves: 0,
  ...changes,
})

export const sessionState = (changes: Partial<SessionState> = {}): SessionState => ({
  id: 'ses_1',
  agent: 'claude',
  agentSessionId: 'abc',
  attended: true,
  gated: true,
  task: 'task_1',
  request: requestState(),
  promptsHeard: true,
  todos: [],
  vendorGoal: false,
  wakeUps: [],
  lastSeen: AT,
  ...changes,
})

export const taskState = (changes: Partial<TaskState> = {}): TaskState => ({
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  policy: policy(),
  openedAt: AT,
  updatedAt: AT,
  prompts: 1,
  stops: 0,
  refusals: 0,
  claims: 0,
  ...changes,
})

export const runState = (changes: Partial<RunState> = {}): RunState => ({
  ...openedRun({ cwd: '/repo', permissions: 'settings', args: [] }, AT),
  ...changes,
})

export const knownAs = (session: SessionState | undefined, task: TaskState | undefined): Known =>
  toKnown('ses_1', { version: 1, state: session }, { version: 1, state: task })

export const window = (changes: Partial<Window> = {}): Window => ({
  work: emptyWork(true),
  todos: [],
  joined: [],
  texts: [],
  staleTexts: [],
  interrupted: false,
  vendorGoal: false,
  planMode: false,
  claimCalls: [],
  saves: [],
  ...changes,
})

export const work = (changes: Partial<Work> = {}): Work => ({ ...emptyWork(true), ...changes })

export const transcript = (changes: Partial<EntriesRead> = {}): EntriesRead => ({
  kind: 'entries',
  entries: [],
  offset: 900,
  size: 900,
  whole: true,
  isSparse: false,
  gaveUp: false,
  ...changes,
})
export const MISSING: SessionRead = { kind: 'missing' }

export const requestRead = (
  changes: Partial<Window> = {},
  read: SessionRead = transcript(),
  order?: string,
): RequestRead => ({ window: window(changes), transcript: read, ...given({ order }) })

export const prompt = (text: string, changes: Partial<PromptEntry> = {}): PromptEntry => ({
  kind: 'prompt',
  by: 'person',
  text,
  ...changes,
})
export const said = (text: string): Entry => ({ kind: 'said', text })

export const place = (changes: Partial<StopPlace> = {}): StopPlace => ({
  opens: false,
  isOpen: true,
  user: 'none',
  task: taskState(),
  request: requestState(),
  ...changes,
})

export const stop = (changes: Partial<StopRequested> = {}): StopRequested => ({
  kind: 'stop-requested',
  afterRefusal: false,
  planMode: false,
  background: [],
  wakeUps: [],
  ...changes,
})

const BEFORE = { continuations: 0, refusals: [], blockedPushes: 0, moves: 0 } as const

/** A claim by tool that is in the store and has not been answered yet. */
export const calledClaim = (changes: Partial<CalledClaim> = {}): CalledClaim => ({
  digest: 'd',
  toolUseId: 'toolu_1',
  progress: 0,
  isBound: false,
  claim: claim('success', { channel: 'tool' }),
  at: AT,
  before: BEFORE,
  ...changes,
})

/** The same claim as the transcript shows it. */
export const claimCall = (changes: Partial<ClaimCallSeen> = {}): ClaimCallSeen => ({
  id: 'toolu_1',
  via: 'tool',
  textsBefore: 0,
  workedAfter: false,
  ...changes,
})

export const receipt = (id = 'clm_1', task = 'task_1'): { receipt: { id: string; task: string } } => ({
  receipt: { id, task },
})

export const from = (changes: Partial<From> = {}): From => ({
  session: 'ses_2',
  task: 'task_2',
  request: 'req_2',
  isNobodys: true,
  ...changes,
})

export const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  checks: [],
  skipped: [],
  notes: [],
  warnings: [],
  tampering: [],
  ...changes,
})

export const check = (name: string): { name: string; run: string } => ({ name, run: `npm run ${name}` })

/** The stop of an attended agent that has changed something. */
export const stopSources = (changes: Partial<StopSources> = {}): StopSources => ({
  stop: stop(),
  host: { attended: true, blockCap: 0 },
  policy: policy(),
  request: requestRead({ work: work({ calls: 2, workCalls: 1, progress: 1 }) }),
  place: place(),
  read: { nearMisses: [] },
  found: { kind: 'none' },
  untold: undefined,
  elapsedMs: 0,
  ways: facts().ways,
  concerns: [],
  ...changes,
})

/** A claim by tool in a session with a hook. */
export const callSources = (changes: Partial<CallSources> = {}): CallSources => ({
  called: calledClaim(),
  task: taskState(),
  request: requestState(),
  policy: policy(),
  window: window(),
  blockCap: 0,
  mayRun: true,
  isGated: true,
  elapsedMs: 0,
  ways: facts().ways,
  concerns: [],
  ...changes,
})

/** A supervised agent that ended its turn by itself. */
export const runSources = (changes: Partial<RunSources> = {}): RunSources => ({
  task: taskState(),
  run: runState(),
  end: { kind: 'stopped' },
  answer: undefined,
  request: requestRead(),
  place: place(),
  read: { nearMisses: [] },
  found: { kind: 'none' },
  untold: undefined,
  isThere: true,
  elapsedMs: 0,
  spentMs: 0,
  ways: facts().ways,
  concerns: [],
  ...changes,
})

/** A claim whose check has passed late. */
export const lateSources = (changes: Partial<LateSources> = {}): LateSources => ({
  request: requestState(),
  claim: claim('success'),
  evidence: evidence(),
  verification: done(passed('test')),
  concerns: [],
  ...changes,
})
