// What stands in a row, whatever is written around it: the literals, in their order.

const VALUES =
  /"((?:\\.|[^"\\])*)"|(?<![\w.])-?\d[\d._]*(?:e[+-]?\d+)?|(?<!\w)(?:true|false|null|None|nil|True|False)(?!\w)/g
export const BETWEEN = ' | '

export function valuesIn(key: string): string {
  return Array.from(key.matchAll(VALUES), ([written, text]) =>
    text === undefined ? plainValue(written) : bare(text),
  ).join(BETWEEN)
}

function plainValue(written: string): string {
  const number = Number(written.replaceAll('_', ''))
  return Number.isNaN(number) ? written.toLowerCase().replace(/^(?:none|nil)$/, 'null') : String(number)
}

/** Keys of code are without white space. */
export function bare(text: string): string {
  return text.replaceAll(/\s/g, '')
}
