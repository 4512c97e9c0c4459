// The story of a run: which events are told, as which line, and which are not.
import { describe, expect, test } from 'bun:test'
import type { Decision, Reason } from '../../../contract/decision.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { EvidenceCheck } from '../../../contract/evidence.ts'
import { openStory, tell } from './story.ts'
import type { StoryLine } from './story-line.ts'

const AT = '2026-11-15T10:00:00.000Z'
const EARLIER = '2026-11-15T09:50:00.000Z'
const ids = { id: 'evt_1', at: AT, session: 'ses_1', task: 'task_1' } as const
const claim = { id: 'clm_1', status: 'success', channel: 'done-token', text: 'FULLSTOP_DONE::abc' } as const
const check = (name: string, result: EvidenceCheck['result'], more: Partial<EvidenceCheck> = {}): EvidenceCheck => ({
  name,
  key: 'k',
  result,
  why: 'exit 1',
  run: 'run_1',
  startedAt: AT,
  durationMs: 50,
  tail: '',
  failures: [],
  reused: false,
  ...more,
})
const starts = (how: 'first' | 'same' | 'fresh' | 'again' | 'probe' = 'first'): Event => ({
  ...ids,
  kind: 'stint.started',
  stint: 's',
  how,
  isBriefed: false,
})
const stints = (kind: 'stopped' | 'usage-limit' | 'crashed' | 'session-missing', ...notes: string[]): Event => ({
  ...ids,
  kind: 'stint.ended',
  stint: 's',
  end: { kind },
  endedAt: AT,
  notes,
})
const stintEnds = (end: EventOf<'stint.ended'>['end']): Event => ({ ...stints('stopped'), end }) as Event
const claims = (status: 'success' | 'partial' | 'blocked' = 'success'): Event => ({
  ...ids,
  kind: 'claim.made',
  request: 'req_1',
  claim: { ...claim, status },
})
const proves = (...checks: EvidenceCheck[]): Event => ({
  ...ids,
  kind: 'claim.verified',
  request: 'req_1',
  claim: 'clm_1',
  evidence: { checks, skipped: [], notes: ['claim 1 of this task'], warnings: [], tampering: [] },
})
const because = (code: Reason['code'], text: string): Reason[] => [{ code, text }]
const refused = (reasons: Reason[]): Decision => ({
  kind: 'continue',
  rule: 11,
  because: reasons,
  say: 'FULLSTOP (1/5)',
  fingerprint: 'f',
  counts: ['refusal'],
})
const allowed = (outcome: Extract<Decision, { kind: 'allow' }>['outcome'], ...reasons: Reason[]): Decision => ({
  kind: 'allow',
  rule: 4,
  because: reasons,
  ...(outcome ? { outcome } : {}),
})
const asks = (text: string): Decision => ({ kind: 'ask-human', rule: 7, because: because('tampered', text) })
const stops = (decision: Decision, lastWords?: string, continuations = 1): Event => ({
  ...ids,
  kind: 'stop.decided',
  decision,
  continuations,
  nearMisses: [],
  ...(lastWords === undefined ? {} : { lastWords }),
})

function story(...events: readonly Event[]): StoryLine[] {
  let told = openStory({ agent: 'Claude Code', limit: 5 })
  return events.flatMap((event) => {
    const { story: next, lines } = tell(told, event)
    told = next
    return lines
  })
}

const passes = allowed('completed', { code: 'checks-passed', text: 'passed: test' })
const fails = refused(because('check-failed', 'check "test" failed (exit 1)\nlong output'))

