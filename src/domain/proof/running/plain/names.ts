// The names of a plain run: random letters in words that any program may have, so that nothing about them tells of a test.
import type { CanaryNames } from '../canary/words.ts'

export interface PlainNames {
  /** Begins each line that a plain program prints. */
  readonly word: string
  /** Begins each line that the program around it prints. */
  readonly outer: string
  /** Of what a plain program has from us. */
  readonly own: string
  /** Ends the names of our files. */
  readonly tail: string
}

export function plainNames({ witness, reached, name }: CanaryNames): PlainNames {
  return { word: witness, outer: reached, own: name, tail: name.slice(1, 5) }
}

/** An assertion in a plain program. */
export interface PlainAssertion {
  /** In the file as it is. */
  readonly line: number
  /** As it is written there. */
  readonly written: string
  /** The literal that it expects; of a table, one for each time. */
  readonly expected: readonly string[]
  /** Values of different types may count as equal. */
  readonly isLoose: boolean
  /** How far apart two numbers may be. */
  readonly distance?: number
}

/** What a test file becomes. */
export interface PlainProgram {
  /** Stands beside the product. */
  readonly text: string
  readonly assertions: readonly PlainAssertion[]
}

/** A part of a text, and what stands there instead. */
export interface PlainEdit {
  readonly from: number
  readonly to: number
  readonly by: string
}

/** Each line stays the line that it is. Of two that overlap, the first one in the list counts. */
export function withEdits(text: string, edits: readonly PlainEdit[]): string {
  const kept: PlainEdit[] = []
  for (const edit of edits) {
    if (!kept.some(({ from, to }) => edit.from < to && from < edit.to)) kept.push(edit)
  }
  return kept
    .toSorted((a, b) => b.from - a.from)
    .reduce((sum, { from, to, by }) => {
      const breaks = sum.slice(from, to).split('\n').length - by.split('\n').length
      return `${sum.slice(0, from)}${by}${'\n'.repeat(Math.max(0, breaks))}${sum.slice(to)}`
    }, text)
}
