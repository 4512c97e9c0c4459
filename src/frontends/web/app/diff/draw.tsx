// The rows of a review and of a diff as elements. Few of them: a line is its numbers, its mark and its text.
import type { ComponentChildren } from 'preact'
import { Log } from '../parts/log.tsx'
import { Ago, counted, ToneMark } from '../parts/words.tsx'
import type { CommentOnLine, FileSummary, Line, LineRemark, WebRow } from '../values.ts'
import { CommentEditor } from './editor.tsx'
import type { DiffRow, LinePair } from './layout.ts'
import type { RowActions } from './row-actions.ts'
import { Prose } from './prose.tsx'

export interface RowLook {
  readonly isCursor: boolean
  readonly isMarked: boolean
}

export function drawDiffRow(row: DiffRow, look: RowLook, actions: RowActions): ComponentChildren {
  const at = `${look.isCursor ? ' here' : ''}${look.isMarked ? ' marked' : ''}`
  switch (row.kind) {
    case 'title':
      return (
        <h2 class={`row-title${at}`}>
          {row.text}
          {row.at === undefined ? null : (
            <span class="soft small">
              {' '}
              <Ago at={row.at} />
            </span>
          )}
        </h2>
      )
    case 'section':
      return <div class={`row-section${at}`}>{drawSection(row.row, row.fold ?? row.id, actions)}</div>
    case 'note':
      return <p class={`row-note soft${at}`}>{row.text}</p>
    case 'file':
      return row.file ? <FileHead file={row.file} isOpen={row.isOpen} at={at} actions={actions} /> : null
    case 'loading':
      return <p class="row-note soft">Reading its lines …</p>
    case 'gap':
      return (
        <button type="button" class={`row-gap${at}`} onClick={() => actions.toggle(row.id)}>
          {counted(row.lines.length, 'unchanged line')}
        </button>
      )
    case 'line':
      return drawLine({ row, at, isCursor: look.isCursor, actions }, row.line)
    case 'pair':
      return drawPair({ row, at, isCursor: look.isCursor, actions }, row)
    case 'said':
      return <div class={`row-said${at}`}>{drawRemark(row.remark, actions)}</div>
    case 'editor':
      return <CommentEditor key={row.id} place={row.place} actions={actions} />
  }
}

function drawSection(row: WebRow, fold: string, actions: RowActions): ComponentChildren {
  switch (row.kind) {
    case 'prose':
      return <Prose lines={row.lines} at={row.at} />
    case 'remark': {
      const { to, text, tone } = row
      return (
        <p class={`remark ${tone}`}>
          {to === undefined ? (
            text
          ) : (
            <button type="button" class="plain" onClick={() => actions.goTo(to.path, to.line)}>
              {text}
            </button>
          )}
        </p>
      )
    }
    case 'check':
      return (
        <Check
          check={row.check}
          isOpen={actions.isOpen(fold)}
          onToggle={() => actions.toggle(fold)}
          task={actions.task}
        />
      )
    case 'comment':
      return <CommentCard comment={row.comment} isPlaced={false} actions={actions} />
  }
}

type CheckValue = Extract<WebRow, { kind: 'check' }>['check']

const TREES = { this: 'on this tree', another: 'on another tree', unknown: '' } as const
const FEWEST_OUTPUT = 3

function Check(props: {
  readonly check: CheckValue
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly task: string
}) {
  const { check, isOpen, onToggle, task } = props
  const { name, result, tone, why, took, ranAt, tree, wasFailing, output, evidence } = check
  const last = output.filter((line) => line.trim() !== '').slice(-FEWEST_OUTPUT)
  const shown = isOpen ? output : result === 'passed' ? [] : last
  return (
    <div class="check">
      <button type="button" class="check-head plain" aria-expanded={isOpen} onClick={onToggle}>
        <span class={`chip ${tone}`}>{result.replaceAll('-', ' ')}</span>
        <strong>{name}</strong>
        <span class="soft small">
          {why} · {took} · <Ago at={ranAt} />
          {TREES[tree] === '' ? '' : ' · '}
          {tree === 'another' ? <span class="warn">{TREES[tree]}</span> : TREES[tree]}
          {wasFailing ? ' · failed before the task began, too' : ''}
        </span>
      </button>
      {shown.length > 0 ? <pre class="output">{shown.join('\n')}</pre> : null}
      {isOpen && output.length === 0 ? <p class="soft small">It printed nothing that was kept here.</p> : null}
      {isOpen && evidence !== undefined ? <Log task={task} evidence={evidence} name={name} /> : null}
    </div>
  )
}

const HOW = { added: 'new', modified: '', deleted: 'deleted', renamed: 'renamed' } as const

function FileHead(props: {
  readonly file: FileSummary
  readonly isOpen: boolean
  readonly at: string
  readonly actions: RowActions
}) {
  const { file, isOpen, at, actions } = props
  const { name, oldName, how, isYardstick, isGenerated, added, removed, isViewed, remarks } = file
  const comments = remarks.filter(({ kind }) => kind === 'comment').length
  const { setViewed } = actions
  return (
    <div class={`row-file${at}`}>
      <button type="button" class="plain file-name" aria-expanded={isOpen} onClick={() => actions.toggle(file.id)}>
        <span class="fold" aria-hidden="true">
          {isOpen ? '▾' : '▸'}
        </span>
        <span class="mono">
          {oldName === undefined ? '' : `${oldName} → `}
          {name}
        </span>
      </button>
      {isYardstick ? <span class="mark warn">decides a check</span> : null}
      {isGenerated ? <span class="mark">generated</span> : null}
      {HOW[how] === '' ? null : <span class="mark">{HOW[how]}</span>}
      {comments > 0 ? <span class="mark">{counted(comments, 'comment')}</span> : null}
      <span class="mono file-count">
        <span class="good">+{added}</span> <span class="bad">−{removed}</span>
      </span>
      {setViewed && file.diff === 'task' ? (
        <label class="viewed small">
          <input
            type="checkbox"
            checked={isViewed}
            onChange={({ currentTarget }) => setViewed(file, currentTarget.checked)}
          />
          Viewed
        </label>
      ) : null}
    </div>
  )
}

