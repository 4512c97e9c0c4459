// Builds the sections of a brief from its parts: the heading of each part, and which to drop first where room is short.
import type { CriterionRow } from '../../contract/criterion.ts'
import type { RecentToolCall, SessionContext, TouchedFile } from '../../contract/context.ts'
import type { TodoItem } from '../../contract/work.ts'
import { ageText } from '../text/age.ts'
import { fitted, groupBlock, itemBlock, quoteBlock, solidBlock, tailBlock } from './block.ts'
import type { Block } from './block.ts'
import type { BriefParts } from './brief.ts'
import { cleanText, oneLine, shownPath } from './content.ts'
import { mergeFiles } from './merge.ts'

const MOST_BEFORE = 1000

export interface Section {
  readonly title: string
  /** 0 is the last to be cut. */
  readonly rank: number
  readonly block: Block
}

/** As printed. Those that would be empty are left out. */
export function sectionsOf(parts: BriefParts): Section[] {
  const told = parts.context ? ageText(parts.context.updatedAt, parts.now) : ''
  const all: ReadonlyArray<readonly [title: string, rank: number, block: Block | undefined]> = [
    ['Request', 0, requestBlock(parts)],
    ['Acceptance criteria', 1, criteriaBlock(parts)],
    ['Work completed', 7, textBlock('## Work completed', `by the agent, ${told}`, parts.context?.summary)],
    ['Key decisions', 8, decisionsBlock(parts.context?.keyDecisions ?? [], told)],
    ['Files touched', 9, filesBlock(parts)],
    ['Recent tool calls', 10, toolCallsBlock(parts)],
    ['Current status', 4, statusBlock(parts)],
    ['Remaining work', 2, remainingBlock(parts, told)],
    ['Todos', 3, todosBlock(parts)],
    ['Subtasks', 4, textBlock('## Subtasks', 'by our own record', parts.subtasks)],
    ['Blockers', 6, blockersBlock(parts.context?.blockers ?? [], told)],
    ['Last failing check', 5, failureBlock(parts)],
    ['The task before', 11, beforeBlock(parts)],
  ]
  return all.flatMap(([title, rank, block]) => (block ? [{ title, rank, block }] : []))
}

export function counted(count: number, unit: string): string {
  return `${count} more ${unit}${count === 1 ? '' : 's'}`
}

function under(heading: string, about: string): string {
  return `${heading} (${about})\n\n`
}

function textBlock(heading: string, about: string, text: string | undefined): Block | undefined {
  const clean = cleanText(text ?? '')
  return clean === '' ? undefined : labelled(under(heading, about), quoteBlock(clean))
}

function labelled(head: string, block: Block): Block {
  return groupBlock({ head, blocks: [block], gap: '\n', more: () => '' })
}

function requestBlock(parts: BriefParts): Block | undefined {
  const prompts = parts.prompts.map(({ text, at }) => ({ text: cleanText(text), age: ageText(at, parts.now) }))
  const [first, ...later] = prompts.filter((prompt) => prompt.text !== '')
  if (!first) return agentsRequest(parts.context, parts.now)
  const blocks = [
    quoteBlock(first.text),
    ...later.map(({ text, age }) => labelled(`Then, ${age}:\n`, quoteBlock(text))),
  ]
  return groupBlock({
    head: under('## Request', `in the user's words, ${first.age}`),
    blocks,
    gap: '\n\n',
    // The newest prompt matters more than those in between.
    ranks: [0, ...newestFirst(blocks).slice(0, -1)],
    more: (missing) => `[… ${counted(missing.length, 'prompt')}]`,
    moreAt: 1,
  })
}

function criteriaBlock({ criteria = [], rows, now }: BriefParts): Block | undefined {
  if (criteria.length === 0) return undefined
  const claimed = rows ? `, as claimed ${ageText(rows.at, now)}` : ''
  const stateOf = (id: string): string => {
    const row = rows?.items.find((one) => one.id === id)
    return row ? ` (${rowText(row)})` : ''
  }
  return groupBlock({
    head: under('## Acceptance criteria', `the result must meet each${claimed}`),
    blocks: criteria.map(({ id, text }) => itemBlock(`- ${id}: `, `${oneLine(text)}${stateOf(id)}`)),
    gap: '\n',
    more: (missing) => `[… ${missing.length} more]`,
  })
}

function rowText({ state, by = '' }: CriterionRow): string {
  const said = oneLine(by)
  if (said === '') return state
  return state === 'met' ? `met by ${said}` : `${state}: ${said}`
}

/** What the agent saved, and the criteria that it has claimed to be open since. */
function remainingBlock({ context, rows }: BriefParts, told: string): Block | undefined {
  const saved = textBlock('## Remaining work', `by the agent, ${told}`, context?.remainingWork)
  const open = (rows?.items ?? []).filter(({ state }) => state === 'open').map(({ id }) => id)
  if (open.length === 0) return saved
  const line = solidBlock(`Open acceptance criteria, by the agent's claim: ${open.join(', ')}`)
  if (!saved) return labelled('## Remaining work\n\n', line)
  return groupBlock({ head: '', blocks: [saved, line], gap: '\n\n', ranks: [1, 0], more: () => '' })
}

function agentsRequest(context: SessionContext | undefined, now: Date): Block | undefined {
  if (!context) return undefined
  const about = `in the agent's words, not the user's, ${ageText(context.updatedAt, now)}`
  return textBlock('## Request', about, context.originalRequest)
}

