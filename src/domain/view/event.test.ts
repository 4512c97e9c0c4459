// Every kind of event in plain words: its subject, its sentence with tones and moments, and the lines below.
import { describe, expect, test } from 'bun:test'
import type { Decision, Reason } from '../../contract/decision.ts'
import { Event } from '../../contract/event.ts'
import type { CheckResult, CheckRun, Evidence } from '../../contract/evidence.ts'
import { AT, POLICY } from '../tasks/events.fixture.ts'
import { type EventView, viewEvent } from './event.ts'
import { type ViewPart, toMoment, toText } from './part.ts'

const UNTIL = '2026-11-15T15:52:05.000Z'
const head = { id: 'evt_1', at: AT } as const
const ids = { ...head, session: 'ses_1', task: 'task_1' } as const
const stint = { ...ids, stint: 'stint_1' } as const
const request = { ...ids, request: 'req_1' } as const
const review = { ...head, task: 'task_1', review: 'rev_1' } as const
const item = { ...head, list: 'list_1', item: 'one' } as const
const by = { name: 'ana', by: 'terminal' } as const
const round = { ...head, workspace: 'wsp_1', run: 'run_1' } as const
const because: Reason[] = [
  { code: 'check-failed', text: 'the check "test" fails\n  1 failed' },
  { code: 'todo-open', text: 'a todo is open' },
]
const REASONS = 'the check "test" fails; a todo is open'
const allow = (outcome?: 'completed' | 'partial'): Decision => ({
  kind: 'allow',
  rule: 4,
  because,
  ...(outcome ? { outcome } : {}),
})
const refuse: Decision = { kind: 'continue', rule: 5, because, say: 'Fix it.', fingerprint: 'f', counts: [] }
const askPerson: Decision = { kind: 'ask-human', rule: 7, because }
const check = (result: CheckResult): CheckRun => ({
  name: 'test',
  key: 'k',
  result,
  why: 'exit code 1',
  run: 'run_1',
  startedAt: AT,
  durationMs: 1234,
  tail: '',
  failures: [],
})
const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  checks: [],
  skipped: [],
  notes: [],
  warnings: [],
  tampering: [],
  ...more,
})
const claim = {
  id: 'clm_1',
  status: 'success',
  channel: 'tool',
  text: 'all done\nindeed',
  summary: 'Added it.',
} as const
const call = { digest: 'd', progress: 1, isBound: true } as const

const view = (subject: string, said: string | readonly ViewPart[], details: readonly string[] = []): EventView => ({
  at: AT,
  subject,
  parts: typeof said === 'string' ? [toText(said)] : said,
  details,
})

