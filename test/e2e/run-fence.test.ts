// What an agent, or anybody beside it, cannot do to a run: claim for it from elsewhere, or have its own shell prove it.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { binary } from './binary.ts'
import { kindsOf, newStage, PROMPT } from './crashing.ts'

test('[run-told] whoever knows the name of the task alone claims nothing for it', async () => {
  await using stage = await newStage({ check: false })
  const script = stage.path('waits.sh')
  writeFileSync(
    script,
    `#!/bin/sh\necho > ${stage.path('begun')}\nwhile [ ! -e ${stage.path('go')} ]; do sleep 0.2; done\n`,
    { mode: 0o755 },
  )
  const run = stage.start(['run', '--agent-command', script, '--max-continuations', '1', PROMPT])
  await stage.marked('begun')
  const { id } = stage.task()
  const named = { FULLSTOP_TASK_ID: id, CLAUDE_CODE_SESSION_ID: '6f2c8f66-0000-4000-8000-000000000000' }
  await stage.run(['claim', 'success', '--summary', 'All of it is done.'], named)
  stage.open('go')
  const ended = await run.ended
  const claims = kindsOf(stage.events(), 'claim.made').filter(({ task }) => task === id)
  expect([ended.code, claims]).toEqual([7, []])
})

test('[run-told F24] what an agent has its own shell run proves nothing, whoever it pretends to be', async () => {
  await using stage = await newStage()
  mkdirSync(stage.path('rigged'))
  writeFileSync(stage.path('rigged/grep'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const claim = `PATH=${stage.path('rigged')}:$PATH ${binary} claim success --summary done`
  writeFileSync(stage.path('lies.sh'), `#!/bin/sh\n${claim}\n`, { mode: 0o755 })
  const ran = await stage.run(['run', '--agent-command', stage.path('lies.sh'), '--max-continuations', '1', PROMPT])
  const results = kindsOf(stage.events(), 'check.finished').map(({ check }) => check.result)
  expect([ran.code, results.includes('passed')]).toEqual([7, false])
})
