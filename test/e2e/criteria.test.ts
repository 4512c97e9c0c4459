// Acceptance criteria: what a run shows of them, tells its agent, and asks of its claims.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskState } from '../../src/contract/state.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import type { Room } from './room.ts'
import { claims, finishes, REQUEST, running, writes } from './running.ts'

const BELOW = '\n\nThe result must meet each of these acceptance criteria:\n'
const TWO = ['--criterion', 'It is 42', '--criterion', 'It stands in a file']
const TEXTS = '| c1: It is 42\n| c2: It stands in a file'

const row = (id: string, state: string, by?: string): object => ({ id, state, ...(by === undefined ? {} : { by }) })
const bothMet = { criteria: [row('c1', 'met', 'answer'), row('c2', 'met', 'check.sh:1')] }

test('[criteria-told secrets] the agent reads them below the request; screen and store show no secret and no escape', async () => {
  using at = await running()
  at.script([], [writes(), claims('success', bothMet)])
  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ'
  const { code, stdout, calls, events } = await at.run([
    '--criterion=It is 42,\nnot 41',
    `--criterion=The key ${secret} works\u001b[2J`,
  ])
  expect(code).toBe(0)
  expect(calls[0]?.prompt.trim()).toBe(`${REQUEST}${BELOW}- c1: It is 42, not 41\n- c2: The key ${secret} works [2J`)
  expect(calls[0]?.contract).toContain(
    'call complete_task, with a row {id, state, by} in criteria for each acceptance criterion.',
  )
  expect(calls[0]?.contract).not.toContain('FULLSTOP_DONE')
  expect(stdout).toContain('c1: It is 42, not 41')
  expect(stdout).not.toContain('\u001b[2J')
  expect(stdout).not.toContain(secret)
  expect(events[0]).toMatchObject({ criteria: [{ id: 'c1', text: 'It is 42, not 41' }, { id: 'c2' }] })
  expect(JSON.stringify(at.room.allEvents())).not.toContain(secret)
})

test('[criteria-told] a criterion without text or far too long is a usage error', async () => {
  using at = await running()
  for (const text of ['  ', 'x'.repeat(1001)]) {
    const { code, stderr, calls } = await at.run(['--criterion', text])
    expect(code).toBe(2)
    expect(stderr).toContain('acceptance criterion "c1"')
    expect(calls).toEqual([])
  }
})

