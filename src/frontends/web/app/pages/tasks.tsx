// All tasks, newest first, as they change: filters, subtasks below their task, and the lists of tasks with their items.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { get } from '../api.ts'
import { onChanges } from '../live.ts'
import { useLoaded } from '../loaded.ts'
import { useReadings } from '../readings.ts'
import { Rows } from '../parts/rows.tsx'
import { Age, counted, State, Trouble } from '../parts/words.tsx'
import { inTree, type PlacedTask } from '../task-tree.ts'
import type { ListsPage, TaskItem, TasksPage } from '../values.ts'
import type { RequestRefused } from '../api.ts'

interface Filter {
  readonly state: string
  readonly agent: string
  readonly text: string
}

const NO_FILTER: Filter = { state: '', agent: '', text: '' }

export function TasksView() {
  const filter = useSignal<Filter>(NO_FILTER)
  const shows = useSignal<'tasks' | 'lists'>('tasks')
  const tasks = useTasks(filter.value)
  const { page, rows, error } = tasks
  return (
    <main>
      <div class="head">
        <h1>Tasks</h1>
        <p class="soft" role="status">
          {page ? counted(page.total, 'task') : ''}
        </p>
      </div>
      <div class="filters">
        <div class="switch" role="group" aria-label="What is listed">
          {(['tasks', 'lists'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={shows.value === name}
              onClick={() => {
                shows.value = name
              }}
            >
              {name === 'tasks' ? 'All tasks' : 'By list'}
            </button>
          ))}
        </div>
        {shows.value === 'tasks' ? (
          <Filters filter={filter.value} page={page} onChange={(next) => (filter.value = next)} />
        ) : null}
      </div>
      {error ? <Trouble error={error} /> : null}
      {shows.value === 'lists' ? (
        <Lists />
      ) : (
        <TaskRows tasks={tasks} isFiltered={filter.value !== NO_FILTER} rows={rows} />
      )}
    </main>
  )
}

function Filters(props: {
  readonly filter: Filter
  readonly page: TasksPage | undefined
  readonly onChange: (filter: Filter) => void
}) {
  const { filter, page, onChange } = props
  const set = (changed: Partial<Filter>): void => {
    const next = { ...filter, ...changed }
    onChange(next.state === '' && next.agent === '' && next.text === '' ? NO_FILTER : next)
  }
  return (
    <>
      <Choice
        label="State"
        none="Any state"
        value={filter.state}
        of={page?.states ?? []}
        onChoose={(state) => set({ state })}
      />
      <Choice
        label="Agent"
        none="Any agent"
        value={filter.agent}
        of={page?.agents ?? []}
        onChoose={(agent) => set({ agent })}
      />
      <input
        type="search"
        aria-label="Search requests, folders and ids"
        placeholder="Search"
        value={filter.text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
    </>
  )
}

function Choice(props: {
  readonly label: string
  readonly none: string
  readonly value: string
  readonly of: readonly string[]
  readonly onChoose: (value: string) => void
}) {
  const { label, none, value, of, onChoose } = props
  const values = value === '' || of.includes(value) ? of : [value, ...of]
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">{none}</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {one.replaceAll('-', ' ')}
        </option>
      ))}
    </select>
  )
}

interface Tasks {
  readonly page: TasksPage | undefined
  readonly rows: readonly PlacedTask[]
  readonly error: RequestRefused | undefined
  readonly fresh: number
  readonly loadMore: () => void
  readonly showFresh: () => void
}

const TYPED_MS = 200

/** Known rows change in place. New ones wait for a click while the person has scrolled. */
function useTasks(filter: Filter): Tasks {
  const page = useSignal<TasksPage | undefined>(undefined)
  const items = useSignal<readonly TaskItem[]>([])
  const fresh = useSignal<readonly TaskItem[]>([])
  const error = useSignal<RequestRefused | undefined>(undefined)
  const busy = useRef(false)
  const readings = useReadings()
  const reading = useRef(0)
  const query = (after?: string): string => {
    const given = Object.entries({ ...filter, after: after ?? '' }).filter(([, value]) => value !== '')
    return `/api/tasks?${new URLSearchParams(given).toString()}`
  }
  const read = async (): Promise<void> => {
    reading.current++
    const answer = await readings.read<TasksPage>(query())
    if (!answer) return
    if (answer.kind === 'refused') {
      error.value = answer.error
      return
    }
    const first = answer.value
    error.value = undefined
    const changed = new Map(first.rows.map((row) => [row.id, row]))
    const known = new Set(items.value.map(({ id }) => id))
    const isWhole = items.value.length <= first.rows.length || first.next === undefined
    const kept = items.value.flatMap((item) => changed.get(item.id) ?? (isWhole ? [] : [item]))
    const added = first.rows.filter(({ id }) => !known.has(id))
    const next = known.size === 0 || kept.length === items.value.length ? page.value?.next : first.next
    page.value = { ...first, ...(known.size > first.rows.length && next !== undefined ? { next } : {}) }
    if (scrollY > 0 && known.size > 0) {
      items.value = kept
      fresh.value = added
    } else {
      items.value = known.size === 0 ? first.rows : [...added, ...kept]
      fresh.value = []
    }
  }
  useEffect(() => {
    items.value = []
    fresh.value = []
    // Letters that are typed together are searched for once.
    const timer = setTimeout(() => void read(), filter.text === '' ? 0 : TYPED_MS)
    const stop = onChanges(undefined, () => void read())
    return () => {
      stop()
      clearTimeout(timer)
      readings.drop()
    }
  }, [filter])
  const loadMore = async (): Promise<void> => {
    const next = page.value?.next
    if (next === undefined || busy.current) return
    busy.current = true
    const mine = reading.current
    const more = await get<TasksPage>(query(next)).catch(() => undefined)
    busy.current = false
    if (!more || mine !== reading.current) return
    const known = new Set(items.value.map(({ id }) => id))
    items.value = [...items.value, ...more.rows.filter(({ id }) => !known.has(id))]
    const { next: _, ...before } = page.value ?? more
    page.value = { ...before, ...(more.next === undefined ? {} : { next: more.next }) }
  }
  const rows = useRef<{ of: readonly TaskItem[]; rows: readonly PlacedTask[] }>({ of: [], rows: [] })
  if (rows.current.of !== items.value) rows.current = { of: items.value, rows: inTree(items.value) }
  return {
    page: page.value,
    rows: rows.current.rows,
    error: error.value,
    fresh: fresh.value.length,
    loadMore: () => void loadMore(),
    showFresh: () => {
      items.value = [...fresh.value, ...items.value]
      fresh.value = []
      scrollTo(0, 0)
    },
  }
}

