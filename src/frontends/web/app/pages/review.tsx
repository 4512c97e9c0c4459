// A review: why it waits, the request, the claim, the evidence and the diff, and the answers. What changes meanwhile is
// told in a banner and shown when the person asks for it; nothing moves under their hands.
import { useSignal } from '@preact/signals'
import { post, type RequestRefused, remove } from '../api.ts'
import { DiffRoom } from '../diff/room.tsx'
import { forget } from '../kept.ts'
import { toRefused } from '../readings.ts'
import { Trouble } from '../parts/words.tsx'
import { AnswerBar, type BarAnswer } from '../review/answer-bar.tsx'
import { AnswerDialog, draftName } from '../review/answer-dialog.tsx'
import { KeyHelp } from '../review/key-help.tsx'
import { unsentNames, UnsentWords } from '../review/unsent.tsx'
import { ReviewHead } from '../review/head.tsx'
import { newsOf } from '../review/news.ts'
import { useReview } from '../review/use-review.ts'
import { go } from '../route.ts'
import type { AnswerRequest, CommentRequest, Done, FileSummary, ViewedRequest } from '../values.ts'

export function ReviewRoom({ task }: { readonly task: string }) {
  const base = `/api/tasks/${encodeURIComponent(task)}`
  const { shown, newer, version, error, load, markViewed } = useReview(task)
  const said = useSignal<{ readonly text: string; readonly isBad?: boolean } | undefined>(undefined)
  const asks = useSignal<BarAnswer | 'help' | 'unsent' | undefined>(undefined)
  const answerError = useSignal<RequestRefused | undefined>(undefined)
  const place = useSignal('')
  const say = (text: string, isBad = false): void => {
    said.value = { text, isBad }
  }
  const carryOut = async (act: () => Promise<Done>): Promise<boolean> => {
    try {
      const { text } = await act()
      say(text)
      // The change is done: an open editor that waits for it does not wait for the page as well.
      void load()
      return true
    } catch (problem) {
      const refused = toRefused(problem)
      say(`${refused.message}${refused.next === undefined ? '' : ` ${refused.next}`}`, true)
      return false
    }
  }
  /** Shown at once; taken back where the server refuses it. */
  const setViewed = async (file: FileSummary, isViewed: boolean): Promise<void> => {
    const takeBack = markViewed(file, isViewed)
    const body: ViewedRequest = { path: file.path, mark: file.mark, isViewed }
    await post<Done>(`${base}/viewed`, body).catch((problem: unknown) => {
      takeBack()
      say(toRefused(problem).message, true)
    })
  }
  const answer = async (kind: BarAnswer, words: string): Promise<void> => {
    if (!shown) return
    answerError.value = undefined
    const body: AnswerRequest = {
      review: shown.view.review,
      answer: kind,
      ...(words === '' ? {} : { words }),
      ...(shown.tree === undefined ? {} : { tree: shown.tree }),
    }
    try {
      const { text } = await post<Done>(`${base}/answer`, body)
      forget(draftName(task, kind))
      asks.value = undefined
      say(text)
      await load()
    } catch (problem) {
      answerError.value = toRefused(problem)
    }
  }
  if (!shown) {
    return <main>{error ? <Trouble error={error} /> : <p class="soft">Reading the review …</p>}</main>
  }
  const { view } = shown
  const isOver = view.end !== undefined
  const ask = (kind: BarAnswer): void => {
    said.value = undefined
    answerError.value = undefined
    if (view.end) return say(`This review is over: ${view.end.text}.`)
    if (kind === 'approve' && view.approval.isChanged)
      return say('The files changed since the checks ran: there is nothing to approve yet.', true)
    asks.value = kind
  }
  const keys: Readonly<Record<string, () => void>> = {
    a: () => (view.kind === 'question' ? say('The agent asks a question: r answers it, x rejects.') : ask('approve')),
    r: () => ask(view.kind === 'question' ? 'answer' : 'request-changes'),
    s: () => (view.isDisputed ? ask('stands') : say('s answers a dispute: the agent disputes no check here.')),
    x: () => ask('reject'),
    R: () => void load().then(() => say('Read again.')),
    '?': () => {
      asks.value = 'help'
    },
    q: () => go('/'),
  }
  return (
    <main class="wide review">
      <ReviewHead view={view} />
      {newer ? (
        <p class="notice stuck" role="status">
          {newsOf(view, newer.view)}
          <button type="button" onClick={() => void load()}>
            Show it <kbd>R</kbd>
          </button>
        </p>
      ) : null}
      {error ? <Trouble error={error} /> : null}
      <DiffRoom
        task={task}
        view={view}
        version={version}
        say={say}
        place={place}
        onKey={(key) => {
          said.value = undefined
          const act = keys[key]
          act?.()
          return act !== undefined
        }}
        setViewed={(file, isViewed) => void setViewed(file, isViewed)}
        writing={
          isOver
            ? undefined
            : {
                keepComment: ({ file: _file, draft, lineText, ...where }, words) => {
                  const body: CommentRequest = {
                    ...where,
                    words,
                    ...(draft === undefined ? { lineText } : { id: draft }),
                  }
                  return carryOut(() => post<Done>(`${base}/comments`, body))
                },
                removeComment: async ({ id }) => {
                  await carryOut(() => remove<Done>(`${base}/comments/${encodeURIComponent(id)}`))
                },
              }
        }
      />
      <AnswerBar
        view={view}
        place={place.value}
        said={said.value}
        onAsk={ask}
        onHelp={() => (asks.value = 'help')}
        unsent={unsentNames(task).length}
        onUnsent={() => (asks.value = 'unsent')}
      />
      {asks.value === 'help' ? <KeyHelp onClose={() => (asks.value = undefined)} /> : null}
      {asks.value === 'unsent' ? <UnsentWords task={task} onClose={() => (asks.value = undefined)} /> : null}
      {asks.value === undefined || asks.value === 'help' || asks.value === 'unsent' ? null : (
        <AnswerDialog
          key={asks.value}
          kind={asks.value}
          task={task}
          view={view}
          error={answerError.value}
          onAnswer={answer}
          onClose={() => (asks.value = undefined)}
        />
      )}
    </main>
  )
}
