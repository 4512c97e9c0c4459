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

/** Held by the one page that may listen although nobody sees it. */
const UNSEEN = 'unseen'
const RETRY_MS = 3000

let source: EventSource | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let isBehind = false

/**
 * A browser has six connections to a server, for all of its pages together: a seventh that listens would get nothing at
 * all. So pages that nobody sees leave theirs, but for one that keeps its title up to date.
 */
export function followChanges(): void {
  let release: (() => void) | undefined
  const look = (): void => {
    release?.()
    if (!document.hidden) return listen()
    leave()
    // Its turn may come when it is seen again: then it has one anyway.
    void (navigator.locks as LockManager | undefined)?.request(
      UNSEEN,
      () =>
        new Promise<void>((done) => {
          release = done
          if (document.hidden) listen()
          else done()
        }),
    )
  }
  document.addEventListener('visibilitychange', look)
  look()
}

function leave(): void {
  clearTimeout(retry)
  source?.close()
  source = undefined
  isBehind = true
}

function listen(): void {
  if (source) return
  const mine = new EventSource('/api/changes')
  source = mine
  mine.addEventListener('open', () => {
    // Whatever the stream could not tell meanwhile is read anew.
    if (isBehind) tell({ tasks: [], isAll: true })
    isBehind = false
    connection.value = 'open'
  })
  mine.addEventListener('changed', ({ data }: MessageEvent<string>) => {
    const notice = JSON.parse(data) as ChangeNotice
    version ??= notice.version
    if (notice.version !== version) return location.reload()
    if (notice.isAll || notice.tasks.length > 0) tell(notice)
  })
  mine.addEventListener('error', () => {
    connection.value = 'lost'
    isBehind = true
    // The browser tries again by itself, unless the server said no.
    if (mine.readyState !== EventSource.CLOSED || source !== mine) return
    source = undefined
    retry = setTimeout(listen, RETRY_MS)
  })
}

function tell(notice: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(notice)
}
