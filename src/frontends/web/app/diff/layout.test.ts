// A diff as rows: what is folded, what stands beside what, and where the keys stop.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { partsOf as partsOfView } from '../../../../domain/view/review/parts.ts'
import type { DiffSummary, FileSummary, Line, LineBlock } from '../values.ts'
import { type DiffLayout, type DiffRow, findLine, inPairs, isFileOpen, layOutDiffs, partsOf } from './layout.ts'
import { placeAbove, placeOf, placeOfRange, wordsName } from './place.ts'

const line = (kind: Line['kind'], before: number | undefined, after: number | undefined, text = 'x'): Line => ({
  kind,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
  pieces: [{ text }],
})

const BLOCKS: readonly LineBlock[] = [
  {
    kind: 'same',
    lines: [1, 2, 3, 4, 5, 6].map((number) => line('same', number, number)),
  },
  {
    kind: 'hunk',
    lines: [
      line('same', 7, 7),
      line('removed', 8, undefined, 'old'),
      line('added', undefined, 8, 'new'),
      line('added', undefined, 9),
    ],
  },
]

const file = (more: Partial<FileSummary> = {}): FileSummary => ({
  id: 'task:a.ts',
  diff: 'task',
  path: 'a.ts',
  name: 'a.ts',
  how: 'modified',
  isYardstick: false,
  isGenerated: false,
  added: 2,
  removed: 1,
  remarks: [],
  lines: 10,
  mark: 'm',
  isViewed: false,
  ...more,
})

const diff = (...files: readonly FileSummary[]): DiffSummary => ({ name: 'task', title: 'Changes', notes: [], files })

const layout = (more: Partial<DiffLayout> = {}): DiffLayout => ({
  blocks: new Map([['task:a.ts', BLOCKS]]),
  toggled: new Set(),
  isSplit: false,
  ...more,
})

const told = (rows: readonly DiffRow[]): string[] =>
  rows.map((row) => `${row.kind}${row.stop === undefined ? '' : ` (${row.stop})`}`)

test('a file has a head, its gaps are folded, and keys stop at its first change', () => {
  expect(told(layOutDiffs([diff(file())], layout()))).toEqual([
    'title',
    'file (file)',
    'gap',
    'line',
    'line (hunk)',
    'line',
    'line',
  ])
})

test('a gap that was opened shows its lines', () => {
  const rows = layOutDiffs([diff(file())], layout({ toggled: new Set(['task:a.ts#1-6']) }))
  expect(rows.filter(({ kind }) => kind === 'line')).toHaveLength(10)
})

test.each([
  ['generated', { isGenerated: true }],
  ['deleted', { how: 'deleted' }],
  ['viewed', { isViewed: true }],
] as const)('a file that is %s is folded until it is opened', (_, more) => {
  const folded = [diff(file(more))]
  expect(told(layOutDiffs(folded, layout()))).toEqual(['title', 'file (file)'])
  expect(told(layOutDiffs(folded, layout({ toggled: new Set(['task:a.ts']) })))).toContain('line (hunk)')
})

test('what was seen before is folded while the change since the last look is open', () => {
  const since: DiffSummary = { ...diff(file({ id: 'since-look:a.ts', diff: 'since-look' })), name: 'since-look' }
  const blocks = new Map([
    ['task:a.ts', BLOCKS],
    ['since-look:a.ts', BLOCKS],
  ])
  const rows = layOutDiffs([since, diff(file())], layout({ blocks }))
  expect(rows.filter(({ kind }) => kind === 'line').map((row) => row.file?.diff)).toEqual(Array(4).fill('since-look'))
})

test('a review that was opened whole stays open when files change while it is read', () => {
  const since: DiffSummary = { name: 'since-look', title: 'Since your last look', notes: [], files: [file()] }
  expect(isFileOpen(file(), [since, diff(file())], { toggled: new Set() })).toBe(false)
  expect(isFileOpen(file(), [since, diff(file())], { toggled: new Set(), wasUnseen: true })).toBe(true)
})

test('side by side, removed lines stand beside the added ones that took their place', () => {
  expect(inPairs(BLOCKS[1]?.lines ?? []).map(({ left, right }) => [left?.before, right?.after])).toEqual([
    [7, 7],
    [8, 8],
    [undefined, 9],
  ])
  const rows = layOutDiffs([diff(file())], layout({ isSplit: true }))
  expect(told(rows).slice(3)).toEqual(['pair', 'pair (hunk)', 'pair'])
})

test('a comment on a remark belongs to the line above it', () => {
  const remark = { kind: 'suspicion', text: 'skips a test', tone: 'bad', at: { side: 'new', line: 8 } } as const
  const rows = layOutDiffs([diff(file({ remarks: [remark] }))], layout())
  const said = rows.findIndex(({ kind }) => kind === 'said')
  expect(placeAbove(rows, said, 'new')).toMatchObject({ path: 'a.ts', line: 8, side: 'new' })
  const head = rows.findIndex(({ kind }) => kind === 'file')
  expect([0, head].map((index) => placeAbove(rows, index, 'new'))).toEqual([undefined, undefined])
})

