// Runs the user's own command in a new worktree, once. Whether the user trusts it is the caller's question.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminFolderOf, type Checkout } from './checkout.ts'
import type { Ran } from '../platform/processes/process.ts'
import { quietDown, type WorktreeTools } from './tools.ts'

export interface SetupWish {
  readonly checkout: Checkout
  /** The worktree. */
  readonly path: string
  /** Where in it the command runs; absent: at its top. */
  readonly cwd?: string
  readonly argv: readonly string[]
  /** How the command is run; absent: as a program of ours. */
  readonly command?: SetupCommand
}

export interface SetupCommand {
  /** Ends what an earlier one left behind in this worktree. */
  readonly end: () => Promise<void>
  readonly run: (limits: { readonly timeoutMs: number; readonly mostBytes: number }) => Promise<Ran>
}

export type SetUp =
  | { readonly kind: 'done' }
  /** It was done before. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; /** For people. */ readonly why: string }

const LONGEST_MS = 30 * 60_000
const MOST_BYTES = 64 * 1024 * 1024
const SAID = 500
/** Beside git's own notes on this worktree, so it goes with them. */
const MARK = 'fullstop-set-up'

/** Never rejects. Killed before its end, it runs again. */
export async function setUp(
  tools: WorktreeTools,
  { checkout, path, cwd = path, argv, command }: SetupWish,
): Promise<SetUp> {
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return { kind: 'failed', why: `${path} is no worktree of this repository` }
  if (existsSync(join(admin, MARK))) return { kind: 'nothing' }
  // The one of a supervisor that was killed may still be at work.
  await command?.end()
  const busy = await quietDown(tools, path, admin)
  if (busy !== undefined) return { kind: 'failed', why: busy }
  const limits = { timeoutMs: LONGEST_MS, mostBytes: MOST_BYTES }
  const ran = await (command?.run(limits) ?? tools.runProgram(argv, { cwd, env: tools.env, ...limits }))
  if (ran.kind === 'failed') return { kind: 'failed', why: `worktree.setup: ${ran.why}` }
  if (ran.code !== 0) {
    const said = (ran.stderr.trim() || ran.stdout.toString('utf8').trim()).slice(-SAID)
    return { kind: 'failed', why: `worktree.setup ended with exit ${ran.code} in ${path}${said && `: ${said}`}` }
  }
  writeFileSync(join(admin, MARK), '')
  return { kind: 'done' }
}