const rows: ReadonlyArray<readonly [name: string, event: Event, expected: EventView]> = [
  [
    'a session',
    {
      ...head,
      kind: 'session.seen',
      session: 'ses_1',
      agent: 'codex',
      agentSessionId: 'abc',
      attended: true,
      source: 'startup',
    },
    view('session', 'codex session abc (startup)'),
  ],
  ['its end', { ...ids, kind: 'session.ended', why: 'log\nout' }, view('session', 'ended (log out)')],
  [
    'a mode',
    { ...ids, kind: 'session.mode-set', mode: 'off', actor: 'prompt' },
    view('mode', 'off, set by the person (prompt)'),
  ],
  ['a task', { ...ids, kind: 'task.opened', agent: 'claude', policy: POLICY }, view('opened', 'in mode strict')],
  [
    'a task after another',
    { ...ids, kind: 'task.opened', agent: 'claude', policy: POLICY, before: 'task_0' },
    view('opened', 'in mode strict, after task_0'),
  ],
  [
    'a request',
    { ...request, kind: 'request.opened', prompt: 'Fix\nit.', isQuestion: false, heard: true },
    view('request', 'Fix it.'),
  ],
  [
    'a request that could not be read',
    { ...request, kind: 'request.opened', isQuestion: false, heard: false },
    view('request', '(no prompt was heard)'),
  ],
  [
    'the request of a resume without words',
    { ...request, kind: 'request.opened', isQuestion: false, heard: true },
    view('request', '(taken up again, without new words)'),
  ],
  [
    'a prompt that joins',
    { ...request, kind: 'prompt.joined', prompt: 'And this.', isQuestion: false, heard: true },
    view('joined', 'And this.'),
  ],
  ['a claim by tool', { ...request, kind: 'claim.made', claim, call }, view('claim', 'success by tool: Added it.')],
  [
    'a partial claim by tool',
    { ...request, kind: 'claim.made', claim: { ...claim, status: 'partial', remainingWork: 'the docs' }, call },
    view('claim', 'partial by tool: Added it. (remaining: the docs)'),
  ],
  [
    'a claim that stands when the task is resumed',
    { ...request, kind: 'claim.made', claim, call: { ...call, isStanding: true } },
    view('claim', 'success by tool still stands: its checks run again'),
  ],
  [
    'a claim in words',
    { ...request, kind: 'claim.made', claim: { ...claim, channel: 'heuristic' } },
    view('claim', 'success by heuristic, from: all done indeed'),
  ],
  [
    'a bound claim',
    { ...request, kind: 'claim.bound', claim: 'clm_1' },
    view('claim', 'seen to come from this session'),
  ],
  [
    'a void claim',
    { ...request, kind: 'claim.voided', claim: 'clm_1', why: 'subagent' },
    view('claim', 'no claim of this session (subagent)'),
  ],
  [
    'a claim that waits',
    { ...request, kind: 'claim.verifying', claim: 'clm_1', run: 'run_1', evidence: evidence() },
    view('claim', 'answered while its checks still run'),
  ],
  [
    'evidence',
    {
      ...request,
      kind: 'claim.verified',
      claim: 'clm_1',
      evidence: evidence({
        checks: [
          { ...check('passed'), reused: true },
          { ...check('failed'), name: 'lint', reused: false },
        ],
        skipped: [{ name: 'build', why: 'not needed' }],
        tree: '0123456789abcdef',
        notes: ['a\nnote'],
        warnings: ['a warning'],
        tampering: [{ file: 'a.test.ts', line: 3, what: 'is skipped now', meant: false }],
      }),
    },
    view('evidence', 'test passed (reused), lint failed, build skipped, tree 0123456789ab', [
      'note: a note',
      'warning: a warning',
      'tampering: a.test.ts:3 is skipped now',
    ]),
  ],
  [
    'evidence of nothing',
    { ...request, kind: 'claim.verified', claim: 'clm_1', evidence: evidence() },
    view('evidence', 'no check'),
  ],
  [
    'a late decision',
    { ...request, kind: 'claim.decided', claim: 'clm_1', decision: refuse },
    view('decided', [toText('refused', 'bad'), toText(`: ${REASONS}`)]),
  ],
  [
    'a stop that is refused',
    {
      ...ids,
      kind: 'stop.decided',
      decision: refuse,
      continuations: 1,
      lastWords: 'I am\ndone.',
      nearMisses: ['quoted'],
    },
    view('stop', [toText('refused', 'bad'), toText(`: ${REASONS}`)], ['last words: I am done.', 'no claim: quoted']),
  ],
  ...(
    [
      ['allowed', allow(), toText('allowed', 'good')],
      ['allowed as completed', allow('completed'), toText('allowed', 'good')],
      ['allowed as partial', allow('partial'), toText('allowed', 'warn')],
    ] as const
  ).map(([name, decision, verdict]): readonly [string, Event, EventView] => [
    `a stop that is ${name}`,
    { ...ids, kind: 'stop.decided', decision, continuations: 0, nearMisses: [] },
    view('stop', [verdict, toText(`: ${REASONS}`)]),
  ]),
  [
    'a stop after a fault, which refuses nothing',
    {
      ...ids,
      kind: 'stop.decided',
      decision: {
        ...refuse,
        because: [{ code: 'not-the-agents-choice', text: "the stop is not the agent's choice: interrupted" }],
      },
      continuations: 0,
      nearMisses: [],
    },
    view('stop', [toText('continues', 'warn'), toText(': the agent was interrupted')]),
  ],
  [
    'a stop for a person',
    { ...ids, kind: 'stop.decided', decision: askPerson, continuations: 0, nearMisses: [] },
    view('stop', [toText('needs a person', 'warn'), toText(`: ${REASONS}`)]),
  ],
  [
    'checks',
    { ...round, kind: 'checks.started', root: '/repo', cause: 'claim', checks: ['lint', 'test'] },
    view('checks', 'lint, test'),
  ],
  [
    'a baseline of results that are known',
    { ...round, kind: 'checks.started', root: '/repo', cause: 'baseline', checks: [] },
    view('checks', 'baseline: nothing to run: all known'),
  ],
  ['a check', { ...round, kind: 'check.started', name: 'test' }, view('check', 'test started')],
  ...(
    [
      ['passed', 'good'],
      ['failed', 'bad'],
      ['timed-out', 'bad'],
      ['could-not-run', 'warn'],
    ] as const
  ).map(([result, tone]): readonly [string, Event, EventView] => [
    `a check: ${result}`,
    { ...round, kind: 'check.finished', cause: 'claim', check: check(result) },
    view('check', [toText('test '), toText(result, tone), toText(' in 1.2 s (exit code 1)')]),
  ]),
  [
    'the end of a round',
    { ...round, kind: 'checks.finished', cause: 'claim', valid: [], artefacts: [], notes: ['moved'] },
    view('checks', 'ended', ['moved']),
  ],
  [
    'the start of extra runs',
    { ...round, kind: 'proof.started', extra: [{ check: 'test', kind: 'sealed' }] },
    view('proof', 'sealed run of test started'),
  ],
  [
    'the end of extra runs',
    {
      ...round,
      kind: 'proof.finished',
      yardstick: 'y1',
      extra: [
        {
          check: 'test',
          kind: 'sealed',
          answer: 'red',
          why: '1 test fails',
          means: 'copy',
          durationMs: 1200,
          tests: ['adds'],
        },
        { check: 'test', kind: 'canary', answer: 'cannot-tell', why: 'no time', durationMs: 0 },
      ],
      settled: [],
    },
    view('proof', 'ended', [
      'sealed run of test: red in 1.2 s, 1 test fails: adds',
      'canary run of test: cannot tell, no time',
    ]),
  ],
  [
    'the end of a round on a tree',
    {
      ...round,
      kind: 'checks.finished',
      cause: 'claim',
      tree: '0123456789abcdef',
      valid: [],
      artefacts: [],
      notes: [],
    },
    view('checks', 'ended on tree 0123456789ab'),
  ],
  [
    'trust',
    { ...head, kind: 'trust.given', root: '/repo', hash: 'h1', actor: 'terminal' },
    view('trust', '/repo trusted by the person (terminal), content h1'),
  ],
  [
    'trust that is revoked',
    { ...head, kind: 'trust.revoked', root: '/repo', actor: 'script' },
    view('trust', '/repo revoked by the person (script)'),
  ],
  [
    'a turn that failed',
    { ...ids, kind: 'stop.failed', cause: 'rate-limit', detail: 'try\nlater' },
    view('failed', 'rate-limit: try later'),
  ],
  ['a subagent', { ...ids, kind: 'subagent.stopped', subagent: 'a1' }, view('subagent', 'a1 stopped')],
  ['a compaction', { ...ids, kind: 'compaction.started', trigger: 'auto' }, view('compact', 'auto')],
  ['a tool', { ...ids, kind: 'tool.used', tool: 'Bash' }, view('tool', 'Bash')],
  [
    'a brief',
    { ...ids, kind: 'brief.given', source: 'compact', characters: 900 },
    view('brief', 'given to a session (compact), 900 characters'),
  ],
  [
    'a save',
    {
      ...ids,
      kind: 'context.saved',
      save: 's',
      agentSessionId: 'abc',
      digest: 'd',
      update: { originalRequest: 'r', summary: 's', currentStatus: 'half\ndone' },
      seen: { files: [], recentToolCalls: [] },
    },
    view('context', 'saved: half done'),
  ],
  ['an erased save', { ...ids, kind: 'context.erased' }, view('context', 'saved (erased since)')],
  [
    'a withdrawn save',
    { ...ids, kind: 'context.withdrawn', save: 's', why: 'subagent' },
    view('context', 'the last save came from elsewhere (subagent)'),
  ],
  ['a cleared context', { ...ids, kind: 'context.cleared', by: 'person' }, view('context', 'cleared (person)')],
  ['an outcome', { ...ids, kind: 'task.ended', outcome: 'stuck', because }, view('ended', `stuck: ${REASONS}`)],
  ['resumed', { ...ids, kind: 'task.resumed', actor: 'terminal' }, view('person', 'took it up again (terminal)')],
  ['paused', { ...ids, kind: 'task.paused', actor: 'terminal' }, view('person', 'paused it (terminal)')],
  ['unpaused', { ...ids, kind: 'task.unpaused', actor: 'script' }, view('person', 'unpaused it (script)')],
  ['cancelled', { ...ids, kind: 'task.cancelled', actor: 'prompt' }, view('person', 'cancelled it (prompt)')],
  ['a look', { ...review, kind: 'review.viewed', by }, view('review', 'looked at by ana (at a terminal)')],
  ['approved', { ...review, kind: 'review.approved', by }, view('review', 'approved by ana (at a terminal)')],
  [
    'changes requested',
    { ...review, kind: 'review.changes-requested', by, batch: 1, words: 'Use\nthe cache.' },
    view('review', 'changes requested by ana (at a terminal): Use the cache.'),
  ],
  [
    'rejected',
    { ...review, kind: 'review.rejected', by: { by: 'script' }, words: 'No.' },
    view('review', 'rejected by somebody by script: No.'),
  ],
  [
    'answered',
    { ...review, kind: 'review.answered', by, words: 'The first.' },
    view('review', 'answered by ana (at a terminal): The first.'),
  ],
  [
    'a comment',
    {
      ...review,
      kind: 'comment.drafted',
      by,
      comment: { id: 'cmt_1', path: 'a.ts', line: 3, side: 'new', lineText: 'x', words: 'Why?' },
    },
    view('comment', 'cmt_1 on a.ts:3: Why?'),
  ],
  [
    'a file read',
    { ...review, kind: 'file.viewed', by, path: 'src/a.ts', mark: 'm1' },
    view('review', 'src/a.ts read by ana (at a terminal)'),
  ],
  [
    'a file unread again',
    { ...review, kind: 'file.viewed', by, path: 'src/a.ts' },
    view('review', 'src/a.ts marked as unread by ana (at a terminal)'),
  ],
  ['a comment removed', { ...review, kind: 'comment.removed', by, comment: 'cmt_1' }, view('comment', 'cmt_1 removed')],
  [
    'a comment addressed',
    { ...ids, kind: 'comment.addressed', comment: 'cmt_1', what: 'Renamed it.' },
    view('comment', 'cmt_1 addressed: Renamed it.'),
  ],
  ['feedback', { ...ids, kind: 'feedback.told' }, view('review', 'the agent was told')],
  ['withdrawn', { ...ids, kind: 'task.withdrawn' }, view('withdrawn', 'it was opened for a call of another session')],
  [
    'a subtask',
    { ...ids, kind: 'subtask.started', subtask: 'task_2', request: 'Port the parser.' },
    view('subtask', 'task_2 opened: Port the parser.'),
  ],
  [
    'the end of a subtask',
    {
      ...ids,
      kind: 'subtask.ended',
      subtask: 'task_2',
      outcome: 'blocked',
      summary: 'Half of it.',
      evidence: 'test failed',
      remainingWork: 'The rest.',
    },
    view(
      'subtask',
      [toText('task_2 ended: '), toText('blocked', 'warn')],
      ['Half of it.', 'checks: test failed', 'remaining: The rest.'],
    ),
  ],
  [
    'a subtask that is being told',
    { ...ids, kind: 'subtask.telling', parent: 'task_2', by: '7-1' },
    view('subtask', 'task_2 is being told how it ended'),
  ],
  [
    'a subtask that was not told after all',
    { ...ids, kind: 'subtask.telling', parent: 'task_2' },
    view('subtask', 'task_2 was not told how it ended'),
  ],
  [
    'a subtask that was told',
    { ...ids, kind: 'subtask.told', parent: 'task_2' },
    view('subtask', 'task_2 was told how it ended'),
  ],
  ['a run', { ...ids, kind: 'run.attached', source: 'run' }, view('run', 'supervisor started')],
  ['a run again', { ...ids, kind: 'run.attached', source: 'resume' }, view('run', 'supervisor started again')],
  ...(
    [
      ['first', 'started'],
      ['same', 'continues in its session'],
      ['fresh', 'starts a fresh session'],
      ['again', 'continues after the interruption'],
      ['probe', 'is asked whether it is done'],
    ] as const
  ).flatMap(([how, words]): (readonly [string, Event, EventView])[] => [
    [`a stint: ${how}`, { ...stint, kind: 'stint.started', how, isBriefed: false }, view('agent', words)],
    [`told: ${how}`, { ...stint, kind: 'stint.told', how, offset: 5 }, view('agent', `told at its prompt: ${words}`)],
  ]),
  [
    'a stint with the brief',
    { ...stint, kind: 'stint.started', how: 'fresh', isBriefed: true },
    view('agent', 'starts a fresh session, with the brief'),
  ],
  ['its session', { ...stint, kind: 'stint.known', agentSessionId: 'abc' }, view('agent', 'session abc')],
  [
    'its session and model',
    { ...stint, kind: 'stint.known', agentSessionId: 'abc', model: 'm1' },
    view('agent', 'session abc, m1'),
  ],
  ['it waits', { ...stint, kind: 'stint.settled' }, view('agent', 'waits at its prompt')],
  [
    'it stopped',
    { ...stint, kind: 'stint.ended', end: { kind: 'stopped' }, endedAt: AT, notes: [] },
    view('agent', 'stopped'),
  ],
  [
    'it was ended',
    {
      ...stint,
      kind: 'stint.ended',
      end: { kind: 'usage-limit', detail: 'You hit\nyour limit' },
      endedAt: AT,
      notes: ['a\nnote'],
    },
    view('agent', 'ended: usage-limit, You hit your limit', ['a note']),
  ],
  [
    'a wait',
    { ...ids, kind: 'wait.started', until: UNTIL, why: 'usage limit' },
    view('wait', [toText('usage limit; trying again at '), toMoment(UNTIL)]),
  ],
  ['the end of a wait', { ...ids, kind: 'wait.ended' }, view('wait', 'is over')],
  [
    'a budget',
    { ...ids, kind: 'budget.warned', budget: 'time', used: 4_830_000, limit: 6_000_000 },
    view('budget', [toText('81 % of the budget for time is used', 'warn')]),
  ],
  [
    'an opened list',
    {
      ...head,
      kind: 'list.opened',
      list: 'list_1',
      file: 'TODO.md',
      hash: 'aa',
      top: '/repo',
      base: 'c0',
      branch: 'fullstop/list-1',
      agent: 'claude',
      setup: { cwd: '/repo', permissions: 'edits', args: [] },
      policy: POLICY,
      items: [{ id: 'one', title: 'One', after: [], checks: [] }],
    },
    view('list', 'TODO.md: 1 item, to fullstop/list-1'),
  ],
  [
    'a list that a person takes up',
    { ...head, kind: 'list.resumed', list: 'list_1', actor: 'terminal' },
    view('person', 'took the list up again (terminal)'),
  ],
  [
    'a paused list',
    { ...head, kind: 'list.paused', list: 'list_1', why: 'over-budget' },
    view('list', [toText('paused: over-budget', 'warn')]),
  ],
  [
    'the end of a list',
    { ...head, kind: 'list.ended', list: 'list_1', outcome: 'partial', missing: ['one'] },
    view('list', 'ended: partial', ['not in the result branch: one']),
  ],
  [
    'a started item',
    { ...item, kind: 'item.started', task: 'task_1', worktree: '/w', branch: 'fullstop/task_1' },
    view('item', 'one on fullstop/task_1'),
  ],
  [
    'an item that conflicts',
    { ...item, kind: 'item.sent-back', task: 'task_1', why: 'conflict', names: ['a.ts', 'b.ts'] },
    view('item', [toText('one sent back: its merge conflicts in a.ts, b.ts', 'warn')]),
  ],
  [
    'an item that breaks a check',
    { ...item, kind: 'item.sent-back', task: 'task_1', why: 'red', names: ['test'] },
    view('item', [toText('one sent back: after the merge test fails', 'warn')]),
  ],
  [
    'a merged item',
    { ...item, kind: 'item.merged', task: 'task_1', commit: '0123456789abcdef' },
    view('item', 'one merged as 0123456789ab, all checks passed there'),
  ],
  [
    'a merged item that is in the list no longer',
    { ...item, kind: 'item.merged', task: 'task_1', commit: '0123456789abcdef', unticked: 'it is gone' },
    view('item', [
      toText('one merged as 0123456789ab, all checks passed there'),
      toText('; not ticked: it is gone', 'warn'),
    ]),
  ],
  [
    'an item that is not started',
    { ...item, kind: 'item.ended', outcome: 'not-started', because: 'zero is not completed' },
    view('item', 'one ended: not-started, zero is not completed'),
  ],
  ['an item that is tried again', { ...item, kind: 'item.resumed' }, view('item', 'one is tried again')],
  [
    'sleep',
    { ...ids, kind: 'clock.skipped', ms: 65_000 },
    view('clock', '1 min 5 s do not count: the machine slept, or its clock was set'),
  ],
  ['a clock that was set back', { ...ids, kind: 'clock.skipped', ms: -2000 }, view('clock', 'set back by 2 s')],
  [
    'a notification',
    { ...ids, kind: 'notification.sent', of: 'evt_1', moment: 'needs-you', to: 'ntfy', tries: 1 },
    view('notify', 'ntfy: told that it needs you'),
  ],
  [
    'a notification that was tried again',
    { ...ids, kind: 'notification.sent', of: 'evt_1', moment: 'ended', to: 'webhook', tries: 3 },
    view('notify', 'webhook: told that it has ended (try 3)'),
  ],
  [
    'a notification that was given up',
    { ...ids, kind: 'notification.failed', of: 'evt_1', moment: 'ended', to: 'desktop', tries: 1, why: 'no\nway' },
    view('notify', [toText('desktop: '), toText('not sent', 'warn'), toText(', no way')]),
  ],
  [
    'a failure of our own',
    { ...head, kind: 'hook.failed', agent: 'claude', code: 'internal', message: 'no\nstore' },
    view('failure', 'internal: no store'),
  ],
]

describe('A8: viewEvent', () => {
  for (const [name, event, expected] of rows) test(name, () => expect(viewEvent(event)).toEqual(expected))

  test('every kind of event has a row', () => {
    const kinds = Event.options.map(({ shape }) => shape.kind.value)
    expect([...new Set(rows.map(([, event]) => event.kind))].sort()).toEqual([...kinds].sort())
  })

  test('every row is a whole event', () => {
    for (const [, event] of rows) Event.parse(event)
  })
})
