// `npm run try`: the main job with a scripted agent. Every command that it prints works as it is printed (U10).
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maskIds, newRoom, runProgram } from './room.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { maskTimes } from './running.ts'

const root = join(import.meta.dirname, '..', '..')

test('[run-try] U10: it shows the main job, keeps its store, and every command that it prints works', async () => {
  using room = newRoom()
  const script = join(root, 'examples', 'try.ts')
  const { code, stdout, stderr } = await runProgram(process.execPath, [script], { env: room.env, cwd: room.cwd })
  expect([code, stderr]).toEqual([0, ''])
  const story = maskTimes(maskIds(stdout)).split('\n')
  expect(story.filter((line) => /^[●↩✗✓]/u.test(line))).toEqual([
    '● Claude Code is working',
    '↩ stopped early: "Good progress, I will stop here."  sent back, 1 of 5',
    '✗ claimed done, but test failed: expected "Hello, Ada!", got "Hello Ada"  sent back, 2 of 5',
    '✓ claimed done: test passed in TIME',
  ])
  const place = /its store stays in (\S+):/.exec(stdout)?.[1] ?? ''
  expect(place).toStartWith(room.root)
  expect(existsSync(join(place, 'state', 'fullstop.db'))).toBe(true)
  const lines = stdout.split('\n').flatMap((line) => /(\/\S+\/fullstop [^ ].*?)(?: {3}|$)/.exec(line)?.[1] ?? [])
  const ours = lines.filter((line) => line.startsWith(place))
  expect(ours.map((line) => line.split(' ')[1])).toEqual(['run', 'evidence', 'show', 'log', '--help'])
  expect(stdout).toContain(`\nTo remove it: rm -r ${place}\n`)
  for (const line of ours) {
    // From anywhere, as a person types it.
    const typed = spawnSync('sh', ['-c', line], { cwd: '/', env: { PATH: room.env['PATH'] }, encoding: 'utf8' })
    expect([line, typed.status, typed.stderr]).toEqual([line, 0, ''])
    expect(typed.stdout).not.toBe('')
    if (line.includes(' run ')) expect(typed.stdout).toMatch(/^completed in /m)
    // No bare `fullstop`: it is not installed yet.
    if (line.includes(' show ')) expect(typed.stdout).toContain(`what that means: ${place}/fullstop explain `)
  }
})

test('[run-try] the script that plays an agent in any repository: sent back once, completed, and no file is left', async () => {
  using room = newRoom()
  await trustChecks(room, makeRepository(room), [{ name: 'test', run: 'true' }])
  const script = join(root, 'examples', 'plain.sh')
  const { code, stdout } = await room.run(['run', '--agent-command', script, 'Try it'])
  expect(
    maskTimes(stdout)
      .split('\n')
      .filter((line) => /^[●↩✗✓]/u.test(line)),
  ).toEqual([
    '● plain.sh is working',
    '↩ stopped early: "Good progress, I will stop here."  sent back, 1 of 5',
    '● plain.sh starts a new session with a summary of the work so far',
    '✓ claimed done: test passed in TIME',
  ])
  expect([code, existsSync(join(room.cwd, 'plain.txt'))]).toEqual([0, false])
})

test('[run-try] the script in docs/run.md does what it is shown to do', async () => {
  using room = newRoom()
  const [, shown = ''] =
    /^```sh\n(#!\/bin\/sh\n.*?)^```$/ms.exec(readFileSync(join(root, 'docs', 'run.md'), 'utf8')) ?? []
  await trustChecks(room, makeRepository(room), [{ name: 'test', run: 'grep -q Hello greet.mjs', shell: true }])
  const script = join(room.home, 'plain.sh')
  writeFileSync(script, shown, { mode: 0o755 })
  const { code, stdout } = await room.run(['run', '--agent-command', `${script} {prompt}`, 'Write greet.mjs.'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('changed  greet.mjs (new)')])
})
