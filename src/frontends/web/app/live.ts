// What changes on the server while a page is open: one stream of notices. Pages decide what to do with them.
import { signal } from '@preact/signals'
import type { ChangeNotice } from './values.ts'

export const connection = signal<'connecting' | 'open' | 'lost'>('connecting')

type Listener = (notice: Pick<ChangeNotice, 'tasks' | 'isAll'>) => void
const listeners = new Set<Listener>()
let version: string | undefined

/** Returns what ends it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** So many milliseconds of changes are told at once. */
const TOGETHER_MS = 200

/** Tells of changes of one task, or of any; several that come together once. Returns what ends it. */
export function onChanges(task: string | undefined, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onChange(({ tasks, isAll }) => {
    if (!isAll && task !== undefined && !tasks.includes(task)) return
    timer ??= setTimeout(() => {
      timer = undefined
      act()
    }, TOGETHER_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

export function followChanges(): void {
  const source = new EventSource('/api/changes')
  source.addEventListener('open', () => {
    // Whatever the stream could not tell meanwhile is read anew.
    if (connection.value === 'lost') tell({ tasks: [], isAll: true })
    connection.value = 'open'
  })
  source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
    const notice = JSON.parse(data) as ChangeNotice
    version ??= notice.version
    if (notice.version !== version) return location.reload()
    if (notice.isAll || notice.tasks.length > 0) tell(notice)
  })
  source.addEventListener('error', () => {
    connection.value = 'lost'
    // The browser tries again by itself, unless the server said no.
    if (source.readyState !== EventSource.CLOSED) return
    setTimeout(followChanges, 3000)
  })
}

function tell(notice: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(notice)
}
