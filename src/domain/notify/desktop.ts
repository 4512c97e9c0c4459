// How a desktop is told: a program with the text as its arguments, never a line for a shell.
import type { Message } from './message.ts'

const SCRIPT = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run']

/** A command line of Windows is short. */
const MOST_TEXT = 1000

/** Undefined: we know no way on this system. */
export function desktopCommand(platform: string, { title, text, isUrgent }: Message): string[] | undefined {
  if (platform === 'darwin') return ['osascript', ...SCRIPT.flatMap((line) => ['-e', line]), title, text]
  if (platform === 'win32') return toastCommand(title, text)
  if (platform !== 'linux') return undefined
  const urgency = isUrgent ? 'critical' : 'normal'
  return ['notify-send', '--app-name=Fullstop', `--urgency=${urgency}`, '--', title, withoutMarkup(text)]
}

/** A toast is shown in the name of a program that Windows knows: PowerShell's own. */
const TOAST_APP = String.raw`{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\WindowsPowerShell\v1.0\powershell.exe`

/**
 * PowerShell reads its arguments as a script. So the texts stand in it as letters and digits that mean nothing there, and
 * become nodes of text, which are no markup. Only Windows PowerShell knows toasts, not `pwsh`.
 */
function toastCommand(title: string, text: string): string[] {
  const manager = 'Windows.UI.Notifications.ToastNotificationManager'
  const script = [
    "$ErrorActionPreference = 'Stop'",
    `[void][${manager}, Windows.UI.Notifications, ContentType = WindowsRuntime]`,
    '[void][Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom, ContentType = WindowsRuntime]',
    `$xml = [${manager}]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)`,
    "$nodes = $xml.GetElementsByTagName('text')",
    ...[title, text].map(
      (one, index) => `[void]$nodes.Item(${index}).AppendChild($xml.CreateTextNode(${toDecoded(one)}))`,
    ),
    '$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)',
    `[${manager}]::CreateToastNotifier('${TOAST_APP}').Show($toast)`,
  ].join('\n')
  return ['powershell.exe', '-NoProfile', '-NonInteractive', '-EncodedCommand', toBase64(toUtf16(script))]
}

function toDecoded(text: string): string {
  return `[Text.Encoding]::Unicode.GetString([Convert]::FromBase64String('${toBase64(toUtf16(text.slice(0, MOST_TEXT)))}'))`
}

function toUtf16(text: string): number[] {
  return Array.from(text, (letter) => Array.from({ length: letter.length }, (_, nth) => letter.charCodeAt(nth)))
    .flat()
    .flatMap((unit) => [unit % 256, Math.floor(unit / 256)])
}

function toBase64(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}

/** Most Linux desktops read the text as markup. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
