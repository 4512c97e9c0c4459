// Text of agents and repositories made safe for a terminal: no control characters, so no escape sequences.

/** Of an agent's last words so many characters are recorded. */
export const LAST_WORDS_KEPT = 1000

export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\u{fffd}')
}

export function oneLine(text: string, most: number): string {
  const flat = printable(text.replace(/\s+/g, ' ').trim())
  return flat.length <= most ? flat : `${flat.slice(0, Math.max(most - 1, 0))}…`
}

/** A name or a path within a line of ours: whatever could break the line, or say more than it, is spelled out. */
export function inLine(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    if (character === '\n') return '\\n'
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
