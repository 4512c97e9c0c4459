// Conformance of the Claude Code integration on its own screen: the real TUI under tmux, against a scripted model.
import { expect, test } from 'bun:test'
import { callTool, callTools, fail, hold, readableText, toolUse } from '../model-server/script.ts'
import { startTui } from './claude.ts'
import { claim, decisionsIn, eventsIn, hookCommand, outcomesIn, refusalsIn, waitForEvent } from './gate.ts'
import { brokenStore } from './room.ts'
import { claudePackage, installAgent } from './install.ts'

const installed = await installAgent(claudePackage)
const missing =
  installed.kind === 'unavailable' ? installed.reason : Bun.which('tmux') ? undefined : 'tmux is not installed'
const reason = missing === undefined ? '' : ` (skipped: ${missing})`
const it = missing === undefined ? test : test.skip
const strict = { FULLSTOP_MODE: 'strict' }
const edit = callTool('Bash', { command: 'echo made > made.txt', description: 'Make the file' })
const manyEdits = callTools(
  Array.from({ length: 8 }, (_, index) => toolUse('Bash', { command: `echo ${index} > made-${index}.txt` })),
)

it(`balanced, the default here: a stop after little work passes, one after much is refused, a claim ends it${reason}`, async () => {
  await using tui = await startTui({
    hookCommand,
    script: [edit, 'A small thing is done.', manyEdits, 'Stopping here.', claim],
  })
  await tui.submit('Make a file.')
  await tui.waitForHook('Stop', 1)
  await tui.waitForScreen((screen) => screen.includes('A small thing is done.'))
  await tui.submit('Make eight files.')
  await tui.waitForHook('Stop', 3)
  const screen = await tui.waitForScreen((text) =>
    text.includes('Stop says: Fullstop: unverified, no check exists here.'),
  )
  expect(screen).toContain('FULLSTOP (1/5)')
  expect(decisionsIn(tui.room)).toEqual(['allow 11 no-claim', 'continue 11 no-claim', 'allow 7 no-check-exists'])
})

it(`a question to the person passes, and their answer continues the same task${reason}`, async () => {
  await using tui = await startTui({
    hookCommand,
    env: strict,
    script: [edit, 'Which database do you want?', edit, claim],
  })
  await tui.submit('Set the database up.')
  await tui.waitForHook('Stop', 1)
  await tui.submit('PostgreSQL')
  await tui.waitForHook('Stop', 2)
  await tui.waitForScreen((text) => text.includes('unverified'))
  expect(decisionsIn(tui.room)).toEqual(['allow 10 question', 'allow 7 no-check-exists'])
  expect(outcomesIn(tui.room)).toEqual(['unverified'])
})

it(`F10: background work passes; its notification is not a person and opens no request${reason}`, async () => {
  const background = callTool('Bash', {
    command: 'sleep 2; echo over',
    run_in_background: true,
    description: 'Run the suite',
  })
  await using tui = await startTui({
    hookCommand,
    env: strict,
    script: [edit, background, 'The suite is running.', 'The suite is over.', claim],
  })
  await tui.submit('Make it and run the suite.')
  await tui.waitForHook('Stop', 3)
  await tui.waitForScreen((text) => text.includes('unverified'))
  expect(decisionsIn(tui.room)).toEqual(['allow 10 background-work', 'continue 11 no-claim', 'allow 7 no-check-exists'])
  expect(eventsIn(tui.room).filter((event) => event.kind === 'request.opened')).toHaveLength(1)
})

