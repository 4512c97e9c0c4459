// A value from the server that a page shows: read when the page opens, and again when something has changed.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { get, RequestRefused } from './api.ts'
import { onChange } from './live.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: RequestRefused | undefined
  /** Something has changed since it was read. */
  readonly isStale: boolean
  readonly reload: () => Promise<void>
}

export interface LoadOptions {
  /** Only changes of this task concern the value. */
  readonly task?: string
  /** A change is told, and not read by itself. */
  readonly isHeld?: boolean
}

/** So many milliseconds of changes are read at once. */
const TOGETHER_MS = 200

export function useLoaded<T>(path: string, { task, isHeld = false }: LoadOptions = {}): Loaded<T> {
  const shown = useSignal<{ readonly path: string; readonly value?: T; readonly error?: RequestRefused }>({ path })
  const isStale = useSignal(false)
  const newest = useRef(0)
  const reload = async (): Promise<void> => {
    const number = ++newest.current
    isStale.value = false
    const read = await get<T>(path).then(
      (value) => ({ path, value }),
      (error: unknown) => ({ path, error: toRefused(error) }),
    )
    if (number !== newest.current) return
    // What was read before stays in sight while the server is away.
    const before = shown.value.path === path ? shown.value : { path }
    shown.value = 'error' in read ? { ...before, ...read } : read
  }
  useEffect(() => {
    void reload()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onChange(({ tasks, isAll }) => {
      if (!isAll && task !== undefined && !tasks.includes(task)) return
      if (isHeld) {
        isStale.value = true
        return
      }
      timer ??= setTimeout(() => {
        timer = undefined
        void reload()
      }, TOGETHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      newest.current++
    }
  }, [path])
  const { value, error } = shown.value.path === path ? shown.value : {}
  return { value, error, isStale: isStale.value, reload }
}

export function toRefused(error: unknown): RequestRefused {
  if (error instanceof RequestRefused) return error
  return new RequestRefused({ code: 'failed', why: error instanceof Error ? error.message : String(error) })
}
