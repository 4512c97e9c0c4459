// Every word that a decision, an outcome or a state can be has a meaning, in whole sentences.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReasonCode } from '../../contract/decision.ts'
import { CheckResult } from '../../contract/evidence.ts'
import { Outcome, TaskStatus } from '../../contract/outcome.ts'
import { outcomeMeanings, reasonMeanings, resultMeanings, stateMeanings } from './meanings.ts'

describe('meanings', () => {
  test('every reason code, outcome, state and check result has one, and nothing else', () => {
    expect(Object.keys(reasonMeanings)).toEqual([...ReasonCode.options])
    expect(Object.keys(outcomeMeanings)).toEqual([...Outcome.options])
    expect(Object.keys(stateMeanings)).toEqual([...TaskStatus.options])
    expect(Object.keys(resultMeanings)).toEqual([...CheckResult.options, 'skipped'])
  })

  test('every code that the gate gives as a reason is in the table', () => {
    const folder = join(import.meta.dirname, '..', 'gate')
    const texts = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    const given = texts.flatMap((text) => [
      ...[...text.matchAll(/\bbecause\(\s*'([a-z-]+)'/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/\bcode: '([a-z-]+)'/g)].map((match) => match[1] ?? ''),
    ])
    expect(given.length).toBeGreaterThan(30)
    expect(given.filter((code) => !Object.hasOwn(reasonMeanings, code))).toEqual([])
  })

  const tables = [reasonMeanings, outcomeMeanings, stateMeanings, resultMeanings]
  test.each(tables.flatMap((table) => Object.entries(table)))('%s', (_word, meaning) => {
    for (const text of Object.values(meaning)) expect(text).toMatch(/^[A-Z`].*\.$/)
    expect(Object.values(meaning).join(' ')).not.toMatch(/\brule \d/)
  })
})
