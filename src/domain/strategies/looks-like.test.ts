// Whether a text may claim is a cheap look, and never a wrong no.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { given } from '../../contract/given.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { policy } from '../gate/facts.fixture.ts'
import { grammar } from './grammar.ts'
import { byWords } from './index.ts'
import { mayClaim, mayClaimInLine } from './looks-like.ts'

const only = (strategies: string[], donePrefix?: string): Policy => policy({ strategies, ...given({ donePrefix }) })

describe('mayClaim', () => {
  const rows: readonly (readonly [string, Policy, string, boolean])[] = [
    ['nothing of a claim', policy(), 'All done.', false],
    ['a prefix', policy(), 'FULLSTOP_DONE::', true],
    ['the other prefix', policy(), 'TASKMASTER_DONE::', true],
    ['a promise', policy(), 'I Promise.', true],
    ['a promise where no tag is on', only(['tool', 'done-token']), 'I promise.', false],
    ['the prefix where no token is on', only(['tool', 'promise-tag']), 'FULLSTOP_DONE::', false],
    ['a relaxed tag', only(['relaxed-tag']), '&lt;PROMISE&gt;', true],
    ['any text, where phrases count', only(['promise-tag', 'heuristic']), '', true],
    ['no text, where words do not count', only(['tool', 'cli', 'probe', 'unknown']), 'FULLSTOP_DONE:: promise', false],
    ['a prefix that looks like a pattern', only(['done-token'], 'a.*(b)$[\\'), 'so a.*(b)$[\\::x', true],
    ['what such a pattern would match', only(['done-token'], 'a.*'), 'abc', false],
  ]
  test.each(rows)('%s', (_name, rules, text, expected) => expect(mayClaim(rules)(text)).toBe(expected))

  test('every text that a detector takes for a claim may be one', () => {
    const part = fc.constantFrom(
      'DONE::s',
      '<promise>COMPLETE</promise>',
      'promise: complete',
      'all checks pass',
      '\n',
      'x',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const reading = { text: parts.join('\n'), sessionId: 's', prefix: 'DONE', exitCode: 0 }
        for (const { name, detect } of byWords)
          if (detect(reading, grammar).found) expect(mayClaim(only([name], 'DONE'))(reading.text)).toBe(true)
      }),
    )
  })
})

describe('mayClaimInLine', () => {
  const LINE = JSON.stringify({ text: 'Done.\nA-B::"s"' })
  const rows: readonly (readonly [string, Policy, boolean | undefined])[] = [
    ['a line with the prefix', only(['done-token'], 'A-B'), true],
    ['a line without it', only(['done-token'], 'A-C'), false],
    ['a prefix that JSON writes in another way', only(['done-token'], 'A"B'), undefined],
    ['a prefix beyond ASCII', only(['done-token'], 'FERTIG✓'), undefined],
    ['such a prefix where no token is on', only(['promise-tag'], 'A"B'), false],
    ['where phrases count', only(['heuristic']), undefined],
    ['where no words count', only(['tool']), false],
  ]
  test.each(rows)('%s', (_name, rules, expected) => expect(mayClaimInLine(rules)?.(LINE)).toBe(expected as never))
})
