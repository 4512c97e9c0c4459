// Hook and MCP server together on the screen of the real Claude Code: compaction, /clear, and a person who continues.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readableText, type ModelRequest, type Turn } from '../model-server/script.ts'
import { heldSuite, openProject, repair, shell } from './checked-project.ts'
import type { Tui } from './agent-run.ts'
import { runHeadless, startTui } from './claude.ts'
import {
  completeTask,
  decisionsIn,
  eventsIn,
  evidenceIn,
  hookAndServer,
  killAgent,
  launchedServer,
  ourTool,
  outcomesIn,
  refusalsIn,
  waitForEvent,
  waitForServer,
} from './gate.ts'
import { claudePackage, installAgent } from './install.ts'
import { openRoom, type Room } from './room.ts'

const installed = await installAgent(claudePackage)
const missing =
  installed.kind === 'unavailable' ? installed.reason : Bun.which('tmux') ? undefined : 'tmux is not installed'
const reason = missing === undefined ? '' : ` (skipped: ${missing})`
const it = missing === undefined ? test : test.skip
const env = { FULLSTOP_MODE: 'strict' }
const words = 'Rename the "tide" module to <ebb> and name the 14 callers.'
const question = 'Shall the old name stay?'

it(`F13: after /compact the agent still knows what was asked, and its claim counts${reason}`, async () => {
  await using tui = await startTui({
    ...hookAndServer,
    env,
    script: [edit(), question, '<analysis>x</analysis><summary>SUMMARY OF IT ALL</summary>'],
  })
  await waitForServer(tui.room)
  await tui.submit(words)
  await tui.waitForHook('Stop', 1)
  await tui.waitForScreen((screen) => screen.includes(question))
  await tui.submit('/compact')
  await tui.waitForHook('SessionStart', 2)
  await tui.waitForScreen((screen) => screen.includes('Compacted'))
  tui.model.push(edit('rest.txt'), completeTask(), 'The old name stays.')
  await tui.submit('It stays.')
  const after = await tui.model.waitForRequest(4)
  expect([told(after, 'SUMMARY OF IT ALL'), told(after, words)]).toEqual([1, 1])
  await waitForEvent(tui.room, 'task.ended')
  expect(decisionsIn(tui.room)).toEqual(['allow 10 question', 'allow 7 no-check-exists'])
  expect(outcomesIn(tui.room)).toEqual(['unverified'])
  expect(briefsIn(tui.room)).toEqual(['compact'])
})

it(`F15: after /clear the same server serves the new session: claim and context belong to its task${reason}`, async () => {
  await using tui = await startTui({
    ...hookAndServer,
    env,
    script: [edit(), save('of the first'), question, edit('other.txt'), save('of the second')],
  })
  const server = await waitForServer(tui.room)
  await tui.submit(words)
  await tui.waitForHook('Stop', 1)
  await tui.waitForScreen((screen) => screen.includes(question))
  await clear(tui)
  tui.model.push(completeTask({ summary: 'The second is done.' }), 'It is there.')
  await tui.submit('Make another file.')
  const cleared = await tui.model.waitForRequest(4)
  expect([told(cleared, words), told(cleared, 'of the first')]).toEqual([0, 0])
  await waitForEvent(tui.room, 'task.ended')
  expect(await waitForServer(tui.room)).toBe(server)
  expect(savedAndClaimed(tui.room, words)).toEqual(['of the first'])
  expect(savedAndClaimed(tui.room, 'Make another file.')).toEqual(['of the second', 'The second is done.'])
  expect(decisionsIn(tui.room)).toEqual(['allow 10 question', 'allow 7 no-check-exists'])
  expect(eventsIn(tui.room).filter((event) => event.kind === 'claim.voided')).toEqual([])
})

