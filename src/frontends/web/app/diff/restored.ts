// Words that were typed and not kept as a draft when the page was closed: their editor is opened again.
import { type Signal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keptNames } from '../kept.ts'
import type { DiffRow } from './layout.ts'
import { placeOf, wordsName } from './place.ts'
import type { WritingPlace } from './writing-place.ts'

/** Once, when the lines that the words stand on are there. */
export function useRestored(query: {
  readonly task: string
  readonly rows: Signal<readonly DiffRow[]>
  readonly canWrite: boolean
  readonly write: (place: WritingPlace) => void
}): void {
  const { task, rows, canWrite, write } = query
  const isDone = useRef(false)
  useSignalEffect(() => {
    if (isDone.current || !canWrite) return
    const names = keptNames(`comment:${task}:`)
    if (names.length === 0) {
      isDone.current = true
      return
    }
    for (const row of rows.value) {
      for (const side of ['new', 'old'] as const) {
        const to = placeOf(row, side)
        const found = to && names.map((name) => restored(name, task, to)).find((one) => one !== undefined)
        if (!found) continue
        isDone.current = true
        requestAnimationFrame(() => write(found))
        return
      }
    }
  })
}

/** The place of kept words, where it is a line that is there. */
function restored(name: string, task: string, to: WritingPlace): WritingPlace | undefined {
  if (name === wordsName(task, to)) return to
  const range = /^(?:new|old):(\d+)-(\d+):/.exec(name.slice(`comment:${task}:`.length))
  const place = { ...to, lastLine: Number(range?.[2]) }
  return range && Number(range[1]) === to.line && name === wordsName(task, place) ? place : undefined
}