test('[criteria-rows] refused in words and by the tool until every criterion has a row that holds', async () => {
  using at = await running()
  at.script([
    finishes,
    [
      claims('success'),
      claims('success', { criteria: [row('c1', 'met', 'answer'), row('c2', 'open', 'not yet')] }),
      { do: 'write', file: 'notes', text: 'It is 42.\n' },
      claims('success', { criteria: [row('c1', 'met', 'answer'), row('c2', 'met', 'docs/answer.md')] }),
      claims('success', bothMet),
    ],
  ])
  const { code, calls, story } = await at.run(TWO)
  expect(story).toEqual([
    'starts: first',
    'ends: stopped',
    'claims success by done-token',
    'continue by 5: criterion-open',
    'starts: same',
    'claims success by tool',
    'answered: continue by 5: criterion-open',
    'claims success by tool',
    'answered: continue by 5: criterion-open',
    'claims success by tool',
    'answered: continue by 5: criterion-open',
    'claims success by tool',
    'answered: completed by 4: checks-passed',
    'ends: stopped',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(code).toBe(0)
  expect(calls[1]?.prompt).toContain('Not done: acceptance criteria without a row in the claim: c1, c2. State each:')
  expect(calls[1]?.prompt).toContain('call complete_task, with a row {id, state, by} in criteria')
  expect(calls[1]?.prompt).toContain(TEXTS)
  const [bare = '', open = '', gone = '', last = ''] = calls[1]?.heard ?? []
  expect(bare).toContain(TEXTS)
  expect(open).toContain('Not done: open acceptance criteria: c2.')
  expect(open).not.toMatch(/\bc1\b/)
  expect(gone).toContain('acceptance criterion c2 is said to be met by "docs/answer.md", which is no file of the tree')
  expect(last).toContain('Task completed successfully.')
})

test.skipIf(isVariant)('[criteria-rows] wrong rows are an error that lists the ids, and no claim', async () => {
  using at = await running()
  const wrong: ReadonlyArray<readonly [rows: readonly object[], why: string]> = [
    [[row('c3', 'met', 'answer')], 'criterion "c3" is no criterion of this task'],
    [[row('c1', 'met', 'answer'), row('c1', 'open')], 'criterion "c1" has two rows'],
    [[row('c1', 'met')], 'criterion "c1" is met by what?'],
    [[row('c1', 'not-applicable', ' ')], 'criterion "c1" does not apply: say why'],
  ]
  at.script([[writes(), ...wrong.map(([criteria]) => claims('success', { criteria })), claims('success', bothMet)]])
  const { code, calls, story } = await at.run(TWO)
  expect(code).toBe(0)
  expect(story.filter((line) => line.startsWith('claims'))).toEqual(['claims success by tool'])
  for (const [nth, [, why]] of wrong.entries()) {
    const heard = calls[0]?.heard[nth] ?? ''
    expect(heard).toContain(why)
    expect(heard).toContain('one row for each of the criteria of this task: c1, c2')
  }
})

test.skipIf(isVariant)(
  '[criteria-rows claim-cli] a task without criteria takes no rows, and a bad row of the command is a usage error',
  async () => {
    using at = await running()
    at.script([[writes(), claims('success', bothMet), claims('success')]])
    const { code, calls } = await at.run()
    expect(code).toBe(0)
    expect(calls[0]?.heard[0] ?? '').toContain('this task has no acceptance criteria')
    for (const bad of ['c1', 'c1=done:answer', '=met:answer', '']) {
      const said = await at.room.run(['claim', 'success', '--summary', 'x', `--criterion=${bad}`])
      expect([said.code, said.stderr.includes('is not ID=STATE:BY')]).toEqual([2, true])
    }
  },
)

test.skipIf(isVariant)(
  '[criteria-rows run-plain] a plain program is told the command, and its words alone are refused with it',
  async () => {
    using at = await running()
    const told = join(at.room.root, 'told')
    const program = join(at.room.root, 'agent.sh')
    const claim = `${binary} claim success --summary "Wrote it." --criterion c1=met:answer --criterion "c2=met: in check.sh"`
    writeFileSync(
      program,
      `cat >> '${told}'\necho 42 > answer\nif test -e '${told}.2'; then ${claim}; else touch '${told}.2'; echo "<promise>COMPLETE</promise>"; fi\n`,
    )
    const { code, story } = await at.goOn(['run', '--agent-command', `sh ${program}`, ...TWO, REQUEST])
    expect(story.filter((line) => !line.startsWith('ends'))).toEqual([
      'starts: first',
      'claims success by promise-tag',
      'continue by 5: criterion-open',
      'starts: fresh',
      'claims success by cli',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    expect(code).toBe(0)
    const text = await Bun.file(told).text()
    expect(text).toContain('run `fullstop claim success --summary "…" --criterion ID=met:BY`')
    expect(text).toContain(TEXTS)
    expect(text).toContain('## Acceptance criteria')
  },
)

test('[criteria-left] a partial claim may leave rows open; the fresh session reads them as remaining work', async () => {
  using at = await running()
  const half = { criteria: [row('c1', 'open', 'no number yet')], remaining_work: 'The number.' }
  at.script([[claims('partial', half)], [writes(), claims('success', bothMet)]])
  const { code, calls, story } = await at.run(TWO)
  expect(story.filter((line) => /^(?:starts|continue|ended)/.test(line))).toEqual([
    'starts: first',
    'continue by 8: partial',
    'starts: fresh',
    'ended: completed',
  ])
  expect(code).toBe(0)
  expect(calls[1]?.prompt).toContain('- c1: It is 42 (open: no number yet)\n- c2: It stands in a file\n')
  expect(calls[1]?.prompt).toContain("## Remaining work\n\nOpen acceptance criteria, by the agent's claim: c1")
})

async function pageOf(room: Room, ...args: readonly string[]): Promise<string> {
  return (await room.run(args)).stdout
}

test('[criteria-waived] one that does not apply waits for a person, and the approval names it', async () => {
  using at = await running()
  const waived = { criteria: [row('c1', 'met', 'answer'), row('c2', 'not-applicable', 'There are no files here')] }
  at.script([[writes(), claims('success', waived)]])
  const { code, stdout, story } = await at.run(TWO)
  expect([code, story.at(-1)]).toEqual([9, 'ask-human by 7: criterion-not-applicable'])
  const task = (await at.room.tasks())[0]?.id ?? ''
  const shown = await at.room.run(['review', task])
  expect(shown.stdout).toContain('acceptance criterion c2 does not apply: There are no files here')
  const flat = shown.stdout.replaceAll(/\s+/g, ' ')
  expect(flat).toContain('c1: It is 42 (met by answer)')
  expect(flat).toContain('c2: It stands in a file (not-applicable: There are no files here)')
  // The same rows stand in the report of the run, in `show` and in `evidence`.
  for (const page of [stdout, await pageOf(at.room, 'show', task), await pageOf(at.room, 'evidence', task)]) {
    expect(page.replaceAll(/\s+/g, ' ')).toMatch(
      /c1: It is 42 \(met by answer\) (?:! )?c2: It stands in a file \(not-applicable: There are no files here\)/,
    )
  }
  const { task: stored } = JSON.parse(await pageOf(at.room, 'show', task, '--json')) as { task: TaskState }
  expect(stored.criteria).toMatchObject([{ id: 'c1' }, { id: 'c2', text: 'It stands in a file' }])
  expect((await at.room.run(['review', task, 'approve', '--yes'])).code).toBe(0)
  const ended = at.room.allEvents().findLast((event) => event.kind === 'task.ended')
  expect(ended).toMatchObject({
    outcome: 'completed',
    because: [
      {
        code: 'approved-despite',
        text: 'approved despite: the agent says that acceptance criterion c2 does not apply: There are no files here',
      },
    ],
  })
})

test.skipIf(isVariant)('[criteria-waived] without reviews it is noted in the decision', async () => {
  using at = await running(undefined, { review: 'never' })
  const waived = { criteria: [row('c1', 'not-applicable', 'No number'), row('c2', 'met', 'answer')] }
  at.script([[writes(), claims('success', waived)]])
  const { code, story } = await at.run(TWO)
  expect([code, story.at(-2)]).toEqual([0, 'completed by 4: checks-passed criterion-not-applicable'])
})

const claimOf = (...rows: readonly object[]): ReturnType<typeof claims> => claims('success', { criteria: rows })

test.skipIf(isVariant)(
  '[criteria-rows F18] an agent that settles one row after another is not called stuck',
  async () => {
    using at = await running()
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5']
    // Each claim settles one more, and nothing else changes.
    const steps = ids.map((_, settled) =>
      claimOf(...ids.map((id, index) => (index <= settled ? row(id, 'met', 'answer') : row(id, 'open', 'not yet')))),
    )
    at.script([[writes(), claims('success'), ...steps]])
    const criteria = ids.flatMap((id) => ['--criterion', `The answer has ${id}`])
    const { code, story } = await at.run(['--max-continuations', '10', ...criteria])
    expect(story.filter((line) => line.startsWith('answered: continue'))).toHaveLength(5)
    expect(story.at(-1)).toBe('ended: completed')
    expect(code).toBe(0)
  },
)

test('[criteria-rows F17] rows that change in words, or back and forth, end as stuck', async () => {
  using at = await running()
  const open = row('c2', 'open', 'not yet')
  const steps = ['one', 'two', 'three'].flatMap((word, index) => [
    claimOf(row('c1', 'met', index % 2 === 0 ? 'answer' : 'check.sh'), row('c2', 'open', word)),
    claimOf(row('c1', 'open', word), open),
    claimOf(row('c1', 'met', `the file answer, for ${word} reasons`), row('c2', 'met', `a ${word} feeling`)),
  ])
  at.script([[writes(), ...steps]])
  const { story } = await at.run(['--max-continuations', '50', ...TWO])
  expect(story.at(-1)).toBe('ended: stuck')
  // One for the first row that held, three more without any.
  expect(story.filter((line) => line.startsWith('answered: continue')).length).toBeLessThanOrEqual(4)
})
