// Keys of a whole page: they act unless somebody types, or a button that has the focus is meant.
import { useLayoutEffect } from 'preact/hooks'

/** `act` says whether the key means something. It is the one of the newest rendering. */
export function useKeys(act: (key: string) => boolean): void {
  // A layout effect: as soon as the page is in sight, its keys work. Plain effects run some frames later.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return
      if ((key === 'Enter' || key === ' ') && isPressed(target)) return
      if (act(key)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest('textarea, input:not([type="checkbox"]), select, dialog[open]') !== null ||
      target.isContentEditable)
  )
}

/** Enter and Space press it. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, input, summary') !== null
}
