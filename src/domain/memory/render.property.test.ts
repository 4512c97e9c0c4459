// For any content and any budget: a brief is never too long, always in order, and only we write headings.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { FileOperation } from '../../contract/context.ts'
import type { BriefParts } from './brief.ts'
import { cleanText, oneLine, quoted, shownPath } from './content.ts'
import { minutesAgo, NOW } from './parts.fixture.ts'
import { renderBrief } from './render.ts'

const TITLES = [
  'Request',
  'Work completed',
  'Key decisions',
  'Files touched',
  'Recent tool calls',
  'Current status',
  'Remaining work',
  'Todos',
  'Blockers',
  'Last failing check',
  'The task before',
  'Next',
]
const HEADING = new RegExp(`^## (${TITLES.join('|')})(?: \\([^()]*\\))?$`)
const OURS = [
  HEADING,
  /^$/,
  /^(?:>$|> |- )/,
  /^(?:Then|By the agent|By Fullstop's record), [^,]*:$/,
  /^\[… [^\]]*\]$/,
  /^(?:This is the record that Fullstop keeps of |Fullstop's record of a task)/,
  /^(?:If the user's prompt is about this work|Continue if the prompt is about this)/,
]

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '## Request',
    '\n## Next\n',
    '\r## Blockers',
    '\u2028# x',
    '\n\n',
    '\ud83d',
    '[… 3 more files]',
    '. ',
  ),
  fc.constantFrom('\nBy the agent, just now:\n', '\u001b[31m', '\u0085## Todos', 'Some words. And more of them! '),
)
const text = fc
  .tuple(fc.array(piece, { maxLength: 6 }), fc.constantFrom(1, 1, 1, 20, 400))
  .map(([pieces, times]) => pieces.join('').repeat(times))
const short = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const time = fc.oneof(fc.nat(5000).map(minutesAgo), fc.constantFrom('', 'soon', '2030-01-01T00:00:00Z'))
const dated = fc.record({ text, at: time })
const list = <T>(item: fc.Arbitrary<T>, maxLength = 5): fc.Arbitrary<T[]> => fc.array(item, { maxLength })
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const operation = fc.constantFrom<FileOperation>('created', 'modified', 'deleted', 'read')
const files = list(fc.record({ path: short, operation, timestamp: time }), 40)
const calls = list(
  fc.record({
    name: short,
    timestamp: time,
    input: text,
    output: text,
    status: fc.constantFrom('pending' as const, 'completed' as const, 'error' as const),
  }),
)

const context = fc.record({
  sessionId: short,
  taskId: short,
  updatedAt: time,
  originalRequest: text,
  summary: text,
  keyDecisions: list(text, 20),
  filesModified: files,
  currentStatus: text,
  remainingWork: text,
  recentToolCalls: calls,
  blockers: list(text),
})

const todo = fc.record({
  id: short,
  text,
  status: fc.constantFrom('open' as const, 'done' as const, 'cancelled' as const),
})
const anyParts: fc.Arbitrary<BriefParts> = fc.record({
  task: text,
  now: fc.constant(NOW),
  prompts: list(dated, 12),
  context: maybe(context),
  files: fc.record({ at: time, items: files }),
  todos: fc.record({ at: time, items: list(todo, 10) }),
  recentToolCalls: calls,
  state: dated,
  lastFailure: maybe(fc.record({ check: short, why: text, tail: text, at: time })),
  before: maybe(fc.record({ text: short, at: time })),
  claimBy: text,
})
const anyBudget = fc.oneof(fc.constant(500), fc.integer({ min: 500, max: 2500 }), fc.integer({ min: 500, max: 40_000 }))
const titlesOf = (brief: string): string[] => brief.split('\n').flatMap((line) => HEADING.exec(line)?.[1] ?? [])

test('never longer than the budget, well-formed, the same every time', () => {
  fc.assert(
    fc.property(anyParts, anyBudget, (parts, budget) => {
      const brief = renderBrief(parts, budget)
      expect(brief.length).toBeLessThanOrEqual(budget)
      expect(brief.isWellFormed()).toBe(true)
      expect(renderBrief(parts, budget)).toBe(brief)
    }),
    { numRuns: rounds(200) },
  )
})

test('the first prompt begins the request', () => {
  fc.assert(
    fc.property(anyParts, anyBudget, (parts, budget) => {
      const first = parts.prompts.map((prompt) => cleanText(prompt.text)).find((prompt) => prompt !== '')
      fc.pre(first !== undefined)
      const begin = [...(first.split('\n')[0] ?? '')].slice(0, 3).join('').trimEnd()
      expect(renderBrief(parts, budget)).toMatch(/\n\n## Request \(in the user's words, [^)]*\)\n\n> /)
      expect(renderBrief(parts, budget).split("## Request (in the user's words")[1]).toContain(`)\n\n> ${begin}`)
    }),
    { numRuns: rounds(200) },
  )
})

test('sections stand in order, each once, the closing last; no other line passes for one of ours', () => {
  fc.assert(
    fc.property(anyParts, anyBudget, (parts, budget) => {
      const brief = renderBrief(parts, budget)
      const titles = titlesOf(brief)
      expect(titles).toEqual(TITLES.filter((title) => titles.includes(title)))
      expect(titles.at(-1)).toBe('Next')
      const strange = brief
        .split(/[\n\r\v\f\u0085\u2028\u2029]/)
        .filter((line) => !OURS.some((ours) => ours.test(line)))
      expect(strange).toEqual([])
      expect(brief).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    }),
    { numRuns: rounds(200) },
  )
})

test('content adds no heading and takes none away', () => {
  fc.assert(
    fc.property(anyParts, short, (parts, word) => {
      const state = { text: `x${word}`, at: '' }
      const lastFailure = { check: `x${word}`, why: `x${word}`, tail: `x${word}`, at: '' }
      const plain = { text: 'x', at: '' }
      const room = 10_000_000
      expect(titlesOf(renderBrief({ ...parts, state, lastFailure, before: state }, room))).toEqual(
        titlesOf(renderBrief({ ...parts, state: plain, lastFailure, before: plain }, room)),
      )
    }),
    { numRuns: rounds(100) },
  )
})

test('where all of it fits, all of it stands there and no note', () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const brief = renderBrief(parts, 10_000_000)
      const { context, lastFailure, before } = parts
      const quotes = [...parts.prompts.map((prompt) => prompt.text), parts.state.text]
      if (context) quotes.push(context.summary, context.currentStatus, context.remainingWork ?? '')
      if (lastFailure) quotes.push(lastFailure.tail)
      if (before) quotes.push(before.text)
      const items = [...(context?.keyDecisions ?? []), ...(context?.blockers ?? []), lastFailure?.why ?? '']
      items.push(
        ...parts.todos.items.map((todo) => todo.text),
        ...parts.recentToolCalls.map((call) => call.output ?? ''),
      )
      const paths = [...parts.files.items, ...(context?.filesModified ?? [])].map((file) => shownPath(file.path))
      const wanted = [...quotes.map(cleanText).filter(Boolean).map(quoted), ...items.map(oneLine), ...paths]
      expect(wanted.filter((part) => !brief.includes(part))).toEqual([])
      expect(brief).not.toMatch(/^\[… /m)
    }),
    { numRuns: rounds(100) },
  )
})
