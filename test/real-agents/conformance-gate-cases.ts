// Conformance of the gate itself: refusals, claims, conversations, our own failures, and the end of every loop.
import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTools, readableText, toolsOf, type Step } from '../model-server/script.ts'
import { failure, openProject, suite } from './checked-project.ts'
import { flat, openAgent, runAgent, sessionIn, type ConformingAgent } from './conformance-agent.ts'
import type { Case } from './conformance.suite.ts'
import { completeTask, decisionsIn, eventsIn, outcomesIn, resultsIn, waitForEvent } from './gate.ts'
import type { Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }
const question = 'What is a tide?'
const answer = 'The sea rises and falls twice a day.'

export function gateCases(agent: ConformingAgent): Case[] {
  return [
    prematureStop(agent),
    visibleTool(agent),
    checkedClaim(agent),
    unverifiedClaim(agent),
    conversation,
    ownFailure(agent),
    goneBinary(agent),
    leftAlone(agent),
    takenUp(agent),
    neverClaims(agent),
  ]
}

function prematureStop({ shell }: ConformingAgent): Case {
  const refused = ['continue 11 no-claim', 'allow 7 no-check-exists']
  return {
    title: 'A premature stop is refused, the model reads why, and the refusal is counted',
    headless: async ({ open }) => {
      await using home = await open()
      const script = [shell('echo made > made.txt'), 'I stop here.', completeTask(), 'It is done.']
      const run = await runAgent(home, { env: strict, prompt: 'Make the file made.txt.', script })
      expect(run.exitCode).toBe(0)
      expect(run.requests.map((request) => readableText(request).includes('FULLSTOP (1/5)'))).toEqual([
        false,
        false,
        true,
        true,
      ])
      expect(decisionsIn(home.room)).toEqual(refused)
    },
    tui: async ({ open }) => {
      await using home = await open()
      const script = [manyEdits({ shell }), 'I stop here.', completeTask(), 'It is done.']
      await using tui = await openAgent(home, { script })
      await tui.submit('Make eight files.')
      const screen = await tui.waitFor((text) => flat(text).includes('Fullstop: unverified, no check exists here.'))
      expect(flat(screen)).toContain('FULLSTOP (1/5)')
      expect(tui.model.mainRequests().map((request) => readableText(request).includes('FULLSTOP (1/5)'))).toEqual([
        false,
        false,
        true,
        true,
      ])
      expect(decisionsIn(home.room)).toEqual(refused)
    },
  }
}

function visibleTool({ models }: ConformingAgent): Case {
  const script = [completeTask(), 'It is done.']
  return {
    title: '`complete_task` is offered in the first request, may be called unasked, and lets the stop pass',
    headless: async ({ open }) => {
      for (const modelName of models) {
        await using home = await open()
        const options = { env: strict, modelName, isGuarded: true, prompt: 'Make the file made.txt.', script }
        const run = await runAgent(home, options)
        expect(toolsOf(at(run.requests, 0))).toContain('mcp__fullstop__complete_task')
        expect(run.requests).toHaveLength(2)
        expect(decisionsIn(home.room)).toEqual(['allow 7 no-check-exists'])
        expect(outcomesIn(home.room)).toEqual(['unverified'])
      }
    },
    tui: async ({ open }) => {
      await using home = await open()
      const modelName = models.at(1) ?? models[0]
      await using tui = await openAgent(home, { modelName, isGuarded: true, script })
      await tui.submit('Make the file made.txt.')
      await tui.waitFor((text) => flat(text).includes('Fullstop: unverified, no check exists here.'))
      // Claude Code starts its servers with the prompt and does not wait for a slow machine.
      expect(tui.model.mainRequests().flatMap(toolsOf)).toContain('mcp__fullstop__complete_task')
      expect(outcomesIn(home.room)).toEqual(['unverified'])
    },
  }
}

function checkedClaim({ shell }: ConformingAgent): Case {
  const pretend = shell('echo "// Repaired." >> add.js')
  const repair = shell("sed -i.old 's/one - other/one + other/' add.js && rm add.js.old")
  const script = [pretend, completeTask(), repair, completeTask(), 'It is repaired.']
  return {
    title: 'A claim with a red check is refused with its output; repaired and green, the task is completed',
    headless: async ({ open }) => {
      const project = openProject({ checks: [suite] })
      await using home = await open({ room: project.room })
      const run = await runAgent(home, { env: strict, prompt: 'Repair add.', script })
      expect(readableText(at(run.requests, 2))).toContain(failure)
      expect(resultsIn(home.room)).toEqual(['test=failed', 'test=passed'])
      expect(decisionsIn(home.room)).toEqual(['allow 4 checks-passed'])
      expect(outcomesIn(home.room)).toEqual(['completed'])
    },
    tui: async ({ open }) => {
      const project = openProject({ checks: [suite] })
      await using home = await open({ room: project.room })
      await using tui = await openAgent(home, { script })
      await tui.submit('Repair add.')
      const screen = await tui.waitFor((text) => flat(text).includes('Fullstop: completed, passed: test.'))
      // Claude Code shows a line of the hook, Codex the last lines of the answer.
      expect(flat(screen)).toMatch(/claim refused \(1 of 5\): check "test" failed: two and three are five/i)
      expect(readableText(at(tui.model.mainRequests(), 2))).toContain(failure)
      expect(outcomesIn(home.room)).toEqual(['completed'])
    },
  }
}

