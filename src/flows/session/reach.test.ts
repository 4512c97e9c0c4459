// How a session can claim: the tool only beside a server that runs, the command only where it is found, never no way at all.
import { describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '../../contract/agent/hook-event.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { type Processes, processes } from '../../adapters/platform/processes/processes.ts'
import { workshop } from '../../adapters/platform/workshop.ts'
import { POLICY } from '../../domain/tasks/events.fixture.ts'
import { announceServer, hasServer } from '../home/presence.ts'
import type { WaysToClaim } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { hasWay } from '../../domain/gate/words/how-to-claim.ts'
import { reachable, type Speaker, toWays } from '../../domain/strategies/ways.ts'
import { reachOf } from './reach.ts'
import type { World } from '../world.ts'

/** The agent is the process that runs this test: it lives, and its children are servers. */
const AGENT: Host = { attended: true, blockCap: 8, pid: process.pid }
const NOBODY: Host = { attended: true, blockCap: 8 }

interface Place extends Disposable {
  readonly world: World
  readonly bin: string
  readonly servers: () => string[]
  readonly install: () => void
  /** As the server sees the world: its parent is the agent. */
  readonly asServer: (self?: number) => World
}

function place(): Place {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-ways-'))
  const bin = join(root, 'bin')
  mkdirSync(bin)
  const stateHome = join(root, 'state')
  const world = {
    files,
    processes,
    stateHome,
    env: { PATH: `/nowhere::${bin}` },
    openWorkshop: async () => workshop,
  } as unknown as World
  const folder = join(stateHome, 'servers')
  return {
    world,
    bin,
    servers: () => (existsSync(folder) ? readdirSync(folder).toSorted() : []),
    install: () => {
      writeFileSync(join(bin, 'fullstop'), '#!/bin/sh\n')
      chmodSync(join(bin, 'fullstop'), 0o755)
    },
    asServer: (self = process.pid) => {
      const host = processes.keyOf(process.pid) ?? ''
      const seen: Processes = { ...processes, starters: () => [host], self }
      return { ...world, processes: seen }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

interface Query extends Pick<Speaker, 'via'> {
  readonly policy: Policy
  readonly host: Host
}

const ask = (policy: Partial<Policy>, host = AGENT): Query => ({ policy: { ...POLICY, ...policy }, host })

function waysOf(world: World, { policy, host, ...query }: Query): WaysToClaim {
  return toWays(policy, { ...query, reach: reachOf(world, host, policy), sessionId: 'abc' })
}

describe('waysOf', () => {
  test('by words alone', () => {
    using here = place()
    expect(waysOf(here.world, ask({ strategies: ['tool', 'cli', 'done-token', 'promise-tag'] }))).toEqual([
      { strategy: 'done-token', kind: 'line', say: 'FULLSTOP_DONE::abc' },
      { strategy: 'promise-tag', kind: 'words', say: '<promise>COMPLETE</promise>' },
    ])
  })

  test('nothing that is switched off', () => {
    using here = place()
    here.install()
    expect(waysOf(here.world, ask({ strategies: ['heuristic'], phrases: ['All done.', 'Finished.'] }))).toEqual([
      { strategy: 'heuristic', kind: 'words', say: 'the plain statement: All done.' },
    ])
    expect(waysOf(here.world, ask({ strategies: ['relaxed-tag'], phrases: ['All done.'] }))).toEqual([
      { strategy: 'relaxed-tag', kind: 'words', say: '<promise>COMPLETE</promise>' },
    ])
  })

  test('the command, where the shell finds it', () => {
    using here = place()
    expect(hasWay(waysOf(here.world, ask({ strategies: ['cli'] })), 'cli')).toBe(false)
    here.install()
    expect(hasWay(waysOf(here.world, ask({ strategies: ['cli'] })), 'cli')).toBe(true)
    expect(hasWay(waysOf({ ...here.world, env: {} }, ask({ strategies: ['cli'] })), 'cli')).toBe(false)
    expect(hasWay(waysOf(here.world, ask({ strategies: ['tool'] })), 'cli')).toBe(false)
  })

  test('a folder of that name is no command', () => {
    using here = place()
    mkdirSync(join(here.bin, 'fullstop'))
    expect(hasWay(waysOf(here.world, ask({ strategies: ['cli'] })), 'cli')).toBe(false)
  })

  test('the tool, beside a server that runs', async () => {
    using here = place()
    const leave = await announceServer(here.asServer())
    expect(hasWay(waysOf(here.world, ask({ strategies: ['tool'] })), 'tool')).toBe(true)
    expect(hasWay(waysOf(here.world, ask({ strategies: ['cli'] })), 'tool')).toBe(false)
    expect(hasWay(waysOf(here.world, ask({ strategies: ['tool'] }, NOBODY)), 'tool')).toBe(false)
    leave()
    expect(hasWay(waysOf(here.world, ask({ strategies: ['tool'] })), 'tool')).toBe(false)
  })

  test('the way that was just taken is there', () => {
    using here = place()
    expect(hasWay(waysOf(here.world, { ...ask({ strategies: ['tool'] }), via: 'tool' }), 'tool')).toBe(true)
    expect(hasWay(waysOf(here.world, { ...ask({ strategies: ['cli'] }), via: 'cli' }), 'cli')).toBe(true)
  })
})

describe('reachable', () => {
  const strategiesOf = (world: World, strategies: typeof POLICY.strategies, host = AGENT): readonly string[] =>
    reachable({ ...POLICY, strategies }, reachOf(world, host, { ...POLICY, strategies })).strategies

  for (const name of ['done-token', 'promise-tag', 'relaxed-tag', 'heuristic'] as const) {
    test(`words are always a way: ${name}`, () => {
      using here = place()
      expect(strategiesOf(here.world, [name, 'tool'])).toEqual([name, 'tool'])
    })
  }

  test('only the tool, and no server: the done token is added', () => {
    using here = place()
    expect(strategiesOf(here.world, ['tool'])).toEqual(['tool', 'done-token'])
  })
  test('only the tool, and a server of another agent', async () => {
    using here = place()
    const leave = await announceServer(here.asServer())
    expect(strategiesOf(here.world, ['tool'], NOBODY)).toEqual(['tool', 'done-token'])
    expect(strategiesOf(here.world, ['tool'], { ...AGENT, pid: process.ppid })).toEqual(['tool', 'done-token'])
    leave()
  })
  test('only the tool, and its server', async () => {
    using here = place()
    const leave = await announceServer(here.asServer())
    expect(strategiesOf(here.world, ['tool'])).toEqual(['tool'])
    leave()
  })
  test('only the command', () => {
    using here = place()
    expect(strategiesOf(here.world, ['cli'])).toEqual(['cli', 'done-token'])
    here.install()
    expect(strategiesOf(here.world, ['cli'])).toEqual(['cli'])
  })
  test('the command makes up for a server that is not there', () => {
    using here = place()
    here.install()
    expect(strategiesOf(here.world, ['tool', 'cli'])).toEqual(['tool', 'cli'])
  })
  test('nothing at all', () => {
    using here = place()
    expect(strategiesOf(here.world, [])).toEqual(['done-token'])
  })
})

describe('a server', () => {
  test('that was killed is not there, and the next one clears up after it', async () => {
    using here = place()
    const server = spawn('sleep', ['60'])
    await announceServer(here.asServer(server.pid))
    expect(hasServer(here.world, AGENT)).toBe(true)
    server.kill('SIGKILL')
    await new Promise((resolve) => server.once('exit', resolve))
    expect(hasServer(here.world, AGENT)).toBe(false)
    writeFileSync(join(here.world.stateHome, 'servers', '999999999-1'), '999999998-1')
    await announceServer(here.asServer())
    expect(here.servers()).toEqual([processes.keyOf(process.pid) ?? ''])
  })

  test('that a program of the agent has started is known by the stint, until it leaves', async () => {
    using here = place()
    const server = { ...here.asServer(), env: { FULLSTOP_RUN: 'stint_1a' } }
    const leave = await announceServer(server)
    expect(hasServer(here.world, { stint: 'stint_1a' })).toBe(true)
    expect(hasServer(here.world, { stint: 'stint_2b' })).toBe(false)
    leave()
    expect(hasServer(here.world, { stint: 'stint_1a' })).toBe(false)
    writeFileSync(join(here.world.stateHome, 'servers', 'stint_1a'), '999999998-1')
    await announceServer({ ...server, env: { FULLSTOP_RUN: '../out' } })
    expect(here.servers()).toEqual([processes.keyOf(process.pid) ?? ''])
  })

  test('whose folder cannot be written harms nothing', async () => {
    using here = place()
    writeFileSync(here.world.stateHome, 'a file where the folder should be')
    await announceServer(here.asServer())
    expect(hasServer(here.world, AGENT)).toBe(false)
  })

  test('whose folder cannot be written leaves in peace', async () => {
    using here = place()
    writeFileSync(here.world.stateHome, 'a file where the folder should be')
    const leave = await announceServer(here.asServer())
    expect(leave).not.toThrow()
  })

  test('is not believed by what somebody wrote there', () => {
    using here = place()
    mkdirSync(join(here.world.stateHome, 'servers'), { recursive: true })
    const path = join(here.world.stateHome, 'servers', processes.keyOf(process.pid) ?? '')
    for (const text of ['', 'x', '1', `${process.pid}`, `${process.pid}-1`, 'x'.repeat(1000)]) {
      writeFileSync(path, text)
      expect([text.slice(0, 20), hasServer(here.world, AGENT)]).toEqual([text.slice(0, 20), false])
    }
  })

  test('that was started anew is still there when the old one leaves', async () => {
    using here = place()
    const server = spawn('sleep', ['60'])
    try {
      const leave = await announceServer(here.asServer(server.pid))
      await announceServer(here.asServer())
      leave()
      expect(hasServer(here.world, AGENT)).toBe(true)
    } finally {
      server.kill('SIGKILL')
    }
  })
})
