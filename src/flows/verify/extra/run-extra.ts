// One extra run of a check in a copy of the workspace, and what it came to.
import { join } from 'node:path'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { ExtraRun } from '../../../contract/evidence.ts'
import { toArgv } from '../../../domain/checks/argv.ts'
import type { CopyOutcome } from '../../../domain/proof/running/copy-outcome.ts'
import type { CopyChanges } from '../../../domain/proof/running/plans.ts'
import { argvWithoutCaches, withoutCaches } from '../../../domain/proof/running/without-caches.ts'
import { roundFolder } from '../../home/workspace.ts'
import type { FileRead } from '../../../adapters/platform/files/files.ts'
import type { Carrying } from '../round/round-files.ts'
import { folderOf, keepLog, limitOf, readEnd } from '../round/run-one.ts'

export interface ExtraEnd {
  readonly outcome: CopyOutcome
  readonly means?: ExtraRun['means']
  readonly durationMs: number
  readonly log?: string
}

export interface ExtraOrder extends CopyChanges {
  readonly timeoutMs: number
  /** Names its log. */
  readonly label: string
  /** Instead of the words of the check. */
  readonly argv?: readonly string[] | undefined
  /** What a person allows for the check, `"repeat": true`, is not meant for this run. */
  readonly mustBeIsolated?: true | undefined
}

const LARGEST = 1024 * 1024

/** Never rejects. */
export async function runExtra(
  carrying: Carrying,
  check: CheckConfig,
  { put, remove, timeoutMs, label, argv, mustBeIsolated }: ExtraOrder,
): Promise<ExtraEnd> {
  const { world, request, mark, spared, signal } = carrying
  const words = toArgv(check)
  const folder = folderOf(carrying, check)
  if (!words.ok) return notRun(words.why)
  if (!folder.ok) return notRun(folder.why)
  const env = { ...world.env, ...check.env }
  const { runInCopy } = await world.openCopies()
  const ended = await runInCopy({
    root: world.files.realPath(request.root),
    argv: argvWithoutCaches(argv ?? words.argv),
    cwd: folder.path,
    env: { ...env, ...withoutCaches(env) },
    timeoutMs,
    put: put.map(({ path, text, executable }) => ({
      path,
      bytes: Buffer.from(withLineEnds(text, world.files.readText(join(request.root, path), LARGEST))),
      ...(executable ? { executable } : {}),
    })),
    remove,
    mark,
    spared,
    signal,
    needsIsolation: mustBeIsolated === true || check.repeat !== true,
  })
  if (ended.kind === 'not-run') return notRun(ended.why)
  const { end, means } = ended
  const limit = timeoutMs < Number.POSITIVE_INFINITY ? `${Math.round(timeoutMs / 1000)}s` : limitOf(check)
  const { outcome, ran, output } = readEnd(carrying, check, { end, program: words.argv[0] ?? '', limit })
  return {
    outcome: { kind: 'ran', end: outcome, ran, output },
    means,
    durationMs: end.durationMs,
    ...keepLog(carrying, join(roundFolder(world, request.run), `${label}.log`), output),
  }
}

/** Texts are compared with `\n` at the end of each line; the file keeps the line ends that it has in the workspace. */
function withLineEnds(text: string, now: FileRead): string {
  const hasCarriageReturns = now.kind === 'text' && now.text.includes('\r\n')
  return hasCarriageReturns ? text.replaceAll(/\r?\n/g, '\r\n') : text
}

function notRun(why: string): ExtraEnd {
  return { outcome: { kind: 'not-run', why }, durationMs: 0 }
}