function unverifiedClaim({ shell }: ConformingAgent): Case {
  const remedy = 'To have the next task checked: `fullstop checks find` in a terminal.'
  return {
    title: 'U6: Where no check exists, the person reads in one line that the work is unverified, and once what helps',
    headless: 'a person is needed',
    tui: async ({ open }) => {
      await using home = await open()
      const script = [shell('echo made > made.txt'), completeTask(), 'It is done.']
      await using tui = await openAgent(home, { script: [...script, ...script] })
      await tui.submit('Make the file.')
      const first = await tui.waitFor((text) => flat(text).includes(remedy))
      expect(flat(first)).toContain(`Fullstop: unverified, no check exists here. ${remedy}`)
      await tui.submit('Make it again.')
      const both = await tui.waitFor((text) => flat(text).split('unverified, no check exists here.').length === 3)
      expect(flat(both).split(remedy)).toHaveLength(2)
      expect(flat(both)).not.toContain('completed successfully')
      expect(outcomesIn(home.room)).toEqual(['unverified', 'unverified'])
    },
  }
}

const conversation: Case = {
  title: 'An answer to a question passes without a word',
  headless: async ({ open }) => {
    await using home = await open()
    const run = await runAgent(home, { env: strict, prompt: question, script: [answer] })
    expect(run.requests).toHaveLength(1)
    expect(run.stdout).toContain(answer)
    expect(decisionsIn(home.room)).toEqual(['allow 10 conversation'])
  },
  tui: async ({ open }) => {
    await using home = await open()
    await using tui = await openAgent(home, { env: strict, script: [answer] })
    await tui.submit(question)
    await waitForEvent(home.room, 'stop.decided')
    const screen = await tui.waitFor((text) => text.includes(answer))
    expect(screen).not.toContain('Fullstop:')
    expect(tui.model.mainRequests()).toHaveLength(1)
    expect(decisionsIn(home.room)).toEqual(['allow 10 conversation'])
  },
}

const allowed = 'Fullstop: the stop was allowed, because'

/** What becomes of a store, and the words that tell it. */
interface Damage {
  readonly tells: string
  readonly apply: (room: Room) => void
}

const damages: readonly Damage[] = [
  { tells: 'is damaged', apply: (room) => writeFileSync(storeOf(room), 'This is no database. '.repeat(500)) },
  { tells: 'was written by a newer fullstop', apply: makeNewer },
  { tells: 'cannot be used', apply: (room) => mkdirSync(storeOf(room)) },
]

function ownFailure({ shell, untoldHeadless }: ConformingAgent): Case {
  /** Between the work and the stop, so that it is the stop which meets it. */
  const stopsAfter = (room: Room, { apply }: Damage, words: string): Step[] => [
    shell('echo made > made.txt'),
    () => {
      removeStore(room)
      apply(room)
      return words
    },
  ]
  return {
    title: 'A store that is damaged, newer than we are or unusable: the agent stops as ever, and the person is told',
    headless: async ({ open }) => {
      await using home = await open()
      for (const damage of damages) {
        const script = stopsAfter(home.room, damage, 'I stop here.')
        const run = await runAgent(home, { env: strict, prompt: 'Make the file.', script })
        expect(run.exitCode).toBe(0)
        expect(run.requests).toHaveLength(2)
        expect(run.stdout).toContain('I stop here.')
        const isTold = run.stdout.includes(`${allowed} the store`) && run.stdout.includes(damage.tells)
        expect(isTold).toBe(untoldHeadless === undefined)
        removeStore(home.room)
      }
      return untoldHeadless
    },
    tui: async ({ open }) => {
      await using home = await open()
      await using tui = await openAgent(home, { env: strict, script: [] })
      for (const [index, damage] of damages.entries()) {
        tui.model.push(...stopsAfter(home.room, damage, `I stop here (${index}).`))
        await tui.submit(`Make the file again (${index}).`)
        const screen = await tui.waitFor(
          (text) => text.includes(`here (${index}).`) && flat(text).includes(damage.tells),
        )
        expect(flat(screen).split(allowed)).toHaveLength(index + 2)
        expect(tui.model.mainRequests()).toHaveLength(2 * (index + 1))
        removeStore(home.room)
      }
    },
  }
}

