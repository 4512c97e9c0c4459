// `fullstop run` when the provider answers: continuations, claims, fresh sessions, and what the agent is told.
import { expect } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readableText, textsOf, toolsOf, type ModelRequest, type Step } from '../model-server/script.ts'
import { failure, openProject, suite } from './checked-project.ts'
import { completeTask, decisionsIn, outcomesIn, resultsIn } from './gate.ts'
import type { Finished } from './process.ts'
import type { Room } from './room.ts'
import { agentSessionsIn, countIn, stintsIn, type Environment, type RunnableAgent } from './run-agent.ts'
import type { RunCase, RunStage } from './run.suite.ts'

export const prompt = 'Make the file made.txt.'

/** A room whose check wants the file. */
export function projectOf(): { readonly room: Room; readonly env: Environment } {
  const { room } = openProject({ checks: [{ name: 'made', run: 'test -e made.txt' }] })
  return { room, env: {} }
}

export function runCases(agent: RunnableAgent): RunCase[] {
  const whole = once(wholeRun)
  return [
    sentBack(whole),
    told(whole),
    asideOfHooks(whole),
    billed(agent, whole),
    handedOver(agent),
    neverClaims(agent),
    asks,
    forbidden(agent),
    everyModel(agent),
    likeCommand,
    overBudget(agent),
    leftRunning(agent),
    otherHook(agent),
    openTodo(agent),
  ]
}

const ownRule = 'A rule of the person: write no poems.'

/** All that one run shows of the way from a premature stop to a completed task. */
interface Whole extends Finished {
  readonly requests: readonly ModelRequest[]
  readonly stints: readonly string[]
  readonly sessions: readonly string[]
  readonly decisions: readonly string[]
  readonly outcomes: readonly string[]
  readonly results: readonly string[]
  readonly settings: { readonly before: object; readonly after: object }
  readonly isRivalStarted: boolean
}

type Shared = (stage: RunStage) => Promise<Whole>

/** In a home with the hooks of `fullstop init`, which would refuse, and with a server of another that has our name. */
async function wholeRun({ agent, open }: RunStage): Promise<Whole> {
  const project = openProject({ checks: [suite] })
  const pretend = agent.shell('echo "// Repaired." >> add.js')
  const repair = agent.shell("sed -i.old 's/one - other/one + other/' add.js && rm add.js.old")
  const script = [pretend, 'I stop here.', completeTask(), repair, completeTask(), 'It is repaired.']
  const env = { FULLSTOP_MODE: 'strict' }
  const { room, model, run } = await open({ room: project.room, isInstalled: true, env, script })
  const trace = join(room.root, 'rival-was-started')
  agent.instruct(room, ownRule)
  agent.addRival(room, ['sh', '-c', `touch '${trace}'; exec cat`])
  const before = agent.settings(room)
  const finished = await run('Repair add.', '--verbose')
  return {
    ...finished,
    requests: model.mainRequests(),
    stints: stintsIn(room),
    sessions: agentSessionsIn(room),
    decisions: decisionsIn(room),
    outcomes: outcomesIn(room),
    results: resultsIn(room),
    settings: { before, after: agent.settings(room) },
    isRivalStarted: existsSync(trace),
  }
}

function sentBack(whole: Shared): RunCase {
  return {
    title:
      'A premature stop is continued in the same session; a red claim is sent back with its output; repaired, it is completed',
    proof: async (stage) => {
      const { requests, sessions, ...run } = await whole(stage)
      expect(run.stints).toEqual(['first stopped', 'same stopped'])
      expect(requests).toHaveLength(6)
      expect(requests.map((request) => countIn(request, 'FULLSTOP (1/5)'))).toEqual([0, 0, 1, 1, 1, 1])
      expect(countIn(requests[2], 'I stop here.')).toBe(1)
      expect(sessions).toEqual([at(sessions, 0), at(sessions, 0)])
      expect(readableText(at(requests, 3))).toContain(failure)
      expect(run.results).toEqual(['test=failed', 'test=passed'])
      expect(run.decisions).toEqual(['continue 11 no-claim', 'allow 4 checks-passed'])
      expect(run.outcomes).toEqual(['completed'])
      expect(run.exitCode).toBe(0)
      expect(run.stdout).toContain('completed')
    },
  }
}

function told(whole: Shared): RunCase {
  return {
    title:
      'The first request holds the contract once, the person’s own rules still, and our tools though another server has our name',
    proof: async (stage) => {
      const { requests, isRivalStarted } = await whole(stage)
      expect(requests.map((request) => countIn(request, 'You work under Fullstop, unattended'))).toEqual(
        requests.map(() => 1),
      )
      expect(countIn(requests[0], ownRule)).toBe(1)
      expect(toolsOf(at(requests, 0))).toContain('mcp__fullstop__complete_task')
      expect(toolsOf(at(requests, 0))).toContain('mcp__fullstop__update_session_context')
      expect(isRivalStarted).toBe(false)
    },
  }
}

