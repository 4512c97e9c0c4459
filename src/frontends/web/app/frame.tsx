// What stands around every page: its name, the way to the other pages, the theme, and whether the server is there.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { connection } from './live.ts'
import { useLoaded } from './loaded.ts'
import { route } from './route.ts'
import { nextTheme, theme } from './theme.ts'
import { hasSession } from './api.ts'
import type { WaitingPage } from './values.ts'

const PAGES = [
  ['waiting', '/waiting', 'Waiting'],
  ['tasks', '/tasks', 'Tasks'],
  ['figures', '/figures', 'Figures'],
] as const

export function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <header class="top">
        <div class={`top-in${isWide() ? ' wide' : ''}`}>
          <a class="name" href="/" aria-label="Fullstop">
            <span>Fullstop</span>
          </a>
          {hasSession.value ? <Navigation /> : <nav aria-label="Pages" />}
          <ThemeButton />
        </div>
        {hasSession.value && connection.value === 'lost' ? (
          <p class="notice bad" role="status">
            The server is away. What you see may be old; what you write is kept. It connects again by itself.
          </p>
        ) : null}
      </header>
      {children}
    </>
  )
}

const THEME_WORDS = { system: 'Auto', light: 'Light', dark: 'Dark' } as const

/** Its disc is half filled, empty or full; its words say what it chooses. */
function ThemeButton() {
  const now = THEME_WORDS[theme.value]
  return (
    <button
      type="button"
      class={`plain theme theme-${theme.value}`}
      onClick={nextTheme}
      title="Theme: as the system says, light, or dark"
      aria-label={`Theme: ${now}`}
    >
      <span class="wide-only">Theme:</span> {now}
    </button>
  )
}

function Navigation() {
  const { value } = useLoaded<WaitingPage>('/api/waiting')
  const count = value?.rows.length ?? 0
  const at = route.value.page
  const title = titleOf(route.value)
  useEffect(() => {
    document.title = `${count === 0 ? '' : `(${count}) `}${title}Fullstop`
  }, [count, title])
  return (
    <nav aria-label="Pages">
      {PAGES.map(([page, href, title]) => (
        <a key={page} href={href} {...(isAt(page, at) ? { 'aria-current': 'page' } : {})}>
          {title}
          {page === 'waiting' && count > 0 ? <span class="badge">{count}</span> : null}
        </a>
      ))}
    </nav>
  )
}

/** Tabs and the history tell pages apart by it. */
function titleOf(at: typeof route.value): string {
  if ('task' in at) return `${at.page === 'review' ? 'Review of ' : ''}${at.task} · `
  const name = PAGES.find(([page]) => page === at.page)?.[2]
  return name === undefined ? '' : `${name} · `
}

function isWide(): boolean {
  const at = route.value
  return at.page === 'review' || (at.page === 'task' && at.tab === 'changes')
}

function isAt(page: string, at: string): boolean {
  return page === at || (page === 'tasks' && (at === 'task' || at === 'review'))
}
