// Merging a save into the stored context, rule by rule.
import { describe, expect, test } from 'bun:test'
import type { FileOperation, Saved, SessionContext } from '../../contract/context.ts'
import { mergeContext } from './merge.ts'
import { AT, call, file, LATER, saved } from './saved.fixture.ts'

const first = mergeContext(undefined, saved())
const later = { id: 'sav_2', at: LATER, sessionId: 'def', taskId: 'task_2' }
const merged = (...saves: readonly Saved[]): SessionContext => saves.reduce(mergeContext, first)

test('a first save is stored as it is', () => {
  const save = saved(
    { keyDecisions: ['In memory.'], remainingWork: 'Log.', blockers: ['No token.'] },
    { files: [file('a.ts', 'created')], recentToolCalls: [call('Bash')] },
  )
  expect(mergeContext(undefined, save)).toEqual({
    sessionId: 'abc',
    taskId: 'task_1',
    updatedAt: AT,
    originalRequest: 'Limit the logins.',
    summary: 'The limiter is written.',
    keyDecisions: ['In memory.'],
    filesModified: [file('a.ts', 'created')],
    currentStatus: 'Tests run.',
    remainingWork: 'Log.',
    recentToolCalls: [call('Bash')],
    blockers: ['No token.'],
    // 17 + 23 + 10 + 10 + 4 + 9 + 4 + 4 = 81 characters.
    estimatedTokens: 21,
  })
})

test('what was never told is not there', () => {
  expect(first).not.toHaveProperty('remainingWork')
  expect(first.blockers).toEqual([])
})

test('summary and status are replaced, the request and the task stay, the newest session is named', () => {
  const after = merged(saved({ originalRequest: 'Another.', summary: 'All.', currentStatus: 'Done.' }, {}, later))
  expect(after).toMatchObject({
    sessionId: 'def',
    taskId: 'task_1',
    updatedAt: LATER,
    originalRequest: 'Limit the logins.',
    summary: 'All.',
    currentStatus: 'Done.',
  })
})

test('decisions are added once, in the first spelling; blank ones are none', () => {
  const after = merged(saved({ keyDecisions: ['A ', 'B'] }), saved({ keyDecisions: ['C', ' A', ' ', 'B', 'C'] }))
  expect(after.keyDecisions).toEqual(['A ', 'B', 'C'])
})

describe('remaining work and blockers', () => {
  const told = saved({ remainingWork: 'Log.', blockers: ['No token.'] })
  test('stay when they are not mentioned', () => {
    expect(merged(told, saved())).toMatchObject({ remainingWork: 'Log.', blockers: ['No token.'] })
  })
  test('are replaced when they are, also by nothing', () => {
    expect(merged(told, saved({ remainingWork: '', blockers: [] }))).toMatchObject({ remainingWork: '', blockers: [] })
  })
})

describe('tool calls', () => {
  const calls = Array.from({ length: 25 }, (_, index) => call(`Tool${index}`))
  test('are the last 20 of the newest save', () => {
    const after = merged(saved({}, { recentToolCalls: [call('Old')] }), saved({}, { recentToolCalls: calls }))
    expect(after.recentToolCalls).toEqual(calls.slice(5))
  })
  test('stay when a save saw none', () => {
    expect(merged(saved({}, { recentToolCalls: [call('Old')] }), saved()).recentToolCalls).toEqual([call('Old')])
  })
})

describe('the operation on a file, over saves', () => {
  const cases: ReadonlyArray<readonly [FileOperation, FileOperation, FileOperation, string]> = [
    ['created', 'modified', 'created', LATER],
    ['created', 'deleted', 'deleted', LATER],
    ['created', 'read', 'created', AT],
    ['modified', 'created', 'created', LATER],
    ['modified', 'deleted', 'deleted', LATER],
    ['modified', 'read', 'modified', AT],
    ['deleted', 'created', 'created', LATER],
    ['deleted', 'modified', 'modified', LATER],
    ['deleted', 'read', 'deleted', AT],
    ['read', 'modified', 'modified', LATER],
    ['read', 'read', 'read', LATER],
  ]
  test.each(cases)('%s, then %s: %s', (before, now, expected, timestamp) => {
    const told = saved({ filesModified: [{ path: 'a.ts', operation: before }] })
    const seen = saved({ filesModified: [{ path: 'a.ts', operation: now }] }, {}, later)
    expect(merged(told, seen).filesModified).toEqual([file('a.ts', expected, timestamp)])
  })
})

describe('the operation on a file, in one save', () => {
  const told = (operation: FileOperation) => ({ filesModified: [{ path: 'a.ts', operation }] })
  test('git is right where it disagrees with the agent', () => {
    const after = merged(saved(told('created'), { files: [file('a.ts', 'modified', LATER)] }))
    expect(after.filesModified).toEqual([file('a.ts', 'modified', LATER)])
  })
  test('but a read is no word against a change', () => {
    const after = merged(saved(told('modified'), { files: [file('a.ts', 'read', LATER)] }))
    expect(after.filesModified).toEqual([file('a.ts', 'modified')])
  })
  test('what git calls modified stays created if an earlier save created it', () => {
    const after = merged(saved(told('created')), saved(told('modified'), { files: [file('a.ts', 'modified', LATER)] }))
    expect(after.filesModified).toEqual([file('a.ts', 'created', LATER)])
  })
})

test('files stand in the order in which they first appeared', () => {
  const after = merged(
    saved({ filesModified: [{ path: 'b.ts', operation: 'read' }] }, { files: [file('a.ts', 'modified')] }),
    saved({}, { files: [file('c.ts', 'created'), file('b.ts', 'modified')] }),
  )
  expect(after.filesModified.map(({ path }) => path)).toEqual(['b.ts', 'a.ts', 'c.ts'])
})