test('remarks stand below their line, and a gap opens around one', () => {
  const remark = { kind: 'suspicion', text: 'skips a test', tone: 'bad', at: { side: 'new', line: 1 } } as const
  const rows = layOutDiffs([diff(file({ remarks: [remark] }))], layout())
  expect(told(rows)).toEqual([
    'title',
    'file (file)',
    'line',
    'said',
    'line',
    'line',
    'line',
    'line',
    'line',
    'line',
    'line (hunk)',
    'line',
    'line',
  ])
})

const LONG: readonly LineBlock[] = [
  { kind: 'same', lines: Array.from({ length: 100 }, (_, at) => line('same', at + 1, at + 1)) },
]
const suspicion = (at: number) =>
  ({ kind: 'suspicion', text: 'skips a test', tone: 'bad', at: { side: 'new', line: at } }) as const

test('a line is found in the gap that hides it, however many remarks cut the file', () => {
  const long = layout({ blocks: new Map([['task:a.ts', LONG]]) })
  const remarked = file({ remarks: [suspicion(20), suspicion(50), suspicion(80)] })
  const rows = layOutDiffs([diff(remarked)], long)
  const gaps = rows.filter(({ kind }) => kind === 'gap').map(({ id }) => id.replace('task:a.ts#', ''))
  expect(gaps).toEqual(['1-16', '24-46', '54-76', '84-100'])
  expect([10, 30, 60, 90].map((number) => findLine(rows, 'a.ts', number)?.id.replace('task:a.ts#', ''))).toEqual(gaps)
  const opened = layOutDiffs([diff(remarked)], { ...long, toggled: new Set(['task:a.ts#54-76']) })
  expect(findLine(opened, 'a.ts', 60)).toMatchObject({ kind: 'line', fold: 'task:a.ts#54-76' })
  expect(findLine(opened, 'a.ts', 30)?.kind).toBe('gap')
  expect(findLine(rows, 'a.ts', 101)).toBeUndefined()
  expect(findLine(rows, 'b.ts', 10)).toBeUndefined()
})

test('a gap that was opened stays open when a remark cuts it', () => {
  const long = layout({ blocks: new Map([['task:a.ts', LONG]]), toggled: new Set(['task:a.ts#1-100']) })
  const rows = layOutDiffs([diff(file({ remarks: [suspicion(50)] }))], long)
  expect(rows.filter(({ kind }) => kind === 'line')).toHaveLength(100)
})

test('words are written below the last line of their range', () => {
  const editing = { file: 'task:a.ts', path: 'a.ts', line: 8, lastLine: 9, side: 'new', lineText: 'new' } as const
  expect(told(layOutDiffs([diff(file())], layout({ editing }))).at(-1)).toBe('editor')
})

test('a comment belongs to the file as it is now, to the file as it was only where the line is gone', () => {
  const rows = layOutDiffs([diff(file())], layout())
  const [same, removed, added] = rows.slice(3).map((row) => placeOf(row))
  expect([same?.side, same?.line]).toEqual(['new', 7])
  expect([removed?.side, removed?.line, removed?.lineText]).toEqual(['old', 8, 'old'])
  expect([added?.side, added?.line]).toEqual(['new', 8])
  expect(placeOfRange(rows.slice(4, 7))).toMatchObject({ side: 'new', line: 8, lastLine: 9 })
  expect(placeOfRange(rows.slice(1, 1))).toBeUndefined()
})

test('in a diff since the last look a gone line cannot be commented: it is not one of the beginning', () => {
  const rows = layOutDiffs([{ ...diff(file({ diff: 'since-look' })), name: 'since-look' }], layout())
  expect(rows.slice(3).map((row) => placeOf(row)?.side)).toEqual(['new', undefined, 'new', 'new'])
})

test('words on two places are never kept under one name', () => {
  const place = { file: 'task:a', path: 'a', line: 1, side: 'new', lineText: '' } as const
  const names = [
    place,
    { ...place, line: 11 },
    { ...place, lastLine: 2 },
    { ...place, side: 'old' as const },
    { ...place, draft: 'cmt_1' },
  ]
  expect(new Set(names.map((each) => wordsName('task_1', each))).size).toBe(5)
})

test('the page folds what the terminal folds', () => {
  const blocks = fc.record({
    kind: fc.constantFrom('hunk' as const, 'same' as const),
    lines: fc.array(fc.constantFrom('same' as const), { maxLength: 40 }),
  })
  fc.assert(
    fc.property(blocks, fc.array(fc.integer({ min: 1, max: 60 })), ({ kind, lines }, remarked) => {
      const block = {
        kind,
        lines: lines.map((same, at) => ({ kind: same, before: at + 1, after: at + 11, pieces: [] })),
      }
      const remarks = new Map(remarked.map((line) => [`${line % 2 === 0 ? 'old' : 'new'}:${line}`, line]))
      expect(partsOf(block, remarks)).toEqual(partsOfView(block, remarks))
    }),
  )
})
