// Tests that ran into a name that the product no longer has. Some languages and runners load a test file although what it
// imports is gone: the test fails at the first call of it, and that says no more than a file that does not load.

export interface MissingNames {
  readonly names: readonly string[]
  /** How many tests failed by them; one that is told of twice counts once. */
  readonly count: number
}

const MESSAGES: readonly RegExp[] = [
  /^\s{0,20}TypeError(?: \[\w+\])?: (?:\(\d{1,3} ?, ?)?([\w$.]{1,200})\)? is not a (?:function|constructor)$/,
  /^\s{1,40}error: ["'](?:\(\d{1,3} ?, ?)?([\w$.]{1,200})\)? is not a (?:function|constructor)["']$/,
  /^(?:E {1,20})?AttributeError: (?:module|type object|partially initialized module|'[\w.]{1,100}' object)\b.{0,200} has no attribute '(\w{1,200})'/,
  /^(?:E {1,20})?ImportError: cannot import name '(\w{1,200})'/,
  /^(?:E {1,20})?ModuleNotFoundError: No module named '([\w.]{1,200})'/,
]

/** These repeat the failures of the whole run: Node's list comes last, and so does that of Jest. */
const NODE_LIST = /^✖ failing tests:$/
const JEST_LIST = /^Summary of all failing tests$/

/** `gone`: names that stood in the product at the start and stand nowhere in it now. */
export function missingIn(lines: readonly string[], gone: readonly string[]): MissingNames {
  const isGone = new Set(gone)
  const named = once(lines).flatMap((line) => {
    const name = MESSAGES.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
    const last = name?.slice(name.lastIndexOf('.') + 1)
    return last !== undefined && isGone.has(last) ? [last] : []
  })
  return { names: [...new Set(named)], count: named.length }
}

function once(lines: readonly string[]): readonly string[] {
  const list = lines.findIndex((line) => NODE_LIST.test(line))
  if (list >= 0) return lines.slice(list)
  const summary = lines.findIndex((line) => JEST_LIST.test(line))
  return summary >= 0 ? lines.slice(0, summary) : lines
}
