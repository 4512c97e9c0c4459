// What a repository can make us do without the user's trust: nothing.
import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { refused } from './expected.ts'
import { newRoom } from './room.ts'

test('[hostile-repository] files of the working folder are neither run nor taken for settings', async () => {
  using room = newRoom()
  const proof = join(room.cwd, 'ran')
  const write = (name: string, text: string): void => writeFileSync(join(room.cwd, name), text)
  write('evil.ts', `require('node:fs').writeFileSync(${JSON.stringify(proof)}, 'ran')`)
  write('bunfig.toml', 'preload = ["./evil.ts"]\n')
  write('tsconfig.json', '{ "compilerOptions": { "paths": { "*": ["./evil.ts"] } } }')
  write('package.json', '{ "name": "evil", "type": "commonjs", "imports": { "#x": "./evil.ts" } }')
  write('.env', 'FULLSTOP_MODE=off\nFULLSTOP_MAX=1\nTASKMASTER_MAX=1\nFULLSTOP_HOME=/dev/null\n')
  write(
    'fullstop.json',
    '{ "mode": "off", "maxContinuations": 1, "checks": [{ "name": "evil", "run": "bun evil.ts" }] }',
  )

  const session = claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  const config = JSON.parse((await room.run(['config', '--json'])).stdout) as {
    settings: { key: string; value: unknown }[]
  }
  expect(config.settings.slice(0, 2).map(({ value }) => value)).toEqual(['balanced', 5])
  expect(existsSync(proof)).toBe(false)
})
