// A review: why it waits, the request, the claim, the evidence and the diff, and the answers. What changes meanwhile is
// told in a banner and shown when the person asks for it; nothing moves under their hands.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { get, post, type RequestRefused, remove } from '../api.ts'
import { DiffRoom } from '../diff/room.tsx'
import { forget } from '../kept.ts'
import { onChange } from '../live.ts'
import { toRefused } from '../loaded.ts'
import { Age, counted, Trouble } from '../parts/words.tsx'
import { AnswerBar, type BarAnswer } from '../review/answer-bar.tsx'
import { AnswerDialog, draftName } from '../review/answer-dialog.tsx'
import { KeyHelp } from '../review/key-help.tsx'
import { isSameReview } from '../review/same.ts'
import { go } from '../route.ts'
import type {
  AnswerRequest,
  CommentRequest,
  Done,
  FileSummary,
  ReviewPage,
  ViewedRequest,
  WebReview,
} from '../values.ts'

/** So many milliseconds of changes are looked at together. */
const TOGETHER_MS = 400

export function ReviewRoom({ task }: { readonly task: string }) {
  const base = `/api/tasks/${encodeURIComponent(task)}`
  const page = useSignal<ReviewPage | undefined>(undefined)
  /** The review as it is by now, where that is another one. */
  const newer = useSignal<ReviewPage | undefined>(undefined)
  const version = useSignal('')
  const error = useSignal<RequestRefused | undefined>(undefined)
  const said = useSignal<{ readonly text: string; readonly isBad?: boolean } | undefined>(undefined)
  const asks = useSignal<BarAnswer | 'help' | undefined>(undefined)
  const answerError = useSignal<RequestRefused | undefined>(undefined)
  const place = useSignal('')
  const number = useRef(0)
  const isAsked = useRef(false)
  const say = (text: string, isBad = false): void => {
    said.value = { text, isBad }
  }
  const read = async (): Promise<ReviewPage | undefined> => {
    const mine = ++number.current
    try {
      const value = await get<ReviewPage>(`${base}/review`)
      if (mine !== number.current) return undefined
      error.value = undefined
      version.value = value.version
      return value
    } catch (problem) {
      if (mine === number.current) error.value = toRefused(problem)
      return undefined
    }
  }
  const load = async (): Promise<void> => {
    isAsked.current = true
    const value = await read()
    if (value) show(value)
  }
  const show = (value: ReviewPage): void => {
    isAsked.current = false
    page.value = value
    newer.value = undefined
    // What was looked at is remembered for the next review; that it was not is no reason to disturb anybody.
    if (value.view.end === undefined) void post(`${base}/look`, {}).catch(() => undefined)
  }
  useEffect(() => {
    void load()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const value = await read()
      if (!value) return
      // It overtook a reading that the person waits for.
      if (isAsked.current || !page.value) return show(value)
      newer.value = isSameReview(page.value.view, value.view) ? undefined : value
    }
    const stop = onChange(({ tasks, isAll }) => {
      if (!isAll && !tasks.includes(task)) return
      timer ??= setTimeout(() => {
        timer = undefined
        void look()
      }, TOGETHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      number.current++
    }
  }, [task])
  const carryOut = async (act: () => Promise<Done>): Promise<boolean> => {
    try {
      const { text } = await act()
      say(text)
      // Done is done: whoever waits for it, such as an open editor, does not wait for the page as well.
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
    const before = page.value
    if (!before) return
    page.value = { ...before, view: withViewed(before.view, file, isViewed) }
    const body: ViewedRequest = { path: file.path, mark: file.mark, isViewed }
    await post<Done>(`${base}/viewed`, body).catch((problem: unknown) => {
      page.value = before
      say(toRefused(problem).message, true)
    })
  }
  const answer = async (kind: BarAnswer, words: string): Promise<void> => {
    const shown = page.value
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
  const shown = page.value
  if (!shown) {
    return <main>{error.value ? <Trouble error={error.value} /> : <p class="soft">Reading the review …</p>}</main>
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
      {newer.value ? (
        <p class="notice stuck" role="status">
          {newsOf(view, newer.value.view)}
          <button type="button" onClick={() => void load()}>
            Show it <kbd>R</kbd>
          </button>
        </p>
      ) : null}
      {error.value ? <Trouble error={error.value} /> : null}
      <DiffRoom
        task={task}
        view={view}
        version={version.value}
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
      <AnswerBar view={view} place={place.value} said={said.value} onAsk={ask} onHelp={() => (asks.value = 'help')} />
      {asks.value === 'help' ? <KeyHelp onClose={() => (asks.value = undefined)} /> : null}
      {asks.value === undefined || asks.value === 'help' ? null : (
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

function ReviewHead({ view }: { readonly view: WebReview }) {
  const { kind, task, agent, title, folder, claimNumber, since, end } = view
  return (
    <div class="review-head">
      <p class="small soft">
        <span class={`mark ${end ? '' : kind === 'question' ? 'warn' : 'good'}`}>
          {kind === 'question' ? 'Question' : 'Review'}
        </span>{' '}
        <a class="mono" href={`/tasks/${encodeURIComponent(task)}`}>
          {task}
        </a>
        {claimNumber === undefined ? '' : ` · claim ${claimNumber}`} · {agent}
        {folder === undefined ? '' : ` · ${folder}`}
      </p>
      <h1>{title === '' ? task : title}</h1>
      <p class="soft">
        {end ? (
          <>
            {end.text}, <Age at={end.at} />
          </>
        ) : (
          <>
            waiting <Age at={since} />
          </>
        )}
      </p>
    </div>
  )
}

function withViewed(view: WebReview, { path, mark }: FileSummary, isViewed: boolean): WebReview {
  const files = (all: readonly FileSummary[]): readonly FileSummary[] =>
    all.map((one) => (one.path === path && one.mark === mark ? { ...one, isViewed } : one))
  return { ...view, diffs: view.diffs.map((diff) => ({ ...diff, files: files(diff.files) })) }
}

/** What is told of a review that is another one by now. */
function newsOf(before: WebReview, after: WebReview): string {
  if (after.end && !before.end) return `This review is over: ${after.end.text}.`
  if (after.review !== before.review) return 'The agent has claimed again: a newer review waits.'
  if (after.approval.isChanged && !before.approval.isChanged) return 'The files have changed since the checks ran.'
  const drafts = after.drafts - before.drafts
  if (drafts > 0) return `${counted(drafts, 'more draft')} came from elsewhere.`
  return 'The review has changed.'
}
