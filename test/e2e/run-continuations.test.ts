// Where a run continues: in the same session, or in a fresh one that begins with the brief; and the probe before either.
import { expect, test } from 'bun:test'
import type { Turn } from '../fake-agents/script.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { claims, finishes, NO_CLAIM, refusalOf, REQUEST, running, saysDone, stops, writes } from './running.ts'

const works: Turn = [writes('4\n'), { do: 'say', text: 'One digit is there.' }]
/** How the request stands in a brief. */
const QUOTED = REQUEST.split('\n')
  .map((line) => `> ${line}`)
  .join('\n')

test('[run-fresh] --continue fresh: every continuation is a new session with the brief, the request first', async () => {
  using at = await running()
  at.script([works, works, finishes])
  const { code, story, calls } = await at.run(['--continue', 'fresh'])
  expect(story.filter((line) => line.startsWith('starts'))).toEqual(['starts: first', 'starts: fresh', 'starts: fresh'])
  expect(new Set(calls.map(({ session }) => session)).size).toBe(3)
  expect(calls.map(({ isResumed }) => isResumed)).toEqual([false, false, false])
  const prompt = calls[1]?.prompt ?? ''
  expect(prompt).toContain(QUOTED)
  expect(prompt.indexOf(QUOTED)).toBeLessThan(prompt.indexOf('created: answer'))
  expect(prompt.indexOf('created: answer')).toBeLessThan(prompt.indexOf('FULLSTOP (1/5)'))
  expect(code).toBe(0)
})

test.each(quarterOf(['claude', 'codex'] as const, 0))(
  '[run-fresh] %s: a fresh session is told a way to claim, and no token of another session',
  async (agent) => {
    using at = await running()
    at.script([works, finishes])
    const { calls } = await at.run(['--continue', 'fresh'], { agent })
    const [first, second] = calls
    expect(second?.prompt).toContain('complete_task')
    expect(`${second?.contract}${second?.prompt}`).not.toContain(first?.session ?? '')
    if (agent === 'claude') expect(second?.prompt).toContain(`FULLSTOP_DONE::${second?.session}`)
  },
)