it(`a hook of the project that fills in forms approves nothing: nobody is asked, and the review waits${reason}`, async () => {
  const { room } = openProject({ checks: [{ name: 'made', run: 'test -e README.md' }], review: 'always' })
  const content = { answer: 'approve' }
  const answer = { hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content } }
  const [filler, ran] = [join(room.root, 'fill.sh'), join(room.root, 'filled')]
  writeFileSync(filler, `#!/bin/sh\ntouch '${ran}'\necho '${JSON.stringify(answer)}'\n`, { mode: 0o755 })
  const hooks = { Elicitation: [{ hooks: [{ type: 'command', command: filler }] }] }
  mkdirSync(join(room.cwd, '.claude'), { recursive: true })
  writeFileSync(join(room.cwd, '.claude', 'settings.local.json'), JSON.stringify({ hooks }))
  await using tui = await startTui({ ...hookAndServer, room, env, script: [completeTask(), 'It is said.'] })
  await waitForServer(tui.room)
  await tui.submit('Say it.')
  await waitForEvent(tui.room, 'stop.decided')
  expect(outcomesIn(tui.room)).toEqual(['awaiting-review'])
  expect(eventsIn(tui.room).filter(({ kind }) => kind === 'review.approved')).toEqual([])
  expect(existsSync(ran)).toBe(false)
  expect(readableText(await tui.model.waitForRequest(2))).toContain('settings.local.json may fill in the form')
})

it(`F15: only Stop registered: after /clear a claim counts for the new session too${reason}`, async () => {
  await using tui = await startTui({
    ...hookAndServer,
    hookEvents: ['Stop'],
    env,
    script: [edit(), completeTask({ summary: 'The first is done.' }), 'One is there.'],
  })
  await waitForServer(tui.room)
  await tui.submit('Make a file.')
  await tui.waitForHook('Stop', 1)
  await tui.waitForScreen((screen) => screen.includes('One is there.'))
  await tui.submit('/clear')
  await tui.waitForScreen((screen) => !screen.includes('One is there.'))
  tui.model.push(edit('other.txt'), completeTask({ summary: 'The second is done.' }), 'Two is there.')
  await tui.submit('Make another file.')
  await tui.waitForHook('Stop', 2)
  expect(refusalsIn(tui.hookCalls())).toEqual([])
  expect(savedAndClaimed(tui.room, 'Make another file.')).toEqual(['The second is done.'])
})

it(`F15: a server behind a launcher such as npx: after /clear a claim counts for the new session too${reason}`, async () => {
  await using tui = await startTui({
    ...hookAndServer,
    mcpServers: launchedServer,
    env,
    script: [edit(), completeTask({ summary: 'The first is done.' }), 'One is there.'],
  })
  await waitForServer(tui.room)
  await tui.submit('Make a file.')
  await waitForEvent(tui.room, 'task.ended')
  await tui.waitForScreen((screen) => screen.includes('One is there.'))
  await clear(tui)
  tui.model.push(edit('other.txt'), completeTask({ summary: 'The second is done.' }), 'Two is there.')
  await tui.submit('Make another file.')
  await tui.waitForHook('Stop', 2)
  expect(refusalsIn(tui.hookCalls())).toEqual([])
  expect(savedAndClaimed(tui.room, 'Make another file.')).toEqual(['The second is done.'])
})

it(`killed after the agent's shell had moved into a subfolder: a fresh session in the project is told of the work${reason}`, async () => {
  await using room = openRoom({ files: { 'sub/README.md': '# Part' } })
  const script = [shell('cd sub && pwd'), question, edit('more.txt'), () => dieIn(room)]
  await using tui = await startTui({ ...hookAndServer, room, env, script })
  await tui.submit('Look around.')
  await tui.waitForHook('Stop', 1)
  await tui.waitForScreen((screen) => screen.includes(question))
  await tui.submit('fullstop cancel')
  await tui.waitForHook('UserPromptSubmit', 2)
  tui.press('C-u')
  await tui.submit(words)
  await tui.waitForScreen(() => tui.exitCode() !== undefined)
  const fresh = await runHeadless({ ...hookAndServer, room, env, prompt: 'Hello.', script: ['Hello.'] })
  const first = fresh.requests.find((request) => request.lane === 'main')
  expect(first && told(first, words)).toBe(1)
})

