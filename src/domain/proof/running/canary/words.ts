// The words of a canary and how they are written: never as a whole, so that a line of code that a runner quotes does not
// pass for a word that was printed.

export interface CanaryNames {
  /** Printed when the file is loaded. */
  readonly witness: string
  /** Printed by the canary. */
  readonly reached: string
  /** Of the test, and of what has to be named beside it. Like any other, so that nobody can look for it. */
  readonly name: string
}

/** `random`: at least 24 letters from a to z. */
export function canaryNames(random: string): CanaryNames {
  const letters = random.toLowerCase().replaceAll(/[^a-z]/g, '')
  const part = (at: number): string => letters.slice(at, at + 8).padEnd(8, 'q')
  return { witness: part(0), reached: part(8), name: `w${part(16)}` }
}

/** `"wal", "nut"`: for languages that join a list. */
export function inParts(word: string): string {
  const middle = Math.ceil(word.length / 2)
  return `"${word.slice(0, middle)}", "${word.slice(middle)}"`
}

/** `"wal" + "nut"` */
export function asSum(word: string): string {
  return inParts(word).replace(', ', ' + ')
}

export interface CanaryText {
  readonly text: string
  /** It comes after everything else in the file. */
  readonly isLast: boolean
  /** Files that the canary needs beside its own. */
  readonly beside: readonly { readonly path: string; readonly text: string }[]
}
