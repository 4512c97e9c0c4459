// What a task has changed so far, to read: a review is where it is commented.
import { useSignal } from '@preact/signals'
import { DiffRoom } from '../diff/room.tsx'
import { useLoaded } from '../loaded.ts'
import { Trouble } from '../parts/words.tsx'
import type { FilesPage } from '../values.ts'

export function TaskChanges({ task }: { readonly task: string }) {
  const path = `/api/tasks/${encodeURIComponent(task)}/files`
  const { value, error, isStale, reload } = useLoaded<FilesPage>(path, { task, isHeld: true })
  const said = useSignal('')
  const place = useSignal('')
  if (!value) return error ? <Trouble error={error} /> : <p class="soft">Reading the files …</p>
  return (
    <>
      {isStale ? (
        <p class="notice stuck" role="status">
          The task has moved on.
          <button type="button" onClick={() => void reload()}>
            Read the files again
          </button>
        </p>
      ) : null}
      <DiffRoom
        task={task}
        view={value}
        version={value.version}
        say={(text) => (said.value = text)}
        place={place}
        onKey={(key) => {
          if (key !== 'R') return false
          void reload()
          return true
        }}
      />
      <p class="unseen" role="status">
        {said.value}
      </p>
    </>
  )
}
