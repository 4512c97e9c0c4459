// A task list as a value to draw: one row for each item, how many are proven done, and what to do next.
import type { Event } from '../../contract/event.ts'
import type { ItemState, ListState } from '../../contract/list.ts'
import { given } from '../../contract/given.ts'
import type { ItemFacts } from '../lists/next-step.ts'
import { plural } from '../text/plural.ts'
import { inLine, oneLine } from '../text/printable.ts'
import { viewEvent } from './event.ts'
import type { NextStep } from './task/next-steps.ts'
import { type Tone, toText, type ViewPart } from './part.ts'

export type ItemMark = 'done' | 'failed' | 'working' | 'merging' | 'review' | 'waiting' | 'not-started'

export interface ItemRow {
  readonly mark: ItemMark
  readonly id: string
  readonly title: string
  /** How it stands, in a few words. */
  readonly text: string
  readonly task?: string
  readonly because?: string
}

export interface ListView {
  readonly id: string
  readonly file: string
  readonly branch: string
  readonly done: number
  readonly rows: readonly ItemRow[]
}

export interface ListLooked {
  readonly list: ListState
  readonly items: readonly ItemFacts[]
  readonly merging?: string
  readonly settingUp?: { readonly item: string; readonly command: string }
}

export function viewList({ list, items, merging, settingUp }: ListLooked): ListView {
  const rows = items.map((facts) => {
    const row = viewItem(facts, list, merging === facts.planned.id)
    if (settingUp?.item !== facts.planned.id) return row
    return { ...row, text: `its worktree is set up: ${oneLine(settingUp.command, 60)}` }
  })
  return {
    id: list.id,
    file: inLine(list.file),
    branch: inLine(list.branch),
    done: rows.filter(({ mark }) => mark === 'done').length,
    rows,
  }
}

function viewItem({ planned, state, task }: ItemFacts, { missing }: ListState, isMerging: boolean): ItemRow {
  const named = {
    id: oneLine(planned.id, 100),
    title: oneLine(planned.title, 200),
    ...given({ task: state?.task, because: state?.because && oneLine(state.because, 300) }),
  }
  if (missing.includes(planned.id)) return { ...named, mark: 'failed', text: 'not in the result branch' }
  if (isMerging) return { ...named, mark: 'merging', text: 'its merge is being checked' }
  switch (state?.phase) {
    case 'ended':
      return { ...named, ...endedAs(state) }
    case 'merged':
      return { ...named, mark: 'merging', text: `merged as ${state.commit?.slice(0, 7)}` }
    case 'working':
      if (task?.status === 'awaiting-review') return { ...named, mark: 'review', text: 'awaiting-review' }
      if (task?.status === 'paused') return { ...named, mark: 'waiting', text: 'paused' }
      if (task?.outcome !== undefined && task.outcome !== 'completed') {
        return { ...named, mark: 'waiting', text: task.outcome }
      }
      return {
        ...named,
        mark: 'working',
        text: state.returns > 0 ? `working, sent back ${plural(state.returns, 'time')}` : 'working',
      }
    default:
      return {
        ...named,
        mark: 'waiting',
        text: planned.after.length > 0 ? `waits for ${planned.after.join(', ')}` : 'waits',
      }
  }
}

function endedAs({ outcome, commit }: ItemState): Pick<ItemRow, 'mark' | 'text'> {
  if (outcome === 'completed') return { mark: 'done', text: `merged as ${commit?.slice(0, 7) ?? '?'}` }
  return { mark: outcome === 'not-started' ? 'not-started' : 'failed', text: outcome ?? 'ended' }
}

export interface ListReport extends ListView {
  readonly ending: { readonly text: string; readonly tone: Tone }
  readonly next: readonly NextStep[]
}

export function viewListReport(looked: ListLooked): ListReport {
  const { list } = looked
  const view = viewList(looked)
  const text = list.outcome ?? (list.status === 'paused' ? `paused: ${list.pausedFor}` : 'interrupted')
  return {
    ...view,
    ending: { text, tone: text === 'completed' ? 'good' : 'warn' },
    next: nextOf(list, view),
  }
}

function nextOf(list: ListState, { rows, done }: ListView): NextStep[] {
  const reviews = rows.filter(({ mark, task }) => mark === 'review' && task !== undefined)
  const failed = rows.filter(({ mark, task }) => mark === 'failed' && task !== undefined)
  const isOver = list.outcome === 'completed'
  const what = isOver ? 'takes the result into your branch' : `takes over the ${plural(done, 'item')} done so far`
  return [
    ...(done > 0 ? [{ command: `git merge ${list.branch}`, does: what }] : []),
    ...reviews.map(({ task, id }) => ({ command: `fullstop review ${task}`, does: `${id} waits for your answer` })),
    ...failed.slice(0, 3).map(({ task, id }) => ({ command: `fullstop show ${task}`, does: `what became of ${id}` })),
    ...(isOver
      ? []
      : [{ command: `fullstop resume ${list.id}${raiseOf(list)}`, does: resumeDoes(list, reviews.length) }]),
  ]
}

function resumeDoes({ status, pausedFor }: ListState, reviews: number): string {
  if (status === 'paused')
    return pausedFor === 'over-budget' ? 'continues with a higher budget' : 'continues where it stopped'
  if (status === 'open') return 'continues where it stopped'
  return reviews > 0 ? 'continues after your answer' : 'tries again what was not completed'
}

/** Twice of what is used up. */
function raiseOf({ pausedFor, policy: { budget } }: ListState): string {
  if (pausedFor !== 'over-budget') return ''
  if (budget.cost !== undefined) return ` --max-cost ${budget.cost * 2}`
  if (budget.tokens !== undefined) return ` --max-tokens ${budget.tokens * 2}`
  return budget.timeMs === undefined ? '' : ` --max-time ${Math.ceil((budget.timeMs * 2) / 60_000)}m`
}

/** An event of the list in the story of its items; undefined: it is told otherwise. */
export function tellItem(
  event: Event,
  { items }: ListState,
): { readonly isHead: boolean; readonly parts: readonly ViewPart[] } | undefined {
  switch (event.kind) {
    case 'item.started': {
      const at = items.findIndex(({ id }) => id === event.item)
      const title = oneLine(items[at]?.title ?? event.item, 200)
      return { isHead: true, parts: [toText(`item ${at + 1} of ${items.length}: ${title}`)] }
    }
    case 'item.ended':
      return event.outcome === 'completed' ? undefined : { isHead: false, parts: viewEvent(event).parts }
    case 'item.merged':
    case 'item.sent-back':
    case 'item.resumed':
    case 'list.paused':
      return { isHead: false, parts: viewEvent(event).parts }
    default:
      return undefined
  }
}
