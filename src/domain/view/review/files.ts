// The changed files of a review as values to draw: each with its diff, and with the comments and suspicions on its lines.
import type { Tampering } from '../../../contract/change.ts'
import { given } from '../../../contract/given.ts'
import { type DiffFile, MOST_SHOWN_BYTES, type ReviewComment } from '../../../contract/view/review.ts'
import { type DiffBlock, diffFile, type DiffLine } from '../../diff/file-diff.ts'
import { inLine } from '../../text/printable.ts'
import { byteText } from '../amount.ts'
import type { Tone } from '../part.ts'
import { type CommentView, viewComment } from './comment.ts'
import { toneOfSuspicion, withoutPlace } from '../suspicion.ts'

/** Which of the diffs of a review a file belongs to: it may be in each of them. */
export type DiffName = 'task' | 'since-claim' | 'since-look'

export interface FileView {
  /** Unique among all files of the review. */
  readonly id: string
  readonly diff: DiffName
  /** As it is, for comments. Not to be printed. */
  readonly path: string
  /** To be printed. */
  readonly name: string
  readonly oldName?: string
  readonly how: DiffFile['kind']
  readonly isYardstick: boolean
  readonly isGenerated: boolean
  readonly added: number
  readonly removed: number
  /** Why there are no lines to show. */
  readonly why?: string
  readonly blocks: readonly DiffBlock[]
  readonly remarks: readonly Remark[]
}

/** Something that is said about a line; without a line, about the file. */
export type Remark = { readonly at?: LinePlace } & (
  | { readonly kind: 'comment'; readonly comment: CommentView }
  | { readonly kind: 'suspicion'; readonly text: string; readonly tone: Tone }
)

export interface LinePlace {
  readonly side: 'old' | 'new'
  readonly line: number
}

export interface Remarks {
  readonly comments: readonly ReviewComment[]
  readonly suspicions: readonly Tampering[]
}

/** Files that decide whether a check passes come first, generated ones last. */
export function viewFiles(diff: DiffName, files: readonly DiffFile[], remarks: Remarks): FileView[] {
  return files.toSorted((a, b) => rankOf(a) - rankOf(b)).map((file) => viewFile(diff, file, remarks))
}

function rankOf({ isYardstick, isGenerated }: DiffFile): number {
  if (isYardstick) return 0
  return isGenerated ? 2 : 1
}

function viewFile(diff: DiffName, file: DiffFile, remarks: Remarks): FileView {
  const { path, oldPath, kind, isYardstick, isGenerated } = file
  const { added, removed, blocks } = file.isOpaque
    ? { added: 0, removed: 0, blocks: [] }
    : diffFile({ path, before: file.before, after: file.after })
  return {
    id: `${diff}:${path}`,
    diff,
    path,
    name: inLine(path),
    ...given({ oldName: oldPath === undefined || oldPath === path ? undefined : inLine(oldPath) }),
    how: kind,
    isYardstick,
    isGenerated,
    added,
    removed,
    ...given({ why: whyEmpty(file, blocks) }),
    blocks,
    remarks: remarksOn(file, { diff, blocks }, remarks),
  }
}

/** Why a file has no lines, how large it is, and how to look at it. */
export function whyOpaque({ path, kind, bytes = {}, commit }: DiffFile): string {
  const { before, after } = bytes
  const sizes = [
    ...(before === undefined ? [] : [`${byteText(before)} before`]),
    ...(after === undefined ? [] : [`${byteText(after)} now`]),
  ].join(', ')
  if (Math.max(before ?? 0, after ?? 0) > MOST_SHOWN_BYTES) {
    const how =
      kind === 'added' || commit === undefined ? '' : `; see git diff ${commit.slice(0, 12)} -- ${inLine(path)}`
    return `too large to show: ${sizes}${how}`
  }
  if (kind !== 'added' && before === undefined)
    return 'no lines to show: it was not committed when the task began, and its text was not kept'
  return `no lines to show: binary, or too much text${sizes === '' ? '' : ` (${sizes})`}`
}

/** Why there is nothing to show of a file line by line; undefined where there is. */
export function whyEmpty(file: DiffFile, blocks: readonly DiffBlock[]): string | undefined {
  const { isOpaque, kind, before, after } = file
  if (isOpaque) return whyOpaque(file)
  if (blocks.length > 0) return undefined
  if (kind === 'renamed') return 'renamed, its content is the same'
  return (before ?? after ?? '') === ''
    ? 'the file is empty'
    : 'its lines are the same: its mode or its line ends changed'
}

function remarksOn(
  { path, oldPath }: DiffFile,
  { diff, blocks }: { diff: DiffName; blocks: readonly DiffBlock[] },
  { comments, suspicions }: Remarks,
): Remark[] {
  const ours = comments.filter(
    (comment) => comment.path === path || (comment.side === 'old' && comment.path === oldPath),
  )
  // The old side of another diff is not the file as it was when the task began.
  const fitting = diff === 'task' ? ours : ours.filter(({ side }) => side === 'new')
  const lines = fitting.length > 0 ? blocks.flatMap((block) => block.lines) : []
  return [
    ...suspicions
      .filter(({ file }) => diff === 'task' && (file === path || file === oldPath))
      .map((suspicion): Remark => ({
        kind: 'suspicion',
        text: withoutPlace(suspicion),
        tone: toneOfSuspicion(suspicion),
        at: suspicion.file === path ? suspicionPlace(blocks, suspicion.line) : { side: 'old', line: suspicion.line },
      })),
    ...fitting.map((comment): Remark => {
      const at = findLine(lines, comment)
      return { kind: 'comment', comment: viewComment(comment, at === undefined), ...given({ at }) }
    }),
  ]
}

/** Its line is one of the file as it is now; of the file as it was where it is gone. */
function suspicionPlace(blocks: readonly DiffBlock[], line: number): LinePlace {
  const changed = blocks.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'added' || kind === 'removed')
  const isNew = changed.some(({ kind, after }) => kind === 'added' && after === line)
  const isGone = changed.some(({ kind, before }) => kind === 'removed' && before === line)
  return { side: isGone && !isNew ? 'old' : 'new', line }
}

/** Where the comment's line stands now: at its number, or the nearest with the same text. */
function findLine(lines: readonly DiffLine[], { side, line, lineText }: ReviewComment): LinePlace | undefined {
  const wanted = lineText.trim()
  const numbers = lines.flatMap((each) => {
    const number = side === 'old' ? each.before : each.after
    return number !== undefined && isSameText(each, wanted) ? [number] : []
  })
  const nearest = numbers.sort((a, b) => Math.abs(a - line) - Math.abs(b - line))[0]
  return nearest === undefined ? undefined : { side, line: nearest }
}

/** The comment's text may have been cut. */
function isSameText({ pieces }: DiffLine, wanted: string): boolean {
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .trim()
  const cut = wanted.replace(/…$/, '')
  return text === wanted || (cut !== wanted && text.startsWith(cut))
}
