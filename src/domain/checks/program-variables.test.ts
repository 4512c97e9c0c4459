// Which variables are kept with a task, and how they come back.
import { expect, test } from 'bun:test'
import { programVariables, withPrograms } from './program-variables.ts'

test('what decides which programs run is kept, and nothing else', () => {
  const env = {
    PATH: '/usr/bin',
    NODE_OPTIONS: '--no-warnings',
    LD_PRELOAD: '/lib/a.so',
    npm_config_script_shell: 'bash',
    TERM: 'xterm',
    API_KEY: 'k',
    PYTHONPATH: undefined,
  }
  expect(programVariables(env)).toEqual({
    PATH: '/usr/bin',
    NODE_OPTIONS: '--no-warnings',
    LD_PRELOAD: '/lib/a.so',
    npm_config_script_shell: 'bash',
  })
})

test('a secret among them is not kept', () => {
  const env = {
    'npm_config_//host/:_authToken': 'secret',
    NPM_CONFIG_PASSWORD: 'secret',
    YARN_NPM_AUTH_TOKEN: 'secret',
  }
  expect(programVariables(env)).toEqual({})
})

test('the values come back; what was not set then is not set now; the rest stays', () => {
  const kept = programVariables({ PATH: '/usr/bin', NODE_OPTIONS: '--no-warnings' })
  const now = { PATH: '/tmp/fake:/usr/bin', LD_PRELOAD: '/tmp/rig.so', TERM: 'xterm', YARN_NPM_AUTH_TOKEN: 'mine' }
  expect(withPrograms(now, kept)).toEqual({
    TERM: 'xterm',
    YARN_NPM_AUTH_TOKEN: 'mine',
    PATH: '/usr/bin',
    NODE_OPTIONS: '--no-warnings',
  })
})

test('a task that kept nothing runs its checks as before', () => {
  expect(withPrograms({ PATH: '/tmp/fake' }, undefined)).toEqual({ PATH: '/tmp/fake' })
})

test('a value too long to keep is left alone', () => {
  const long = 'x'.repeat(20_000)
  expect(programVariables({ MAKEFLAGS: long })).toEqual({})
  expect(withPrograms({ MAKEFLAGS: long }, {})).toEqual({ MAKEFLAGS: long })
})
