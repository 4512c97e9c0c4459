// Light, dark, or as the system says. The choice stays in this browser.
import { effect, signal } from '@preact/signals'
import { keep, kept } from './kept.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const theme = signal<Theme>(THEMES.find((name) => name === kept('theme')) ?? 'system')

effect(() => {
  const { dataset } = document.documentElement
  if (theme.value === 'system') delete dataset['theme']
  else dataset['theme'] = theme.value
  keep('theme', theme.value)
})

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system'
}
