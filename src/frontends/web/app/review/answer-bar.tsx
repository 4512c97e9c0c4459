// The bar at the bottom of a review: where the person is, what was said last, and the answers with their keys.
import { counted } from '../parts/words.tsx'
import type { AnswerRequest, WebReview } from '../values.ts'

export type BarAnswer = AnswerRequest['answer']

interface BarButton {
  readonly answer: BarAnswer
  readonly text: string
  readonly key: string
  readonly kind: 'main' | 'danger' | ''
}

export function answersOf({ kind, isDisputed, end, drafts }: WebReview): readonly BarButton[] {
  if (end) return []
  const reject: BarButton = { answer: 'reject', text: 'Reject', key: 'x', kind: 'danger' }
  if (kind === 'question') return [reject, { answer: 'answer', text: 'Reply', key: 'r', kind: 'main' }]
  const stands: BarButton = { answer: 'stands', text: 'The check stands', key: 's', kind: '' }
  const changes: BarButton = {
    answer: 'request-changes',
    text: 'Request changes',
    key: 'r',
    kind: drafts > 0 ? 'main' : '',
  }
  const approve: BarButton = { answer: 'approve', text: 'Approve', key: 'a', kind: drafts > 0 ? '' : 'main' }
  return [reject, ...(isDisputed ? [stands] : []), changes, approve]
}

export interface AnswerBarProps {
  readonly view: WebReview
  readonly place: string
  readonly said: { readonly text: string; readonly isBad?: boolean } | undefined
  readonly onAsk: (answer: BarAnswer) => void
  readonly onHelp: () => void
  /** So many texts were typed here and not sent. */
  readonly unsent: number
  readonly onUnsent: () => void
}

export function AnswerBar({ view, place, said, onAsk, onHelp, unsent, onUnsent }: AnswerBarProps) {
  const buttons = answersOf(view)
  return (
    <div class="bar" role="region" aria-label="Answer">
      <div class="bar-in">
        <p class={`bar-text small ${said?.isBad ? 'bad' : said ? '' : 'soft mono'}`} role="status">
          {said?.text ?? place}
        </p>
        {view.drafts > 0 ? <span class="mark">{counted(view.drafts, 'draft')}</span> : null}
        {unsent > 0 ? (
          <button type="button" class="plain" onClick={onUnsent}>
            {unsent} not sent
          </button>
        ) : null}
        <button type="button" class="plain wide-only" onClick={onHelp} aria-label="Keys">
          <kbd>?</kbd>
        </button>
        {buttons.map(({ answer, text, key, kind }) => (
          <button key={answer} type="button" class={kind} onClick={() => onAsk(answer)}>
            {text} <kbd class="wide-only">{key}</kbd>
          </button>
        ))}
        {buttons.length === 0 ? (
          <>
            <a class="button" href={`/tasks/${encodeURIComponent(view.task)}`}>
              Its task
            </a>
            <a class="button main" href="/">
              What else waits
            </a>
          </>
        ) : null}
      </div>
    </div>
  )
}