it(`Esc while a claim waits for its checks: the agent is free at once, and a later claim takes their result over${reason}`, async () => {
  const { room, env: trusted, release } = openProject({ checks: [heldSuite] })
  await using tui = await startTui({
    ...hookAndServer,
    room,
    env: trusted,
    script: [repair, completeTask(), 'You are welcome.', completeTask(), 'It is repaired.'],
  })
  await waitForServer(room)
  await tui.submit('Repair add.')
  await tui.waitForScreen((screen) => screen.includes('checks running: test'))
  tui.press('Escape')
  await tui.waitForScreen((screen) => screen.includes('Interrupted'))
  await tui.submit('Thanks.')
  await tui.waitForScreen((screen) => screen.includes('You are welcome.'))
  release()
  await waitForEvent(room, 'checks.finished')
  await tui.submit('Finish it.')
  await tui.waitForScreen((screen) => screen.includes('Stop says: Fullstop: completed, passed: test.'))
  expect(decisionsIn(room)).toEqual(['allow 10 conversation', 'allow 4 checks-passed'])
  expect(evidenceIn(room).runs).toHaveLength(1)
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`a person who speaks while a claim waits for its checks is heard first${reason}`, async () => {
  const { room, env: trusted, release } = openProject({ checks: [heldSuite] })
  await using tui = await startTui({
    ...hookAndServer,
    room,
    env: trusted,
    script: [repair, completeTask(), edit('notes.txt'), completeTask(), 'All is there.'],
  })
  await waitForServer(room)
  await tui.submit('Repair add.')
  await tui.waitForScreen((screen) => screen.includes('checks running: test'))
  await tui.submit('And make notes.txt.')
  await tui.waitForHook('UserPromptSubmit', 2)
  release()
  const after = await tui.model.waitForRequest(3)
  expect(
    told(
      after,
      'Something else happened in this session meanwhile (a prompt, a stop or another claim): look, then claim again.',
    ),
  ).toBe(1)
  expect(told(after, 'And make notes.txt.')).toBe(1)
  await tui.waitForScreen((screen) => screen.includes('Stop says: Fullstop: completed, passed: test.'))
  expect(decisionsIn(room)).toEqual(['allow 4 checks-passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`a second prompt after a completed claim opens a task of its own, and needs a claim of its own${reason}`, async () => {
  await using tui = await startTui({
    ...hookAndServer,
    env,
    script: [edit(), completeTask(), 'One is there.', edit('other.txt'), 'Two is there.', completeTask(), 'Now it is.'],
  })
  await waitForServer(tui.room)
  await tui.submit('Make a file.')
  await waitForEvent(tui.room, 'task.ended')
  await tui.waitForScreen((screen) => screen.includes('One is there.'))
  await tui.submit('Make another file.')
  await waitForEvent(tui.room, 'task.ended', 2)
  expect(decisionsIn(tui.room)).toEqual(['allow 7 no-check-exists', 'continue 11 no-claim', 'allow 7 no-check-exists'])
  expect(outcomesIn(tui.room)).toEqual(['unverified', 'unverified'])
})

function edit(file = 'made.txt'): Turn {
  return shell(`echo made > ${file}`)
}

/** The model's answer to an agent that does not live to hear it. */
function dieIn(room: Room): string {
  killAgent(room)
  return 'Never heard.'
}

function save(summary: string): Turn {
  return ourTool('update_session_context', { original_request: 'To do it.', summary, current_status: 'Under way.' })
}

async function clear(tui: Tui): Promise<void> {
  const before = tui.hookCalls().filter((call) => call.event === 'SessionStart').length
  await tui.submit('/clear')
  await tui.waitForHook('SessionStart', before + 1)
}

/** How often the model could read it; a brief quotes what was said. */
function told(request: ModelRequest, wanted: string): number {
  return readableText(request).replaceAll(/^> /gm, '').split(wanted).length - 1
}

/** Summaries of what was saved and claimed for the task that a prompt opened. */
function savedAndClaimed(room: Room, prompt: string): (string | undefined)[] {
  const events = eventsIn(room)
  const opened = events.find(
    (event) => (event.kind === 'request.opened' || event.kind === 'prompt.joined') && event.prompt === prompt,
  )
  return events
    .filter((event) => event.task === opened?.task)
    .flatMap((event) => {
      if (event.kind === 'context.saved') return [event.update.summary]
      return event.kind === 'claim.made' ? [event.claim.summary] : []
    })
}

function briefsIn(room: Room): string[] {
  return eventsIn(room).flatMap((event) => (event.kind === 'brief.given' ? [event.source] : []))
}
