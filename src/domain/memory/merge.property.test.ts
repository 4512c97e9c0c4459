// For any sequence of saves: no decision and no file is lost, and none is listed twice.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { FileOperation, Saved, SessionContext } from '../../contract/context.ts'
import { mergeContext } from './merge.ts'
import { saved } from './saved.fixture.ts'

// Few different words, so that saves often speak of the same things.
const word = fc.oneof(fc.constantFrom('', ' ', 'a', ' a', 'a\n', 'b', 'B', '__proto__'), fc.string({ maxLength: 20 }))
const time = fc.constantFrom('2026-11-15T10:00:00.000Z', '2026-11-15T10:05:00.000Z', '2026-11-15T09:00:00.000Z')
const operation = fc.constantFrom<FileOperation>('created', 'modified', 'deleted', 'read')
const list = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(item, { maxLength: 6 })
const status = fc.constantFrom('pending' as const, 'completed' as const, 'error' as const)

const anySave: fc.Arbitrary<Saved> = fc
  .record({
    id: word,
    at: time,
    sessionId: word,
    taskId: word,
    update: fc.record(
      {
        originalRequest: word,
        summary: word,
        currentStatus: word,
        keyDecisions: list(word),
        filesModified: list(fc.record({ path: word, operation })),
        remainingWork: word,
        blockers: list(word),
      },
      { requiredKeys: ['originalRequest', 'summary', 'currentStatus'] },
    ),
    seen: fc.record({
      files: list(fc.record({ path: word, operation, timestamp: time })),
      recentToolCalls: fc.array(fc.record({ name: word, timestamp: time, status }), { maxLength: 25 }),
    }),
  })
  .map(({ update, seen, ...head }) => saved(update, seen, head))

const fold = (saves: readonly Saved[]): SessionContext | undefined =>
  saves.reduce<SessionContext | undefined>(mergeContext, undefined)
const pathsOf = (save: Saved): string[] =>
  [...(save.update.filesModified ?? []), ...save.seen.files].map((it) => it.path)

test('the first request stays, no decision and no file is lost, none stands there twice', () => {
  fc.assert(
    fc.property(fc.array(anySave, { minLength: 1, maxLength: 8 }), (saves) => {
      const context = fold(saves)
      const decisions = context?.keyDecisions.map((decision) => decision.trim()) ?? []
      const told = saves.flatMap((save) => save.update.keyDecisions ?? []).map((decision) => decision.trim())
      const paths = context?.filesModified.map((file) => file.path) ?? []
      expect(context?.originalRequest).toBe(saves[0]?.update.originalRequest ?? '')
      expect(context?.taskId).toBe(saves[0]?.taskId ?? '')
      expect(context?.updatedAt).toBe(saves.at(-1)?.at ?? '')
      expect(decisions).toEqual([...new Set(told.filter((decision) => decision !== ''))])
      expect(new Set(paths)).toEqual(new Set(saves.flatMap(pathsOf)))
      expect(paths.length).toBe(new Set(paths).size)
      expect(context?.recentToolCalls.length).toBeLessThanOrEqual(20)
    }),
    { numRuns: rounds(500) },
  )
})

test('the same save twice is the same as once', () => {
  fc.assert(
    fc.property(fc.array(anySave, { maxLength: 5 }), anySave, (saves, save) => {
      expect(fold([...saves, save, save])).toEqual(fold([...saves, save]))
    }),
    { numRuns: rounds(500) },
  )
})

test('what is stored is not changed in place', () => {
  fc.assert(
    fc.property(anySave, anySave, (one, two) => {
      const before = mergeContext(undefined, one)
      const copy = structuredClone(before)
      mergeContext(before, two)
      expect(before).toEqual(copy)
    }),
  )
})