const ROW_HEIGHT = 53

function TaskRows(props: {
  readonly tasks: Tasks
  readonly rows: readonly PlacedTask[]
  readonly isFiltered: boolean
}) {
  const { tasks, rows, isFiltered } = props
  if (tasks.page && rows.length === 0) {
    return (
      <div class="nothing">
        <h2>{isFiltered ? 'No task matches' : 'There are no tasks yet'}</h2>
        <p>
          {isFiltered ? (
            'Choose another state or agent, or search for something else.'
          ) : (
            <>
              Give an agent one: <code>fullstop run "…"</code>
            </>
          )}
        </p>
      </div>
    )
  }
  return (
    <>
      {tasks.fresh > 0 ? (
        <p class="notice stuck" role="status">
          {counted(tasks.fresh, 'new task')}
          <button type="button" onClick={tasks.showFresh}>
            Show
          </button>
        </p>
      ) : null}
      <TaskHead />
      <Rows
        rows={rows}
        keyOf={({ task }) => task.id}
        guess={() => ROW_HEIGHT}
        draw={(row) => <TaskRow row={row} />}
        onEnd={tasks.loadMore}
      />
    </>
  )
}

const MOST_DEPTH = 4

export function TaskHead() {
  return (
    <div class="task-row head-row small soft" aria-hidden="true">
      <span>State</span>
      <span>Request</span>
      <span>Agent</span>
      <span class="number">Refused</span>
      <span class="number">Opened</span>
    </div>
  )
}

export function TaskRow({ row: { task, depth } }: { readonly row: PlacedTask }) {
  const { id, agent, folder, refused, request, openedAt } = task
  return (
    <a class={`task-row depth-${Math.min(depth, MOST_DEPTH)}`} href={`/tasks/${encodeURIComponent(id)}`}>
      <span class="task-state">
        <State task={task} />
      </span>
      <span class="task-request">
        <span class="cut">{request}</span>
        <span class="cut soft small mono">{folder}</span>
      </span>
      <span class="task-agent soft small">{agent}</span>
      <span class="number soft small">{refused}</span>
      <span class="number soft small">
        <Age at={openedAt} />
      </span>
    </a>
  )
}

const ITEM_TONES = {
  done: 'good',
  failed: 'bad',
  working: 'working',
  merging: 'working',
  review: 'warn',
  waiting: '',
  'not-started': '',
} as const

function Lists() {
  const { value, error } = useLoaded<ListsPage>('/api/lists')
  if (error) return <Trouble error={error} />
  if (value?.lists.length === 0) {
    return (
      <div class="nothing">
        <h2>There are no lists</h2>
        <p>
          A file of tasks makes one: <code>fullstop run --tasks FILE</code>
        </p>
      </div>
    )
  }
  return (
    <div class="lists">
      {value?.lists.map(({ id, file, branch, done, rows }) => (
        <section key={id} class="card">
          <div class="list-head">
            <h2 class="mono">{file}</h2>
            <p class="soft small">
              {done} of {rows.length} proven done, into <span class="mono">{branch}</span>
            </p>
          </div>
          <ol>
            {rows.map((row) => (
              <li key={row.id} class="list-row">
                <span class={`chip ${ITEM_TONES[row.mark]}`}>
                  {/^[a-z-]+$/.test(row.text) ? row.text.replaceAll('-', ' ') : row.text}
                </span>
                <span>
                  {row.task === undefined ? (
                    row.title
                  ) : (
                    <a href={`/tasks/${encodeURIComponent(row.task)}`}>{row.title}</a>
                  )}
                  {row.because === undefined ? null : <span class="soft small block">{row.because}</span>}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
