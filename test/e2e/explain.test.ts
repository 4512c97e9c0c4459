// `fullstop explain`: every word and number that people meet, and whole screens of it.
import { expect, test } from 'bun:test'
import { ReasonCode } from '../../src/contract/decision.ts'
import { CheckResult } from '../../src/contract/evidence.ts'
import { outcomeExit } from '../../src/contract/exit-code.ts'
import { Outcome, TaskStatus } from '../../src/contract/outcome.ts'
import { commands } from '../../src/frontends/cli/commands/index.ts'
import { hasTmux, screenOf } from './pane.ts'
import { newRoom } from './room.ts'

test('[explain] U12: every reason, outcome, state, check result and exit code is explained, by commands that exist', async () => {
  using room = newRoom()
  const { stdout } = await room.run(['explain', '--json'])
  const all = JSON.parse(stdout) as { word: string; kind: string; next: string }[]
  expect(all.filter(({ kind }) => kind === 'reason').map(({ word }) => word)).toEqual([...ReasonCode.options])
  expect(all.filter(({ kind }) => kind === 'outcome').map(({ word }) => word)).toEqual([...Outcome.options])
  expect(all.filter(({ kind }) => kind === 'state').map(({ word }) => word)).toEqual([...TaskStatus.options])
  const results = [...CheckResult.options, 'skipped']
  expect(all.filter(({ kind }) => kind === 'check result').map(({ word }) => word)).toEqual(results)
  for (const word of ['suspicion', 'doubt', 'sealed', 'canary', 'bent', 'plain'])
    expect((await room.run(['explain', word])).stdout).toStartWith(`${word} (word of proof)\nmeans: `)
  for (const result of results) expect((await room.run(['explain', result])).code).toBe(0)
  const named = all.flatMap(({ next }) => [...next.matchAll(/fullstop ([a-z]+)/g)].map((match) => match[1] ?? ''))
  expect(named.filter((name) => !Object.hasOwn(commands, name) && name !== 'on')).toEqual([])
  for (const code of new Set([...Object.values(outcomeExit), 1, 2, 70, 75])) {
    const { code: exit, stdout: text } = await room.run(['explain', `${code}`])
    expect([code, exit]).toEqual([code, 0])
    expect(text).toContain(`${code}`)
  }
})

test.skipIf(!hasTmux)('[explain] U12: a reason and an exit code at 80 and 120 columns', async () => {
  using room = newRoom()
  expect(await screenOf(room, ['explain', 'no-check-exists'], { columns: 80 })).toEqual([
    'no-check-exists (reason)',
    'means: The agent claimed success, but there is no check that could prove it.',
    'why:   No check is configured for this folder, or each was skipped, because',
    '       nothing under its "paths" changed.',
    'next:  Find some: fullstop checks find. Then trust them: fullstop trust.',
    '       Skipped: widen "paths" in fullstop.json, then: fullstop trust.',
  ])
  expect(await screenOf(room, ['explain', '75'], { columns: 120 })).toEqual([
    '75 (exit code of wait)',
    'means: Checks are still running.',
    'why:   They did not end within the time that `wait` waits.',
    'next:  Ask again: fullstop wait TASK.',
  ])
  for (const columns of [80, 120]) await screenOf(room, ['explain'], { columns, rows: 200 })
})

test('[explain slips] U13: a misspelt word gets a hint', async () => {
  using room = newRoom()
  expect(await room.run(['explain', 'check-faild'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'fullstop: explain: "check-faild" is not a reason, outcome, state, check result, word of proof or exit code\n  next: did you mean `fullstop explain check-failed`?\n',
  })
})

test('[explain] U13: words as people say them, with spaces', async () => {
  using room = newRoom()
  const said = async (...words: readonly string[]): Promise<string> => (await room.run(['explain', ...words])).stdout
  const [three, failed] = [await said('3'), await said('check-failed')]
  expect(three).toStartWith('3, unverified (exit code of run and resume)')
  for (const words of [['exit', '3'], ['exit', 'code', '3'], ['exit code 3']]) expect(await said(...words)).toBe(three)
  expect(await said('check', 'failed')).toBe(failed)
  expect(await said('Check_Failed')).toBe(failed)
})
