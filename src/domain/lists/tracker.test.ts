// The contract with other trackers: what they print, and how they are called.
import { describe, expect, test } from 'bun:test'
import { parseTracker, toItemCall, toListCall } from './tracker.ts'

const beads = { list: 'bd list --json', take: 'bd update {id} --status in_progress', close: 'bd close' }

describe('calls', () => {
  test('list, take and close', () => {
    expect(toListCall(beads)).toEqual({ ok: true, argv: ['bd', 'list', '--json'] })
    expect(toItemCall(beads, 'take', 'bd-1')).toEqual({
      ok: true,
      argv: ['bd', 'update', 'bd-1', '--status', 'in_progress'],
    })
    expect(toItemCall(beads, 'close', 'bd-1')).toEqual({ ok: true, argv: ['bd', 'close', 'bd-1'] })
  })

  test('an id stays one argument', () => {
    const quoted = { ...beads, take: `sh -c 'echo "$1"' _ {id}` }
    expect(toItemCall(quoted, 'take', '$(x)$&')).toEqual({ ok: true, argv: ['sh', '-c', 'echo "$1"', '_', '$(x)$&'] })
  })

  test.each([
    ['--force', 'bd close', '"--force" cannot be an id'],
    ['a b', 'bd close', '"a b" cannot be an id'],
    ['a', '', `the tracker's command "close": it is empty`],
    ['a', `bd 'x`, `the tracker's command "close": a ' is not closed`],
  ])('%j with %j is refused', (id, close, why) => {
    expect(toItemCall({ ...beads, close }, 'close', id)).toEqual({ ok: false, why })
  })
})

/** As `bd list --json` prints them. */
const issues = [
  {
    id: 'bd-2',
    title: 'Log out',
    description: 'A button.',
    acceptance_criteria: '- [ ] it is there\n2. it works\n',
    status: 'open',
    priority: 1,
    issue_type: 'task',
    dependencies: [
      { issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'blocks' },
      { issue_id: 'bd-2', depends_on_id: 'bd-9', type: 'blocks' },
      { issue_id: 'bd-2', depends_on_id: 'bd-3', type: 'parent-child' },
    ],
  },
  { id: 'bd-1', title: 'Log in', status: 'in_progress', priority: 2 },
  { id: 'bd-0', title: 'Old', status: 'closed', priority: 0 },
]

const items = [
  { id: 'bd-0', text: 'Old', criteria: [], checks: [], after: [], isDone: true, priority: 0 },
  { id: 'bd-1', text: 'Log in', criteria: [], checks: [], after: [], isDone: false, priority: 2 },
  {
    id: 'bd-2',
    text: 'Log out',
    description: 'A button.',
    criteria: [
      { id: 'c1', text: 'it is there' },
      { id: 'c2', text: 'it works' },
    ],
    checks: [],
    after: ['bd-1'],
    isDone: false,
    priority: 1,
  },
]

describe('what list prints', () => {
  test.each([
    ['a list', JSON.stringify(issues, null, 2)],
    ['a list under a key', JSON.stringify({ issues })],
    ['lines', issues.map((issue) => JSON.stringify(issue)).join('\n')],
  ])('%s', (_, output) => {
    expect(parseTracker(output)).toEqual({ ok: true, list: { kind: 'tracker', items } })
  })

  test('the keys of stories', () => {
    const output = '[{"id": 1, "title": "a"}, {"id": 2, "title": "b", "dependsOn": [1], "acceptanceCriteria": ["x"]}]'
    const read = parseTracker(output)
    expect(read.ok && read.list.items.map(({ id, after, criteria }) => [id, after, criteria.length])).toEqual([
      ['1', [], 0],
      ['2', ['1'], 1],
    ])
  })

  test.each([
    ['', 'empty', 'the list holds no item'],
    ['[]', 'empty', 'the list holds no item'],
    ['no issues', 'not-valid', 'the tracker\'s command "list" printed no JSON list'],
    ['[1]', 'not-valid', 'item 1 of the tracker is not an object'],
    ['[{"id": "-x", "title": "a"}]', 'bad-id', '"-x" cannot be an id'],
    ['[{"id": "x"}]', 'no-text', 'the item "x" has no text'],
  ])('%j: %s', (output, code, what) => {
    const read = parseTracker(output)
    expect(read.ok ? [] : read.problems).toMatchObject([{ code, what } as never])
  })
})
