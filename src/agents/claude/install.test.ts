// Claude Code's own settings, as far as they matter to the gate.
import { describe, expect, test } from 'bun:test'
import { install } from './install.ts'

const PLACES = { home: '/home/u', root: '/repo', env: {} }
const USER = '/home/u/.claude/settings.json'
const settingsOf = (files: Readonly<Record<string, unknown>>) => ({
  places: PLACES,
  settings: (path: string): unknown => files[path],
})

describe('switched off', () => {
  test('by a setting of the person', () =>
    expect(install.switchedOff(settingsOf({ [USER]: { disableAllHooks: true } }))).toEqual([
      { file: USER, setting: '"disableAllHooks": true' },
    ]))
  for (const settings of [{ disableAllHooks: false }, {}, null, [], 'x', undefined]) {
    test(`not by ${JSON.stringify(settings)}`, () =>
      expect(install.switchedOff(settingsOf({ [USER]: settings }))).toEqual([]))
  }
})

describe('as a plugin', () => {
  test('where it is on', () =>
    expect(install.asPlugin(settingsOf({ [USER]: { enabledPlugins: { 'fullstop@fullstop': true } } }))).toBe(USER))
  for (const settings of [{ enabledPlugins: { 'fullstop@fullstop': false } }, { enabledPlugins: [] }, null, 7]) {
    test(`not by ${JSON.stringify(settings)}`, () =>
      expect(install.asPlugin(settingsOf({ [USER]: settings }))).toBeUndefined())
  }
})

test('a moved folder holds both files', () => {
  const places = { ...PLACES, env: { CLAUDE_CONFIG_DIR: '/c' } }
  expect(install.signs(places)).toEqual(['/c', '/c/.claude.json', '/repo/.claude'])
})
