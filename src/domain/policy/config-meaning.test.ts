// Every setting, every key of a check and every variable that the policy reads has a meaning (U18).
import { expect, test } from 'bun:test'
import { z } from 'zod'
import { CheckConfig, Config } from '../../contract/config/config.ts'
import { checkMeaning, configMeaning, variableMeaning } from '../../contract/config/config-meaning.ts'
import { strategies } from '../strategies/index.ts'
import { resolvePolicy } from './policy.ts'

const { settings } = resolvePolicy({ env: {}, attended: true, supervised: false })

test('every setting has a meaning, in the same order', () => {
  expect(Object.keys(configMeaning)).toEqual(settings.map(({ key }) => key))
  expect(Object.keys(checkMeaning).sort()).toEqual(Object.keys(CheckConfig.shape).sort())
})

test('every value that a key takes is named', () => {
  const { properties = {} } = z.toJSONSchema(Config) as { properties?: Record<string, { enum?: string[] }> }
  for (const [key, { values }] of Object.entries(configMeaning))
    for (const value of properties[key]?.enum ?? []) expect(values).toContain(value)
  for (const { name } of strategies) expect(configMeaning['detect.strategies'].values).toContain(name)
})

test('a variable with a key sets that key', () => {
  for (const { name, key } of variableMeaning) {
    if (key === undefined) continue
    const env = { [name]: key === 'mode' ? 'strict' : '3' }
    const set = resolvePolicy({ env, attended: true, supervised: false }).settings.find((one) => one.key === key)
    expect(set).toMatchObject({ origin: 'environment', note: name })
  }
})
