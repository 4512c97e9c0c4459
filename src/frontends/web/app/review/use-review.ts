// A review as the server tells it, kept as it is while the person reads: what changes meanwhile is held back until they
// ask for it.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { post, type RequestRefused } from '../api.ts'
import { onChanges } from '../live.ts'
import { useReadings } from '../readings.ts'
import type { FileSummary, ReviewPage, WebReview } from '../values.ts'
import { isSameReview } from './same.ts'

export interface HeldReview {
  /** What the person reads. */
  readonly shown: ReviewPage | undefined
  /** The review as it is by now, where that is another one. */
  readonly newer: ReviewPage | undefined
  /** Of the newest reading: lines of files are asked for with it. */
  readonly version: string
  readonly error: RequestRefused | undefined
  /** Reads it again and shows it. */
  readonly load: () => Promise<void>
  /** Marks a file on the page alone. Returns what takes it back. */
  readonly markViewed: (file: FileSummary, isViewed: boolean) => () => void
}

export function useReview(task: string): HeldReview {
  const base = `/api/tasks/${encodeURIComponent(task)}`
  const shown = useSignal<ReviewPage | undefined>(undefined)
  const newer = useSignal<ReviewPage | undefined>(undefined)
  const version = useSignal('')
  const error = useSignal<RequestRefused | undefined>(undefined)
  const readings = useReadings()
  /** The person waits for a reading: whichever comes is shown. */
  const isAsked = useRef(false)
  const read = async (): Promise<ReviewPage | undefined> => {
    const reading = await readings.read<ReviewPage>(`${base}/review`)
    if (!reading) return undefined
    error.value = reading.kind === 'refused' ? reading.error : undefined
    if (reading.kind === 'refused') return undefined
    version.value = reading.value.version
    return reading.value
  }
  const show = (value: ReviewPage): void => {
    isAsked.current = false
    shown.value = value
    newer.value = undefined
    // What was looked at is remembered for the next review; that it was not is no reason to disturb anybody.
    if (value.view.end === undefined) void post(`${base}/look`, {}).catch(() => undefined)
  }
  const load = async (): Promise<void> => {
    isAsked.current = true
    const value = await read()
    if (value) show(value)
  }
  useEffect(() => {
    void load()
    const look = async (): Promise<void> => {
      const value = await read()
      if (!value) return
      // It overtook a reading that the person waits for.
      if (isAsked.current || !shown.value) return show(value)
      newer.value = isSameReview(shown.value.view, value.view) ? undefined : value
    }
    const stop = onChanges(task, () => void look())
    return () => {
      stop()
      readings.drop()
    }
  }, [task])
  return {
    shown: shown.value,
    newer: newer.value,
    version: version.value,
    error: error.value,
    load,
    markViewed: (file, isViewed) => {
      const before = shown.value
      if (before) shown.value = { ...before, view: withViewed(before.view, file, isViewed) }
      return () => {
        shown.value = before
      }
    },
  }
}

function withViewed(view: WebReview, { path, mark }: FileSummary, isViewed: boolean): WebReview {
  const files = (all: readonly FileSummary[]): readonly FileSummary[] =>
    all.map((one) => (one.path === path && one.mark === mark ? { ...one, isViewed } : one))
  return { ...view, diffs: view.diffs.map((diff) => ({ ...diff, files: files(diff.files) })) }
}
