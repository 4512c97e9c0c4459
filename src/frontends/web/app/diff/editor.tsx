// Where a comment is written. Every letter is kept in this browser until the words are a draft in the store.
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { forget, keep, kept } from '../kept.ts'
import { linesOf, wordsName } from './place.ts'
import type { RowActions } from './row-actions.ts'
import type { WritingPlace } from './writing-place.ts'

export function CommentEditor({ place, actions }: { readonly place: WritingPlace; readonly actions: RowActions }) {
  const name = wordsName(actions.task, place)
  const leftName = `left-${name}`
  const words = useSignal(kept(name) ?? kept(leftName) ?? '')
  const before = useRef(words.value)
  const isBusy = useSignal(false)
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true })
  }, [])
  const send = async (): Promise<void> => {
    if (words.value.trim() === '' || isBusy.value) return
    isBusy.value = true
    if (await actions.keepWords(place, words.value.trim())) {
      forget(name)
      forget(leftName)
    }
    isBusy.value = false
  }
  /** Left on purpose, they are not opened again by themselves. */
  const leave = (): void => {
    // A draft that was not changed is kept where it is.
    const left = place.draft !== undefined && words.value === before.current ? '' : words.value
    forget(name)
    keep(leftName, left)
    actions.leaveWords(left !== '')
  }
  const title = `${place.draft === undefined ? 'Comment' : 'Your draft'} on line${place.lastLine === undefined ? '' : 's'} ${linesOf(place)}${place.side === 'old' ? ', as it was' : ''}`
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        if (event.key === 'Escape') leave()
      }}
    >
      <textarea
        ref={box}
        aria-label={title}
        placeholder={title}
        value={words.value}
        readOnly={isBusy.value}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value
          keep(name, currentTarget.value)
          forget(leftName)
        }}
      />
      <div class="dialog-end">
        <span class="soft small wide-only">
          A draft until you send all of them. <kbd>Ctrl</kbd> <kbd>Enter</kbd> keeps it, <kbd>Esc</kbd> goes back.
        </span>
        <button type="button" onClick={leave}>
          Go back
        </button>
        <button type="submit" class="main" disabled={words.value.trim() === '' || isBusy.value}>
          Keep as a draft
        </button>
      </div>
    </form>
  )
}
