// What makes a worktree of a list usable, from the policy of the list: the paths to bring along, the room that it may
// take, and the command to run there while the trust in it stands.
import { join, relative } from 'node:path'
import type { ListState } from '../../contract/list.ts'
import { given } from '../../contract/given.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import { loadPolicy } from '../project/load-policy.ts'
import { wasTrusted } from '../project/trust.ts'
import type { World } from '../world.ts'
import { inTree } from './list-places.ts'

export interface WorktreeNeeds {
  readonly wish: { readonly links: readonly string[]; readonly maxDisk?: number }
  /** Undefined: no command is configured. */
  readonly setup: (worktree: string) => SetupNeed | undefined
}

export type SetupNeed =
  | { readonly ok: true; readonly cwd: string; readonly argv: readonly string[] }
  /** It must not run, or cannot be read; for people. */
  | { readonly ok: false; readonly why: string }

/**
 * What stopped a list, such as a limit or a setup that fails, is corrected in the config: worktrees follow that of today. A
 * setup that was trusted when the list opened stays where the project file is no longer trusted.
 */
export async function withNeedsOfToday(world: World, list: ListState): Promise<ListState> {
  const { policy: today, project, problems } = await loadPolicy(world, { cwd: list.setup.cwd, attended: false })
  const isFrozen = list.policy.worktree?.trustHash !== undefined && project?.trusted !== true
  if (isFrozen || problems.length > 0) return list
  const { worktree: _before, ...policy } = list.policy
  return { ...list, policy: { ...policy, ...given({ worktree: today.worktree }) } }
}

/** Unlike a check it has no key of its own for that. */
const NEEDS_SHELL =
  'worktree.setup is not run: it is more than a program with arguments; write ["sh", "-c", "…"] instead'

type TrustWorld = Parameters<typeof wasTrusted>[0]

/** Trust is asked each time, since it may be revoked while the list runs. */
export function worktreeNeeds(
  world: TrustWorld & Pick<World, 'stateHome'>,
  { top, policy }: Pick<ListState, 'top' | 'policy'>,
): WorktreeNeeds {
  const { link = [], setup, trustHash, maxDiskBytes } = policy.worktree ?? {}
  const root = policy.root ?? top
  const below = relative(top, root)
  return {
    wish: {
      links: link.map((path) => (below.startsWith('..') ? path : join(below, path))),
      ...given({ maxDisk: maxDiskBytes }),
    },
    setup: (worktree) => {
      if (setup === undefined) return undefined
      if (trustHash !== undefined && !wasTrusted(world, root, trustHash)) {
        return {
          ok: false,
          why: 'worktree.setup is not run: the trust in fullstop.json was revoked; see `fullstop trust`',
        }
      }
      const read = toArgv({ run: setup })
      if (!read.ok) return { ok: false, why: NEEDS_SHELL }
      return { ok: true, cwd: inTree(top, worktree, root), argv: read.argv }
    },
  }
}
