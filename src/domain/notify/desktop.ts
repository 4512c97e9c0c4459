// How a desktop is told: a program with the text as its arguments, never a line for a shell.
import type { Message } from './message.ts'

const SCRIPT = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run']

/** Undefined: we know no way on this system. */
export function desktopCommand(platform: string, { title, text, isUrgent }: Message): string[] | undefined {
  if (platform === 'darwin') return ['osascript', ...SCRIPT.flatMap((line) => ['-e', line]), title, text]
  if (platform !== 'linux') return undefined
  const urgency = isUrgent ? 'critical' : 'normal'
  return ['notify-send', '--app-name=Fullstop', `--urgency=${urgency}`, '--', title, withoutMarkup(text)]
}

/** Most Linux desktops read the text as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
