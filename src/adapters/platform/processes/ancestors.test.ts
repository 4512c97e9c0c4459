// The processes that a process descends from.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { type Ancestor, ancestors } from './ancestors.ts'

const isLinux = process.platform === 'linux'

describe('R8: ancestors', () => {
  test('begin with the parent, and hold what started it', () => {
    const [parent, ...others] = ancestors()
    expect(parent?.pid).toBe(process.ppid)
    expect([parent, ...others].map((one) => one?.pid)).not.toContain(process.pid)
  })

  test.skipIf(!isLinux)('tell their command line and environment', async () => {
    const look = `import { ancestors } from '${import.meta.dirname}/ancestors.ts'
      console.log(JSON.stringify(ancestors()))`
    const line = `env -i '${process.execPath}' -e "$LOOK"; exit $?`
    const { stdout } = spawnSync('sh', ['-c', line, 'name of it'], {
      env: { MARK: 'x=y', LOOK: look },
      encoding: 'utf8',
    })
    const found = JSON.parse(stdout) as Ancestor[]
    expect(found[0]?.words).toEqual(['sh', '-c', line, 'name of it'])
    expect(found[0]?.env['MARK']).toBe('x=y')
    expect(found.map(({ pid }) => pid)).toContain(process.pid)
  })
})
