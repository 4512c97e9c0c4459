// For any run, any words and any size: no line reaches the last column, the block leaves a row, nothing steers the terminal.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../../../test/rounds.ts'
import type { CheckView, Meter, RunPhase, RunView } from '../../../../contract/view/run-view.ts'
import type { Frame } from '../frame.ts'
import { renderLive } from './live.ts'
import { frameOf, NOW_MS } from './view.fixture.ts'

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\r', '\n\n', '\t', '\u2028', '\b\b', '\ud83d'),
  fc.constantFrom(
    '世界',
    '👨‍👩‍👧',
    '🇩🇪',
    '❤️',
    '각',
    'e\u0301\u0323',
    '\u0301',
    'שלום',
    'مرحبا',
    '\u202e',
    '\u200b',
    'क्षि',
  ),
  fc.constantFrom('npm test', 'src/uploader.test.ts', 'x'.repeat(700), `a${'\u0301'.repeat(80)}`, ' '),
)
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const amount = fc.oneof(fc.nat(20), fc.nat(), fc.double(), fc.constantFrom(Number.NaN, Number.MAX_SAFE_INTEGER))
const meter: fc.Arbitrary<Meter> = fc.record({ used: amount, limit: amount }, { requiredKeys: ['used'] })
const todo = fc.record({
  id: text,
  text,
  status: fc.constantFrom('open' as const, 'done' as const, 'cancelled' as const),
})
const check: fc.Arbitrary<CheckView> = fc.record(
  {
    name: text,
    state: fc.constantFrom<CheckView['state']>('not-run', 'running', 'passed', 'failed', 'timed-out', 'could-not-run'),
    ms: fc.nat(10_000_000),
  },
  { requiredKeys: ['name', 'state'] },
)
const moment = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }).map((ms) => NOW_MS + ms)
const phase = fc.constantFrom<RunPhase>('starting', 'working', 'verifying', 'waiting', 'asking', 'over')
const anyView = fc.record(
  {
    task: text,
    request: text,
    agent: text,
    model: text,
    folder: text,
    phase,
    doing: text,
    said: text,
    todos: fc.array(todo, { maxLength: 30 }),
    checks: fc.array(check, { maxLength: 12 }),
    continuations: meter,
    tokens: meter,
    cost: meter,
    time: meter,
    wait: fc.record({ why: text, fromMs: moment, untilMs: moment }),
    isStopping: fc.boolean(),
    outcome: fc.constantFrom('completed' as const, 'stuck' as const),
  },
  {
    requiredKeys: [
      'task',
      'request',
      'agent',
      'folder',
      'phase',
      'todos',
      'checks',
      'continuations',
      'tokens',
      'time',
      'isStopping',
    ],
  },
) as fc.Arbitrary<RunView>

const PAINT = { bold: 1, dim: 2, good: 32, bad: 31, warn: 33 }
const painted = Object.fromEntries(
  Object.entries(PAINT).map(([name, code]) => [name, (text: string) => `\u001b[${code}m${text}\u001b[0m`]),
) as unknown as Frame['paint']

const anyFrame = fc
  .record({
    columns: fc.oneof(fc.integer({ min: 10, max: 40 }), fc.integer({ min: 10, max: 500 })),
    rows: fc.oneof(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 3, max: 200 })),
    spin: fc.nat(),
    isPlain: fc.boolean(),
    isPainted: fc.boolean(),
    ambiguousIsNarrow: fc.boolean(),
  })
  .map(({ columns, rows, spin, isPlain, isPainted, ambiguousIsNarrow }) =>
    frameOf(columns, rows, {
      spin,
      isPlain,
      ...(isPainted ? { paint: painted } : {}),
      widthOf: (text) => Bun.stringWidth(text, { ambiguousIsNarrow }),
    }),
  )

const unpainted = (line: string): string => line.replaceAll(/\u001b\[(?:0|1|2|31|32|33)m/g, '')

test('every line fits, and so does the block', () => {
  fc.assert(
    fc.property(anyView, anyFrame, (view, frame) => {
      const lines = renderLive(view, frame)
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.length).toBeLessThan(frame.rows)
      expect(lines.filter((line) => frame.widthOf(line) >= frame.columns)).toEqual([])
    }),
    { numRuns: rounds(1000) },
  )
})

test('nothing but our own colours is an escape sequence, and each is closed on its line', () => {
  fc.assert(
    fc.property(anyView, anyFrame, (view, frame) => {
      for (const line of renderLive(view, frame)) {
        expect(unpainted(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
        expect(line.isWellFormed()).toBe(true)
        expect(line.split(/\u001b\[[1-9]\d?m/).length).toBe(line.split('\u001b[0m').length)
      }
    }),
    { numRuns: rounds(300) },
  )
})

test('plain is ASCII', () => {
  fc.assert(
    fc.property(anyView, anyFrame, (view, frame) => {
      for (const line of renderLive(view, { ...frame, isPlain: true })) expect(unpainted(line)).toMatch(/^[ -~]*$/)
    }),
    { numRuns: rounds(300) },
  )
})

test('the status is there at any size, and a colour changes no word', () => {
  fc.assert(
    fc.property(anyView, anyFrame, (view, frame) => {
      const lines = renderLive(view, { ...frame, paint: painted }).map(unpainted)
      expect(lines).toEqual(renderLive(view, { ...frame, paint: frameOf(80, 24).paint }))
      expect(lines[0]?.trim()).not.toBe('')
    }),
    { numRuns: rounds(300) },
  )
})

test('more rows never take a line away', () => {
  fc.assert(
    fc.property(anyView, anyFrame, (view, frame) => {
      const count = (rows: number): number => renderLive(view, { ...frame, rows }).filter((line) => line !== '').length
      expect(count(frame.rows + 1)).toBeGreaterThanOrEqual(count(frame.rows))
    }),
    { numRuns: rounds(300) },
  )
})
