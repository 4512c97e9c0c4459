// One task: how it stands in a few lines, then its timeline, its changes, its checks with their logs, and its brief.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { get, post, type RequestRefused } from '../api.ts'
import { onChange } from '../live.ts'
import { useLoaded } from '../loaded.ts'
import { toRefused } from '../readings.ts'
import { dayOf, timeOfDay, wholeMoment } from '../clock.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Log } from '../parts/log.tsx'
import { Age, Ago, counted, Parts, State, Trouble } from '../parts/words.tsx'
import { TASK_TABS, type TaskTab } from '../route.ts'
import type { BriefPage, Done, RoundView, TaskItem, TaskPage, TimelineEntry, TimelinePage } from '../values.ts'
import { TaskChanges } from './task-changes.tsx'

const TAB_TITLES: Readonly<Record<TaskTab, string>> = {
  timeline: 'Timeline',
  changes: 'Changes',
  checks: 'Checks',
  brief: 'Brief',
}

export function TaskView({ task: id, tab }: { readonly task: string; readonly tab: TaskTab }) {
  const { value, error, reload } = useLoaded<TaskPage>(`/api/tasks/${encodeURIComponent(id)}`, { task: id })
  if (!value) {
    return <main>{error ? <Trouble error={error} /> : <p class="soft">Reading the task …</p>}</main>
  }
  const { task, head, story, children, parent } = value
  return (
    <main class={tab === 'changes' ? 'wide' : ''}>
      <div class="task-head">
        <p class="small soft mono">
          {parent ? (
            <>
              <a href={`/tasks/${encodeURIComponent(parent.id)}`}>{parent.id}</a> /{' '}
            </>
          ) : null}
          {head.id}
        </p>
        <h1>{task.request}</h1>
        <p class="task-about">
          <State task={task} />
          <span class="soft small">{head.about}</span>
        </p>
        <p class="soft small mono">{head.session}</p>
        {head.erased === undefined ? null : <p class="soft small">{head.erased}</p>}
        <Orders page={value} onDone={() => void reload()} />
      </div>
      {error ? <Trouble error={error} /> : null}
      <dl class="story">
        {story.lines.map(({ label, parts }, index) => (
          <div key={index}>
            <dt class="soft">{label}</dt>
            <dd>
              <Parts parts={parts} />
            </dd>
          </div>
        ))}
      </dl>
      {children.length > 0 ? <Subtasks tasks={children} /> : null}
      <nav class="tabs" aria-label="Parts of the task">
        {TASK_TABS.map((name) => (
          <a
            key={name}
            href={`/tasks/${encodeURIComponent(id)}${name === 'timeline' ? '' : `/${name}`}`}
            {...(name === tab ? { 'aria-current': 'page' } : {})}
          >
            {TAB_TITLES[name]}
          </a>
        ))}
      </nav>
      {tab === 'timeline' ? <Timeline task={id} /> : null}
      {tab === 'changes' ? <TaskChanges task={id} /> : null}
      {tab === 'checks' ? <Rounds task={id} rounds={value.rounds} /> : null}
      {tab === 'brief' ? <Brief task={id} /> : null}
    </main>
  )
}

