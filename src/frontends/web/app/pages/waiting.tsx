// What waits for the person: reviews and questions, the longest first. What was answered meanwhile stays in its place.
import { useRef } from 'preact/hooks'
import { useLoaded } from '../loaded.ts'
import { Age, counted, Trouble } from '../parts/words.tsx'
import type { TasksPage, WaitingPage, WaitingRow } from '../values.ts'
import { TaskHead, TaskRow } from './tasks.tsx'

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
        {now.length > 0 ? <p class="soft">{summary(now)}</p> : null}
      </div>
      {error ? <Trouble error={error} /> : null}
      {value && rows.length === 0 ? (
        <Nothing />
      ) : (
        <ul class="cards">
          {rows.map((row) => (
            <li key={row.review}>
              <Waiting row={row} isOver={!waiting.has(row.review)} />
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

const MOST = 5

/** Where nothing waits: what will appear here, and what the agents are doing. */
function Nothing() {
  const { value } = useLoaded<TasksPage>('/api/tasks')
  return (
    <>
      <div class="nothing">
        <h2>Nothing waits for you</h2>
        <p>When an agent needs an answer or a review from you, it appears here.</p>
        {value?.total === 0 ? (
          <p>
            There are no tasks yet. Give an agent one: <code>fullstop run "…"</code>
          </p>
        ) : null}
      </div>
      {value && value.total > 0 ? <Newest page={value} /> : null}
    </>
  )
}

function Newest({ page: { rows, total } }: { readonly page: TasksPage }) {
  const tasks = rows.slice(0, MOST)
  return (
    <section>
      <div class="head">
        <h2>Newest tasks</h2>
        {total > tasks.length ? <a href="/tasks">All {total} tasks</a> : null}
      </div>
      <TaskHead />
      {tasks.map((task) => (
        <TaskRow key={task.id} row={{ task, depth: 0 }} />
      ))}
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
