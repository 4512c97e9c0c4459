// Readings of one value, of which the one that was begun last counts: an earlier answer that comes later is dropped.
import { useRef } from 'preact/hooks'
import { get, RequestRefused } from './api.ts'

export type PageReading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: RequestRefused }

export interface PageReadings {
  /** Undefined where another reading was begun meanwhile. Never rejects. */
  readonly read: <T>(path: string) => Promise<PageReading<T> | undefined>
  /** No reading under way counts any more. */
  readonly drop: () => void
}

export function toReadings(): PageReadings {
  let newest = 0
  return {
    read: async <T>(path: string) => {
      const number = ++newest
      const reading = await get<T>(path).then(
        (value): PageReading<T> => ({ kind: 'read', value }),
        (error: unknown): PageReading<T> => ({ kind: 'refused', error: toRefused(error) }),
      )
      return number === newest ? reading : undefined
    },
    drop: () => {
      newest++
    },
  }
}

/** The same ones as long as the component is on the page. */
export function useReadings(): PageReadings {
  const readings = useRef<PageReadings | undefined>(undefined)
  readings.current ??= toReadings()
  return readings.current
}

export function toRefused(error: unknown): RequestRefused {
  if (error instanceof RequestRefused) return error
  return new RequestRefused({ code: 'failed', why: error instanceof Error ? error.message : String(error) })
}
