// Whether the window is wide enough for both sides of a diff, and how wide it is.
import { signal } from '@preact/signals'

const wide = matchMedia('(min-width: 1100px)')

export const isSplit = signal(wide.matches)
export const windowWidth = signal(innerWidth)

wide.addEventListener('change', ({ matches }) => {
  isSplit.value = matches
})
addEventListener('resize', () => {
  windowWidth.value = innerWidth
})
