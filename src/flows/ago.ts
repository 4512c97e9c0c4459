// How long ago something was, in words.

export function agoText(at: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000))
  if (seconds < 60) return counted(seconds, 'second')
  if (seconds < 3600) return counted(Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), 'hour')
  return counted(Math.floor(seconds / 86_400), 'day')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
