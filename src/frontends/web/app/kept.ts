// What stays in this browser: the theme, and words that were typed and not sent yet.

const PREFIX = 'fullstop:'

/** Never throws: a browser may forbid it. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    // Without a store the page works; it forgets.
    return undefined
  }
}

/** Empty text is forgotten. Never throws. */
export function keep(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, text)
  } catch {
    // Without a store the page works; it forgets.
  }
}

export function forget(name: string): void {
  keep(name, '')
}

/** Names of everything kept that begins so. */
export function keptNames(beginning: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX + beginning) ? [key.slice(PREFIX.length)] : [],
    )
  } catch {
    // Without a store nothing is kept.
    return []
  }
}
