// `fullstop run` when it is interrupted: its supervisor killed, and Ctrl-C.
import { expect } from 'bun:test'
import { hold } from '../model-server/script.ts'
import { completeTask, outcomesIn } from './gate.ts'
import { sendSignal, waitForQuiet } from './room.ts'
import {
  agentSessionsIn,
  countIn,
  processesOf,
  stintsIn,
  waitForFile,
  waitForNothing,
  type RunnableAgent,
} from './run-agent.ts'
import { at, projectOf, prompt } from './run-cases.ts'
import type { RunCase } from './run.suite.ts'

export function interruptCases(agent: RunnableAgent): RunCase[] {
  return [killed(agent), killedOften(agent), crashed(agent), interrupted(agent)]
}

function killed({ shell }: RunnableAgent): RunCase {
  return {
    title: 'With its supervisor killed the agent works on; `fullstop resume` takes it up, and nothing is asked twice',
    proof: async ({ open }) => {
      const first = hold(shell('touch part.txt'))
      const second = hold(shell('touch made.txt'))
      const script = [first.turn, 'I stop here.', second.turn, completeTask(), 'It is there.']
      const { room, model, start, resume } = await open({ ...projectOf(), script })

      // In its first turn, which then ends while nobody looks.
      const opened = start(prompt)
      await model.waitForRequest(1)
      opened.kill()
      await opened.ended
      first.release()
      await waitForQuiet(room)
      expect(model.mainRequests()).toHaveLength(2)

      // In its continuation, which still continues when the next one comes.
      const resumed = resume()
      await model.waitForRequest(3)
      resumed.kill()
      await resumed.ended
      const taken = resume()
      second.release()
      const { exitCode } = await taken.ended

      expect(model.mainRequests()).toHaveLength(5)
      const last = at(model.mainRequests(), -1)
      expect(countIn(last, prompt)).toBe(1)
      expect(countIn(last, 'FULLSTOP (')).toBe(1)
      expect(countIn(last, 'FULLSTOP: ')).toBe(0)
      expect(stintsIn(room)).toEqual(['first stopped', 'same stopped'])
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

function killedOften({ shell }: RunnableAgent): RunCase {
  return {
    title:
      'Its supervisor killed again and again, as soon as it tells of an event: it is completed, and nothing is asked twice',
    proof: async ({ open }) => {
      const rest = [completeTask(), shell('touch made.txt'), completeTask(), 'It is there.']
      const script = [shell('touch part.txt'), 'I stop here.', ...rest]
      const { room, model, start, resume } = await open({ ...projectOf(), script })
      let supervisor = start(prompt, '--verbose')
      let kills = 0
      for (; ; kills += 1) {
        // The first is that it takes the task on.
        await supervisor.printed((text) => linesIn(text) > 1)
        supervisor.kill()
        const { exitCode, stdout } = await supervisor.ended
        if (exitCode !== null) break
        if (kills > 60) throw new Error(`It does not get any further:\n${stdout}`)
        supervisor = resume('--verbose')
      }
      // On a fast machine several events are told before the first of them is seen.
      expect(kills).toBeGreaterThan(1)
      expect(model.mainRequests()).toHaveLength(6)
      const last = at(model.mainRequests(), -1)
      expect(countIn(last, prompt)).toBe(1)
      expect(countIn(last, 'FULLSTOP (1/5)')).toBe(1)
      expect(countIn(last, 'FULLSTOP: ')).toBe(0)
      expect(stintsIn(room)).toEqual(['first stopped', 'same stopped'])
      expect(outcomesIn(room)).toEqual(['completed'])
    },
  }
}

/** Each event of a run is a line with its time; what belongs to it is set in. */
function linesIn(text: string): number {
  return text.split('\n').filter((line) => /^\d\d:/.test(line)).length
}

function crashed({ shell }: RunnableAgent): RunCase {
  return {
    title: 'With its host or itself killed the agent ends, its commands too, and the run continues in its session',
    proof: async ({ open }) => {
      const endless = (name: string) => shell(`touch ${name}; sleep 300`)
      const script = [endless('one.txt'), endless('two.txt'), shell('touch made.txt'), completeTask(), 'It is there.']
      const { room, model, start } = await open({ ...projectOf(), script })
      const supervisor = start(prompt)
      await waitForFile(room, 'one.txt')
      sendSignal(processesOf(room).host, 'SIGKILL')
      await waitForFile(room, 'two.txt')
      sendSignal(processesOf(room).agent, 'SIGKILL')
      const { exitCode } = await supervisor.ended
      expect(stintsIn(room)).toEqual(['first crashed', 'again crashed', 'again stopped'])
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
      expect(countIn(at(model.mainRequests(), -1), prompt)).toBe(1)
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

function interrupted({ shell }: RunnableAgent): RunCase {
  return {
    title: 'Ctrl-C once lets the turn end, twice ends it now; `fullstop resume` continues in the session after both',
    proof: async ({ open }) => {
      const first = hold('I stop here.')
      const script = [
        first.turn,
        shell('touch begun.txt; sleep 300'),
        shell('touch made.txt'),
        completeTask(),
        'It is there.',
      ]
      const { room, model, start, resume } = await open({ ...projectOf(), script })

      const opened = start(prompt)
      await model.waitForRequest(1)
      opened.pressCtrlC()
      first.release()
      expect((await opened.ended).exitCode).toBe(130)
      expect(model.mainRequests()).toHaveLength(1)
      expect(stintsIn(room)).toEqual(['first stopped'])
      expect(outcomesIn(room)).toEqual(['interrupted'])
      await waitForNothing(room)

      const resumed = resume()
      await waitForFile(room, 'begun.txt')
      resumed.pressCtrlC()
      await resumed.printed((text) => text.includes('it ends after this turn'))
      resumed.pressCtrlC()
      expect((await resumed.ended).exitCode).toBe(130)
      expect(stintsIn(room)).toEqual(['first stopped', 'same interrupted'])
      expect(outcomesIn(room)).toEqual(['interrupted'])
      await waitForNothing(room)

      const { exitCode } = await resume().ended
      expect(stintsIn(room)).toEqual(['first stopped', 'same interrupted', 'same stopped'])
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
      expect(countIn(at(model.mainRequests(), -1), 'I stop here.')).toBe(1)
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}
