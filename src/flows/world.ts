// Everything a flow may touch, built once in `frontends/cli/wire.ts` and passed first.
import type { Copies } from '../adapters/copy/copies.ts'
import type { Files } from '../adapters/platform/files/files.ts'
import type { Ancestor } from '../adapters/platform/processes/ancestors.ts'
import type { Processes } from '../adapters/platform/processes/processes.ts'
import type { StandardStreams } from '../adapters/platform/processes/standard-streams.ts'
import type { Workshop } from '../adapters/platform/workshop.ts'
import type { Store } from '../adapters/store/store.ts'
import type { Worktrees } from '../adapters/worktree/worktrees.ts'
import type { Trees } from '../adapters/workspace/trees.ts'

export interface World {
  readonly store: Store
  readonly files: Files
  /** What running checks needs; most stops never open it. */
  readonly openWorkshop: () => Promise<Workshop>
  /** What reads and compares the files of a workspace. */
  readonly openTrees: () => Promise<Trees>
  /** What runs a command in a copy of the workspace. */
  readonly openCopies: () => Promise<Copies>
  /** Worktrees and branches of ours, and the commits that we make there. */
  readonly openWorktrees: () => Promise<Worktrees>
  readonly processes: Processes
  /** The processes that this one descends from; only read where a variable claims something that they prove. */
  readonly ancestors: () => Promise<readonly Ancestor[]>
  readonly isAtTerminal: (pid: number) => Promise<boolean>
  /** Undefined where the system does not tell what streams are tied to. */
  readonly openStreams: () => Promise<StandardStreams | undefined>
  /** The agent around us, if its process shows that a person sits before it, whatever the environment says. */
  readonly agentOnScreen?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder, and the folder that holds all our state. */
  readonly userHome: string
  /** The home folder of the account, whatever the environment says; undefined where the system does not tell. */
  readonly osHome: () => string | undefined
  /** The name of the account. */
  readonly account: () => string
  readonly stateHome: string
  /** The folder of the user's own config file. */
  readonly configHome: string
  /** The id of this machine, for names that mean nothing on another one; empty where none can be kept. */
  readonly machine: () => string
  /** What the person should know about how this world was put together. */
  readonly warnings?: readonly string[]
  readonly now: () => Date
  /** Milliseconds on a clock that nobody sets, for what lasts; it means nothing to another process. */
  readonly elapsed: () => number
  /** Milliseconds of processor time that this process has used: a busy machine does not add to them. */
  readonly worked: () => number
  /** When this process began: a stop that was decided after that is this very stop. */
  readonly startedAt: () => Date
  /** The same as the system tells it, to some 20 ms: on a busy machine its first line came long after. */
  readonly bornAt: () => Date
  /** Keeps work until the answer to this hook or call is out. Absent where an answer cannot get lost once it is recorded. */
  readonly onAnswered?: (work: AnsweredWork) => void
  readonly sleep: (ms: number) => Promise<void>
  readonly newId: (prefix: string) => string
  readonly hashOf: (...parts: readonly string[]) => string
}

/** `isOut`: the answer was written; else nobody will read it. */
export type AnsweredWork = (world: World, isOut: boolean) => Promise<void>

/** What every event begins with. */
export function stamp(world: Pick<World, 'newId' | 'now'>): { readonly id: string; readonly at: string } {
  return { id: world.newId('evt'), at: world.now().toISOString() }
}