it(`a running dev server does not switch the gate off${reason}`, async () => {
  const files = { 'dev.sh': 'sleep 60\n' }
  const server = callTool('Bash', {
    command: 'sh dev.sh',
    run_in_background: true,
    description: 'Start the dev server',
  })
  await using tui = await startTui({
    hookCommand,
    env: strict,
    files,
    script: [edit, server, 'The server runs. Stopping.', claim],
  })
  await tui.submit('Make it and start the server.')
  await tui.waitForHook('Stop', 2)
  await tui.waitForScreen((text) => text.includes('unverified'))
  expect(decisionsIn(tui.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
})

it(`"fullstop status", "off", "on" and "cancel" typed as prompts are answered without a model call${reason}`, async () => {
  const gate = hold('Stopping.')
  await using tui = await startTui({ hookCommand, env: strict, script: [edit, gate.turn] })
  await tui.submit('fullstop status')
  await tui.waitForScreen((text) => text.includes('Mode: strict (from environment)'))
  expect(tui.model.mainRequests()).toEqual([])
  tui.press('C-u')
  await tui.submit('Make the file.')
  await tui.model.waitForRequest(2)
  await tui.submit('fullstop cancel')
  await tui.waitForHook('UserPromptSubmit', 3)
  gate.release()
  await tui.waitForHook('Stop', 1)
  await waitForEvent(tui.room, 'stop.decided')
  expect(decisionsIn(tui.room)).toEqual(['allow 1 cancelled'])
  expect(outcomesIn(tui.room)).toEqual(['cancelled'])
  expect(tui.model.mainRequests().some((request) => readableText(request).includes('fullstop cancel'))).toBe(false)
})

it(`a prompt typed in mid-work joins the request; Esc ends it, and the next prompt opens a new one${reason}`, async () => {
  const gate = hold('Working on it.')
  const second = hold('Still at it.')
  await using tui = await startTui({
    hookCommand,
    env: strict,
    script: [edit, gate.turn, edit, second.turn, edit, claim],
  })
  await tui.submit('Make the file.')
  await tui.model.waitForRequest(2)
  await tui.submit('And a second one.')
  await tui.waitForHook('UserPromptSubmit', 2)
  gate.release()
  await tui.model.waitForRequest(4)
  tui.press('Escape')
  await tui.waitForScreen((text) => text.includes('Interrupted'))
  await tui.submit('Start over, please.')
  await tui.waitForHook('Stop', 2)
  await tui.waitForScreen((text) => text.includes('unverified'))
  const opened = eventsIn(tui.room).flatMap((event) => (event.kind === 'request.opened' ? [event.prompt] : []))
  expect(opened.at(-1)).toBe('Start over, please.')
  expect(refusalsIn(tui.hookCalls())).toHaveLength(1)
})

it(`plan mode passes on the screen too${reason}`, async () => {
  await using tui = await startTui({
    hookCommand,
    env: strict,
    permissionMode: 'plan',
    script: [callTool('Bash', { command: 'ls' }), 'Here is my plan.'],
  })
  await tui.submit('Plan the change.')
  await tui.waitForHook('Stop', 1)
  await waitForEvent(tui.room, 'stop.decided')
  expect(decisionsIn(tui.room)).toEqual(['allow 3 plan-mode'])
})

it(`F4: a provider that fails for good is recorded as a failed stop${reason}`, async () => {
  await using tui = await startTui({
    hookCommand,
    env: { ...strict, CLAUDE_CODE_MAX_RETRIES: '0' },
    script: [edit, fail(401)],
    whenExhausted: fail(401),
  })
  await tui.submit('Make the file.')
  await waitForEvent(tui.room, 'stop.failed')
  const causes = eventsIn(tui.room).flatMap((event) => (event.kind === 'stop.failed' ? [event.cause] : []))
  expect([causes, outcomesIn(tui.room)]).toEqual([['auth'], ['open']])
})

it(`F21: our visible line is visible when the store is gone${reason}`, async () => {
  using broken = brokenStore()
  await using tui = await startTui({
    hookCommand,
    env: { ...strict, FULLSTOP_HOME: broken.home },
    script: [edit, 'Stopping.'],
  })
  await tui.submit('Make the file.')
  await tui.waitForHook('Stop', 1)
  const screen = await tui.waitForScreen((text) => text.includes('Stop says:'))
  expect(screen.replaceAll(/\s+/g, ' ')).toContain(
    `Stop says: Fullstop: the stop was allowed, because the store ${broken.home}/fullstop.db cannot be used`,
  )
})
