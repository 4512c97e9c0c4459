// Pages with a diff. The lines of a file are asked for after the page that names it, so that what was loaded for the page
// is remembered for a while; without it, or after a restart, it is loaded again and compared.
import { given } from '../../../contract/given.ts'
import type { DiffFile, ReviewDiff, ReviewMaterial } from '../../../contract/view/review.ts'
import type { TaskState } from '../../../contract/state.ts'
import { shownTree } from '../../../domain/review/shown-tree.ts'
import { type DiffView, viewChanges, viewReview } from '../../../domain/view/review/review.ts'
import type { DiffName, FileView } from '../../../domain/view/review/files.ts'
import {
  type FileLines,
  type FilesPage,
  type ReviewPage,
  viewDiffSummary,
  viewReviewPage,
  type WebReading,
} from '../../../domain/view/web.ts'
import { onFiles, onOpen } from '../../../flows/review/on-review.ts'
import type { World } from '../../../flows/world.ts'
import { nameOfLog } from './logs.ts'

const MOST_REMEMBERED = 8

export interface RememberedDiffs {
  readonly version: string
  readonly diffs: readonly DiffView[]
}

/** By task; the oldest is forgotten first. It never decides anything: only lines of a diff are read from it. */
export type ShownDiffs = Map<string, RememberedDiffs>

/** Undefined: the task never waited for a person. */
export async function reviewPage(world: World, task: TaskState, shown: ShownDiffs): Promise<ReviewPage | undefined> {
  const material = await onOpen(world, task)
  if (!material) return undefined
  const view = viewReview(material)
  const marks = marksOf(world, filesOf(material))
  const version = remember(shown, task.id, versionOf(world, marks), view.diffs)
  return {
    view: viewReviewPage(view, readingOf(world, task, marks)),
    ...given({ tree: shownTree(material.tree) }),
    version,
  }
}

export async function filesPage(world: World, task: TaskState, shown: ShownDiffs): Promise<FilesPage> {
  const diff = await onFiles(world, task)
  const marks = marksOf(world, [['task', filesIn(diff)]])
  const diffs = [viewChanges(diff, task.status === 'ended')]
  const version = remember(shown, task.id, versionOf(world, marks), diffs)
  return { version, diffs: diffs.map((one) => viewDiffSummary(one, readingOf(world, task, marks))) }
}

export interface LinesWanted {
  readonly diff: string
  readonly path: string
  readonly version: string
}

export type LinesFound = FileLines | 'changed' | 'unknown'

export async function linesOf(
  world: World,
  task: TaskState,
  { diff, path, version }: LinesWanted,
  shown: ShownDiffs,
): Promise<LinesFound> {
  if (shown.get(task.id)?.version !== version && !(await loadAgain(world, task, version, shown))) return 'changed'
  const file = shown
    .get(task.id)
    ?.diffs.find(({ name }) => name === diff)
    ?.files.find((one) => one.path === path)
  return file ? { id: file.id, blocks: file.blocks, remarks: file.remarks } : 'unknown'
}

/** Whether the files are still those of that page: with a review, or without one. */
async function loadAgain(world: World, task: TaskState, version: string, shown: ShownDiffs): Promise<boolean> {
  if ((await reviewPage(world, task, shown))?.version === version) return true
  return (await filesPage(world, task, shown)).version === version
}

function remember(shown: ShownDiffs, task: string, version: string, diffs: readonly DiffView[]): string {
  shown.delete(task)
  shown.set(task, { version, diffs })
  for (const oldest of shown.keys()) if (shown.size > MOST_REMEMBERED) shown.delete(oldest)
  return version
}

type NamedFiles = readonly (readonly [DiffName, readonly DiffFile[]])[]

function filesOf({ diff, tree, sinceLook }: ReviewMaterial): NamedFiles {
  return [
    ['task', filesIn(diff)],
    ['since-claim', tree.kind === 'changed' ? (tree.files ?? []) : []],
    ['since-look', sinceLook?.files ?? []],
  ]
}

function filesIn(diff: ReviewDiff): readonly DiffFile[] {
  return diff.kind === 'known' ? diff.files : []
}

/** By the id of a file among all diffs: stands for what it holds on both sides. */
type Marks = ReadonlyMap<string, string>

function marksOf(world: World, named: NamedFiles): Marks {
  return new Map(
    named.flatMap(([name, files]) =>
      files.map(
        (file) => [`${name}:${file.path}`, world.hashOf(file.kind, file.before ?? '', file.after ?? '')] as const,
      ),
    ),
  )
}

function versionOf(world: World, marks: Marks): string {
  return world.hashOf(...[...marks].flat())
}

function readingOf(world: World, { review }: TaskState, marks: Marks): WebReading {
  const viewed = review?.viewedFiles ?? {}
  return {
    nameLog: nameOfLog(world),
    markOf: ({ id }: Pick<FileView, 'id'>) => marks.get(id) ?? '',
    isViewed: (path, mark) => Object.hasOwn(viewed, path) && viewed[path] === mark,
  }
}
