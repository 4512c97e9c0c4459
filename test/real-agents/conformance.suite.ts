// The conformance suite: the same cases for every agent, headless and on its screen, each in a home where nothing but
// `fullstop init` has put the gate into the agent. What came of it goes to dist/conformance/, for scripts/conformance.ts.

import { afterAll, beforeAll, describe, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  openHome,
  whyLeftOut,
  type Breakage,
  type ConformingAgent,
  type Home,
  type HomeOptions,
} from './conformance-agent.ts'
import { gateCases } from './conformance-gate-cases.ts'
import { installCases } from './conformance-install-cases.ts'
import { sessionCases } from './conformance-session-cases.ts'
import { installAgent } from './install.ts'

export interface Case {
  readonly title: string
  /** A text: why there is nothing to prove. */
  readonly headless: Proof | string
  readonly tui: Proof | string
}

/** Resolves to what the title promises and this agent cannot give, so that no table says more than was proven. */
export type Proof = (stage: Stage) => Promise<string | void>

export interface Stage {
  readonly agent: ConformingAgent
  readonly open: (options?: HomeOptions) => Promise<Home>
}

/** What scripts/conformance.ts reads. */
export interface Proven {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly results: readonly Result[]
}

export interface Result {
  readonly title: string
  readonly headless: Outcome
  readonly tui: Outcome
}

export type Outcome =
  | { readonly kind: 'passed'; readonly except?: string }
  | { readonly kind: 'failed' | 'not-run' }
  | { readonly kind: 'skipped' | 'not-applicable'; readonly why: string }

const cases = (agent: ConformingAgent): readonly Case[] => [
  ...gateCases(agent),
  ...sessionCases(agent),
  ...installCases(agent),
]

/** The proof of this agent's own, where it has one. */
function ownProof({ proofs = {} }: ConformingAgent, title: string): Proof | undefined {
  return Object.entries(proofs).find(([start]) => title.startsWith(start))?.[1]
}

export const launcherDeleted: Breakage = {
  name: 'launcher deleted',
  line: 'binary path valid',
  apply: ({ room }) => rmSync(join(room.fullstopHome, 'bin', 'fullstop')),
}

export async function conformance(agent: ConformingAgent, close?: () => Promise<void>): Promise<void> {
  const installed = await installAgent(agent.package)
  const noAgent = installed.kind === 'unavailable' ? installed.reason : undefined
  const noScreen = Bun.which('tmux') ? undefined : 'tmux is not installed'
  const agentBinary = installed.kind === 'installed' ? installed.binary : ''
  const stage: Stage = { agent, open: (options) => openHome(agent, agentBinary, options) }
  const results: { title: string; headless: Outcome; tui: Outcome }[] = []

  const prove = (
    result: { headless: Outcome; tui: Outcome },
    way: 'headless' | 'tui',
    proof: Proof,
    { name, why }: { name: string; why: string | undefined },
  ): void => {
    if (why !== undefined) {
      result[way] = { kind: 'skipped', why }
      test.skip(`${name} (skipped: ${why})`, () => undefined)
      return
    }
    test(name, async () => {
      result[way] = { kind: 'failed' }
      const except = await proof(stage)
      result[way] = { kind: 'passed', ...(typeof except === 'string' ? { except } : {}) }
    })
  }

  describe(`conformance of ${agent.title} ${agent.package.version}`, () => {
    beforeAll(() => {
      if (noAgent !== undefined) console.warn(`${agent.title} (skipped: ${noAgent})`)
    })
    for (const { title, headless: common, tui } of cases(agent)) {
      const own = ownProof(agent, title)
      const headless = own ?? common
      const result: { title: string; headless: Outcome; tui: Outcome } = {
        title,
        headless: { kind: 'not-run' },
        tui: { kind: 'not-run' },
      }
      results.push(result)
      if (typeof headless === 'string') result.headless = { kind: 'not-applicable', why: headless }
      else
        prove(result, 'headless', headless, {
          name: `${title} [headless]`,
          why: noAgent ?? (own ? undefined : whyLeftOut(agent, `${title} [headless]`)),
        })
      if (typeof tui === 'string') result.tui = { kind: 'not-applicable', why: tui }
      else
        prove(result, 'tui', tui, {
          name: `${title} [screen]`,
          why: noAgent ?? noScreen ?? whyLeftOut(agent, `${title} [screen]`),
        })
    }
    afterAll(async () => {
      await close?.()
      const folder = join(import.meta.dirname, '..', '..', 'dist', 'conformance')
      const proven: Proven = { id: agent.id, title: agent.title, version: agent.package.version, results }
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${agent.id}.json`), `${JSON.stringify(proven, null, 2)}\n`)
    })
  })
}
