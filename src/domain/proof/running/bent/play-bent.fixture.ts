// Plays a bent test file with a real runner, over product code that is given, and says what comes of it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { given } from '../../../../contract/given.ts'
import type { CanaryRunner } from '../canary/in-file.ts'
import { canaryNames } from '../canary/words.ts'
import type { CopyOutcome } from '../copy-outcome.ts'
import { type BentFile, bendFile } from './bend.ts'
import { productBuilders } from './builders.ts'
import { judgeBent } from './judge.ts'

const names = canaryNames('mfjdkslaqpwoeirutyvnbcxz')
const folder = mkdtempSync(join(tmpdir(), 'fullstop-bent-'))

export function removeRooms(): void {
  rmSync(folder, { recursive: true, force: true })
}

export interface Project {
  readonly runner: CanaryRunner
  readonly command: string
  readonly path: string
  readonly test: string
  readonly product: string
}

/** The product code says what builds values. */
function bend({ runner, path, test: text, product }: Project, now: string): BentFile | undefined {
  const builders = productBuilders([{ path: product, how: 'modified', after: now }])
  return bendFile(runner, { path, text }, { names, product: builders })
}

let count = 0
function run({ command, product }: Project, bent: BentFile, code: string): CopyOutcome {
  const room = join(folder, String(count++))
  for (const file of [{ path: product, text: code }, ...bent.put]) {
    mkdirSync(dirname(join(room, file.path)), { recursive: true })
    writeFileSync(join(room, file.path), file.text)
  }
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: room, env, encoding: 'utf8' })
  const end = { result: status === 0 ? ('passed' as const) : ('failed' as const), why: `exit ${status}` }
  return { kind: 'ran', end, output: `${stdout}${stderr}` }
}

interface Told {
  readonly isOld?: boolean
  readonly atStart?: string
}

export function answer(project: Project, code: string, { isOld = true, atStart }: Told = {}): string {
  const bent = bend(project, code)
  if (!bent) return 'nothing to bend'
  const plan = {
    file: project.path,
    tried: names.witness,
    passed: names.reached,
    hasNegatives: bent.hasNegatives,
    isSame: isOld,
    assertions: bent.assertions.map(({ line, isBuilt }) => ({ line, isOld, ...given({ isBuilt }) })),
  }
  const start = atStart === undefined ? undefined : run(project, bent, atStart)
  const { answer: said, asks } = judgeBent({ bent: run(project, bent, code), plan, atStart: start })
  return asks ? `${said}, and asks` : said
}
