// What waits for the person: reviews and questions, the longest first. What was answered meanwhile stays in its place.
import { useRef } from 'preact/hooks'
import { useLoaded } from '../loaded.ts'
import { Age, counted, Trouble } from '../parts/words.tsx'
import type { TasksPage, WaitingPage, WaitingRow } from '../values.ts'
import { TaskRow } from './tasks.tsx'

export function WaitingView() {
  const { value, error } = useLoaded<WaitingPage>('/api/waiting')
  const seen = useRef<readonly WaitingRow[]>([])
  const now = value?.rows ?? []
  const waiting = new Set(now.map(({ review }) => review))
  // Rows keep their place while the page is open, so that nobody clicks on the wrong one.
  const known = new Set(seen.current.map(({ review }) => review))
  const rows = [...seen.current, ...now.filter(({ review }) => !known.has(review))]
  seen.current = rows
  return (
    <main>
      <div class="head">
        <h1>Waiting for you</h1>
        {value ? <p class="soft">{now.length === 0 ? 'nothing' : summary(now)}</p> : null}
      </div>
      {error ? <Trouble error={error} /> : null}
      {value && rows.length === 0 ? (
        <div class="nothing">
          <h2>Nothing waits for you</h2>
          <p>
            Here appear, by themselves, results that a person must look at and questions that an agent asks while nobody
            is there.
          </p>
        </div>
      ) : (
        <ul class="cards">
          {rows.map((row) => (
            <li key={row.review}>
              <Waiting row={row} isOver={!waiting.has(row.review)} />
            </li>
          ))}
        </ul>
      )}
      {value && rows.length === 0 ? <Newest /> : null}
    </main>
  )
}

const MOST = 5

/** Where nothing waits, what the agents are doing. */
function Newest() {
  const { value } = useLoaded<TasksPage>('/api/tasks')
  const tasks = value?.rows.slice(0, MOST) ?? []
  if (value && tasks.length === 0) {
    return (
      <p class="soft">
        There are no tasks yet. Give an agent one: <code>fullstop run "…"</code>
      </p>
    )
  }
  return (
    <section>
      <h2>Newest tasks</h2>
      {tasks.map((task) => (
        <TaskRow key={task.id} row={{ task, depth: 0 }} />
      ))}
      {value && value.total > tasks.length ? (
        <p>
          <a href="/tasks">All {value.total} tasks</a>
        </p>
      ) : null}
    </section>
  )
}

function summary(rows: readonly WaitingRow[]): string {
  const questions = rows.filter(({ kind }) => kind === 'question').length
  const reviews = rows.length - questions
  return [
    ...(reviews > 0 ? [counted(reviews, 'review')] : []),
    ...(questions > 0 ? [counted(questions, 'question')] : []),
  ].join(', ')
}

function Waiting({ row, isOver }: { readonly row: WaitingRow; readonly isOver: boolean }) {
  const { kind, task, agent, title, folder, since, why } = row
  return (
    <a class={`card waiting${isOver ? ' over' : ''}`} href={`/tasks/${encodeURIComponent(task)}/review`}>
      <span class="waiting-head">
        <span class={`mark ${isOver ? '' : kind === 'question' ? 'warn' : 'good'}`}>
          {isOver ? 'Answered' : kind === 'question' ? 'Question' : 'Review'}
        </span>
        <strong class="waiting-title">{title === '' ? task : title}</strong>
        <span class="waiting-age soft">
          <Age at={since} />
        </span>
      </span>
      {why.map((text, index) => (
        <span key={index} class="waiting-why">
          {text}
        </span>
      ))}
      <span class="soft small mono waiting-where">
        {agent} · {folder === '' ? task : folder}
      </span>
    </a>
  )
}