const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], lines: readonly StoryLine[]]> = [
  [
    'from the start to a proof, with the failing line and not the stack',
    [
      starts(),
      { ...ids, kind: 'stint.known', stint: 's', agentSessionId: 'abc' },
      stints('stopped'),
      stops(refused(because('no-claim', 'nothing says that the task is done')), 'Good progress, I will stop here.'),
      starts('same'),
      stints('stopped'),
      claims(),
      proves(check('test', 'failed', { tail: 'Error: expected 1, got 2\n    at a.js:1:1\nNode.js v20.1.0' })),
      stops(fails, 'All tests pass. FULLSTOP_DONE::abc', 2),
      starts('same'),
      claims(),
      proves(check('test', 'passed')),
      stops(passes, 'FULLSTOP_DONE::abc'),
      { ...ids, kind: 'task.ended', outcome: 'completed', because: [] },
    ],
    [
      { mark: 'working', text: 'Claude Code is working' },
      { mark: 'returned', text: 'stopped early: "Good progress, I will stop here."', after: 'sent back, 1 of 5' },
      { mark: 'refused', text: 'claimed done, but test failed: expected 1, got 2', after: 'sent back, 2 of 5' },
      { mark: 'proven', text: 'claimed done: test passed in 50 ms' },
    ],
  ],
  [
    'of long last words the last sentence',
    [stops(refused(because('no-claim', '')), `${'I did a lot. '.repeat(20)}The rest comes later.`)],
    [{ mark: 'returned', text: 'stopped early: "The rest comes later."', after: 'sent back, 1 of 5' }],
  ],
  [
    'no last words',
    [stops(refused(because('no-claim', '')))],
    [{ mark: 'returned', text: 'stopped early', after: 'sent back, 1 of 5' }],
  ],
  [
    'U15: a pass from before this turn says how old it is',
    [starts(), claims(), proves(check('test', 'passed', { reused: true, startedAt: EARLIER })), stops(passes)],
    [
      { mark: 'working', text: 'Claude Code is working' },
      { mark: 'proven', text: 'claimed done: test passed 10 minutes ago on the same files' },
    ],
  ],
  [
    'a pass that the call of this turn produced is no old one',
    [starts(), claims(), proves(check('test', 'passed', { reused: true })), stops(passes)],
    [
      { mark: 'working', text: 'Claude Code is working' },
      { mark: 'proven', text: 'claimed done: test passed in 50 ms' },
    ],
  ],
  [
    'a claim by a call: the refusal is told at once, what is accepted with the stop',
    [
      claims(),
      proves(check('test', 'failed', { tail: 'Error: no' })),
      { ...ids, kind: 'claim.decided', request: 'r', claim: 'clm_1', decision: fails, continuations: 2, byCall: true },
      claims(),
      proves(check('test', 'passed')),
      { ...ids, kind: 'claim.decided', request: 'r', claim: 'clm_1', decision: passes, byCall: true },
      stops(passes),
    ],
    [
      { mark: 'refused', text: 'claimed done, but test failed: no', after: 'sent back, 2 of 5' },
      { mark: 'proven', text: 'claimed done: test passed in 50 ms' },
    ],
  ],
  [
    'no check',
    [claims(), stops(allowed('unverified', { code: 'no-check-exists', text: 'claimed, but no check can prove it' }))],
    [{ mark: 'unproven', text: 'claimed done, but no check can prove it' }],
  ],
  [
    'U2: one line for all checks that are not trusted',
    [
      claims(),
      proves(...['a', 'b'].map((name) => check(name, 'could-not-run', { why: 'not trusted' }))),
      stops(allowed('unverified', { code: 'check-could-not-run', text: 'check "a" could not run: not trusted' })),
    ],
    [{ mark: 'unproven', text: 'claimed done, but a, b could not run: not trusted' }],
  ],
  [
    'U15: a question is told once: the second time the report asks it',
    [
      stops(refused(because('question', 'nobody is there to answer: Hello or hi?'))),
      stops(allowed('needs-input', { code: 'question', text: 'nobody is there to answer: Hello or hi?' })),
    ],
    [{ mark: 'asks', text: 'asks: Hello or hi?', after: 'told to decide by itself, 1 of 5' }],
  ],
  [
    'a question that a person is asked at the terminal stands there',
    [stops({ ...allowed(undefined, { code: 'question', text: 'the agent asks: Hi?' }), then: 'answer' } as Decision)],
    [],
  ],
  [
    'U4: a denied tool by its name',
    [stops(refused(because('permission', 'nobody could permit: Bash (npm ci)')))],
    [{ mark: 'warning', text: 'was denied: Bash (npm ci)', after: 'told to do without, 1 of 5' }],
  ],
  [
    'the last refusal, and why there is no further one',
    [
      stops(
        allowed('capped', { code: 'cap-reached', text: '5 of 5 refusals used up' }, { code: 'no-claim', text: 'x' }),
        'I stop.',
        5,
      ),
    ],
    [{ mark: 'returned', text: 'stopped early: "I stop."', after: 'gave up after 5 refusals, the limit' }],
  ],
  [
    'U15: how a turn ended, without codes',
    [
      stints('crashed'),
      stops(refused(because('not-the-agents-choice', "the stop is not the agent's choice: crashed"))),
    ],
    [{ mark: 'warning', text: 'Claude Code crashed', after: 'sent back, 1 of 5' }],
  ],
  [
    'a lost session: the next line is about the fresh one',
    [
      stints('session-missing'),
      stops({ ...refused(because('not-the-agents-choice', 'x')), counts: ['wait'] } as Decision),
    ],
    [{ mark: 'warning', text: 'Claude Code lost its session' }],
  ],
  [
    'a limit: one line, with the moment',
    [
      stints('usage-limit'),
      stops({ ...allowed(undefined, { code: 'not-the-agents-choice', text: 'x' }), then: 'recover' } as Decision),
      { ...ids, kind: 'wait.started', until: AT, why: 'usage limit: 5-hour limit' },
      { ...ids, kind: 'wait.ended' },
    ],
    [{ mark: 'waits', text: 'usage limit: 5-hour limit', until: AT }],
  ],
  [
    'a fault: the wait says why, and the next turn does not say it again',
    [
      stintEnds({ kind: 'api-error', detail: 'API Error: 500' }),
      { ...ids, kind: 'wait.started', until: AT, why: 'the model cannot be reached: API Error: 500' },
      { ...ids, kind: 'wait.ended' },
      starts('again'),
      stintEnds({ kind: 'crashed' }),
      starts('again'),
    ],
    [
      { mark: 'waits', text: 'the model cannot be reached: API Error: 500', until: AT },
      { mark: 'working', text: 'Claude Code tries again' },
      { mark: 'working', text: 'Claude Code tries again: it crashed' },
    ],
  ],
  [
    'a person decides',
    [claims(), stops({ kind: 'ask-human', rule: 7, because: because('tampered', 'a.test.ts:3 emptied') })],
    [{ mark: 'asks', text: 'claimed done; you decide' }],
  ],
  [
    'a person decides: asked at the claim by a call, not again at the stop behind it',
    [
      claims(),
      {
        ...ids,
        kind: 'claim.decided',
        request: 'r',
        claim: 'clm_1',
        decision: asks('a.test.ts:3 emptied'),
        byCall: true,
      },
      stops(asks('a person has not answered the review yet')),
      claims(),
      stops(asks('a.test.ts:3 emptied')),
      claims(),
      stops(asks('b.test.ts:1 emptied')),
    ],
    [
      { mark: 'asks', text: 'claimed done; you decide' },
      { mark: 'asks', text: 'claimed done; you decide' },
    ],
  ],
  [
    'partial, then a fresh session',
    [claims('partial'), stops(refused(because('partial', 'remaining work: the docs'))), starts('fresh')],
    [
      { mark: 'returned', text: 'says that a part is done; remaining work: the docs', after: 'sent back, 1 of 5' },
      { mark: 'working', text: 'Claude Code starts a new session with a summary of the work so far' },
    ],
  ],
  [
    'a budget is nearly used up',
    [{ ...ids, kind: 'budget.warned', budget: 'tokens', used: 4500, limit: 5000 }],
    [{ mark: 'warning', text: '90% of the token budget is used' }],
  ],
  [
    'a budget is used up, and the agent is stopped: said once',
    [
      { ...ids, kind: 'budget.warned', budget: 'tokens', used: 100_000, limit: 1000 },
      stintEnds({ kind: 'agent-cap', detail: 'the token budget is used up' }),
      stops(
        allowed(
          'over-budget',
          ...because('over-budget', 'the token budget is used up'),
          ...because('not-the-agents-choice', "the stop is not the agent's choice: agent-cap"),
        ),
      ),
    ],
    [{ mark: 'warning', text: 'Claude Code was stopped: the token budget is used up' }],
  ],
  [
    'a claim of success that names work is no partial one',
    [claims(), stops(refused(because('partial', 'remaining work: the docs')))],
    [{ mark: 'refused', text: 'claimed done, but named remaining work: the docs', after: 'sent back, 1 of 5' }],
  ],
  [
    'several open todos: the kind is named once',
    [
      claims(),
      stops(refused([...because('todo-open', 'open todo: the tests'), ...because('todo-open', 'open todo: the docs')])),
    ],
    [{ mark: 'refused', text: 'claimed done, but open todo: the tests; the docs', after: 'sent back, 1 of 5' }],
  ],
  [
    'U15: cancelled in mid-work: nothing else is told',
    [starts(), { ...ids, kind: 'task.cancelled', actor: 'terminal' }, stints('stopped')],
    [
      { mark: 'working', text: 'Claude Code is working' },
      { mark: 'person', text: 'cancelled' },
    ],
  ],
  [
    'taken up again',
    [{ ...ids, kind: 'run.attached', source: 'resume' }, starts('again')],
    [{ mark: 'working', text: 'Claude Code continues where it stood' }],
  ],
  [
    'taken up again after Ctrl-C: it was not sent back for that',
    [
      { ...ids, kind: 'run.attached', source: 'resume' },
      stops({ ...refused(because('not-the-agents-choice', "the stop is not the agent's choice: interrupted")) }),
      starts('same'),
    ],
    [{ mark: 'working', text: 'Claude Code continues where it stood' }],
  ],
  [
    'resumed with checks for the claim that was made: the agent does not start',
    [{ ...ids, kind: 'run.attached', source: 'resume', isStanding: true }],
    [{ mark: 'working', text: 'checking the claim that was made' }],
  ],
  [
    'a note of the agent, once',
    [stints('stopped', 'a note'), stints('stopped', 'a note')],
    [{ mark: 'warning', text: 'a note' }],
  ],
  [
    'what means nothing to a reader',
    [
      { ...ids, kind: 'context.saved' } as unknown as Event,
      { ...ids, kind: 'tool.used', tool: 'Bash' },
      { ...ids, kind: 'clock.skipped', ms: 5 } as unknown as Event,
    ],
    [],
  ],
]

