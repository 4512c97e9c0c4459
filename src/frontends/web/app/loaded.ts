// A value from the server that a page shows: read when the page opens, and again when something has changed.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { RequestRefused } from './api.ts'
import { onChanges } from './live.ts'
import { useReadings } from './readings.ts'

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

export function useLoaded<T>(path: string, { task, isHeld = false }: LoadOptions = {}): Loaded<T> {
  const shown = useSignal<{ readonly path: string; readonly value?: T; readonly error?: RequestRefused }>({ path })
  const isStale = useSignal(false)
  const readings = useReadings()
  const reload = async (): Promise<void> => {
    isStale.value = false
    const reading = await readings.read<T>(path)
    if (!reading) return
    // What was read before stays in sight while the server is away.
    const before = shown.value.path === path ? shown.value : { path }
    shown.value = reading.kind === 'read' ? { path, value: reading.value } : { ...before, error: reading.error }
  }
  useEffect(() => {
    void reload()
    const stop = onChanges(task, () => {
      if (isHeld) isStale.value = true
      else void reload()
    })
    return () => {
      stop()
      readings.drop()
    }
  }, [path])
  const { value, error } = shown.value.path === path ? shown.value : {}
  return { value, error, isStale: isStale.value, reload }
}