test.skipIf(isVariant)('[run-fresh] --continue same: the same session even after partial', async () => {
  using at = await running()
  at.script([[...works, claims('partial', { remaining_work: 'the second digit' })], finishes])
  const { code, story, calls } = await at.run(['--continue', 'same'])
  expect(story.filter((line) => line.startsWith('starts'))).toEqual(['starts: first', 'starts: same'])
  expect(calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(code).toBe(0)
})

test('[run-fresh] auto: a context that is 80 % full is left for a fresh session, below that not', async () => {
  using at = await running()
  const fills = (tokens: number): Turn => [
    writes('{n}\n'),
    { do: 'say', text: 'Read a lot.', tokens },
    { do: 'stop', window: 1000 },
  ]
  at.script([fills(780), fills(820), finishes])
  const { code, story, events } = await at.run()
  expect(story.filter((line) => line.startsWith('starts'))).toEqual(['starts: first', 'starts: same', 'starts: fresh'])
  expect(events.flatMap((event) => (event.kind === 'stint.ended' ? [event.contextUse] : [])).slice(0, 2)).toEqual([
    0.78, 0.82,
  ])
  expect(code).toBe(0)
})

test('[run-fresh F13] after a compaction a fresh session takes over, and the todos from before it still hold', async () => {
  using at = await running()
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: { trigger: 'auto', pre_tokens: 990040, post_tokens: 2526 },
    session_id: '{id}',
  }
  at.script([
    [
      { do: 'todos', items: [{ text: 'write the answer', done: true }, { text: 'write the proof' }] },
      { do: 'line', line: { type: 'system', subtype: 'status', status: 'compacting', session_id: '{id}' } },
      { do: 'line', line: boundary },
      writes(),
      saysDone,
    ],
    [{ do: 'say', text: 'As I recall, all is done.\n\n{token}' }],
    [
      {
        do: 'todos',
        items: [
          { text: 'write the answer', done: true },
          { text: 'write the proof', done: true },
        ],
      },
      saysDone,
    ],
  ])
  const { code, story, calls } = await at.run()
  expect(story.filter((line) => !line.startsWith('ends') && !line.startsWith('claims'))).toEqual([
    'starts: first',
    'continue by 5: todo-open',
    'starts: fresh',
    'continue by 5: todo-open',
    'starts: same',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(calls[1]?.prompt).toContain(QUOTED)
  expect(calls[1]?.prompt).toContain('open todo: write the proof')
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-fresh F13] a recorded compaction is seen as one', async () => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture: 'auto-compaction' }], finishes])
  const { code, story } = await at.run()
  expect(story.slice(0, 4)).toEqual(['starts: first', 'ends: stopped', 'continue by 11: no-claim', 'starts: fresh'])
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-fresh F13] Codex: after a compaction that only its record tells of, a fresh session takes over',
  async () => {
    using at = await running()
    at.script([[...works, { do: 'stop', isCompacted: true }], finishes])
    const { code, story } = await at.run([], { agent: 'codex' })
    expect(story.slice(0, 4)).toEqual(['starts: first', 'ends: stopped', 'continue by 11: no-claim', 'starts: fresh'])
    expect(code).toBe(0)
  },
)

test.each(quarterOf(['claude', 'codex'] as const, 1))(
  '[run-fresh] %s: a session that cannot be resumed is left for a fresh one with the brief',
  async (agent) => {
    using at = await running()
    at.script([[...works, { do: 'forget' }], finishes, finishes])
    const { code, story, calls } = await at.run([], { agent })
    expect(story.filter((line) => !line.startsWith('claims'))).toEqual([
      'starts: first',
      'ends: stopped',
      'continue by 11: no-claim',
      'starts: same',
      'ends: session-missing',
      'continue by 2: not-the-agents-choice',
      'starts: fresh',
      'ends: stopped',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    expect(calls.at(-1)?.prompt).toContain(QUOTED)
    expect(calls.at(-1)?.isResumed).toBe(false)
    expect(code).toBe(0)
  },
)

test.skipIf(isVariant)('[run-fresh F15] the brief is of this task, whatever was run in the folder before', async () => {
  using at = await running()
  const saved = { original_request: 'Paint it black.', summary: 'Mixed the paint.', current_status: 'Still wet.' }
  at.script([[{ do: 'call', tool: 'update_session_context', args: saved }, ...stops]])
  expect((await at.run(['--max-continuations', '1'], { prompt: 'Paint it black.' })).code).toBe(7)
  at.script([stops, stops, works], finishes)
  const { code, calls, events } = await at.run(['--continue', 'fresh'])
  const briefed = calls.at(-1)
  expect(briefed?.prompt).toContain(QUOTED)
  expect(briefed?.prompt).toContain(events[0]?.task ?? 'no task')
  expect(briefed?.prompt).not.toContain('Mixed the paint.')
  expect(briefed?.prompt).not.toContain('Paint it black.')
  expect(code).toBe(0)
})

const probing = { detect: { strategies: ['tool' as const, 'done-token' as const, 'probe' as const] } }

test('[run-probe] after a stop without a claim the agent is asked once, in its session, and its answer is the claim', async () => {
  using at = await running(undefined, probing)
  at.script([[writes(), ...stops], [{ do: 'say', text: 'Every part is done.\n\n{token}', tokens: 7 }]])
  const { code, story, calls, events } = await at.run()
  expect(story).toEqual([
    'starts: first',
    'ends: stopped',
    'starts: probe',
    'ends: stopped',
    'claims success by probe',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(calls[1]?.prompt).toStartWith('FULLSTOP asks once, do no more work now: is the whole request done?')
  expect(calls[1]?.prompt).toContain('complete_task')
  const counted = events.flatMap((event) => (event.kind === 'stop.decided' ? [event.continuations] : []))
  expect(counted).toEqual([0])
  const used = events.flatMap((event) => (event.kind === 'stint.ended' ? [event.usage?.tokens] : []))
  expect(used).toEqual([20, 27])
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-probe] an answer without a claim is no continuation used up; each stop is asked once',
  async () => {
    using at = await running(undefined, probing)
    const no: Turn = [{ do: 'say', text: 'The second digit is missing.' }]
    at.script([works, no, [{ do: 'write', file: 'notes.md', text: 'x' }, ...stops], no, finishes])
    const { code, story, calls } = await at.run(['--max-continuations', '2'])
    expect(story).toEqual([
      'starts: first',
      'ends: stopped',
      'starts: probe',
      'ends: stopped',
      'continue by 11: no-claim',
      'starts: same',
      'ends: stopped',
      'starts: probe',
      'ends: stopped',
      'continue by 11: no-claim',
      'starts: same',
      'ends: stopped',
      'claims success by done-token',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    expect(calls[2]?.prompt).toBe(refusalOf('1/2', calls[0], NO_CLAIM))
    expect(code).toBe(0)
  },
)

test.skipIf(isVariant)('[run-probe] its tokens count in the budget', async () => {
  using at = await running(undefined, probing)
  at.script([works, [{ do: 'say', text: 'Hm.', tokens: 500 }]], finishes)
  const { code, story } = await at.run(['--max-tokens', '400'])
  expect(story.at(-1)).toBe('ended: over-budget')
  expect(code).toBe(8)
})

test.skipIf(isVariant)('[run-probe] it is off unless the config names it', async () => {
  using at = await running()
  at.script([stops, finishes])
  expect((await at.run()).story).not.toContain('starts: probe')
})

test.each(quarterOf(['claude', 'codex'] as const, 0))(
  '[run-fresh F15] %s: what the agent did last, from its stream, is in the brief, and its open todos',
  async (agent) => {
    using at = await running()
    const items = [{ text: 'write the answer', done: true }, { text: 'write the proof' }]
    at.script([[{ do: 'shell', line: 'echo from-the-shell' }, { do: 'todos', items }, ...works], finishes])
    const { calls } = await at.run(['--continue', 'fresh', '--max-continuations', '1'], { agent })
    expect(calls[1]?.prompt).toContain('- [ ] write the proof')
    expect(calls[1]?.prompt).toContain('## Recent tool calls')
    expect(calls[1]?.prompt).toContain('echo from-the-shell')
  },
)

test.each(quarterOf(['claude', 'codex'] as const, 1))(
  '[run-fresh run-limits] %s: a fresh session that fails before its first word is begun again with its brief, and a token that counts',
  async (agent) => {
    using at = await running()
    const fault = { do: 'replay', fixture: 'fault-500-always' } as const
    at.script([works, [fault], [fault], finishes])
    const { code, calls, story } = await at.run(['--continue', 'fresh'], {
      agent,
      env: { FULLSTOP_FIRST_PAUSE_MS: '5' },
    })
    expect(story.filter((line) => line.startsWith('starts'))).toEqual([
      'starts: first',
      'starts: fresh',
      'starts: again',
      'starts: again',
    ])
    for (const { prompt, session } of calls.slice(1)) {
      expect(prompt).toContain(QUOTED)
      const named = [...prompt.matchAll(/FULLSTOP_DONE::([\w-]+)/g)].map((match) => match[1])
      expect(named.filter((id) => id !== session)).toEqual([])
    }
    expect(code).toBe(0)
  },
)
