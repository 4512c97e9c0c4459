// A run that stopped is taken up again from the browser, in a process that outlives the server.
import { expect, test } from 'bun:test'
import type { Act } from '../fake-agents/crash-claude.ts'
import { until } from '../until.ts'
import { serveUi } from './browsing.ts'
import { newStage, RUN } from './crashing.ts'

const EARLY: readonly Act[] = [{ say: 'That is all for now.' }]
const DONE: readonly Act[] = [{ write: ['answer.txt', '42\n'] }, { say: 'Done.\n\n$TOKEN' }]
const WORDS = 'The answer is 42.'

test('[ui-answer] a run is resumed with words, continues without the server, and the order is recorded', async () => {
  await using stage = await newStage()
  stage.script(EARLY, EARLY, EARLY, EARLY, [{ until: 'go' }, ...DONE])
  await stage.run(RUN)
  expect(stage.task().outcome).toBe('stuck')
  const { id } = stage.task()
  const ui = await serveUi(stage.room, { env: stage.env })
  const browser = await ui.browse()
  const answer = await browser.send('POST', `/api/tasks/${id}/resume`, { words: WORDS })
  expect([answer.status, await answer.json()]).toEqual([200, { kind: 'done', text: `${id} continues.` }])
  const again = await browser.send('POST', `/api/tasks/${id}/resume`, {})
  expect(again.status).toBe(422)
  await ui.kill('SIGKILL')
  stage.open('go')
  await until(() => stage.task().outcome === 'completed')
  expect(stage.prompts().at(-1)).toContain(WORDS)
  const resumed = stage.events().find(({ kind }) => kind === 'task.resumed')
  expect(resumed).toMatchObject({ actor: 'browser' })
})
