// Processes that forked away: found by their mark, or as orphans that we adopted.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { findStrays, sendSignal } from './stray-processes.ts'

const mark = `FULLSTOP_TEST_MARK=strays-${process.pid}`
const [name = '', value = ''] = mark.split('=')

function sleeper(env: Record<string, string> = { [name]: value }): Bun.Subprocess {
  return Bun.spawn(['sleep', '30'], { env: { PATH: process.env['PATH'] ?? '', ...env } })
}

test('finds by the whole entry of the environment, and by nothing less', async () => {
  const ours = sleeper()
  const others = [sleeper({}), sleeper({ [name]: `${value}0` }), sleeper({ OTHER: mark })]
  try {
    expect(findStrays(mark, new Set())).toEqual([ours.pid])
    expect(findStrays(mark, new Set([ours.pid]))).toEqual([])
    sendSignal(ours.pid, 'SIGKILL')
    await ours.exited
    expect(findStrays(mark, new Set())).toEqual([])
  } finally {
    for (const child of [ours, ...others]) child.kill('SIGKILL')
  }
})

test('a signal to nobody is no error', () => {
  expect(() => sendSignal(2 ** 22 + 1, 'SIGTERM')).not.toThrow()
})

// In a process of its own: a process that adopts orphans does so until it ends.
test.skipIf(process.platform !== 'linux')('orphans that hide their mark are adopted and found', async () => {
  const script = `
    import { spawnSync } from 'node:child_process'
    import { adoptOrphans, findStrays, sendSignal } from ${JSON.stringify(join(import.meta.dirname, 'stray-processes.ts'))}
    const before = findStrays('NO=mark', new Set()).length
    const isAdopting = await adoptOrphans()
    spawnSync('sh', ['-c', 'env -i setsid sleep 30 >/dev/null 2>&1 &'])
    const found = findStrays('NO=mark', new Set())
    for (const pid of found) sendSignal(pid, 'SIGKILL')
    console.log(JSON.stringify({ before, isAdopting, found: found.length }))
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual({ before: 0, isAdopting: true, found: 1 })
})
