// The address as a page, and the way from one page to another without loading anything anew.
import { computed, signal } from '@preact/signals'

export type Route =
  | { readonly page: 'waiting' }
  | { readonly page: 'tasks' }
  | { readonly page: 'figures' }
  | { readonly page: 'task'; readonly task: string; readonly tab: TaskTab }
  | { readonly page: 'review'; readonly task: string }
  | { readonly page: 'unknown' }

export const TASK_TABS = ['timeline', 'changes', 'checks', 'brief'] as const
export type TaskTab = (typeof TASK_TABS)[number]

export const path = signal(location.pathname)
export const route = computed(() => toRoute(path.value))

export function toRoute(path: string): Route {
  const [first = '', id = '', last = '', ...more] = path.split('/').slice(1).map(decode)
  if (more.length > 0) return { page: 'unknown' }
  if (id === '' && last === '') {
    if (first === '' || first === 'waiting') return { page: 'waiting' }
    if (first === 'tasks' || first === 'figures') return { page: first }
  }
  if (first !== 'tasks' || id === '') return { page: 'unknown' }
  if (last === 'review') return { page: 'review', task: id }
  const tab = last === '' ? 'timeline' : TASK_TABS.find((name) => name === last)
  return tab === undefined ? { page: 'unknown' } : { page: 'task', task: id, tab }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not an address of ours: it fits no page.
    return '\0'
  }
}

export function go(to: string): void {
  history.pushState(null, '', to)
  path.value = location.pathname
  scrollTo(0, 0)
}

/** The way back does not lead to where this was. */
export function replace(to: string): void {
  history.replaceState(null, '', to)
  path.value = location.pathname
}

/** Links of ours change the page in place; others, and clicks with a modifier, are the browser's. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    path.value = location.pathname
  })
  document.addEventListener('click', (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.origin !== location.origin || link.target !== '') return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}
