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
  let sum = ''
  let at = 0
  for (const { from, to, by } of apart(edits)) {
    const breaks = text.slice(from, to).split('\n').length - by.split('\n').length
    sum += `${text.slice(at, from)}${by}${'\n'.repeat(Math.max(0, breaks))}`
    at = to
  }
  return sum + text.slice(at)
}

/** In the order of the text. */
function apart(edits: readonly PlainEdit[]): PlainEdit[] {
  const inOrder = edits.map((edit, rank) => ({ edit, rank })).toSorted((a, b) => a.edit.from - b.edit.from)
  const kept: typeof inOrder = []
  for (const one of inOrder) {
    while ((kept.at(-1)?.edit.to ?? 0) > one.edit.from && (kept.at(-1)?.rank ?? 0) > one.rank) kept.pop()
    if ((kept.at(-1)?.edit.to ?? 0) <= one.edit.from) kept.push(one)
  }
  return kept.map(({ edit }) => edit)
}
