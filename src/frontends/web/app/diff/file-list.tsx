// The changed files beside the diff, on wide windows: where they are, and which have been read.
import type { DiffSummary, FileSummary } from '../values.ts'

/** A longer list is read in the diff itself. */
const MOST_FILES = 150

export function FileList(props: {
  readonly diffs: readonly DiffSummary[]
  readonly onChoose: (file: FileSummary) => void
}) {
  const { diffs, onChoose } = props
  const all = diffs.find(({ name }) => name === 'task')?.files ?? []
  const viewed = all.filter(({ isViewed }) => isViewed).length
  return (
    <nav class="files" aria-label="Changed files">
      <p class="small soft">
        {viewed} of {all.length} viewed
      </p>
      <ul>
        {all.slice(0, MOST_FILES).map((file) => (
          <li key={file.id}>
            <button
              type="button"
              class={`plain mono${file.isViewed ? ' soft' : ''}${file.isYardstick ? ' yardstick' : ''}`}
              title={file.name}
              onClick={() => onChoose(file)}
            >
              {file.isViewed ? '✓ ' : ''}
              {shortNameOf(file, all)}
            </button>
          </li>
        ))}
      </ul>
      {all.length > MOST_FILES ? <p class="small soft">and {all.length - MOST_FILES} more</p> : null}
    </nav>
  )
}

/** The last part of the path; with its folder where another file has the same. */
function shortNameOf({ name }: FileSummary, all: readonly FileSummary[]): string {
  const last = (count: number, path: string): string => path.split('/').slice(-count).join('/')
  return last(all.some((other) => other.name !== name && last(1, other.name) === last(1, name)) ? 2 : 1, name)
}
