// Where our state lives, from the environment.
import { expect, test } from 'bun:test'
import { homedir } from 'node:os'
import { stateHome, userHome } from './env.ts'

test('FULLSTOP_HOME stands above XDG_STATE_HOME, and that above the home folder', () => {
  const env = { HOME: '/h', XDG_STATE_HOME: '/x', FULLSTOP_HOME: '/f' }
  expect(stateHome(env)).toBe('/f')
  expect(stateHome({ ...env, FULLSTOP_HOME: undefined })).toBe('/x/fullstop')
  expect(stateHome({ ...env, FULLSTOP_HOME: '' })).toBe('/x/fullstop')
})

test.skipIf(process.platform !== 'linux')('on Linux the default is ~/.local/state (skipped elsewhere)', () => {
  expect(stateHome({ HOME: '/h' })).toBe('/h/.local/state/fullstop')
})

test('without HOME the system knows the home folder', () => {
  expect(userHome({ HOME: '/h' })).toBe('/h')
  expect(userHome({})).toBe(homedir())
  expect(userHome({ HOME: '' })).toBe(homedir())
})
