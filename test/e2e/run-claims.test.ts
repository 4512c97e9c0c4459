// What an agent says of its task under `run`: verified, refused, handed over or believed, by the table of every other stop.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import type { Turn } from '../fake-agents/script.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { nothingLeft, until } from './checking.ts'
import { writeConfig } from './repository.ts'
import { claims, finishes, NO_CLAIM, refusalOf, REQUEST, running, saysDone, stops, writes } from './running.ts'

test('[run-continues F4] a premature stop is continued in the same session with what is missing, and completes', async () => {
  using at = await running()
  at.script([stops, finishes])
  const { code, story, calls } = await at.run()
  expect(story).toEqual([
    'starts: first',
    'ends: stopped',
    'continue by 11: no-claim',
    'starts: same',
    'ends: stopped',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(code).toBe(0)
  const [first, second] = calls
  expect(calls).toHaveLength(2)
  expect(first).toMatchObject({ isResumed: false, prompt: REQUEST })
  const told = refusalOf('1/5', first, NO_CLAIM)
  expect(second).toMatchObject({ isResumed: true, session: first?.session, prompt: told })
})

test.skipIf(isVariant)(
  '[run-claims verify-red F5] a success on a red check is sent back with the tail; repaired, it completes',
  async () => {
    using at = await running()
    at.script([[writes('41\n'), saysDone], finishes])
    const { code, story, calls, stdout } = await at.run()
    expect(story).toEqual([
      'starts: first',
      'ends: stopped',
      'claims success by done-token',
      'continue by 5: check-failed',
      'starts: same',
      'ends: stopped',
      'claims success by done-token',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    const missing = 'Not done: check "answer" failed (exit 3)'
    expect(calls[1]?.prompt).toBe(refusalOf('1/5', calls[0], missing, 'the answer is wrong'))
    expect(code).toBe(0)
    expect(stdout).toContain('completed')
  },
)

test('[run-claims claim-tool] by the tool the lie is refused in the call and again at the stop, with the tail', async () => {
  using at = await running()
  at.script([
    [writes('41\n'), claims('success')],
    [writes(), claims('success')],
  ])
  const { code, story, calls } = await at.run()
  expect(story).toEqual([
    'starts: first',
    'claims success by tool',
    'answered: continue by 5: check-failed',
    'ends: stopped',
    expect.stringMatching(/^continue by 11: claim-refused-before/),
    'starts: same',
    'claims success by tool',
    'answered: completed by 4: checks-passed',
    'ends: stopped',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  const [first, second] = calls
  expect(first?.heard[0]).toContain('the answer is wrong')
  expect(second?.prompt).toContain('check "answer" failed (exit 3)')
  expect(second?.prompt).toContain('the answer is wrong')
  expect(code).toBe(0)
})

test('[run-claims claim-cli] a claim by the command, from the shell of the agent', async () => {
  using at = await running()
  at.script([[writes(), { do: 'shell', line: `${binary} claim success --summary "Wrote the answer."` }]])
  const { code, story } = await at.run()
  expect(story.filter((line) => !line.startsWith('answered'))).toEqual([
    'starts: first',
    'claims success by cli',
    'ends: stopped',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-claims todo-open] a success with an open todo is refused with its name', async () => {
  using at = await running()
  const items = [{ text: 'write the answer', done: true }, { text: 'write the proof' }]
  at.script([
    [writes(), { do: 'todos', items }, saysDone],
    [{ do: 'todos', items: items.map(({ text }) => ({ text, done: true })) }, saysDone],
  ])
  const { code, story, calls } = await at.run()
  expect(story.filter((line) => line.includes(' by '))).toEqual([
    'claims success by done-token',
    'continue by 5: todo-open',
    'claims success by done-token',
    'completed by 4: checks-passed',
  ])
  expect(calls[1]?.prompt).toStartWith('FULLSTOP (1/5) Not done: open todo: write the proof.')
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-claims run-fresh F15] partial is handed to a fresh session, whose prompt begins with the brief',
  async () => {
    using at = await running()
    const saved = {
      original_request: 'Write the answer.',
      summary: 'Wrote the first digit.',
      current_status: 'One digit is there.',
      key_decisions: ['decimal digits'],
      remaining_work: 'the second digit',
    }
    at.script([
      [
        writes('4\n'),
        { do: 'call', tool: 'update_session_context', args: saved },
        claims('partial', { remaining_work: 'the second digit' }),
      ],
      finishes,
    ])
    const { code, story, calls, events } = await at.run()
    expect(story).toEqual([
      'starts: first',
      'claims partial by tool',
      'ends: stopped',
      'continue by 8: partial',
      'starts: fresh',
      'ends: stopped',
      'claims success by done-token',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    const [first, second] = calls
    expect(second?.session).not.toBe(first?.session ?? '')
    expect(second?.isResumed).toBe(false)
    const { prompt = '' } = second ?? {}
    const parts = [
      ...REQUEST.split('\n'),
      'Wrote the first digit.',
      'decimal digits',
      'answer',
      'One digit is there.',
      'the second digit',
      'FULLSTOP (1/5) You claimed partial. remaining work: the second digit. Keep working on it.',
    ]
    const places = parts.map((part) => prompt.indexOf(part))
    expect(places).not.toContain(-1)
    expect(prompt.indexOf('Write the answer.')).toBeLessThan(prompt.indexOf('Wrote the first digit.'))
    expect(prompt.indexOf('Wrote the first digit.')).toBeLessThan(prompt.indexOf('decimal digits'))
    expect(prompt.indexOf('One digit is there.')).toBeLessThan(prompt.lastIndexOf('the second digit'))
    expect(events.find((event) => event.kind === 'stint.started' && event.how === 'fresh')).toMatchObject({
      isBriefed: true,
    })
    expect(code).toBe(0)
  },
)

test.skipIf(isVariant)(
  '[run-claims F5] partial twice with no progress in between ends partial; with progress it goes on',
  async () => {
    using at = await running()
    const partial = claims('partial', { remaining_work: 'the second digit' })
    at.script([[partial], [writes('4\n'), partial], [partial]])
    const { code, story, calls, stdout } = await at.run()
    expect(story.filter((line) => / by \d/.test(line))).toEqual([
      'continue by 8: partial',
      'continue by 8: partial',
      'partial by 8: partial',
    ])
    expect(story.at(-1)).toBe('ended: partial')
    expect([code, calls.length]).toEqual([4, 3])
    expect(stdout).toContain('fullstop resume')
  },
)

test.skipIf(isVariant)(
  '[run-claims F5] blocked is pushed once to try another way; blocked again ends blocked',
  async () => {
    using at = await running()
    const blocked = claims('blocked', { remaining_work: 'the download: the mirror is down' })
    at.script([], [blocked])
    const { code, story, calls } = await at.run()
    expect(story.filter((line) => line.includes(' by '))).toEqual([
      'claims blocked by tool',
      'continue by 9: blocked',
      'claims blocked by tool',
      'blocked by 9: blocked',
    ])
    expect(calls[1]?.prompt).toStartWith('FULLSTOP (1/5) Try another way, or claim blocked again.')
    expect(calls[1]?.prompt).toContain('the mirror is down')
    expect([code, calls.length]).toEqual([5, 2])
  },
)

test.skipIf(isVariant)('[run-claims F5] blocked by what only a person can give ends at once, needs-input', async () => {
  using at = await running()
  at.script([[claims('blocked', { remaining_work: 'the upload', needs: 'credentials' })]])
  const { code, story, calls, stdout } = await at.run()
  expect(story.at(-1)).toBe('ended: needs-input')
  expect([code, calls.length]).toEqual([12, 1])
  expect(stdout).toContain('the agent needs credentials')
})

test('[run-claims F5] without a check a success is unverified, and so it is if a check cannot run', async () => {
  using at = await running([])
  at.script([finishes])
  const none = await at.run()
  expect(none.story.slice(-2)).toEqual(['unverified by 7: no-check-exists', 'ended: unverified'])
  expect(none.code).toBe(3)
  using other = await running([{ name: 'answer', run: 'no-such-program-here' }])
  other.script([finishes])
  const unable = await other.run()
  expect(unable.story.slice(-2)).toEqual(['unverified by 7: check-could-not-run', 'ended: unverified'])
  expect([unable.code, unable.calls.length]).toEqual([3, 1])
})

test.skipIf(isVariant)(
  '[run-claims tamper F24 review-waits] a green check after a test was deleted waits for a person',
  async () => {
    using at = await running()
    at.repository.write('src/sum.test.ts', "test('adds', () => {\n  expect(1 + 1).toBe(2)\n})\n")
    at.repository.commit()
    at.script([[writes(), { do: 'shell', line: 'rm src/sum.test.ts' }, saysDone]])
    const { code, story, stdout } = await at.run()
    expect(story.at(-1)).toBe('ask-human by 7: tampered')
    expect((await at.room.tasks()).map(({ status }) => status)).toEqual(['awaiting-review'])
    expect(code).toBe(9)
    expect(stdout).toContain('src/sum.test.ts:1')
    expect(stdout).toContain('fullstop review')
    const again = await at.goOn(['resume'])
    expect([again.code, again.calls.length]).toEqual([9, 1])
    expect(again.stderr).toContain('waits for a person')
  },
)

test('[run-claims F12 mention] a subagent’s words, thinking and another session’s token are no claim', async () => {
  using at = await running()
  const said = (content: object, more: object = {}): Turn[number] => ({
    do: 'line',
    line: {
      type: 'assistant',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [content] },
      parent_tool_use_id: null,
      session_id: '{id}',
      ...more,
    },
  })
  at.script([
    [
      writes(),
      said(
        { type: 'text', text: 'Done.\n\n{token}' },
        { parent_tool_use_id: 'toolu_1', subagent_type: 'general-purpose' },
      ),
      said({ type: 'thinking', thinking: '{token}', signature: 'x' }),
      { do: 'say', text: 'FULLSTOP_DONE::0b6f2c1e-1111-4222-8333-444455556666' },
    ],
    [saysDone],
  ])
  const { code, story } = await at.run()
  expect(story.slice(0, 4)).toEqual(['starts: first', 'ends: stopped', 'continue by 11: no-claim', 'starts: same'])
  expect(code).toBe(0)
})

test('[run-claims verify-reuse F5] a claim that was accepted is good for its tree only: what came after it is verified anew', async () => {
  using at = await running()
  at.script([[writes(), claims('success'), writes('41\n'), { do: 'say', text: 'One more touch.' }], finishes])
  const { code, story } = await at.run()
  const first = story.slice(0, story.indexOf('starts: same'))
  expect(first).toContain('answered: completed by 4: checks-passed')
  expect(first.at(-1)).toStartWith('continue by ')
  expect(story.at(-1)).toBe('ended: completed')
  expect(code).toBe(0)
})

test('[run-claims trust-needed] checks that nobody trusts are not run: unverified, with the command that helps', async () => {
  using at = await running([])
  writeConfig(at.room, { checks: [{ name: 'answer', run: 'touch ran' }] })
  at.repository.commit()
  at.script([finishes])
  const { code, story, stdout } = await at.run()
  expect(story.slice(-2)).toEqual(['unverified by 7: check-could-not-run', 'ended: unverified'])
  expect(code).toBe(3)
  expect(existsSync(at.file('ran'))).toBe(false)
  expect(stdout).toContain('fullstop trust')
})

test('[run-claims cancel-wins] cancel wins: the agent is ended in the middle of its turn, and nothing is left', async () => {
  using at = await running()
  at.script([[...stops, { do: 'hang' }]])
  const run = at.run()
  await until(() => at.calls().length === 1)
  const [task] = await at.room.tasks()
  expect((await at.room.runAtTerminal(['cancel', task?.id ?? ''])).code).toBe(0)
  const { code, calls } = await run
  expect([code, calls.length]).toEqual([130, 1])
  expect((await at.room.tasks()).map(({ outcome }) => outcome)).toEqual(['cancelled'])
  await nothingLeft(at.room)
})

test.skipIf(isVariant)(
  '[run-claims review-always review-waits] where every completion needs a person it waits; with their words it goes on',
  async () => {
    using at = await running(undefined, { review: 'always' })
    at.script([], finishes)
    const { code, story, calls, events } = await at.run()
    expect(story.at(-1)).toBe('ask-human by 7: review-needed')
    expect([code, calls.length]).toEqual([9, 1])
    const more = await at.goOn(['resume', events[0]?.task ?? '', 'Write it in roman digits too.'])
    expect(more.calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
    expect(more.calls[1]?.prompt).toStartWith('Write it in roman digits too.')
    expect([more.code, more.story.at(-1)]).toEqual([9, 'ask-human by 7: review-needed'])
  },
)
