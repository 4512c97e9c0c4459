// The head of a review: whose it is, what was asked for, and how long it waits.
import { Age } from '../parts/words.tsx'
import type { WebReview } from '../values.ts'

export function ReviewHead({ view }: { readonly view: WebReview }) {
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
