// Whether the window is wide enough for both sides of a diff.
import { signal } from '@preact/signals'

const wide = matchMedia('(min-width: 1100px)')

export const isSplit = signal(wide.matches)

wide.addEventListener('change', ({ matches }) => {
  isSplit.value = matches
})