function asideOfHooks(whole: Shared): RunCase {
  return {
    title: 'The hooks of `fullstop init` stand aside in a run, and no settings of the person are changed',
    proof: async (stage) => {
      const { requests, decisions, outcomes, settings } = await whole(stage)
      expect(requests.map((request) => countIn(request, 'Fullstop gates this session'))).toEqual(requests.map(() => 0))
      // That of the supervisor, and the answer to the red claim.
      expect(requests.map((request) => countIn(request, 'FULLSTOP ('))).toEqual([0, 0, 1, 2, 2, 2])
      expect(decisions).toHaveLength(2)
      expect(outcomes).toHaveLength(1)
      expect(settings.after).toEqual(settings.before)
    },
  }
}

function billed({ noCost }: RunnableAgent, whole: Shared): RunCase {
  return {
    title: 'The report says what it rests on and what it used: time, tokens and cost, by continuation',
    proof: async (stage) => {
      const { stdout } = await whole(stage)
      expect(stdout).toMatch(/why {6}test passed in/)
      expect(stdout).toMatch(noCost === undefined ? /^completed in .+ tokens · \$\d/m : /^completed in .+ tokens$/m)
      expect(stdout).toMatch(/1\. +first prompt .+ tokens/)
      expect(stdout).toMatch(/2\. +continuation .+ tokens/)
      return noCost
    },
  }
}

