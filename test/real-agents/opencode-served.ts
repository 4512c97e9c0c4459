// Cases of OpenCode that share one `opencode serve`: it takes seconds to start, and a server holds many sessions. Each
// case has sessions of its own there; what was decided is told apart by what came since the case began.
import { expect } from 'bun:test'
import { spawn } from 'node:child_process'
import { callTool, cutOff, toolsOf, type Step, wholeText } from '../model-server/script.ts'
import { startModelServer, type ModelServer } from '../model-server/server.ts'
import { until } from '../until.ts'
import type { Home } from './conformance-agent.ts'
import type { Proof, Stage } from './conformance.suite.ts'
import { isExhaustive } from '../rounds.ts'
import { completeTask, decisionsIn, eventsIn, outcomesIn } from './gate.ts'
import { offline, shell } from './opencode-settings.ts'

const CAREFUL = 'You are the careful one.'

/** A session on the server. */
interface Session {
  readonly id: string
  /** Resolves with the last message once the loop has ended; a refusal may begin it anew. */
  readonly prompt: (text: string, as?: { readonly agent?: string; readonly model?: string }) => Promise<string>
}

interface Served {
  readonly home: Home
  readonly model: ModelServer
  readonly newSession: (parent?: string) => Promise<Session>
  readonly close: () => Promise<void>
}

export interface ServedProofs {
  /** Proofs of cases that every agent has, by the beginning of their titles. */
  readonly proofs: Readonly<Record<string, Proof>>
  readonly close: () => Promise<void>
}

export function onOneServer(): ServedProofs {
  let served: Promise<Served> | undefined
  const on =
    (proof: (served: Served, decided: () => string[]) => Promise<void>): Proof =>
    async (stage) => {
      const server = await (served ??= serve(stage))
      const before = decisionsIn(server.home.room).length
      await proof(server, () => decisionsIn(server.home.room).slice(before))
    }
  return {
    proofs: {
      ...(isExhaustive ? {} : { '`complete_task` is offered': on(visibleTool) }),
      'An answer to a question': on(conversation),
      'Plan mode passes': on(planMode),
      "A subagent's claim": on(subagent),
      'A model that never claims': on(neverClaims),
    },
    close: async () => (await served)?.close(),
  }
}

async function serve({ open, agent }: Stage): Promise<Served> {
  const home = await open()
  const model = await startModelServer({ script: [], subagentScript: [completeTask(), 'The part is done.'] })
  // Without snapshots its loop ends before a message of ours has arrived: refusals must begin it anew.
  const careful = { careful: { mode: 'primary', prompt: CAREFUL } }
  const settings = JSON.stringify({ permission: { bash: 'allow' }, snapshot: false, agent: careful })
  const env = { ...offline(home.room, model), ...home.env, FULLSTOP_MODE: 'strict', OPENCODE_CONFIG_CONTENT: settings }
  const args = ['serve', '--port', '0', '--hostname', '127.0.0.1']
  const child = spawn(home.agentBinary, args, { cwd: home.room.cwd, env: { ...env, PWD: home.room.cwd } })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await model.close()
    await home[Symbol.asyncDispose]()
  }
  const address = () => /http:\/\/[\d.]+:\d+/.exec(output)?.[0]
  await until(
    () => address() !== undefined,
    () => `${agent.title} serves; it said: ${output}`,
  ).catch(async (error) => {
    await close()
    throw error
  })
  const url = address() ?? ''
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    home,
    model,
    newSession: async (parentID) => {
      const { id } = (await (await post('/session', parentID === undefined ? {} : { parentID })).json()) as {
        id: string
      }
      return {
        id,
        prompt: async (text, { agent: agentName, model: modelName } = {}) => {
          const [, providerID, modelID] = /^(\w+)\/(.+)$/.exec(modelName ?? '') ?? []
          const body = {
            parts: [{ type: 'text', text }],
            ...(agentName === undefined ? {} : { agent: agentName }),
            ...(modelName === undefined ? {} : { model: { providerID, modelID } }),
          }
          return (await post(`/session/${id}/message`, body)).text()
        },
      }
    },
    close,
  }
}

/** Asked as itself, the agent would be started once for each model. */
async function visibleTool({ home, model, newSession }: Served, decided: () => string[]): Promise<void> {
  const { models } = home.agent
  for (const name of models) {
    const before = model.mainRequests().length
    model.push(completeTask(), 'It is done.')
    const session = await newSession()
    await session.prompt('Make the file made.txt.', { model: name })
    const requests = model.mainRequests().slice(before)
    expect(toolsOf(requests[0] ?? expect.unreachable())).toContain('mcp__fullstop__complete_task')
    expect(requests[0]?.body.model).toContain(name.replace(/^scripted\/(?=small)/, ''))
    expect(requests).toHaveLength(2)
    expect(outcomesIn(home.room).at(-1)).toBe('unverified')
  }
  expect(decided()).toEqual(models.map(() => 'allow 7 no-check-exists'))
}

async function conversation({ model, newSession }: Served, decided: () => string[]): Promise<void> {
  model.push('The sea rises and falls twice a day.')
  const session = await newSession()
  expect(await session.prompt('What is a tide?')).toContain('twice a day')
  expect(decided()).toEqual(['allow 10 conversation'])
}

async function planMode({ model, newSession }: Served, decided: () => string[]): Promise<void> {
  model.push(shell('ls'), 'Here is my plan: first the one, then the other.')
  const session = await newSession()
  await session.prompt('Plan the change.', { agent: 'plan' })
  expect(decided()).toEqual(['allow 3 plan-mode'])
}

/** A session with a parent is a subagent, no matter whether the agent or a client opened it. */
async function subagent({ home, model, newSession }: Served, decided: () => string[]): Promise<void> {
  const delegated = callTool('task', { description: 'A part', prompt: 'Do a part.', subagent_type: 'general' })
  model.push(shell('echo made > made.txt'), delegated, 'So am I.', completeTask(), 'It is done.')
  const main = await newSession()
  await main.prompt('Make the file.')
  const decisions = ['continue 11 no-claim', 'allow 7 no-check-exists']
  await until(() => decided().length >= decisions.length)
  expect(decided()).toEqual(decisions)
  const requests = () => eventsIn(home.room).filter((event) => event.kind === 'request.opened').length
  const before = requests()
  const child = await newSession(main.id)
  model.push(shell('echo part > part.txt'), 'The part is done.')
  await child.prompt('Do another part.')
  expect([requests(), decided()]).toEqual([before, decisions])
}

async function neverClaims({ model, newSession }: Served, decided: () => string[]): Promise<void> {
  const script: Step[] = Array.from({ length: 6 }, (_, index) => [
    shell(`echo ${index} > never.txt`),
    // Where the output limit cuts it off, its loop ends as well: that is sent back like a stop of its own.
    index % 2 === 0 ? cutOff(`Part ${index} is`) : `Part ${index} is there.`,
  ]).flat()
  model.push(...script)
  const session = await newSession()
  await session.prompt('Make many files.', { agent: 'careful' })
  await until(() => decided().length >= 6)
  const told = wholeText(model.mainRequests().at(-1) ?? expect.unreachable())
  // Refused, it works on as the agent that was asked.
  expect(told).toContain(CAREFUL)
  const counted = [1, 2, 3, 4, 5].map((nth) => `FULLSTOP (${nth}/5)`)
  // Our own text comes in as a message of the user, and opens no request: the count goes up.
  expect(counted.filter((text) => told.includes(text))).toEqual(counted)
  expect(decided()).toEqual([...counted.map(() => 'continue 11 no-claim'), 'allow 12 cap-reached'])
}
