// `fullstop run` when the provider fails: limits, faults that pass and faults that stay, and an agent that hangs.
import { expect } from 'bun:test'
import {
  dropped,
  errorInStream,
  hang,
  modelMissing,
  overloaded,
  rateLimited,
  refused,
  silent,
  tooLong,
  unauthorized,
  usageLimited,
} from '../model-server/faults.ts'
import { cutOff, fail, readableText, textsOf, type ModelRequest, type Turn } from '../model-server/script.ts'
import { completeTask, decisionsIn, eventsIn, outcomesIn } from './gate.ts'
import { agentSessionsIn, countIn, stintsIn, type RunnableAgent } from './run-agent.ts'
import { at, projectOf, prompt } from './run-cases.ts'
import type { RunCase } from './run.suite.ts'

export function faultCases(agent: RunnableAgent): RunCase[] {
  return [
    limited(agent),
    failing(agent),
    stumbling(agent),
    alwaysCut,
    full(agent),
    notWaitedFor(agent),
    atOnce(agent),
    loggedOut(agent),
    hanging(agent),
  ]
}

function limited({ shell, subscribed }: RunnableAgent): RunCase {
  return {
    title: 'A usage limit is waited for until its reset, or for a while if it names none; neither costs a continuation',
    proof: async ({ open }) => {
      const { room, env } = projectOf()
      const rest = [completeTask(), 'It is there.']
      // As a provider does it: a client that asks before the limit is over hears of it again. An agent may ask by itself.
      const whenExhausted = (request: ModelRequest): string | Turn | Promise<string | Turn> => {
        const limit = [usageLimited(2), usageLimited()][stintsIn(room).length - 1]
        return typeof limit === 'function' ? limit(request) : (rest.shift() ?? 'There was more.')
      }
      const script = [shell('touch made.txt')]
      const { model, run } = await open({ room, env: { ...env, ...subscribed }, script, whenExhausted })
      const { exitCode, stdout } = await run(prompt)
      expect(stintsIn(room)).toEqual(['first usage-limit', 'again usage-limit', 'again stopped'])
      const [reset, none] = eventsIn(room).flatMap((event) => (event.kind === 'stint.ended' ? [event.end.retryAt] : []))
      const [named, unnamed] = eventsIn(room).flatMap((event) => (event.kind === 'wait.started' ? [event] : []))
      expect({ reset, none }).toEqual({ reset: expect.stringMatching(/\.000Z$/), none: undefined })
      // On a slow machine the agent may have ended only after the reset: then there is nothing to wait for.
      if (msBetween(named?.at, reset) > 0) expect(msBetween(reset, named?.until)).toBe(1000)
      expect(msBetween(unnamed?.at, unnamed?.until)).toBeLessThan(1000)
      const last = at(model.mainRequests(), -1)
      expect(countIn(last, 'FULLSTOP (')).toBe(0)
      expect(countIn(last, 'The usage limit is over.')).toBeGreaterThan(0)
      expect(countIn(last, prompt)).toBe(1)
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
      expect(rest).toEqual([])
      expect(decisionsIn(room).map((decision) => decision.split(' ', 2).join(' '))).toEqual([
        'allow 2',
        'allow 2',
        'allow 4',
      ])
      expect(stdout).toMatch(/usage limit/)
      expect(exitCode).toBe(0)
    },
  }
}

function msBetween(from = '', to = ''): number {
  return Date.parse(to) - Date.parse(from)
}

