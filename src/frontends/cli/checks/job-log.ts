// What a job of GitHub gets beside the output for people: annotations in its log, and a summary. Nowhere else anything of this
// is written.
import { relative } from 'node:path'
import type { VerifiedChange } from '../../../contract/view/verified-change.ts'
import { resumeCommands, stopCommands, toAnnotations } from '../../../domain/view/change/annotations.ts'
import type { RangeNames } from '../../../domain/view/change/change.ts'
import { toJobSummary } from '../../../domain/view/change/job-summary.ts'
import type { World } from '../../../flows/world.ts'
import type { Context } from '../command.ts'

function isJob({ env }: Pick<World, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

export interface JobLog {
  /** Once; with a change its annotations follow. */
  readonly close: (change?: VerifiedChange, top?: string) => void
}

/** Until it is closed, no line that is printed is a command to the runner, whatever a repository or a check wrote into it. */
export function openJobLog(world: World, { print }: Pick<Context, 'print'>): JobLog {
  if (!isJob(world)) return { close: () => undefined }
  const token = world.newId('stop')
  let isOpen = true
  print(stopCommands(token))
  return {
    close: (change, top) => {
      if (!isOpen) return
      isOpen = false
      print(resumeCommands(token))
      if (change) for (const line of toAnnotations(change, folderIn(world, top))) print(`${line}\n`)
    },
  }
}

/** Annotations name files from the workspace of the job; a repository may be checked out in a folder of it. */
function folderIn({ env, files }: World, top: string | undefined): string {
  const workspace = env['GITHUB_WORKSPACE'] ?? ''
  if (workspace === '' || top === undefined) return ''
  const path = relative(files.realPath(workspace), files.realPath(top))
  return path.startsWith('..') ? '' : path
}

export async function writeJobSummary(
  world: World,
  change: VerifiedChange,
  { names, again }: { readonly names: RangeNames; readonly again: readonly string[] },
): Promise<void> {
  const path = world.env['GITHUB_STEP_SUMMARY'] ?? ''
  if (!isJob(world) || path === '') return
  const { disk } = await world.openWorkshop()
  disk.appendLine(path, toJobSummary(change, names, again))
}
