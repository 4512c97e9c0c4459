// The rows of a review or of a task's changes, with a cursor that the terminal's keys move: folding, ranges, comments.
// Answers are left to the page around it.
import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { keep, kept } from '../kept.ts'
import { useKeys } from '../keys.ts'
import { Rows, type RowsHandle } from '../parts/rows.tsx'
import type { CommentOnLine, FileSummary, WebReview } from '../values.ts'
import { drawDiffRow } from './draw.tsx'
import type { RowActions } from './row-actions.ts'
import type { WritingPlace } from './writing-place.ts'
import { useFileLines } from './file-lines.ts'
import { guessHeight } from './heights.ts'
import { type DiffRow, findLine, hasChangeSinceLook, isFileOpen, layOutDiffs, layOutReview } from './layout.ts'
import { draftOn, linesOf, placeAbove, placeOf, placeOfDraft, placeOfRange, wordsName } from './place.ts'
import { useRestored } from './restored.ts'
import { isSplit } from './wide.ts'
import { FileList } from './file-list.tsx'

export interface DiffRoomProps {
  readonly task: string
  readonly view: Pick<WebReview, 'diffs'> & Partial<Pick<WebReview, 'sections' | 'review'>>
  readonly version: string
  /** Absent where nothing can be written here. */
  readonly writing?: WritingActions | undefined
  readonly setViewed?: ((file: FileSummary, isViewed: boolean) => void) | undefined
  /** Told in the bar below. */
  readonly say: (text: string) => void
  /** Where the person is: shown in the bar below. */
  readonly place: Signal<string>
  /** Keys that mean nothing to the rows. True if it was one of the page's. */
  readonly onKey: (key: string) => boolean
}

export interface WritingActions {
  /** False if it was refused: the words stay where they are. */
  readonly keepComment: (place: WritingPlace, words: string) => Promise<boolean>
  readonly removeComment: (comment: CommentOnLine) => Promise<void>
}

/** Up to so many lines are asked for at once; beyond that, files come when they are near. */
const MOST_AHEAD = 60_000

