// `fullstop run` when a person has the last word: what waits, how their comments reach the agent, and that it cannot answer.
import { expect } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewComment, ReviewKind, ReviewMaterial, WaitingReview } from '../../src/contract/view/review.ts'
import { fail, lastMatch, readableText, textsOf, type ModelRequest, type Step } from '../model-server/script.ts'
import { openProject } from './checked-project.ts'
import { completeTask, outcomesIn, ourTool, resultsIn } from './gate.ts'
import { agentSessionsIn, countIn, stintsIn, waitForNothing, type Bench, type RunnableAgent } from './run-agent.ts'
import { at, projectOf } from './run-cases.ts'
import type { RunCase } from './run.suite.ts'

const prompt = 'Write made.txt.'

export function reviewCases(agent: RunnableAgent): RunCase[] {
  return [awaited(agent), cutOffAfter(agent), ownAnswer(agent), commented(agent), lost(agent), answered(agent)]
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
      expect(stdout).toContain(`next     fullstop review ${task} `)
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

const COMMENTS = ['Why one?', 'Say it in capitals.', 'Is this the last?'] as const

function commented({ shell }: RunnableAgent): RunCase {
  const before = write('one', 'two', 'three')
  const after = write('first', 'TWO', 'three')
  return {
    title:
      'Comments on three lines, sent when the agent is gone, reach it by `fullstop resume`; what has no reply stays open, and then it is approved',
    proof: async ({ open }) => {
      const first = [shell(before), completeTask(), 'It is written.']
      const replies = [reply(0, 'It is the first now.'), reply(1, 'Done.')]
      const second = [shell(after), ...replies, completeTask(), 'Two are done.']
      const { home, room, model, run, resume } = await open({ ...reviewedProject(), script: [...first, ...second] })
      expect((await run(prompt)).exitCode).toBe(9)
      await waitForNothing(room)

      const task = waitingIn(home)
      expect(told(home, 'review', task)).toContain('Changes since the task began: 1 file\n  A made.txt  +3 -0\n')
      const ids = COMMENTS.map((words, index) => {
        return told(home, 'review', task, 'comment', `made.txt:${index + 1}`, words, '--yes').split(' ')[0] ?? ''
      })
      expect(told(home, 'review', task, 'request-changes', 'Nearly there.', '--yes')).toBe(
        `The feedback is kept. The agent is told by: fullstop resume ${task}\n`,
      )
      expect(model.mainRequests()).toHaveLength(3)

      const resumed = await resume(task).ended
      const requests = model.mainRequests()
      expect(requests).toHaveLength(8)
      const feedback = [
        'Please address this feedback: Nearly there.',
        `${ids[0]} made.txt:1\n  > one\n  Why one?`,
        `${ids[1]} made.txt:2\n  > two\n  Say it in capitals.`,
        `${ids[2]} made.txt:3\n  > three\n  Is this the last?`,
      ].join('\n\n')
      expect(textsOf(at(requests, 3), 'user').join('\n')).toContain(feedback)
      expect(requests.map((request) => countIn(request, feedback))).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
      expect(stintsIn(room)).toEqual(['first stopped', 'same stopped'])
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
      expect(outcomesIn(room)).toEqual(['awaiting-review'])
      expect(resumed.exitCode).toBe(9)
      await waitForNothing(room)

      const material = JSON.parse(told(home, 'review', task, '--json')) as ReviewMaterial
      expect(material.comments.map(standing)).toEqual([
        `${ids[0]} addressed: It is the first now.`,
        `${ids[1]} addressed: Done.`,
        `${ids[2]} sent`,
      ])
      expect(material.sinceLook?.files).toMatchObject([
        { path: 'made.txt', before: 'one\ntwo\nthree\n', after: 'first\nTWO\nthree\n' },
      ])
      expect(material.claim?.number).toBe(2)
      expect(told(home, 'review', task, 'approve', '--yes')).toBe(`${task} is completed.\n`)
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(home.fullstop('review').stdout).toBe('Nothing waits for you.\n')
      expect(model.mainRequests()).toHaveLength(8)
    },
  }
}

function lost({ shell, sessions }: RunnableAgent): RunCase {
  return {
    title: 'Feedback on a task whose session the agent no longer has reaches a fresh one, with the brief and once',
    proof: async ({ open }) => {
      const script = [shell(write('one')), completeTask(), 'ONE', shell(write('two')), completeTask(), 'TWO']
      const { home, room, model, run, resume } = await open({ ...reviewedProject(), script })
      expect((await run(prompt)).exitCode).toBe(9)
      const task = waitingIn(home)
      const [id = ''] = told(home, 'review', task, 'comment', 'made.txt:1', 'Why one?', '--yes').split(' ')
      told(home, 'review', task, 'request-changes', '--yes')
      rmSync(join(room.home, sessions), { recursive: true })
      expect((await resume(task).ended).exitCode).toBe(9)
      expect(stintsIn(room)).toEqual(['first stopped', 'same session-missing', 'fresh stopped'])
      const begun = textsOf(at(model.mainRequests(), 3), 'user').join('\n').replaceAll(/^> ?/gm, '')
      expect(begun).toContain(`Please address this feedback: 1 comment\n\n${id} made.txt:1\n  > one\n  Why one?`)
      expect(model.mainRequests().map((request) => countIn(request, id))).toEqual([0, 0, 0, 1, 1, 1])
    },
  }
}

function answered({ shell }: RunnableAgent): RunCase {
  return {
    title: 'A question that ended a run waits for a person as well; `fullstop resume` brings the answer, once',
    proof: async ({ open }) => {
      const question = 'Shall made.txt be empty?'
      const script = [question, question, shell(write('one')), completeTask(), 'It is written.']
      const { home, room, model, run, resume } = await open({ ...projectOf(), script })
      expect((await run(prompt)).exitCode).toBe(12)
      await waitForNothing(room)
      const task = waitingIn(home, 'question')
      expect(told(home, 'review', task, 'answer', 'No, write one.', '--yes')).toBe(
        `The answer is kept. The agent is told by: fullstop resume ${task}\n`,
      )
      const { exitCode } = await resume(task).ended
      const said = 'The user answers your question: No, write one.'
      expect(model.mainRequests().map((request) => countIn(request, said))).toEqual([0, 0, 1, 1, 1])
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

/** A model that does as it was told: it copies the id of the nth comment. */
function reply(nth: number, what: string): Step {
  return (request) => {
    const ids = [...readableText(request).matchAll(/^(cmt_\w+) made\.txt:/gm)].map(([, id = '']) => id)
    return ourTool('address_comment', { id: at(ids, nth), what })
  }
}

function standing({ id, state, reply: said }: ReviewComment): string {
  return `${id} ${state}${said === undefined ? '' : `: ${said.what}`}`
}

/** The task that waits for a person; there is one. */
function waitingIn({ fullstop }: Bench['home'], kind: ReviewKind = 'claim'): string {
  const waiting = JSON.parse(fullstop('review', '--json').stdout) as WaitingReview[]
  expect(waiting.map((one) => one.kind)).toEqual([kind])
  return at(waiting, 0).task
}

/** What the command prints, as a script of the person runs it. */
function told({ fullstop }: Bench['home'], ...args: readonly string[]): string {
  const { status, stdout, stderr } = fullstop(...args)
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

/** What the newest tool call came back with. */
function lastResult(request: ModelRequest): string {
  return textsOf(request, 'user').at(-1) ?? ''
}