function Subtasks({ tasks }: { readonly tasks: readonly TaskItem[] }) {
  return (
    <section class="subtasks">
      <h2>{counted(tasks.length, 'subtask')}</h2>
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <a href={`/tasks/${encodeURIComponent(task.id)}`}>
              <State task={task} />
              <span class="cut">{task.request}</span>
              <span class="soft small number">
                <Age at={task.openedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A question is answered, not reviewed. */
function reviewLabel({ waits, state }: Pick<TaskItem, 'waits' | 'state'>): string {
  if (!waits) return 'Its last review'
  return state === 'needs-input' ? 'Answer it' : 'Review it'
}

/** What a person can order here. Each is confirmed: none of it can be taken back. */
function Orders({ page: { task, can }, onDone }: { readonly page: TaskPage; readonly onDone: () => void }) {
  const asks = useSignal<'resume' | 'cancel' | undefined>(undefined)
  const said = useSignal<string | undefined>(undefined)
  const error = useSignal<RequestRefused | undefined>(undefined)
  const order = async (name: 'resume' | 'cancel', words: string): Promise<void> => {
    error.value = undefined
    const body = name === 'resume' && words !== '' ? { words } : {}
    const done = await post<Done>(`/api/tasks/${encodeURIComponent(task.id)}/${name}`, body).catch(
      (problem: unknown) => {
        error.value = toRefused(problem)
      },
    )
    if (!done) return
    asks.value = undefined
    said.value = done.text
    onDone()
  }
  if (!can.review && !can.resume && !can.cancel) return null
  return (
    <>
      <div class="orders">
        {can.review ? (
          <a class={`button${task.waits ? ' main' : ''}`} href={`/tasks/${encodeURIComponent(task.id)}/review`}>
            {reviewLabel(task)}
          </a>
        ) : null}
        {can.resume ? (
          <button type="button" onClick={() => (asks.value = 'resume')}>
            Resume …
          </button>
        ) : null}
        {can.cancel ? (
          <button type="button" onClick={() => (asks.value = 'cancel')}>
            Cancel …
          </button>
        ) : null}
      </div>
      {said.value === undefined ? null : (
        <p class="small good" role="status">
          {said.value}
        </p>
      )}
      {asks.value === 'resume' ? (
        <Confirm
          title="Resume the task"
          action="Resume"
          draft={`resume:${task.id}`}
          placeholder="Words for the agent, if you want to add any"
          error={error.value}
          onDone={(words) => order('resume', words)}
          onClose={() => (asks.value = undefined)}
        >
          <p>The agent continues in its own session, with what is left of its budget.</p>
        </Confirm>
      ) : null}
      {asks.value === 'cancel' ? (
        <Confirm
          title="Cancel the task"
          action="Cancel the task"
          isDanger
          error={error.value}
          onDone={(words) => order('cancel', words)}
          onClose={() => (asks.value = undefined)}
        >
          <p>The agent is ended if it is at work, and the task ends as cancelled. Files stay as they are.</p>
        </Confirm>
      ) : null}
    </>
  )
}

/** Events as the server tells them; new ones are added at the end. */
function Timeline({ task }: { readonly task: string }) {
  const entries = useSignal<readonly TimelineEntry[]>([])
  const isRead = useSignal(false)
  const error = useSignal<RequestRefused | undefined>(undefined)
  const isWhole = useSignal(false)
  useEffect(() => {
    let [last, isBusy, isAgain] = [0, false, false]
    const over = new AbortController()
    const read = async (): Promise<void> => {
      if (isBusy) {
        isAgain = true
        return
      }
      isBusy = true
      try {
        let more = true
        while (more && !over.signal.aborted) {
          const page = await get<TimelinePage>(`/api/tasks/${encodeURIComponent(task)}/timeline?after=${last}`)
          entries.value = page.entries.reduce(placed, entries.value)
          more = page.more && page.last > last
          last = page.last
        }
        error.value = undefined
        isRead.value = true
      } catch (problem) {
        error.value = toRefused(problem)
      } finally {
        isBusy = false
      }
      if (isAgain && !over.signal.aborted) {
        isAgain = false
        await read()
      }
    }
    void read()
    const stop = onChange(({ tasks, isAll }) => {
      if (isAll || tasks.includes(task)) void read()
    })
    return () => {
      over.abort()
      stop()
    }
  }, [task])
  const shown = isWhole.value ? entries.value : entries.value.filter(({ event }) => !isDetail(event))
  const left = entries.value.length - shown.length
  if (error.value && entries.value.length === 0) return <Trouble error={error.value} />
  return (
    <section aria-label="Timeline">
      <ol class="timeline">
        {shown.map((entry, index) => (
          <Moment key={entry.number} entry={entry} before={shown[index - 1]} />
        ))}
      </ol>
      {isRead.value && entries.value.length === 0 ? <p class="nothing">No event is left of this task.</p> : null}
      {left > 0 || isWhole.value ? (
        <button type="button" class="plain" onClick={() => (isWhole.value = !isWhole.value)}>
          {isWhole.value ? 'Show what matters' : `Show everything, ${left} more`}
        </button>
      ) : null}
    </section>
  )
}

/** A claim at a stop is recorded after its checks, and told before them. */
function placed(entries: readonly TimelineEntry[], entry: TimelineEntry): readonly TimelineEntry[] {
  const at = entry.before === undefined ? -1 : entries.findIndex(({ number }) => number === entry.before)
  return at < 0 ? [...entries, entry] : entries.toSpliced(at, 0, entry)
}

/** Book-keeping that a person rarely asks for. */
const DETAILS =
  /^(?:session\.|checks?\.started$|stint\.(?:known|used|said)|brief\.|claim\.bound$|notice\.|review\.viewed$)/

function isDetail(event: string): boolean {
  return DETAILS.test(event)
}

function Moment({ entry, before }: { readonly entry: TimelineEntry; readonly before: TimelineEntry | undefined }) {
  const { at, subject, parts, details, event } = entry
  const isNewDay = before === undefined || dayOf(before.at) !== dayOf(at)
  return (
    <>
      {isNewDay ? <li class="moment-day small soft">{dayOf(at)}</li> : null}
      <li class={`moment tone-${markOf(event, parts)}`}>
        <time class="soft small number" dateTime={at} title={wholeMoment(at)}>
          {timeOfDay(at)}
        </time>
        <div class="moment-body">
          <p>
            <span class="moment-subject">{subject}</span> <Parts parts={parts} />
          </p>
          {details.length > 0 ? <pre class="soft">{details.join('\n')}</pre> : null}
        </div>
      </li>
    </>
  )
}

/** Its dot takes the most serious tone of its words. */
function markOf(event: string, parts: TimelineEntry['parts']): string {
  const tones = parts.flatMap((part) => (part.kind === 'text' && part.tone !== undefined ? [part.tone] : []))
  const tone = (['bad', 'warn', 'good'] as const).find((each) => tones.includes(each))
  return tone ?? (/^(?:request|prompt|review|comment)\./.test(event) ? 'person' : 'none')
}

const CAUSES: Readonly<Record<string, string>> = { baseline: 'before the task began', claim: 'for a claim' }

function Rounds({ task, rounds }: { readonly task: string; readonly rounds: readonly RoundView[] }) {
  if (rounds.length === 0) return <p class="nothing">No check has run for this task.</p>
  return (
    <div class="rounds">
      {rounds.toReversed().map(({ run, at, cause, ended, checks, notes }) => (
        <section key={run} class="round">
          <h2>
            Checks {CAUSES[cause] ?? cause}
            <span class="soft small">
              {' '}
              <Ago at={at} />
              {ended ? '' : ', still running'}
            </span>
          </h2>
          {notes.map((note, index) => (
            <p key={index} class="soft small">
              {note}
            </p>
          ))}
          <ul>
            {checks.map((check) => (
              <li key={check.name} class="check">
                <p class="check-head">
                  <span class={`chip ${check.tone}`}>{check.result.replaceAll('-', ' ')}</span>
                  <strong>{check.name}</strong>
                  <span class="soft small">
                    {check.why}, {check.took}
                  </span>
                </p>
                {check.output.length > 0 ? <pre class="output">{check.output.join('\n')}</pre> : null}
                {check.evidence === undefined ? null : <Log task={task} evidence={check.evidence} name={check.name} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Brief({ task }: { readonly task: string }) {
  const { value, error } = useLoaded<BriefPage>(`/api/tasks/${encodeURIComponent(task)}/brief`, { task })
  if (error) return <Trouble error={error} />
  return (
    <section aria-label="Brief">
      <p class="soft small">What a new session of this task would be told.</p>
      <pre class="brief">{value?.text ?? ''}</pre>
    </section>
  )
}
