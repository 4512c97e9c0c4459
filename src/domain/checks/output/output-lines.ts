// A program's output as the lines a person would have seen: no escape sequences, no redrawn progress bars.
// Every expression here consumes what it scans, so that megabytes of hostile output stay linear.

const ESCAPES =
  /\u001b\[[0-?]*[ -/]*[@-~]?|\u009b[0-?]*[ -/]*[@-~]?|\u001b\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b\n]*(?:\u001b\\)?|\u001b[ -/]*[0-~]?/g

/** Control characters without tab, and the marks that make text run backwards. */
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

export function toLines(output: string): string[] {
  return output.replace(ESCAPES, '').split('\n').map(toLine)
}

function toLine(raw: string): string {
  const shown = raw.includes('\r') ? afterRedraws(raw) : raw
  return shown.replace(CONTROLS, '').trimEnd()
}

/** A carriage return goes back to the start: what was written last is what stays to be seen. */
function afterRedraws(raw: string): string {
  const drawn = raw.split('\r').filter((text) => text.trim() !== '')
  return drawn.at(-1) ?? ''
}
