// What a person is about to answer: an approval with everything that it approves, or the words that go with another answer.
import type { ComponentChildren } from 'preact'
import type { RequestRefused } from '../api.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Ago, counted } from '../parts/words.tsx'
import type { WebReview } from '../values.ts'
import type { BarAnswer } from './answer-bar.tsx'

export interface AnswerDialogProps {
  readonly kind: BarAnswer
  readonly task: string
  readonly view: WebReview
  readonly error: RequestRefused | undefined
  readonly onAnswer: (kind: BarAnswer, words: string) => Promise<void>
  readonly onClose: () => void
}

/** The name under which the words of an answer are kept until it was given. */
export function draftName(task: string, kind: BarAnswer): string {
  return `answer:${task}:${kind}`
}

export function AnswerDialog({ kind, task, view, error, onAnswer, onClose }: AnswerDialogProps) {
  const { drafts } = view
  const shared = { error, onClose, onDone: (words: string) => onAnswer(kind, words) }
  const draft = draftName(task, kind)
  switch (kind) {
    case 'approve':
      return (
        <Confirm {...shared} title="You approve" action="Approve" isByKey>
          <Approval view={view} />
        </Confirm>
      )
    case 'request-changes':
      return (
        <Confirm
          {...shared}
          title={`Request changes${drafts === 0 ? '' : ` with ${counted(drafts, 'comment')}`}`}
          action="Send to the agent"
          draft={draft}
          placeholder={drafts === 0 ? 'What should the agent change?' : 'Words for all of it, if you want to add any'}
          needsWords={drafts === 0}
        >
          <p class="soft">
            {drafts === 0
              ? 'The agent gets your words, and the task continues.'
              : 'The agent gets them as one message, answers each comment, and the task continues.'}
          </p>
        </Confirm>
      )
    case 'stands':
      return (
        <Confirm
          {...shared}
          title="The check stands"
          action="Send to the agent"
          draft={draft}
          placeholder="Why it stands, if you want to say"
        >
          <p class="soft">The agent is told that the check is right, and the task continues.</p>
        </Confirm>
      )
    case 'reject':
      return (
        <Confirm
          {...shared}
          title="You reject: the task ends"
          action="Reject"
          draft={draft}
          placeholder="Why is this rejected?"
          needsWords
          isDanger
        >
          <p class="soft">Files stay as they are. The outcome is “rejected”.</p>
        </Confirm>
      )
    case 'answer':
      return (
        <Confirm
          {...shared}
          title="Reply to the agent"
          action="Send"
          draft={draft}
          placeholder="Your answer"
          needsWords
        >
          <p class="soft">The task continues with it.</p>
        </Confirm>
      )
  }
}

const TREE_DIGITS = 12

function Approval({ view: { approval, drafts } }: { readonly view: WebReview }) {
  const { tree, files, checks, despite } = approval
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ['Tree', <span class="mono">{tree?.slice(0, TREE_DIGITS) ?? 'not known'}</span>],
    [
      'Files',
      files ? (
        <>
          {files.count} changed, <span class="good">+{files.added}</span> <span class="bad">−{files.removed}</span>
        </>
      ) : (
        'not known'
      ),
    ],
    [
      'Checks',
      checks.length === 0 ? (
        <strong class="warn">none ran</strong>
      ) : (
        checks.map(({ name, result, ranAt, isOnThisTree }) => (
          <span key={name} class="block">
            <strong class={result === 'passed' ? 'good' : 'bad'}>{name}</strong> {result.replaceAll('-', ' ')}{' '}
            <Ago at={ranAt} />, {isOnThisTree ? 'on this tree' : <strong class="warn">not on this tree</strong>}
          </span>
        ))
      ),
    ],
    ...(despite.length === 0
      ? []
      : [
          [
            'Despite',
            <strong>
              {despite.join(', ')}: recorded as “approved despite” {despite.length === 1 ? 'it' : 'them'}
            </strong>,
          ] as const,
        ]),
    ...(drafts === 0
      ? []
      : [
          [
            'Drafts',
            <strong class="warn">{counted(drafts, 'comment')} not sent: request changes sends them</strong>,
          ] as const,
        ]),
  ]
  return (
    <dl class="approval">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt class="soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
