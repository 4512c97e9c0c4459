// A person ends a run in the middle of an extra run: what was not told is asked again, and the story in between is whole.
import { expect, test } from 'bun:test'
import { quarterOf } from '../rounds.ts'
import type { Act } from '../fake-agents/crash-claude.ts'
import { until } from './checking.ts'
import { kindsOf, newStage, RUN, type Stage } from './crashing.ts'

const SUM = 'export const total = (list) => list.reduce((sum, each) => sum + each, 0)\n'
const TEST = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { total } from '../src/total.mjs'
it('adds in its own time', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1800))
  assert.equal(total([2, 3]), 5)
})
it('adds nothing', () => assert.equal(total([]), 0))
`

/** The agent skips a test that its code passes: a sealed run clears that. */
async function slowStage(): Promise<Stage> {
  const stage = await newStage({
    config: { checks: [{ name: 'test', run: 'node --test test/total.test.mjs', repeat: true }] },
    files: { 'src/total.mjs': SUM, 'test/total.test.mjs': TEST },
  })
  const changed: readonly Act[] = [
    { write: ['src/total.mjs', SUM.replace('sum + each', 'each + sum')] },
    {
      write: ['test/total.test.mjs', TEST.replace("it('adds nothing'", "it.skip('adds nothing'")],
    },
    { say: 'Done.\n\n$TOKEN' },
  ]
  stage.script(changed)
  return stage
}

const started = (stage: Stage): number => kindsOf(stage.events(), 'proof.started').length

test.each(quarterOf(['twice Ctrl-C', 'SIGTERM'] as const, 0))(
  '[run-interrupt sealed] %s in an extra run: show tells the claim and the check, and resume repeats the run',
  async (how) => {
    await using stage = await slowStage()
    const supervisor = stage.start(RUN)
    await until(() => started(stage) === 1)
    if (how === 'SIGTERM') supervisor.child.kill('SIGTERM')
    else {
      await supervisor.interrupt()
      supervisor.child.kill('SIGINT')
    }
    expect((await supervisor.ended).code).toBe(130)
    expect(stage.task().outcome).toBe('interrupted')
    expect(kindsOf(stage.events(), 'proof.finished')).toEqual([])
    const { stdout: shown } = await stage.run(['show'])
    expect(shown).toMatch(/^claimed {2}success, not decided yet$/m)
    expect(shown).toMatch(/^checked {2}test passed in [\d.]+ m?s; no result yet: sealed run of test$/m)
    const { code, stdout } = await stage.run(['resume'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('test passed')])
    // The agent is not asked again, and neither is the check.
    expect(stage.invocations().length).toBe(1)
    expect(kindsOf(stage.events(), 'check.finished').length).toBe(1)
    expect(kindsOf(stage.events(), 'proof.finished').at(-1)?.extra).toMatchObject([{ kind: 'sealed', answer: 'green' }])
  },
)

test('[run-screen sealed] the live screen says which extra run is under way, and for how long', async () => {
  await using stage = await slowStage()
  const terminal = stage.atTerminal(RUN)
  await until(() => /· sealed run of test 1\.\ds/.test(terminal.screen()))

  expect(await terminal.ended).toBe(0)
})

test('[run-interrupt sealed] Ctrl-C in an extra run of verify: nothing is proven', async () => {
  await using stage = await slowStage()
  stage.repository.write('src/total.mjs', `${SUM}process.on('exit', () => undefined)\n`)
  const verifying = stage.start(['verify', 'HEAD'])
  await until(() => started(stage) === 1)
  verifying.child.kill('SIGINT')
  const { code, stdout } = await verifying.ended
  expect(stdout).toContain('what speaks against the pass was not looked into to the end: ')
  expect(code).toBe(3)
})