interface DrawnLine {
  readonly row: DiffRow
  readonly at: string
  readonly isCursor: boolean
  readonly actions: RowActions
}

/** As wide as any other where a line has none. */
const SIGNS = { same: '\u00a0', added: '+', removed: '−', note: '\u00a0' } as const

// Lines are drawn by plain functions: scrolling makes dozens of them in a frame, and a component costs more than its
// elements.

function drawLine({ row, at, isCursor, actions }: DrawnLine, line: Line): ComponentChildren {
  const { file } = row
  if (line.kind === 'note' || !file) return drawLineNote(line)
  const side = line.after === undefined ? 'old' : 'new'
  return (
    <div class={`line ${line.kind}${at}`} onClick={(event) => actions.select(row, side, event.shiftKey)}>
      <span class="num">{line.before ?? ''}</span>
      <span class="num sign" data-sign={SIGNS[line.kind]}>
        {line.after ?? ''}
      </span>
      {drawCode(file, line, actions)}
      {isCursor && actions.canComment && !actions.isWriting ? <CommentButton actions={actions} /> : null}
    </div>
  )
}

function drawPair({ row, at, isCursor, actions }: DrawnLine, { left, right }: LinePair): ComponentChildren {
  const { file } = row
  if (!file) return null
  if (left?.kind === 'note') return drawLineNote(left)
  return (
    <div
      class={`line split${at}`}
      onClick={({ target, currentTarget, shiftKey }) => {
        const isOld = target instanceof Node && currentTarget.firstChild?.contains(target) === true
        actions.select(row, isOld ? 'old' : 'new', shiftKey)
      }}
    >
      {drawHalf(file, left, left?.before, actions)}
      {drawHalf(file, right, right?.after, actions)}
      {isCursor && actions.canComment && !actions.isWriting ? <CommentButton actions={actions} /> : null}
    </div>
  )
}

function drawHalf(
  file: FileSummary,
  line: Line | undefined,
  number: number | undefined,
  actions: RowActions,
): ComponentChildren {
  if (!line) return <div class="half none" />
  return (
    <div class={`half ${line.kind}`}>
      <span class="num sign" data-sign={SIGNS[line.kind]}>
        {number ?? ''}
      </span>
      {drawCode(file, line, actions)}
    </div>
  )
}

function drawLineNote({ pieces }: Line): ComponentChildren {
  return <p class="row-note soft small">{pieces.map(({ text }) => text).join('')}</p>
}

function drawCode(file: FileSummary, line: Line, actions: RowActions): ComponentChildren {
  return actions
    .tokensOf(file, line)
    .map(({ text, class: name, isChanged }) =>
      name === undefined && isChanged !== true ? (
        text
      ) : (
        <span class={`${name === undefined ? '' : `code-${name}`}${isChanged ? ' word' : ''}`}>{text}</span>
      ),
    )
}

function CommentButton({ actions }: { readonly actions: RowActions }) {
  return (
    <button
      type="button"
      class="main add"
      onClick={(event) => {
        event.stopPropagation()
        actions.comment()
      }}
    >
      Comment
    </button>
  )
}

function drawRemark(remark: LineRemark, actions: RowActions): ComponentChildren {
  if (remark.kind === 'comment') return <CommentCard comment={remark.comment} isPlaced actions={actions} />
  return <p class={`remark ${remark.tone}`}>{remark.text}</p>
}

function CommentCard(props: {
  readonly comment: CommentOnLine
  readonly isPlaced: boolean
  readonly actions: RowActions
}) {
  const { comment, isPlaced, actions } = props
  const { label, tone, words, at, by, reply, place, path, line, lineText, isOutdated, state } = comment
  return (
    <div class={`comment ${state}`}>
      <p class="comment-head small soft">
        <ToneMark tone={tone} text={label} />
        {isPlaced ? null : (
          <button type="button" class="plain mono" onClick={() => actions.goTo(path, line)}>
            {place}
          </button>
        )}
        {by === undefined ? '' : `${by} · `}
        <Ago at={at} />
        {isOutdated ? ' · the line is gone' : ''}
      </p>
      {isPlaced && !isOutdated ? null : <pre class="soft">{lineText}</pre>}
      <p class="words">{words.join('\n')}</p>
      {reply ? (
        <div class="reply">
          <p class="small soft">
            <ToneMark tone="good" text="reply" /> <Ago at={reply.at} />
          </p>
          <p class="words">{reply.words.join('\n')}</p>
        </div>
      ) : null}
      {state === 'draft' && isPlaced && actions.canComment ? (
        <p class="comment-end">
          <button type="button" class="plain" onClick={() => actions.editDraft(comment)}>
            Edit
          </button>
          <button type="button" class="plain" onClick={() => actions.removeDraft(comment)}>
            Delete
          </button>
        </p>
      ) : null}
    </div>
  )
}
