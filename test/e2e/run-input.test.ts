// Piped input alongside a prompt: added to it, bounded, masked in the store, and never waited for without end.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { binary } from './binary.ts'
import { finishes, running } from './running.ts'

const PROMPT = 'Review this.'

test('[run-input] U8: git diff | fullstop run … "review this": the agent gets both', async () => {
  using at = await running()
  at.script([finishes])
  const { code, calls, events } = await at.run([], { prompt: PROMPT, input: '-old\n+new\n' })
  expect(code).toBe(0)
  expect(calls[0]?.prompt).toContain(`${PROMPT}\n\n<stdin>\n-old\n+new\n</stdin>`)
  expect(events.find(({ kind }) => kind === 'request.opened')).toMatchObject({
    prompt: `${PROMPT}\n\n<stdin>\n-old\n+new\n</stdin>`,
  })
})

test('[run-input] U8: nothing piped, an empty pipe and /dev/null add nothing', async () => {
  for (const input of ['', '\n \n']) {
    using at = await running()
    at.script([finishes])
    const { calls } = await at.run([], { prompt: PROMPT, input })
    expect(calls[0]?.prompt).toEndWith(PROMPT)
  }
})

test('[run-input] U8: a file as standard input is added too', async () => {
  using at = await running()
  at.script([finishes])
  writeFileSync(at.file('notes.txt'), 'some notes')
  const child = spawn(binary, ['run', '--agent', 'claude', '--quiet', PROMPT], {
    cwd: at.room.cwd,
    env: { ...at.room.env, ...at.env },
    stdio: [openSync(at.file('notes.txt'), 'r'), 'ignore', 'ignore'],
  })
  await once(child, 'exit')
  expect(at.calls()[0]?.prompt).toContain('<stdin>\nsome notes\n</stdin>')
})

test('[run-input] U8: a secret in it reaches the agent, and is masked in the store', async () => {
  using at = await running()
  at.script([finishes])
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'
  const { calls, events } = await at.run([], { prompt: PROMPT, input: `token ${secret}\n` })
  expect(calls[0]?.prompt).toContain(secret)
  expect(JSON.stringify(events)).not.toContain(secret)
})

test('[run-input] U8: too much of it is an error, and starts nothing', async () => {
  using at = await running()
  at.script([finishes])
  const { code, stderr, calls } = await at.run([], { prompt: PROMPT, input: 'x'.repeat(4 * 1024 * 1024 + 1) })
  expect([code, calls.length]).toEqual([2, 0])
  expect(stderr).toContain('standard input is larger than 4.0 MB')
})

test('[run-input] U8: an open pipe that nobody writes to is not waited for, and that is said', async () => {
  using at = await running()
  at.script([finishes])
  const child = spawn(binary, ['run', '--agent', 'claude', '--quiet', PROMPT], {
    cwd: at.room.cwd,
    env: { ...at.room.env, ...at.env, FULLSTOP_INPUT_WAIT_MS: '50' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  child.stdin.destroy()
  expect(code).toBe(0)
  expect(said).toContain('standard input is open but sent nothing for 1 s, so nothing is added to the prompt')
  expect(at.calls()[0]?.prompt).toEndWith(PROMPT)
})
