// `fullstop run` when a person has the last word: what waits, and that the agent cannot answer.
import { expect } from 'bun:test'
import type { WaitingReview } from '../../src/contract/review.ts'
import { fail, lastMatch, textsOf, type ModelRequest, type Step } from '../model-server/script.ts'
import { openProject } from './checked-project.ts'
import { completeTask, outcomesIn, resultsIn } from './gate.ts'
import { stintsIn, type Bench, type RunnableAgent } from './run-agent.ts'
import { at } from './run-cases.ts'
import type { RunCase } from './run.suite.ts'

const prompt = 'Write made.txt.'

export function reviewCases(agent: RunnableAgent): RunCase[] {
  return [awaited(agent), cutOffAfter(agent), ownAnswer(agent)]
}

/** A room whose check wants the file, and where every completion needs a person. */
function reviewedProject(): Pick<Bench, 'room'> {
  const { room } = openProject({ checks: [{ name: 'made', run: 'test -e made.txt' }], review: 'always' })
  return { room }
}

const write = (...lines: readonly string[]): string => `printf '${lines.join('\\n')}\\n' > made.txt`

function awaited({ shell }: RunnableAgent): RunCase {
  return {
    title: 'Where every completion needs a person and none is there, a claim waits, and the run says how to answer',
    proof: async ({ open }) => {
      const script = [shell(write('one')), completeTask(), 'It is written.']
      const { home, room, model, run, resume } = await open({ ...reviewedProject(), script })
      const { exitCode, stdout } = await run(prompt)
      const task = waitingIn(home)
      expect(stdout).toContain(`answer it:  fullstop review ${task} approve | request-changes "…" | reject "…"\n`)
      expect(outcomesIn(room)).toEqual(['awaiting-review'])
      expect(resultsIn(room)).toEqual(['made=passed'])
      expect(exitCode).toBe(9)

      // There is nothing to go on with: the agent is not asked again.
      const resumed = await resume().ended
      expect(resumed.stderr).toContain(`next: fullstop review ${task}`)
      expect(resumed.exitCode).toBe(9)
      expect(model.mainRequests()).toHaveLength(3)
      expect(stintsIn(room)).toEqual(['first stopped'])
    },
  }
}

function cutOffAfter({ shell, asks }: RunnableAgent): RunCase {
  return {
    title: 'A claim that waits for a person stands when the provider fails after it: the agent is not asked again',
    proof: async ({ open }) => {
      const failing = Array.from({ length: asks.failing }, () => fail(500))
      const { room, model, run } = await open({
        ...reviewedProject(),
        script: [shell(write('one')), completeTask(), ...failing],
      })
      const { exitCode } = await run(prompt)
      expect(model.mainRequests()).toHaveLength(2 + asks.failing)
      expect(stintsIn(room)).toEqual(['first api-error'])
      expect(outcomesIn(room)).toEqual(['awaiting-review'])
      expect(exitCode).toBe(9)
    },
  }
}

function ownAnswer({ shell }: RunnableAgent): RunCase {
  return {
    title: 'An agent cannot answer a review, its own or another: its shell is refused, with its marks and without them',
    proof: async ({ open }) => {
      const { home, room, model, run } = await open({ ...reviewedProject(), script: [] })
      // By its path: a login shell has a PATH of its own.
      const approve = (task: string) => `'${home.program}' review ${task} approve --yes; echo "exit $?"`
      // Nothing is left in the environment but what the command needs to find the task.
      const unmarked = `env -i HOME="$HOME" FULLSTOP_HOME='${room.fullstopHome}'`
      const own: Step = (request) => shell(approve(lastMatch(request, /task_\w+/) ?? ''))
      model.push(shell(write('one')), completeTask(), own, 'It is written.')
      expect((await run(prompt)).exitCode).toBe(9)

      const task = waitingIn(home)
      model.push(shell(approve(task)), shell(`${unmarked} ${approve(task)}`), completeTask(), 'It is approved.')
      expect((await run('Approve what waits.')).exitCode).toBe(9)
      const requests = model.mainRequests()
      expect(requests).toHaveLength(8)
      for (const answer of [at(requests, 3), at(requests, 5), at(requests, 6)].map(lastResult)) {
        expect(answer).toMatch(/fullstop: review needs a person, but .+ shows that an agent runs this/)
        expect(answer).toContain('exit 1')
      }
      expect(lastResult(at(requests, 6))).toMatch(/but process \d+ \(.+\), which this one descends from, shows/)
      expect(outcomesIn(room)).toEqual(['awaiting-review', 'awaiting-review'])
    },
  }
}

/** The task that waits for a person; there is one. */
function waitingIn({ fullstop }: Bench['home']): string {
  const waiting = JSON.parse(fullstop('review', '--json').stdout) as WaitingReview[]
  expect(waiting.map(({ kind }) => kind)).toEqual(['claim'])
  return at(waiting, 0).task
}

/** What the newest tool call came back with. */
function lastResult(request: ModelRequest): string {
  return textsOf(request, 'user').at(-1) ?? ''
}
