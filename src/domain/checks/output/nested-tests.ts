// Results of nested tests as TAP and Node's own reporter print them: each test named with its groups, as other runners do.
// A group that failed because of a test in it is left out.

const TAP = /^( *)(not ok|ok) \d+ - (.*)$/
const SPEC = /^( *)([▶✖✔]) (.*?)(?: \(\d[\d.]*m?s\))?$/

interface Printed {
  readonly at: number
  readonly indent: number
  readonly mark: string
  readonly name: string
}

/** The same lines; those that tell of nested tests are written anew. */
export function withGroups(lines: readonly string[]): string[] {
  const tap = printedBy(lines, TAP)
  const named = tap.length > 0 ? tapNames(tap) : specNames(printedBy(lines, SPEC))
  return lines.flatMap((line, at) => {
    const name = named.get(at)
    return name === undefined ? [line] : name === '' ? [] : [name]
  })
}

function printedBy(lines: readonly string[], pattern: RegExp): Printed[] {
  return lines.flatMap((line, at) => {
    const [, blanks = '', mark = '', name = ''] = pattern.exec(line) ?? []
    return name === '' ? [] : [{ at, indent: blanks.length, mark, name }]
  })
}

/** A group is told of below its tests: read from the end. An empty name: the line is left out. */
function tapNames(printed: readonly Printed[]): Map<number, string> {
  const names = new Map<number, string>()
  let around: readonly Printed[] = []
  for (const [nth, one] of [...printed.entries()].toReversed()) {
    around = [...around.filter(({ indent }) => indent < one.indent), one]
    const isGroup = (printed[nth - 1]?.indent ?? 0) > one.indent
    const title = around.map(({ name }) => name).join(' > ')
    names.set(one.at, isGroup ? '' : `${one.mark} - ${title}`)
  }
  return names
}

/** A group is told of above its tests, and once more below them. */
function specNames(printed: readonly Printed[]): Map<number, string> {
  const names = new Map<number, string>()
  let around: readonly Printed[] = []
  for (const one of printed) {
    const groups = around.filter(({ indent }) => indent < one.indent)
    const isEnd = around.some(({ indent, name }) => indent === one.indent && name === one.name)
    around = one.mark === '▶' ? [...groups, one] : groups
    const title = [...groups, one].map(({ name }) => name).join(' > ')
    names.set(one.at, one.mark === '▶' || isEnd ? '' : `${one.mark} ${title}`)
  }
  return names
}