function goneBinary({ shell, untoldHeadless }: ConformingAgent): Case {
  const gone = 'not installed any more'
  const script = [shell('echo made > made.txt'), 'I stop here.']
  return {
    title: 'The program is gone: the agent works as without us, and the person is told once',
    headless: async ({ open }) => {
      await using home = await open()
      rmSync(home.program)
      const runs = [
        await runAgent(home, { env: strict, prompt: 'Make the file.', script }),
        await runAgent(home, { env: strict, prompt: 'Make the file.', script }),
      ]
      expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0])
      expect(runs.map(({ stdout }) => stdout.includes('I stop here.'))).toEqual([true, true])
      const told = runs.map(({ stdout }) => stdout.split(gone).length > 1)
      expect(told).toEqual([untoldHeadless === undefined, false])
      return untoldHeadless
    },
    tui: async ({ open }) => {
      await using home = await open()
      rmSync(home.program)
      await using tui = await openAgent(home, { env: strict, script: [...script, ...script.slice(0, 1), 'Again.'] })
      await tui.submit('Make the file.')
      await tui.waitFor((text) => text.includes('I stop here.'))
      await tui.submit('And once more.')
      const screen = await tui.waitFor((text) => text.includes('Again.') && flat(text).includes(gone))
      expect(flat(screen).split(gone)).toHaveLength(2)
      expect(tui.model.mainRequests()).toHaveLength(4)
    },
  }
}

function leftAlone({ shell }: ConformingAgent): Case {
  return {
    title: 'A script that runs the agent is left alone unless it asks: its output is unchanged',
    headless: async ({ open }) => {
      const outputs: string[] = []
      for (const isInstalled of [false, true]) {
        await using home = await open({ isInstalled })
        const script = [shell('echo made > made.txt'), 'I stop here.']
        const run = await runAgent(home, { isPlain: true, prompt: 'Make the file.', script })
        outputs.push(`${run.exitCode} ${run.stdout}`)
        expect(run.requests).toHaveLength(2)
        expect(run.requests.map((request) => readableText(request).includes('FULLSTOP ('))).toEqual([false, false])
        expect(outcomesIn(home.room)).toEqual([])
      }
      expect(outputs[1]).toBe(outputs[0])
    },
    tui: 'a person is there',
  }
}

function takenUp({ shell }: ConformingAgent): Case {
  return {
    title: 'A session that a script began and a person takes up on the screen is gated there',
    headless: 'a person is needed',
    tui: async ({ open }) => {
      await using home = await open()
      const resume = sessionIn(await runAgent(home, { prompt: question, script: [answer] }))
      const script = [manyEdits({ shell }), 'I stop here.', completeTask(), 'It is done.']
      await using tui = await openAgent(home, { resume, script })
      await tui.submit('Make eight files.')
      await tui.waitFor((text) => flat(text).includes('Fullstop: unverified, no check exists here.'))
      expect(decisionsIn(home.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
    },
  }
}

function neverClaims({ shell }: ConformingAgent): Case {
  const script: Step[] = Array.from({ length: 12 }, (_, index) => [
    shell(`echo ${index} > made.txt`),
    `Part ${index} is there.`,
  ]).flat()
  const counted = [1, 2, 3, 4, 5].map((nth) => `FULLSTOP (${nth}/5)`)
  return {
    title: 'A model that never claims is refused five times and then let go; that is no success',
    headless: async ({ open }) => {
      await using home = await open()
      const run = await runAgent(home, { env: strict, prompt: 'Make many files.', script })
      const told = readableText(at(run.requests, -1))
      expect(counted.filter((text) => told.includes(text))).toEqual(counted)
      expect(run.requests).toHaveLength(12)
      expect(outcomesIn(home.room)).toEqual(['capped'])
    },
    tui: async ({ open }) => {
      await using home = await open()
      await using tui = await openAgent(home, { script })
      await tui.submit('fullstop on')
      await tui.waitFor((text) => flat(text).includes('The gate is on (strict)'))
      tui.press('C-u')
      await tui.submit('Make many files.')
      await tui.waitFor((text) => flat(text).includes('not proven done: capped'))
      expect(tui.model.mainRequests()).toHaveLength(12)
      expect(outcomesIn(home.room)).toEqual(['capped'])
      expect(eventsIn(home.room).filter((event) => event.kind === 'stop.decided')).toHaveLength(6)
    },
  }
}

/** Much work, so that the default mode asks for a claim. */
function manyEdits({ shell }: Pick<ConformingAgent, 'shell'>): Step {
  const turns = Array.from({ length: 8 }, (_, index) => shell(`echo ${index} > made-${index}.txt`))
  return callTools(turns.flatMap((turn) => (turn.kind === 'message' ? turn.blocks : [])))
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index)
  if (item === undefined) throw new Error(`There is no item ${index} of ${items.length}`)
  return item
}

function storeOf({ fullstopHome }: Room): string {
  return join(fullstopHome, 'fullstop.db')
}

function removeStore(room: Room): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${storeOf(room)}${suffix}`, { recursive: true, force: true })
}

function makeNewer(room: Room): void {
  using store = new Database(storeOf(room))
  store.run('pragma user_version = 99')
}
