// What a test file is made of: suites, tests and other functions, each with its place. Found by the files beside.

/** A mark that keeps a test from running, as it is written. */
export interface Mark {
  readonly label: string
  readonly at: number
  readonly isConditional: boolean
}

export interface CodeBlock {
  readonly kind: 'case' | 'suite' | 'function'
  readonly title: string
  /** What stands above it included, such as decorators. */
  readonly start: number
  /** Where its name stands. */
  readonly at: number
  readonly bodyStart: number
  readonly end: number
  readonly marks: readonly Mark[]
  /** A mere plan, such as `test.todo('…')`. */
  readonly isPlan?: boolean
}

/** Finds the innermost block around an offset. Blocks are sorted by start. */
export function innermostOf(blocks: readonly CodeBlock[]): (offset: number) => CodeBlock | undefined {
  const outer = parents(blocks)
  return (offset) => {
    let index = lastStartingBefore(blocks, offset)
    while (index >= 0 && offset >= (blocks[index]?.end ?? 0)) index = outer[index] ?? -1
    return blocks[index]
  }
}

function parents(blocks: readonly CodeBlock[]): number[] {
  const open: number[] = []
  return blocks.map(({ start }, index) => {
    while (open.length > 0 && (blocks[open.at(-1) ?? 0]?.end ?? 0) <= start) open.pop()
    const parent = open.at(-1) ?? -1
    open.push(index)
    return parent
  })
}

/** The next block that begins behind an offset. */
export function firstAfter(blocks: readonly CodeBlock[], offset: number): CodeBlock | undefined {
  return blocks[lastStartingBefore(blocks, offset) + 1]
}

function lastStartingBefore(blocks: readonly CodeBlock[], offset: number): number {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function byStart(a: CodeBlock, b: CodeBlock): number {
  return a.start - b.start || b.end - a.end
}
