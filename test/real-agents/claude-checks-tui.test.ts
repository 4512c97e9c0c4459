// Checks of success claims on the screen of the real Claude Code: slow ones, an interruption, a session that is resumed.
import { expect, test } from 'bun:test'
import { readableText } from '../model-server/script.ts'
import { failure, heldSuite, openProject, pretend, repair } from './checked-project.ts'
import { startTui } from './claude.ts'
import { claim, decisionsIn, eventsIn, hookCommand, hookWithin, outcomesIn, resultsIn, waitForEvent } from './gate.ts'
import { claudePackage, installAgent } from './install.ts'
import { processesIn, sendSignal, waitForQuiet } from './room.ts'

const installed = await installAgent(claudePackage)
const missing =
  installed.kind === 'unavailable' ? installed.reason : Bun.which('tmux') ? undefined : 'tmux is not installed'
const reason = missing === undefined ? '' : ` (skipped: ${missing})`
const it = missing === undefined ? test : test.skip
it(`checks slower than the hook, somebody there: the stop passes, and the next prompt tells that they passed${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  await using tui = await startTui({
    room,
    env,
    hookCommand: hookWithin('2s'),
    script: [repair, claim, 'You are welcome.'],
  })
  await tui.submit('Repair add.')
  const waiting = await tui.waitForScreen((screen) => screen.includes('Stop says:'))
  expect(flat(waiting)).toContain('Stop says: Fullstop: the claim is being verified, still running: test.')
  expect(outcomesIn(room)).toEqual(['verifying'])
  release()
  await waitForEvent(room, 'task.ended')
  expect(outcomesIn(room)).toEqual(['completed'])
  await tui.submit('Thanks.')
  const screen = await tui.waitForScreen((text) => text.includes('You are welcome.'))
  expect(flat(screen)).toContain(
    'UserPromptSubmit says: Fullstop: the checks ended after the last stop: completed (passed: test).',
  )
  await tui.waitForHook('Stop', 2)
  expect(decisionsIn(room)).toEqual(['allow 6 checks-running', 'allow 10 conversation'])
})

it(`checks slower than the hook and red, somebody there: person and agent are told with the next prompt${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  await using tui = await startTui({
    room,
    env,
    hookCommand: hookWithin('2s'),
    script: [pretend, claim, repair, claim],
  })
  await tui.submit('Repair add.')
  await tui.waitForScreen((text) => text.includes('Stop says:'))
  release()
  await waitForEvent(room, 'claim.decided')
  expect(outcomesIn(room)).toEqual(['open'])
  await tui.submit('And now?')
  const informed = readableText(await tui.model.waitForRequest(3))
  expect(informed).toContain('the checks of your last claim ended after you had stopped, and it did not hold.')
  expect(informed).toContain(failure)
  const screen = await tui.waitForScreen((text) => text.includes('UserPromptSubmit says:'))
  expect(flat(screen)).toContain('Fullstop: the checks ended after the last stop: check "test" failed (exit 1).')
  await waitForEvent(room, 'task.ended')
  expect(resultsIn(room)).toEqual(['test=failed', 'test=passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`Esc while a stop waits for its checks: the agent is free at once, nothing stays, a later claim is checked anew${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  await using tui = await startTui({ room, env, hookCommand, script: [repair, claim, 'You are welcome.', claim] })
  const ours = processesIn(room)
  await tui.submit('Repair add.')
  await waitForEvent(room, 'check.started')
  await tui.waitForScreen((text) => text.includes('running Stop hook'))
  tui.press('Escape')
  await tui.waitForScreen((text) => text.includes('Interrupted'))
  await tui.submit('Thanks.')
  await tui.waitForScreen((text) => text.includes('You are welcome.'))
  release()
  await waitForQuiet(room, ours)
  await tui.submit('Finish it.')
  await tui.waitForScreen((text) => text.includes('Stop says: Fullstop: completed, passed: test.'))
  expect(decisionsIn(room)).toEqual(['allow 10 conversation', 'allow 4 checks-passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`Esc and then a sudden end of the agent: the run continues to its end, and nothing stays that would hold the folder${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  await using tui = await startTui({ room, env, hookCommand, script: [repair, claim] })
  const ours = processesIn(room)
  await tui.submit('Repair add.')
  await waitForEvent(room, 'check.started')
  const stop = tui.hookCalls().find((call) => call.event === 'Stop')
  tui.press('Escape')
  await tui.waitForScreen((text) => text.includes('Interrupted'))
  sendSignal(Number(stop?.env['CLAUDE_PID']), 'SIGKILL')
  release()
  await waitForQuiet(room, ours)
  expect(eventsIn(room).filter((event) => event.kind === 'check.finished')).toMatchObject([
    { check: { result: 'passed' } },
  ])
})

it(`checks that ended while the session was closed: person and agent are told with the first prompt after it${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  const first = await startTui({ room, env, hookCommand: hookWithin('2s'), script: [pretend, claim] })
  await first.submit('Repair add.')
  const stop = await first.waitForHook('Stop', 1)
  expect(outcomesIn(room)).toEqual(['verifying'])
  sendSignal(Number(stop.env['CLAUDE_PID']), 'SIGKILL')
  await first.model.close()
  release()
  await waitForEvent(room, 'claim.decided')
  const extraArgs = ['--resume', String(stop.input['session_id'])]
  await using tui = await startTui({ room, env, hookCommand, extraArgs, script: [repair, claim] })
  await tui.submit('Go on.')
  expect(readableText(await tui.model.waitForRequest(1))).toContain(failure)
  const screen = await tui.waitForScreen((text) => text.includes('Stop says: Fullstop: completed'))
  expect(flat(screen)).toContain('Fullstop: the checks ended after the last stop: check "test" failed (exit 1).')
})

/** As if the screen were wide enough for every line. */
function flat(screen: string): string {
  return screen.replaceAll(/\s+/g, ' ')
}
