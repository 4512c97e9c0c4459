// A question in front of the page: what is about to happen, words where they are wanted, and a way back. Words stay in
// this browser until they were sent.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { RequestRefused } from '../api.ts'
import { keep, kept } from '../kept.ts'
import { Trouble } from './words.tsx'

/** A `y` that comes sooner was not pressed by somebody who has read what it agrees to. */
const READ_MS = 500

export interface ConfirmProps {
  readonly title: string
  readonly action: string
  readonly children?: ComponentChildren
  /** Under which name the words are kept; without one no words are asked for. */
  readonly draft?: string
  readonly placeholder?: string
  readonly needsWords?: boolean
  readonly isDanger?: boolean
  /** `y` agrees, as in the terminal; not while somebody types on, so that words never become an answer. */
  readonly isByKey?: boolean
  readonly error?: RequestRefused | undefined
  readonly onDone: (words: string) => Promise<void>
  readonly onClose: () => void
}

export function Confirm(props: ConfirmProps) {
  const { title, action, children, draft, placeholder, needsWords, isDanger, isByKey, error, onDone, onClose } = props
  const box = useRef<HTMLDialogElement>(null)
  const words = useSignal(draft === undefined ? '' : (kept(draft) ?? ''))
  const isBusy = useSignal(false)
  useLayoutEffect(() => {
    box.current?.showModal()
  }, [])
  /** For `y`: too early at first, and off once other letters were typed. */
  const key = useSignal<'early' | 'on' | 'off'>('early')
  useEffect(() => {
    const timer = setTimeout(() => {
      if (key.value === 'early') key.value = 'on'
    }, READ_MS)
    return () => clearTimeout(timer)
  }, [])
  const isEnough = needsWords !== true || words.value.trim() !== ''
  const agree = async (): Promise<void> => {
    if (!isEnough || isBusy.value) return
    isBusy.value = true
    await onDone(words.value.trim())
    isBusy.value = false
  }
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void agree()
    if (isByKey !== true || event.key.length > 1 || event.ctrlKey || event.metaKey) return
    if (event.key === 'y' && key.value === 'on') void agree()
    else key.value = 'off'
  }
  return (
    <dialog ref={box} aria-label={title} onClose={onClose} onKeyDown={onKey}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          void agree()
        }}
      >
        <h2>{title}</h2>
        {children}
        {draft === undefined ? null : (
          <textarea
            aria-label={placeholder ?? title}
            placeholder={placeholder}
            value={words.value}
            onInput={({ currentTarget }) => {
              words.value = currentTarget.value
              keep(draft, currentTarget.value)
            }}
          />
        )}
        {error ? <Trouble error={error} /> : null}
        <div class="dialog-end">
          {draft === undefined ? null : (
            <span class="soft small wide-only">
              <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends, <kbd>Esc</kbd> goes back
            </span>
          )}
          <button type="button" onClick={() => box.current?.close()}>
            Go back
          </button>
          <button type="submit" class={isDanger ? 'danger' : 'main'} disabled={!isEnough || isBusy.value}>
            {action}
            {isByKey && key.value === 'on' ? <kbd>y</kbd> : null}
          </button>
        </div>
      </form>
    </dialog>
  )
}