describe('tell', () => {
  for (const [name, events, lines] of rows) test(name, () => expect(story(...events)).toEqual([...lines]))
})

test('a program that cannot continue is not said to', () => {
  const attached: Event = { ...ids, kind: 'run.attached', source: 'resume' }
  const { story, lines } = tell(openStory({ agent: 'claim.sh', isPlain: true }), attached)
  expect([...lines, ...tell(story, starts('fresh')).lines].map(({ text }) => text)).toEqual([
    'claim.sh starts a new session with a summary of the work so far',
  ])
})

test('F14: subtasks are told with their requests and how they ended, and the agent is not said to be sent back', () => {
  const started: Event = { ...ids, kind: 'subtask.started', subtask: 'task_a', request: 'Port the\nparser.' }
  const ended: Event = { ...ids, kind: 'subtask.ended', subtask: 'task_a', outcome: 'completed', summary: 'Ported it.' }
  const lost: Event = { ...ids, kind: 'subtask.ended', subtask: 'task_b', outcome: 'agent-failed' }
  const goesOn: Event = {
    ...ids,
    kind: 'stop.decided',
    decision: refused(because('subtask-ended', 'the subtasks that the agent waited for have ended')),
    continuations: 0,
    nearMisses: [],
    wakeUps: [],
  }
  expect(story(starts(), started, ended, lost, goesOn).slice(1)).toEqual([
    { mark: 'working', text: 'Claude Code splits off a subtask: Port the parser.' },
    { mark: 'proven', text: 'subtask completed: Port the parser.', after: '"Ported it."' },
    { mark: 'refused', text: 'subtask agent-failed: task_b' },
    { mark: 'working', text: 'Claude Code continues with its own task' },
  ])
})
