// What a repository can make us do without the user's trust: nothing.
import { expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { asked, claim, completed } from './checking.ts'
import { refused } from './expected.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { listing, newRoom } from './room.ts'

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

test('[hostile-repository writes-nothing] settings of the repository run nothing while it is read, and nothing in it is written', async () => {
  using room = newRoom()
  const proof = join(room.root, 'ran')
  const evil = join(room.root, 'evil')
  const repository = makeRepository(room, {
    'data.bin': 'x\n',
    '.gitattributes': '*.bin filter=evil diff=evil\n*.txt filter=evil\n',
  })
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
  writeFileSync(evil, `#!/bin/sh\ntouch ${proof}\nexec cat\n`, { mode: 0o755 })
  for (const key of [
    'core.fsmonitor',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'diff.external',
  ])
    repository.git('config', key, evil)
  for (const key of ['diff.evil.textconv', 'diff.evil.command', 'core.pager', 'core.sshCommand', 'alias.status'])
    repository.git('config', key, evil)
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'post-checkout'])
    repository.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${proof}\n`, 0o755)
  rmSync(proof, { force: true })
  const before = listing(join(room.cwd, '.git'))

  const session = await asked(room)
  repository.write('data.bin', 'y\n')
  repository.write('new.txt', 'z\n')
  expect(await claim(session)).toEqual(completed('test'))
  expect((await room.run(['check'])).code).toBe(0)
  expect(existsSync(proof)).toBe(false)
  expect(listing(join(room.cwd, '.git'))).toEqual(before)
})