function failing({ shell, asks }: RunnableAgent): RunCase {
  return {
    title:
      'A provider that fails for longer than the agent tries is asked again after a pause; the work continues in its session',
    proof: async ({ open }) => {
      const failing = Array.from({ length: asks.failing }, () => fail(500))
      const full = Array.from({ length: asks.overloaded }, () => overloaded)
      const script = [...failing, shell('touch made.txt'), ...full, completeTask(), 'It is there.']
      const { room, model, run } = await open({ ...projectOf(), script })
      const { exitCode } = await run(prompt)
      expect(stintsIn(room)).toEqual(['first api-error', 'again api-error', 'again stopped'])
      const [, second, third] = agentSessionsIn(room)
      expect(third).toBe(second)
      const last = at(model.mainRequests(), -1)
      expect(countIn(last, prompt)).toBe(1)
      expect(readableText(last)).toContain('The model could not be reached in mid-work; it answers again.')
      expect(countIn(last, 'FULLSTOP (')).toBe(0)
      expect(model.exhausted()).toBe(0)
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

function stumbling({ shell, givesUp }: RunnableAgent): RunCase {
  return {
    title:
      'A dropped stream, an error inside one and a short rate limit are the agent’s own to retry; a prompt of 200 kB arrives whole',
    proof: async ({ open }) => {
      const long = `${prompt}\n${'Each line counts. '.repeat(11_400)}\nThe last line.`
      const work = [dropped, shell('touch made.txt'), errorInStream, completeTask(), rateLimited(1), 'It is there.']
      const { room, model, run } = await open({ ...projectOf(), script: work })
      const { exitCode } = await run(long)
      expect(stintsIn(room)).toEqual(givesUp === undefined ? ['first stopped'] : ['first api-error', 'again stopped'])
      expect(model.mainRequests()).toHaveLength(6)
      expect(textsOf(at(model.mainRequests(), 0), 'user').join('\n')).toContain(long)
      const failed = givesUp === undefined ? [] : ['allow 2 not-the-agents-choice']
      expect(decisionsIn(room)).toEqual([...failed, 'allow 4 checks-passed'])
      expect(exitCode).toBe(0)
      return givesUp
    },
  }
}

const alwaysCut: RunCase = {
  title: 'Output that is always cut off ends, and the end has a name',
  proof: async ({ open }) => {
    const { room, model, run } = await open({
      ...projectOf(),
      script: [],
      whenExhausted: cutOff('This is a long answer and'),
    })
    const { exitCode } = await run(prompt)
    expect(new Set(stintsIn(room))).toEqual(new Set(['first output-cut', 'same output-cut']))
    expect(readableText(at(model.mainRequests(), -1))).toContain('Your output was cut off by its length limit.')
    expect(outcomesIn(room)).toEqual(['stuck'])
    expect(exitCode).toBe(7)
  },
}

function full({ shell }: RunnableAgent): RunCase {
  return {
    title: 'A conversation that no longer fits continues in a fresh session with the brief',
    proof: async ({ open }) => {
      const rest = [completeTask(), 'It is there.']
      const fits = (request: ModelRequest): boolean =>
        countIn(request, 'The context of the former session was full.') > 0
      const { room, model, run } = await open({
        ...projectOf(),
        script: [shell('touch made.txt')],
        whenExhausted: (request) => {
          if (fits(request)) return rest.shift() ?? 'There was more.'
          return typeof tooLong === 'function' ? tooLong(request) : tooLong
        },
      })
      const { exitCode } = await run(prompt)
      expect(stintsIn(room)).toEqual(['first context-limit', 'fresh stopped'])
      const begun = at(model.mainRequests().filter(fits), 0)
      expect(textsOf(begun, 'user').join('\n')).toContain(prompt)
      expect(textsOf(begun, 'assistant')).toEqual([])
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}

function notWaitedFor({ shell, subscribed }: RunnableAgent): RunCase {
  return {
    title: 'A usage limit that may not be waited for ends the run and says so; `fullstop resume` continues after it',
    proof: async ({ open }) => {
      const script = [shell('touch made.txt'), usageLimited(7200), completeTask(), 'It is there.']
      const { room, env } = projectOf()
      const { run, resume } = await open({ room, env: { ...env, ...subscribed }, script })
      const { exitCode, stdout } = await run(prompt, '--limit-wait', '1h')
      expect(outcomesIn(room)).toEqual(['usage-limited'])
      expect(stdout).toContain('it ends later than may be waited for')
      expect(exitCode).toBe(11)
      expect((await resume().ended).exitCode).toBe(0)
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
    },
  }
}

function atOnce({ saysOfKey, saysOfModel }: RunnableAgent): RunCase {
  const ends = [
    { fault: unauthorized, stint: 'first auth', outcome: 'agent-failed', exit: 10, says: saysOfKey },
    { fault: modelMissing, stint: 'first model-missing', outcome: 'agent-failed', exit: 10, says: saysOfModel },
    { fault: refused, stint: 'first model-refused', outcome: 'blocked', exit: 5, says: 'refused the request' },
  ]
  return {
    title: 'A key that is not valid, a model that is not there or will not do it: the run ends, in the agent’s words',
    proof: async ({ open }) => {
      for (const { fault, stint, outcome, exit, says } of ends) {
        const { room, run } = await open({ ...projectOf(), script: [], whenExhausted: fault })
        const { exitCode, stdout } = await run(prompt)
        expect(stintsIn(room)).toEqual([stint])
        expect(stdout).toContain(says)
        expect(outcomesIn(room)).toEqual([outcome])
        expect(exitCode).toBe(exit)
      }
    },
  }
}

function loggedOut({ loggedOut: without }: RunnableAgent): RunCase {
  const title = 'Without an account the run ends before anything is asked, in the words of the agent'
  if (typeof without === 'string') return { title, proof: without }
  return {
    title,
    proof: async ({ open }) => {
      const { room, env } = projectOf()
      const { model, run } = await open({ room, env: { ...env, ...without.env }, script: [] })
      const { exitCode, stdout } = await run(prompt)
      expect(stdout).toContain(without.says)
      expect(model.requests).toHaveLength(0)
      expect(outcomesIn(room)).toEqual(['agent-failed'])
      expect(exitCode).toBe(10)
    },
  }
}

function hanging({ shell, idleTimeout = '8s' }: RunnableAgent): RunCase {
  return {
    title: 'An agent that does nothing any more is ended, told so, and continues in its session',
    proof: async ({ open }) => {
      const script = [shell('touch made.txt'), hang, silent, completeTask(), 'It is there.']
      const { room, model, run } = await open({ ...projectOf(), script })
      // An agent that has not said anything yet is idle too.
      const { exitCode } = await run(prompt, '--idle-timeout', idleTimeout)
      expect(stintsIn(room)).toEqual(['first hung', 'same hung', 'same stopped'])
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
      expect(readableText(at(model.mainRequests(), 2))).toContain('Your turn was ended because nothing happened')
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(exitCode).toBe(0)
    },
  }
}