function decisionsBlock(decisions: readonly string[], age: string): Block | undefined {
  const blocks = itemsOf(decisions)
  if (blocks.length === 0) return undefined
  return groupBlock({
    head: under('## Key decisions', `by the agent, ${age}`),
    blocks,
    gap: '\n',
    ranks: newestFirst(blocks),
    more: (missing) => `[… ${counted(missing.length, 'decision')}]`,
    moreAt: 0,
  })
}

function blockersBlock(blockers: readonly string[], age: string): Block | undefined {
  const blocks = itemsOf(blockers)
  if (blocks.length === 0) return undefined
  const more = (missing: readonly number[]): string => `[… ${counted(missing.length, 'blocker')}]`
  return groupBlock({ head: under('## Blockers', `by the agent, ${age}`), blocks, gap: '\n', more })
}

function itemsOf(texts: readonly string[]): Block[] {
  return texts
    .map(oneLine)
    .filter((text) => text !== '')
    .map((text) => itemBlock('- ', text))
}

/** The state in git wins over the stored one; files that were only read are dropped first. */
function filesBlock({ context, files, now }: BriefParts): Block | undefined {
  const all = mergeFiles(context?.filesModified ?? [], files.items)
  if (all.length === 0) return undefined
  const [source, at] = files.items.length > 0 ? ['git looked', files.at] : ['as saved', context?.updatedAt ?? files.at]
  const isRead = (index: number): boolean => all[index]?.operation === 'read'
  const indexes = [...all.keys()]
  return groupBlock({
    head: under('## Files touched', `${source} ${ageText(at, now)}`),
    blocks: all.map(fileItem),
    gap: '\n',
    ranks: [...indexes.filter((index) => !isRead(index)), ...indexes.filter(isRead)],
    more: (missing) => `[… ${counted(missing.length, 'file')}]`,
  })
}

function fileItem(file: TouchedFile): Block {
  return solidBlock(`- ${file.operation}: ${shownPath(file.path)}`)
}

function toolCallsBlock({ context, recentToolCalls, now }: BriefParts): Block | undefined {
  const calls = recentToolCalls.length > 0 ? recentToolCalls : (context?.recentToolCalls ?? [])
  const newest = calls.at(-1)
  if (!newest) return undefined
  const blocks = calls.map((call) => itemBlock('- ', callText(call, now)))
  return groupBlock({
    head: under('## Recent tool calls', `the last one ${ageText(newest.timestamp, now)}`),
    blocks,
    gap: '\n',
    ranks: newestFirst(blocks),
    more: (missing) => `[… ${counted(missing.length, 'tool call')}]`,
    moreAt: 0,
  })
}

function callText(call: RecentToolCall, now: Date): string {
  const about = `${oneLine(call.name)} (${call.status}, ${ageText(call.timestamp, now)})`
  const input = oneLine(call.input ?? '')
  const output = oneLine(call.output ?? '')
  return `${about}${input === '' ? '' : `: ${input}`}${output === '' ? '' : ` → ${output}`}`
}

function statusBlock({ context, state, now }: BriefParts): Block | undefined {
  const ours = cleanText(state.text)
  const theirs = cleanText(context?.currentStatus ?? '')
  const blocks: Block[] = []
  if (ours !== '') blocks.push(labelled(`By Fullstop's record, ${ageText(state.at, now)}:\n`, quoteBlock(ours)))
  if (context && theirs !== '') {
    blocks.push(labelled(`By the agent, ${ageText(context.updatedAt, now)}:\n`, quoteBlock(theirs)))
  }
  if (blocks.length === 0) return undefined
  const more = (): string => '[… 1 more account]'
  return groupBlock({ head: '## Current status\n\n', blocks, gap: '\n\n', more })
}

const BOXES = { open: '- [ ] ', done: '- [x] ', cancelled: '- [cancelled] ' } as const

function todosBlock({ todos, now }: BriefParts): Block | undefined {
  const isOpen = (todo: TodoItem): boolean => todo.status === 'open'
  const named = todos.items.map((todo) => ({ ...todo, text: oneLine(todo.text) })).filter((todo) => todo.text !== '')
  if (named.length === 0) return undefined
  const open = named.filter(isOpen)
  const items = [...open, ...named.filter((todo) => !isOpen(todo))]
  return groupBlock({
    head: under('## Todos', `${open.length} of ${items.length} open, ${ageText(todos.at, now)}`),
    blocks: items.map((todo) => itemBlock(BOXES[todo.status], todo.text)),
    gap: '\n',
    more: (missing) => `[… ${counted(missing.length, 'todo')}]`,
  })
}

function failureBlock({ lastFailure, now }: BriefParts): Block | undefined {
  if (!lastFailure) return undefined
  const tail = cleanText(lastFailure.tail)
  const what = itemBlock('- ', `${oneLine(lastFailure.check)}: ${oneLine(lastFailure.why)}`)
  return groupBlock({
    head: under('## Last failing check', ageText(lastFailure.at, now)),
    blocks: tail === '' ? [what] : [what, tailBlock(tail)],
    gap: '\n\n',
    more: () => '[… its output left out]',
  })
}

function beforeBlock({ before, now }: BriefParts): Block | undefined {
  const text = cleanText(before?.text ?? '')
  if (!before || text === '') return undefined
  const quote = quoteBlock(text)
  // It is told for orientation only: more room does not make it longer.
  const short = text.length <= MOST_BEFORE ? quote : { whole: fitted(quote, MOST_BEFORE), cut: quote.cut }
  return labelled(under('## The task before', ageText(before.at, now)), short)
}

function newestFirst(blocks: readonly Block[]): number[] {
  return [...blocks.keys()].reverse()
}