function handedOver({ shell }: RunnableAgent): RunCase {
  const remaining = 'Make made.txt, which is the second part.'
  const partial = { status: 'partial', summary: 'The first part is there.', remaining_work: remaining }
  const first = [shell('touch part.txt'), completeTask(partial), 'WORDS OF THE FIRST SESSION']
  const second = [shell('touch made.txt'), completeTask(), 'It is there.']
  return {
    title: 'A partial claim continues in a fresh session, which is told the brief and nothing of the old conversation',
    proof: async ({ open }) => {
      const asked = 'Make part.txt, then made.txt.\n\n  "Verbatim" – each word of it.'
      const { room, model, run } = await open({ ...projectOf(), script: [...first, ...second] })
      const { exitCode } = await run(asked)
      const requests = model.mainRequests()
      expect(requests).toHaveLength(6)
      expect(stintsIn(room)).toEqual(['first stopped', 'fresh stopped'])
      const begun = at(requests, 3)
      const told = textsOf(begun, 'user').join('\n')
      expect(told.replaceAll(/^> ?/gm, '')).toContain(asked)
      expect(told).toContain(remaining)
      expect(countIn(begun, 'WORDS OF THE FIRST SESSION')).toBe(0)
      expect(textsOf(begun, 'assistant')).toEqual([])
      expect(new Set(agentSessionsIn(room)).size).toBe(2)
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

function neverClaims({ shell }: RunnableAgent): RunCase {
  const script: Step[] = Array.from({ length: 4 }, (_, index) => [
    shell(`echo ${index} > part-${index}.txt`),
    `Part ${index} is there.`,
  ]).flat()
  return {
    title: 'An agent that never claims is let go after the continuations that are allowed; that is no success',
    proof: async ({ open }) => {
      const { room, model, run } = await open({ ...projectOf(), script })
      const { exitCode } = await run(prompt, '--max-continuations', '1')
      expect(model.mainRequests()).toHaveLength(4)
      expect(stintsIn(room)).toEqual(['first stopped', 'same stopped'])
      expect(outcomesIn(room)).toEqual(['capped'])
      expect(exitCode).toBe(7)
    },
  }
}

const asks: RunCase = {
  title: 'A question is sent back once, since nobody is there; asked again, the run ends and names it',
  proof: async ({ open }) => {
    const question = 'Shall made.txt be empty?'
    const { room, model, run } = await open({ ...projectOf(), script: [question, question] })
    const { exitCode, stdout } = await run(prompt)
    expect(readableText(at(model.mainRequests(), 1))).toContain('Nobody is there to answer.')
    expect(model.mainRequests()).toHaveLength(2)
    expect(outcomesIn(room)).toEqual(['needs-input'])
    expect(stdout).toContain(question)
    expect(exitCode).toBe(12)
  },
}

function forbidden({ forbidden: call }: RunnableAgent): RunCase {
  const title = 'A permission that nobody gives: the agent is told once, then the run ends and names it'
  if (typeof call === 'string') return { title, proof: call }
  return {
    title,
    proof: async ({ open }) => {
      const { room, model, run } = await open({ ...projectOf(), script: [call, 'I may not.', call, 'I may not.'] })
      const { exitCode, stdout } = await run(prompt, '--permissions', 'settings')
      expect(model.mainRequests()).toHaveLength(4)
      expect(readableText(at(model.mainRequests(), 2))).toContain('claim blocked and say which permission you need')
      expect(outcomesIn(room)).toEqual(['needs-input'])
      expect(stdout).toContain('touch made.txt')
      expect(exitCode).toBe(12)
    },
  }
}

function everyModel({ models }: RunnableAgent): RunCase {
  return {
    title: '`--model` reaches the agent, and every kind of model is offered our tools in its first request',
    proof: async ({ open }) => {
      for (const name of models) {
        const { room, model, run } = await open({ script: [completeTask(), 'It is done.'] })
        const { exitCode } = await run(prompt, '--model', name)
        expect(toolsOf(at(model.mainRequests(), 0))).toContain('mcp__fullstop__complete_task')
        expect(at(model.mainRequests(), 0).body.model).toContain(name)
        expect(outcomesIn(room)).toEqual(['unverified'])
        expect(exitCode).toBe(3)
      }
    },
  }
}

const likeCommand: RunCase = {
  title: 'A prompt that begins like a command of the agent reaches the model as it was written',
  proof: async ({ open }) => {
    const asked = '/compact the file made.txt.'
    const { model, run } = await open({ script: [completeTask(), 'It is done.'] })
    const { exitCode } = await run(asked)
    expect(model.mainRequests().map((request) => countIn(request, asked))).toEqual([1, 1])
    expect(exitCode).toBe(3)
  },
}

function overBudget({ shell }: RunnableAgent): RunCase {
  return {
    title: 'A budget that is used up ends the run, over all its sessions',
    proof: async ({ open }) => {
      const script = [shell('touch part.txt'), 'I stop here.', shell('touch more.txt'), 'I stop again.']
      const { room, model, run } = await open({ ...projectOf(), script })
      const { exitCode, stdout } = await run(prompt, '--max-tokens', '3500')
      expect(model.mainRequests().length).toBeGreaterThan(2)
      expect(outcomesIn(room)).toEqual(['over-budget'])
      expect(stdout).toContain('the token budget is used up')
      expect(exitCode).toBe(8)
    },
  }
}

function leftRunning({ shell, background, noBackground }: RunnableAgent): RunCase {
  return {
    title: 'Work in the background is waited for; a server that never ends is not, and does not stay',
    proof: async ({ open }) => {
      const server = background('sh dev.sh', 'Start the dev server')
      const work = background('sleep 1; touch made.txt', 'Make the file')
      const { room, env } = projectOf()
      writeFileSync(join(room.cwd, 'dev.sh'), 'sleep 300\n')
      const waiting = noBackground === undefined ? [work, 'I wait for it.'] : [shell('touch made.txt')]
      const script = [server, ...waiting, completeTask(), 'It is there.']
      const { run } = await open({ room, env, script })
      const { exitCode } = await run(prompt)
      expect(stintsIn(room)).toEqual(['first stopped'])
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
      return noBackground
    },
  }
}

function otherHook({ shell, addStopHook }: RunnableAgent): RunCase {
  return {
    title: 'A stop hook of the person that refuses is left to do so, and a claim that was accepted before stands',
    proof: async ({ open }) => {
      const script = [shell('touch made.txt'), completeTask(), 'It is there.', 'I have looked again.']
      const { room, model, run } = await open({ ...projectOf(), script })
      const trace = join(room.root, 'has-refused')
      const refusal = JSON.stringify({ decision: 'block', reason: 'Look again, says my own hook.' })
      addStopHook(room, `[ -e '${trace}' ] || { touch '${trace}'; echo '${refusal}'; }`)
      const { exitCode } = await run(prompt)
      expect(readableText(at(model.mainRequests(), 3))).toContain('Look again, says my own hook.')
      expect(model.mainRequests()).toHaveLength(4)
      expect(stintsIn(room)).toEqual(['first stopped'])
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

function openTodo({ shell, todos }: RunnableAgent): RunCase {
  return {
    title:
      'An open item of the agent’s own todo list refuses its claim and is named; once it is closed the claim is good',
    proof: async ({ open }) => {
      const item = 'Look at made.txt again'
      const done = completeTask({ summary: 'All parts are done, and the list is closed.' })
      const script = [
        todos.open(item),
        shell('touch made.txt'),
        completeTask(),
        todos.close(item),
        done,
        'It is there.',
      ]
      const { room, env } = projectOf()
      const { model, run } = await open({ room, env: { ...env, ...todos.env }, script })
      todos.enable?.(room)
      const { exitCode } = await run(prompt)
      expect(readableText(at(model.mainRequests(), 3))).toContain(`open todo: ${item}`)
      expect(stintsIn(room)).toEqual(['first stopped'])
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

/** One run for several cases; one that failed is tried anew. */
function once(run: Shared): Shared {
  let running: Promise<Whole> | undefined
  return (stage) => {
    running ??= run(stage).catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index)
  if (item === undefined) throw new Error(`There is no item ${index} of ${items.length}`)
  return item
}
