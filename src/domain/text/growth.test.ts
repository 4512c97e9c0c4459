// P13: readers of foreign prose, output and commands are linear.
import { describe, expect, test } from 'bun:test'
import { growthOf, HOSTILE_TEXT } from '../../../test/growth.ts'
import { failureLines } from '../checks/output/failure-lines.ts'
import { failingTail } from '../checks/output/tail.ts'
import { toCommands } from '../shell/commands.ts'
import { isReadOnlyCommand } from '../shell/read-only.ts'
import { splitWords } from '../shell/words.ts'
import { repliesIn } from '../review/replies.ts'
import { detectCompletion } from '../strategies/detect-completion.ts'
import { ownLines } from '../strategies/grammar/markdown.ts'
import { takesBack } from '../strategies/grammar/take-back.ts'
import { quoted } from '../gate/words/quoted.ts'
import { withoutEcho } from '../strategies/echo.ts'
import { asksOnly, closingQuestion } from '../last-words/question.ts'
import { maskSecrets } from './mask-secrets.ts'
import { oneLine } from './printable.ts'

const COMMENT = {
  id: 'cmt_1',
  path: 'a.ts',
  line: 3,
  side: 'new',
  lineText: 'x = 1',
  words: 'Why?',
  at: '2026-11-15T12:00:00.000Z',
  state: 'sent',
} as const
const all = ['done-token', 'promise-tag', 'relaxed-tag', 'heuristic'] as const
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  detectors: (text) => detectCompletion({ stdout: `${text}<promise>COMPLETE</promise>\n`, exitCode: 0 }, all),
  takesBack,
  asksOnly: (text) => asksOnly(`${text}?`),
  closingQuestion: (text) => closingQuestion(`${text}?`),
  withoutEcho: (text) => withoutEcho(text, [`${text}\n| a`, 'x\ny']),
  maskSecrets,
  repliesIn: (text) => repliesIn(ownLines(`cmt_1 ${text}cmt_1\n${text}`), [COMMENT]),
  oneLine: (text) => oneLine(text, 100),
  quoted,
  failingTail: (text) => failingTail(text),
  failureLines: (text) => failureLines(`FAIL ${text}`, '/home/ada'),
  splitWords,
  toCommands,
  // Of half the text: a longer command is not read at all.
  isReadOnlyCommand: (text) => isReadOnlyCommand(text.slice(0, text.length / 2)),
}

describe('P13: linear', () => {
  for (const [name, read] of Object.entries(readers)) {
    test(name, () => expect(HOSTILE_TEXT.flatMap((token) => growthOf(read, token) ?? [])).toEqual([]))
  }
})
