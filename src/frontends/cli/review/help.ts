// The keys of the review screen: one table, drawn as help. docs/review.md lists the same keys.
import { wrapText } from '../screen/wrap.ts'

export interface KeyHelp {
  readonly keys: string
  readonly does: string
}

export const KEY_GROUPS: ReadonlyArray<readonly [title: string, keys: readonly KeyHelp[]]> = [
  [
    'Move',
    [
      { keys: 'j k n p', does: 'next and previous line, arrows too; next and previous hunk' },
      { keys: '] [', does: 'next and previous file' },
      { keys: 'N P', does: 'next and previous comment' },
      { keys: 'space b', does: 'next and previous page' },
      { keys: 'g G', does: 'beginning and end' },
      { keys: 'h l', does: 'to the left and right in long lines' },
    ],
  ],
  [
    'Read',
    [
      { keys: 'Enter o', does: 'fold or open a file, a gap, a check or its log; go to a line' },
      { keys: 'R', does: 'read it again: files, checks and comments as they are now' },
    ],
  ],
  [
    'Answer',
    [
      { keys: 'c d', does: 'comment on the line, or change its draft; delete a draft' },
      { keys: 'v', does: 'begin a range: j k extend it, c comments on it, Esc leaves it' },
      { keys: 'a', does: 'approve: shows what you approve, and asks' },
      { keys: 'r', does: 'request changes, with all drafts; to a question: reply' },
      { keys: 's', does: 'where the agent disputes a check: the check is right' },
      { keys: 'x', does: 'reject: asks for your words, then for y; the task ends' },
      { keys: 'q', does: 'quit: the review keeps waiting, drafts are kept' },
    ],
  ],
  [
    'While you type',
    [
      { keys: 'Enter Esc', does: 'send or keep it; go back without' },
      { keys: 'Ctrl-G', does: 'write it in $VISUAL or $EDITOR' },
    ],
  ],
]

const KEY_WIDTH = 10

/** At 80 columns all of them fit into 24 rows. */
export type HelpRow =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'keys'; readonly keys: string; readonly does: string }

export function helpRows(columns: number): HelpRow[] {
  const width = Math.max(10, Math.min(100, columns - KEY_WIDTH - 4))
  return KEY_GROUPS.flatMap(([title, keys]): HelpRow[] => [
    { kind: 'title', text: title },
    ...keys.flatMap(({ keys, does }) =>
      wrapText(does, width).map((text, index): HelpRow => ({
        kind: 'keys',
        keys: (index === 0 ? keys : '').padEnd(KEY_WIDTH),
        does: text,
      })),
    ),
  ])
}
