// Stops with the verdict written down first. `-held` files were left alone while the rules were written; those named
// `-more` and `-last` were written afterwards and tried once before anything was changed for them.
// `endings-` files measure: they were written without trying a rule on them, 1 and 2 by one author, 3 and 4 by another.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Row = readonly [verdict: string, text: string]

/** One row a line: `verdict: text`. */
export function rowsIn(file: string): readonly Row[] {
  return read(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
}

/** Texts of several lines, each under a line `=== verdict`. */
export function textsIn(file: string): readonly Row[] {
  return read(file)
    .split(/^=== /m)
    .filter((block) => block !== '')
    .map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1).replace(/\n$/, '')])
}

function read(file: string): string {
  return readFileSync(join(import.meta.dir, 'fixtures', file), 'utf8')
}
