// Words for this task that were typed in this browser and not sent: shown, so that they can be found, copied or dropped.
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { forget, kept, keptNames } from '../kept.ts'

/** The names under which they are kept. */
export function unsentNames(task: string): readonly string[] {
  return [`answer:${task}:`, `comment:${task}:`, `left-comment:${task}:`].flatMap(keptNames)
}

export function UnsentWords({ task, onClose }: { readonly task: string; readonly onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const names = useSignal(unsentNames(task))
  useLayoutEffect(() => {
    box.current?.showModal()
  }, [])
  return (
    <dialog ref={box} aria-label="Not sent" onClose={onClose}>
      <h2>Not sent</h2>
      {names.value.map((name) => (
        <div key={name}>
          <p class="soft small mono">{whereOf(name)}</p>
          <p class="unsent">{kept(name)}</p>
          <button
            type="button"
            onClick={() => {
              forget(name)
              names.value = unsentNames(task)
            }}
          >
            Forget
          </button>
        </div>
      ))}
      <div class="dialog-end">
        <button type="button" class="main" onClick={() => box.current?.close()}>
          Go back
        </button>
      </div>
    </dialog>
  )
}

/** `src/a.ts:4-6`, or the answer that the words were for. */
function whereOf(name: string): string {
  const [what = '', lines, ...path] = name.split(':').slice(2)
  return path.length === 0 ? what.replaceAll('-', ' ') : `${path.join(':')}:${lines}`
}
