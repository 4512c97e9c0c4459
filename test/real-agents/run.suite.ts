// The suite of `fullstop run`: the same cases for every agent, each with the real program and a scripted model, and
// nothing left behind after any. What came of it goes to dist/conformance/run/, for scripts/conformance.ts.

import { afterAll, beforeAll, describe, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whyLeftOut } from './conformance-agent.ts'
import type { Outcome } from './conformance.suite.ts'
import { installAgent } from './install.ts'
import { openBench, waitForNothing, type Bench, type BenchOptions, type RunnableAgent } from './run-agent.ts'
import { runCases } from './run-cases.ts'
import { cheatCases } from './run-cheat-cases.ts'
import { faultCases } from './run-fault-cases.ts'
import { interruptCases } from './run-interrupt-cases.ts'
import { reviewCases } from './run-review-cases.ts'

export interface RunCase {
  readonly title: string
  /** A text: why there is nothing to prove. */
  readonly proof: RunProof | string
}

/** Resolves to what the title promises and this agent cannot give. */
export type RunProof = (stage: RunStage) => Promise<string | void>

export interface RunStage {
  readonly agent: RunnableAgent
  /** Closed by the suite, which first looks whether anything still runs there. */
  readonly open: (options: BenchOptions) => Promise<Bench>
}

/** What scripts/conformance.ts reads. */
export interface RunProven {
  readonly title: string
  readonly version?: string
  readonly results: readonly { readonly title: string; readonly outcome: Outcome }[]
}

export async function runSuite(agent: RunnableAgent): Promise<void> {
  const installed = await installAgent(agent.package)
  const noAgent = installed.kind === 'unavailable' ? installed.reason : undefined
  const agentBinary = installed.kind === 'installed' ? installed.binary : ''
  const results: { title: string; outcome: Outcome }[] = []

  const prove = async (proof: RunProof): Promise<Outcome> => {
    const benches: Bench[] = []
    const open = async (options: BenchOptions): Promise<Bench> => {
      const bench = await openBench(agent, agentBinary, options)
      benches.push(bench)
      return bench
    }
    try {
      const except = await proof({ agent, open })
      for (const { room } of benches) await waitForNothing(room)
      return { kind: 'passed', ...(typeof except === 'string' ? { except } : {}) }
    } finally {
      for (const bench of benches) await bench.close()
    }
  }

  describe(`fullstop run with ${agent.title} ${agent.package.version}`, () => {
    beforeAll(() => {
      if (noAgent !== undefined) console.warn(`${agent.title} (skipped: ${noAgent})`)
    })
    for (const { title, proof } of [
      ...runCases(agent),
      ...faultCases(agent),
      ...interruptCases(agent),
      ...reviewCases(agent),
      ...cheatCases(agent),
    ]) {
      const result: { title: string; outcome: Outcome } = { title, outcome: { kind: 'not-run' } }
      results.push(result)
      const skipped = noAgent ?? whyLeftOut(agent, title)
      const why = skipped ?? (typeof proof === 'string' ? proof : undefined)
      if (why !== undefined || typeof proof === 'string') {
        result.outcome = { kind: skipped === undefined ? 'not-applicable' : 'skipped', why: why ?? '' }
        test.skip(`${title} (skipped: ${why})`, () => undefined)
        continue
      }
      test(title, async () => {
        result.outcome = { kind: 'failed' }
        result.outcome = await prove(proof)
      })
    }
    afterAll(() => {
      const folder = join(import.meta.dirname, '..', '..', 'dist', 'conformance', 'run')
      const proven: RunProven = { title: agent.title, results }
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${agent.id}.json`), `${JSON.stringify(proven, null, 2)}\n`)
    })
  })
}
