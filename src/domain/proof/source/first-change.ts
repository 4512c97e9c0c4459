// The first line of a text that differs from what it was, as a line that the text has now.

/** Counted from 1. */
export function firstChange(before: string, after: string): number {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const index = now.findIndex((line, place) => line !== old[place])
  // What follows the last line break is no line.
  const last = Math.max(1, now.at(-1) === '' ? now.length - 1 : now.length)
  return index < 0 ? last : Math.min(index + 1, last)
}
