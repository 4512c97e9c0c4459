// The door to this room: commands in a copy of the workspace. Loaded only where an extra run is due.
import type { CopiesHere, CopyRun, RunInCopy } from './copy-run.ts'
import type { CopyTools } from './run-in-box.ts'
import { copiesHere, runnerInCopies } from './run-in-copy.ts'

export interface Copies {
  readonly runInCopy: RunInCopy
  /** Which means this machine has for this workspace, for `doctor`. Never rejects. */
  readonly copiesHere: (run: Pick<CopyRun, 'root' | 'env'>) => Promise<CopiesHere>
}

export function openCopies(tools: CopyTools): Copies {
  return {
    runInCopy: runnerInCopies(tools),
    copiesHere: ({ root, env }) =>
      copiesHere(tools, {
        root,
        argv: ['true'],
        cwd: root,
        env,
        timeoutMs: 20_000,
        put: [],
        remove: [],
        mark: { name: 'FULLSTOP_COPY_TRIAL', value: tools.newId('copy') },
        spared: new Set(),
        signal: new AbortController().signal,
        needsIsolation: true,
      }),
  }
}
