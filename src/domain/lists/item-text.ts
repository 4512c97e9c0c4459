// What the agent of an item is told: its request, and why its accepted work comes back. Names and output are data: they
// are quoted line by line, so that none of it can pass for ours.
import { oneLine } from '../text/printable.ts'
import type { ListItem } from './list.ts'

export interface ItemPlace {
  readonly file: string
  readonly branch: string
  /** It stands in a tracker, not in a file of the repository. */
  readonly isTracked?: boolean
  /** Texts of the items that it consists of. */
  readonly parts: readonly string[]
}

export function itemRequest(
  { text, description }: Pick<ListItem, 'text' | 'description'>,
  { file, branch, parts, isTracked = false }: ItemPlace,
): string {
  const leave = isTracked ? 'Do not close it there: it is closed' : 'Do not edit the list: it is ticked'
  return [
    text,
    ...(description === undefined ? [] : ['', description]),
    ...(parts.length === 0
      ? []
      : ['', 'These parts of it are done and merged already:', ...parts.map((part) => `- ${part}`)]),
    '',
    `This is one item of the list ${oneLine(file, 200)}. Do this item alone. You work in a git worktree of its own, on the branch ${oneLine(branch, 200)}; you need not commit. ${leave} for you once your work is merged and the checks pass there.`,
  ].join('\n')
}

/** What the list says of an item, from its request or the beginning of it: without the words that we add to every one. */
export function ownWords(request: string): string {
  return request.replace(/\s+This is one item of the list \S[^]*$/, '')
}

export interface SentBackFacts {
  readonly why: 'conflict' | 'red'
  readonly names: readonly string[]
  /** The end of what a failing check printed. */
  readonly tail?: string | undefined
}

const MOST_NAMES = 20

export function sentBackText({ why, names, tail }: SentBackFacts): string {
  const listed = names.slice(0, MOST_NAMES).map((name) => `- ${oneLine(name, 200)}`)
  const more = names.length > MOST_NAMES ? [`- and ${names.length - MOST_NAMES} more`] : []
  const output = tail === undefined || tail === '' ? [] : tail.split('\n').map((line) => `| ${line}`.trimEnd())
  if (why === 'conflict') {
    return [
      'FULLSTOP: your work was accepted, but other work was merged meanwhile, and the two conflict in:',
      ...listed,
      ...more,
      'Both are merged in your worktree now, with the conflicts marked (<<<<<<<, =======, >>>>>>>). Resolve them so that both changes work, then claim again. You need not commit.',
    ].join('\n')
  }
  return [
    'FULLSTOP: your work was accepted, but once it is merged with the other work, these checks fail:',
    ...listed,
    ...more,
    ...output,
    'The other work is merged in your worktree now. Make the checks pass there, then claim again. You need not commit.',
  ].join('\n')
}