export function DiffRoom(props: DiffRoomProps) {
  const { task, view, version, writing, setViewed, say, place, onKey } = props
  const { sections, diffs, review } = view
  const toggled = useSignal<ReadonlySet<string>>(new Set())
  const cursor = useSignal<string | undefined>(undefined)
  const side = useSignal<'old' | 'new'>('new')
  const mark = useSignal<string | undefined>(undefined)
  const editing = useSignal<WritingPlace | undefined>(undefined)
  const handle = useRef<RowsHandle>(null)
  const opened = useRef({ review, wasUnseen: !hasChangeSinceLook(diffs) })
  if (opened.current.review !== review) opened.current = { review, wasUnseen: !hasChangeSinceLook(diffs) }
  const { wasUnseen } = opened.current
  const lines = useFileLines({ task, version, diffs })
  const shown = useSignal({ sections, diffs, wasUnseen, blocks: lines.blocks })
  if (shown.value.sections !== sections || shown.value.diffs !== diffs || shown.value.blocks !== lines.blocks) {
    shown.value = { sections, diffs, wasUnseen, blocks: lines.blocks }
  }
  const rows = useComputed(() => {
    const { sections, diffs, wasUnseen, blocks } = shown.value
    const layout = { wasUnseen, blocks, toggled: toggled.value, isSplit: isSplit.value, editing: editing.value }
    return sections ? layOutReview({ sections, diffs }, layout) : layOutDiffs(diffs, layout)
  })
  const at = (): number =>
    Math.max(
      0,
      rows.value.findIndex(({ id }) => id === cursor.value),
    )
  const moveTo = (index: number, isJump = false): void => {
    const row = rows.value[Math.max(0, Math.min(index, rows.value.length - 1))]
    if (!row) return
    cursor.value = row.id
    handle.current?.show(rows.value.indexOf(row), isJump)
  }
  const toStop = (stop: NonNullable<DiffRow['stop']>, by: 1 | -1): void => {
    const from = cursor.value === undefined && by > 0 ? -1 : at()
    for (let index = from + by; index >= 0 && index < rows.value.length; index += by) {
      if (rows.value[index]?.stop === stop) return moveTo(index, true)
    }
    say(`There is no ${by > 0 ? 'further' : 'earlier'} ${stop}.`)
  }
  const toggle = (fold: string): void => {
    const next = new Set(toggled.value)
    if (!next.delete(fold)) next.add(fold)
    toggled.value = next
    const isCursorGone = !rows.value.some(({ id }) => id === cursor.value)
    if (isCursorGone || cursor.value === undefined) cursor.value = fold
  }
  const open = (file: FileSummary): void => {
    if (!isFileOpen(file, diffs, { toggled: toggled.value, wasUnseen })) toggle(file.id)
  }
  /** To a line in the diff of the task; its file and the part around it are opened, once its lines are there. */
  const wanted = useSignal<{ readonly path: string; readonly line: number | undefined } | undefined>(undefined)
  const goTo = (path: string, line?: number): void => {
    const file = diffs.find(({ name }) => name === 'task')?.files.find((one) => one.path === path)
    if (!file) return say('The file is not among the changes.')
    open(file)
    wanted.value = { path, line }
  }
  useSignalEffect(() => {
    const goal = wanted.value
    if (!goal) return
    const ours = (row: DiffRow): boolean => row.file?.diff === 'task' && row.file.path === goal.path
    const isLoading = rows.value.some((row) => ours(row) && row.kind === 'loading')
    if (isLoading && goal.line !== undefined) return
    const found = goal.line === undefined ? undefined : findLine(rows.value, goal.path, goal.line)
    if (found?.kind === 'gap') {
      toggled.value = new Set([...toggled.peek(), found.id])
      return
    }
    wanted.value = undefined
    const index = found ? rows.value.indexOf(found) : rows.value.findIndex(ours)
    // The rows must be drawn before they can be scrolled to.
    requestAnimationFrame(() => moveTo(index, true))
  })
  const rangeOf = (): readonly [first: number, last: number] | undefined => {
    const start = mark.value === undefined ? -1 : rows.value.findIndex(({ id }) => id === mark.value)
    return start < 0 ? undefined : [Math.min(start, at()), Math.max(start, at())]
  }
  const write = (to: WritingPlace): void => {
    editing.value = to
    mark.value = undefined
    requestAnimationFrame(() => {
      const index = rows.value.findIndex(({ kind }) => kind === 'editor')
      if (index >= 0) handle.current?.show(index, false)
    })
  }
  const comment = (): void => {
    if (!writing) return say('Nothing can be commented here any more.')
    const range = rangeOf()
    if (range) {
      const to = placeOfRange(rows.value.slice(range[0], range[1] + 1))
      return to ? write(to) : say('A range stays within one file: Esc leaves it.')
    }
    const row = rows.value[at()]
    if (row?.comment?.state === 'draft') return editDraft(row.comment, row.file)
    const to = cursor.value === undefined ? undefined : placeAbove(rows.value, at(), side.value)
    if (!row || !to) return say('A comment belongs to a line of a file: go to one and press c.')
    const draft = draftOn(row, to)
    if (draft) return editDraft(draft, row.file)
    write(to)
  }
  const editDraft = (draft: CommentOnLine, file?: FileSummary): void => {
    const to = placeOfDraft(file?.id ?? `task:${draft.path}`, draft)
    const name = wordsName(task, to)
    const inFile = file ?? diffs.flatMap(({ files }) => files).find(({ id }) => id === to.file)
    if (inFile) open(inFile)
    if (kept(name) === undefined) keep(name, draft.words.join('\n'))
    write(to)
  }
  const removeDraft = async (): Promise<void> => {
    const draft = rows.value[at()]?.comment
    if (!writing || draft?.state !== 'draft') return say('d deletes a draft: go to one first.')
    await writing.removeComment(draft)
  }
  const openRow = (): void => {
    const row = rows.value[at()]
    if (row?.kind === 'section' && row.row.kind === 'remark' && row.row.to)
      return goTo(row.row.to.path, row.row.to.line)
    if (row?.kind === 'section' && row.comment) return goTo(row.comment.path, row.comment.line)
    if (row?.fold === undefined) return say('There is nothing to open here.')
    toggle(row.fold)
  }
  const page = (by: 1 | -1): void => {
    scrollBy(0, by * (innerHeight - 200))
    requestAnimationFrame(() => {
      const index = handle.current?.topRow() ?? 0
      cursor.value = rows.value[index]?.id
    })
  }
  const keys: Readonly<Record<string, () => void>> = {
    j: () => moveTo(cursor.value === undefined ? 0 : at() + 1),
    ArrowDown: () => moveTo(cursor.value === undefined ? 0 : at() + 1),
    k: () => moveTo(at() - 1),
    ArrowUp: () => moveTo(at() - 1),
    n: () => toStop('hunk', 1),
    p: () => toStop('hunk', -1),
    ']': () => toStop('file', 1),
    '[': () => toStop('file', -1),
    N: () => toStop('comment', 1),
    P: () => toStop('comment', -1),
    ' ': () => page(1),
    b: () => page(-1),
    g: () => moveTo(0),
    G: () => moveTo(rows.value.length - 1),
    o: openRow,
    Enter: openRow,
    c: comment,
    d: () => void removeDraft(),
    v: () => {
      const row = rows.value[at()]
      if (!writing) return say('Nothing can be commented here any more.')
      if (mark.value !== undefined) return moveTo(at() + 1)
      if (!row || !placeOf(row)) return say('A range begins at a line of a file: go to one and press v.')
      mark.value = row.id
      say('j and k extend the range, c comments on it, Esc leaves it.')
    },
    Escape: () => {
      mark.value = undefined
    },
  }
  useKeys((key) => {
    const act = keys[key]
    if (!act) return onKey(key)
    act()
    return true
  })
  // Files that are open are read ahead, in their order.
  const isOpenFile = (file: FileSummary): boolean => isFileOpen(file, diffs, { toggled: toggled.value, wasUnseen })
  const wantedFiles = diffs.flatMap(({ files }) => files.filter(isOpenFile))
  useEffect(() => {
    let left = MOST_AHEAD
    lines.want(wantedFiles.filter((file) => (left -= file.lines) > -file.lines))
  }, [diffs, toggled.value])
  useRestored({ task, rows, canWrite: writing !== undefined, write })
  useSignalEffect(() => {
    const row = rows.value.find(({ id }) => id === cursor.value)
    const to = row && placeOf(row, side.value)
    place.value = to ? `${row.file?.name}:${linesOf(to)}` : (row?.file?.name ?? '')
  })
  const range = rangeOf()
  const actions: RowActions = {
    task,
    canComment: writing !== undefined,
    isWriting: editing.value !== undefined,
    isOpen: (fold) => toggled.value.has(fold),
    toggle,
    goTo,
    select: (row, where, isRange) => {
      // A click with Shift selects text as well; a plain one that ends a selection chooses no line.
      if (isRange) getSelection()?.removeAllRanges()
      else if (getSelection()?.isCollapsed === false) return
      if (isRange && cursor.value !== undefined) mark.value ??= cursor.value
      else mark.value = undefined
      cursor.value = row.id
      side.value = where
    },
    comment,
    editDraft: (draft) =>
      editDraft(
        draft,
        diffs.flatMap(({ files }) => files).find((file) => file.diff === 'task' && file.path === draft.path),
      ),
    removeDraft: (draft) => void writing?.removeComment(draft),
    keepWords: async (to, words) => {
      const isKept = (await writing?.keepComment(to, words)) ?? false
      if (isKept) editing.value = undefined
      return isKept
    },
    leaveWords: (hasWords) => {
      editing.value = undefined
      if (hasWords) say('Not sent: your words are kept in this browser.')
    },
    setViewed,
    tokensOf: lines.tokensOf,
  }
  const near = (row: DiffRow): void => {
    if (row.kind === 'loading' && row.file) lines.want([row.file])
  }
  const files = diffs.flatMap((diff) => diff.files)
  return (
    <div class={files.length > 1 ? 'room with-files' : 'room'}>
      {files.length > 1 ? (
        <FileList
          diffs={diffs}
          onChoose={(file) => {
            const index = rows.value.findIndex(({ id }) => id === file.id)
            if (index >= 0) moveTo(index, true)
          }}
        />
      ) : null}
      <Rows
        handle={handle}
        rows={rows.value}
        keyOf={({ id }) => id}
        guess={(row, width) => guessHeight(row, { isSplit: isSplit.value, width })}
        draw={(row, index) => {
          near(row)
          const isMarked = range !== undefined && index >= range[0] && index <= range[1]
          return drawDiffRow(row, { isCursor: row.id === cursor.value, isMarked }, actions)
        }}
      />
    </div>
  )
}
