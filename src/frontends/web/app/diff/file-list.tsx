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
              {file.name.split('/').at(-1)}
            </button>
          </li>
        ))}
      </ul>
      {all.length > MOST_FILES ? <p class="small soft">and {all.length - MOST_FILES} more</p> : null}
    </nav>
  )
}
