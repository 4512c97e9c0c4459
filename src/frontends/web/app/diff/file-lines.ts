// The lines of changed files, asked for when they are needed and kept as long as the files stay the same.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { get, RequestRefused } from '../api.ts'
import type { LineBlock, DiffSummary, FileLines, FileSummary, Line } from '../values.ts'
import { type CodeToken, colourer } from './syntax.ts'

export interface KnownLines {
  /** By the id of the file. */
  readonly blocks: ReadonlyMap<string, readonly LineBlock[]>
  readonly tokensOf: (file: FileSummary, line: Line) => readonly CodeToken[]
  readonly error: RequestRefused | undefined
  /** Asks for the lines of these files, one after the other. */
  readonly want: (files: readonly FileSummary[]) => void
}

interface KnownFile {
  /** Stands for what the file held when its lines were read. */
  readonly mark: string
  readonly blocks: readonly LineBlock[]
  readonly colour: (line: Line) => readonly CodeToken[]
}

export interface LinesQuery {
  readonly task: string
  readonly version: string
  readonly diffs: readonly DiffSummary[]
}

const AT_ONCE = 3

export function useFileLines({ task, version, diffs }: LinesQuery): KnownLines {
  const known = useSignal<ReadonlyMap<string, KnownFile>>(new Map())
  const error = useSignal<RequestRefused | undefined>(undefined)
  const queue = useRef<FileSummary[]>([])
  const asked = useRef(new Set<string>())
  const busy = useRef(0)
  const newest = useRef(version)
  newest.current = version
  const next = (): void => {
    while (busy.current < AT_ONCE) {
      const file = queue.current.shift()
      if (!file) return
      busy.current++
      void read(file).finally(() => {
        busy.current--
        next()
      })
    }
  }
  const read = async (file: FileSummary): Promise<void> => {
    const query = new URLSearchParams({ diff: file.diff, path: file.path, version: newest.current })
    try {
      const { blocks } = await get<FileLines>(`/api/tasks/${encodeURIComponent(task)}/diff?${query.toString()}`)
      const one: KnownFile = { mark: file.mark, blocks, colour: colourer(file.path, blocks, { whenIdle }) }
      known.value = new Map(known.value).set(file.id, one)
      error.value = undefined
    } catch (problem) {
      asked.current.delete(keyOf(file))
      error.value =
        problem instanceof RequestRefused ? problem : new RequestRefused({ code: 'failed', why: String(problem) })
    }
  }
  const want = (files: readonly FileSummary[]): void => {
    for (const file of files) {
      const isKnown = known.value.get(file.id)?.mark === file.mark
      if (isKnown || asked.current.has(keyOf(file)) || file.why !== undefined) continue
      asked.current.add(keyOf(file))
      queue.current.push(file)
    }
    next()
  }
  useEffect(() => () => void queue.current.splice(0), [])
  return {
    blocks: useCurrent(known.value, diffs),
    tokensOf: (file, line) => known.value.get(file.id)?.colour(line) ?? [],
    error: error.value,
    want,
  }
}

/** Not every browser tells when it is idle. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act)
}

function keyOf({ id, mark }: FileSummary): string {
  return `${id}\n${mark}`
}

/** Lines of a file that is another one by now are not shown. The same map while nothing changes. */
function useCurrent(
  known: ReadonlyMap<string, KnownFile>,
  diffs: readonly DiffSummary[],
): ReadonlyMap<string, readonly LineBlock[]> {
  const made = useRef<{ known: unknown; diffs: unknown; blocks: ReadonlyMap<string, readonly LineBlock[]> }>({
    known: undefined,
    diffs: undefined,
    blocks: new Map(),
  })
  if (made.current.known !== known || made.current.diffs !== diffs) {
    const files = diffs.flatMap((diff) => diff.files)
    const blocks = new Map(
      files.flatMap(({ id, mark }): [string, readonly LineBlock[]][] => {
        const one = known.get(id)
        return one && one.mark === mark ? [[id, one.blocks]] : []
      }),
    )
    made.current = { known, diffs, blocks }
  }
  return made.current.blocks
}
