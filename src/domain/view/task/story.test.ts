// A task as a story: each line from the events, or from the task where the events are gone.
import { describe, expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import type { TaskState } from '../../../contract/state.ts'
import { policy } from '../../gate/facts.fixture.ts'
import { itemRequest } from '../../lists/item-text.ts'
import { viewTaskStory } from './story.ts'

const AT = '2026-11-15T10:00:00.000Z'
const head = { id: 'evt_1', at: AT, session: 'ses_1', task: 'task_1', request: 'req_1' } as const
const TASK: TaskState = {
  id: 'task_1',
  status: 'ended',
  outcome: 'unverified',
  agent: 'claude',
  session: 'ses_1',
  title: 'Add a test',
  policy: policy(),
  openedAt: AT,
  updatedAt: AT,
  endedAt: '2026-11-15T10:01:05.000Z',
  prompts: 3,
  stops: 2,
  refusals: 1,
  claims: 1,
}
const asked: Event = {
  ...head,
  kind: 'request.opened',
  prompt: 'Add a test\nand run it',
  isQuestion: false,
  heard: true,
}
const claimed = (status: 'success' | 'partial', remainingWork?: string): Event => ({
  ...head,
  kind: 'claim.made',
  claim: {
    id: 'clm_1',
    status,
    channel: 'tool',
    text: '',
    summary: 'Added it.',
    ...(remainingWork ? { remainingWork } : {}),
  },
})
const verified: Event = {
  ...head,
  kind: 'claim.verified',
  claim: 'clm_1',
  evidence: {
    checks: [
      {
        name: 'test',
        key: 'k',
        result: 'failed',
        why: 'exit 3',
        run: 'run_1',
        startedAt: AT,
        durationMs: 50,
        tail: '',
        failures: [],
        reused: false,
      },
    ],
    skipped: [{ name: 'docs', why: 'no file under its paths changed' }],
    changed: [
      { path: 'a.ts', how: 'added' },
      { path: 'b.ts', how: 'modified' },
    ],
    changedCount: 5,
    notes: [],
    warnings: [],
    tampering: [],
  },
}
const ended: Event = {
  id: 'evt_2',
  at: AT,
  kind: 'task.ended',
  task: 'task_1',
  outcome: 'unverified',
  because: [{ code: 'no-check-exists', text: 'claimed, but no check exists\nmore' }],
}

const interrupted: Event = {
  ...head,
  kind: 'stop.decided',
  decision: {
    kind: 'continue',
    rule: 2,
    because: [{ code: 'not-the-agents-choice', text: "the stop is not the agent's choice: interrupted" }],
    say: 'Continue.',
    fingerprint: 'f',
    counts: ['refusal'],
  },
  continuations: 1,
  nearMisses: [],
}

const watched: Event = {
  ...head,
  kind: 'stop.decided',
  decision: {
    kind: 'allow',
    rule: 11,
    because: [
      { code: 'no-claim', text: 'nothing says that the task is done' },
      { code: 'watching', text: 'watch mode: would have refused this stop' },
    ],
  },
  continuations: 0,
  nearMisses: [],
}

/** `{}` are words with a tone. */
const told = (task: TaskState, events: readonly Event[]): string[] =>
  viewTaskStory(task, events).lines.map(
    ({ label, parts }) =>
      `${label}: ${parts.map((part) => (part.kind === 'moment' ? part.at : part.tone ? `{${part.text}}` : part.text)).join('')}`,
  )

describe('viewTaskStory', () => {
  const rows: ReadonlyArray<readonly [string, TaskState, readonly Event[], readonly string[]]> = [
    [
      'a whole one',
      TASK,
      [asked, claimed('success'), verified, ended],
      [
        'asked: Add a test and run it (and 2 more prompts)',
        'did: 2 turns, sent back once, changed a.ts, b.ts and 3 more files, 1 min 5 s',
        'claimed: success: Added it.',
        'checked: test {failed} (exit 3), skipped docs',
        'ended: {unverified}: claimed, but no check exists',
      ],
    ],
    [
      'resumed without words: that is no prompt, and the interruption sent nobody back',
      { ...TASK, prompts: 2 },
      [asked, { ...head, kind: 'request.opened', isQuestion: false, heard: true }, interrupted],
      [
        'asked: Add a test and run it',
        'did: 2 turns, 1 min 5 s',
        'claimed: {nothing}',
        'checked: {nothing: no check exists here}',
        'ended: {unverified}',
      ],
    ],
    [
      'an item of a list: the words of the list, without what is added to each',
      { ...TASK, prompts: 1 },
      [
        {
          ...head,
          kind: 'request.opened',
          prompt: itemRequest({ text: 'Sort files' }, { file: 'TODO.md', branch: 'b', parts: [] }),
          isQuestion: false,
          heard: true,
        },
      ],
      [
        'asked: Sort files',
        'did: 2 turns, sent back once, 1 min 5 s',
        'claimed: {nothing}',
        'checked: {nothing: no check exists here}',
        'ended: {unverified}',
      ],
    ],
    [
      'in watch mode: what would have been refused',
      { ...TASK, prompts: 1, refusals: 0 },
      [asked, watched, watched],
      [
        'asked: Add a test and run it',
        'did: 2 turns, would have been sent back 2 times, 1 min 5 s',
        'claimed: {nothing}',
        'checked: {nothing: no check exists here}',
        'ended: {unverified}',
      ],
    ],
    [
      'one of which nothing is left',
      TASK,
      [],
      [
        'asked: Add a test (and 2 more prompts)',
        'did: 2 turns, sent back once, 1 min 5 s',
        'claimed: {nothing}',
        'checked: {nothing: no check exists here}',
        'ended: {unverified}',
      ],
    ],
    [
      'an open one, claimed in part, with checks that are not trusted',
      {
        ...TASK,
        status: 'open',
        prompts: 1,
        lastReason: 'not all is done',
        policy: { ...policy(), untrustedChecks: ['test'] },
      },
      [asked, claimed('partial', 'the docs')],
      [
        'asked: Add a test and run it',
        'did: 2 turns, sent back once, 1 min 5 s',
        'claimed: {partial}: Added it. (remaining: the docs)',
        'checked: {nothing: the checks here are not trusted}',
        'ended: not yet, it is open: not all is done',
      ],
    ],
  ]
  test.each(rows)('%s', (_name, { outcome, ...task }, events, expected) =>
    expect(told(task.status === 'ended' && outcome ? { ...task, outcome } : task, events)).toEqual([...expected]),
  )

  test('names the reason of its end', () => {
    expect(viewTaskStory(TASK, [asked, ended]).reason).toBe('no-check-exists')
  })
})
