// A4: the table beside each builder of facts fails as soon as one of its judgements is turned around. Every mutant is a copy
// of the file and its test in a folder of its own; all of them run in one process.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Mutant, mutantsOf } from '../../../test/mutants.ts'
import { quarterOf } from '../../../test/rounds.ts'

const folder = import.meta.dirname
const builders = readdirSync(folder).filter(
  (name) =>
    !/\.(?:test|fixture)\.ts$/.test(name) && /^export function /m.test(readFileSync(join(folder, name), 'utf8')),
)

/** Lines that mean the same when they are turned around. */
const SAME = [
  // Whether the work is whole is said behind it.
  'work: { ...(request?.work ?? emptyWork(false)), whole },',
]

test('a mutant is one judgement turned around', () => {
  const text = `// a === b
export function f(a: number): string {
  if (a === 1 && isIt('x && y')) return a > 2 ? 'yes' : 'no'
  return [a].some((one) => !one) ? 'true' : 'false'
}
`
  expect(mutantsOf(text).map(({ name }) => name)).toEqual([
    '3: === → !==',
    '3: > → <=',
    '3: && → ||',
    '4: ! → ',
    '4: .some( → .every(',
    "3: a === 1 && isIt('x && y') → !(a === 1 && isIt('x && y'))",
    '3: a > 2 → !(a > 2)',
    '4: [a].some((one) => !one) → !([a].some((one) => !one))',
    '2: f → nothing',
  ])
})

test.each(builders.map((name, nth) => [name, nth] as const))('%s', (name, nth) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const mutants = mutantsOf(text).filter(({ line }) => !SAME.includes(line))
  expect(mutants.length).toBeGreaterThan(0)
  const unchanged = { name: 'unchanged', line: '', text }
  expect(survivors(name, [unchanged, ...quarterOf(mutants, nth)])).toEqual(['unchanged'])
})

function survivors(name: string, mutants: readonly Mutant[]): string[] {
  const table = name.replace(/\.ts$/, '.test.ts')
  const room = mkdtempSync(join(tmpdir(), 'fullstop-mutants-'))
  try {
    for (const [index, { text }] of mutants.entries()) {
      const place = join(room, `${index}`)
      mkdirSync(place)
      // A copy that nobody can load would fail for another reason.
      new Bun.Transpiler({ loader: 'ts' }).transformSync(text)
      writeFileSync(join(place, name), outside(text, ''))
      writeFileSync(join(place, table), outside(readFileSync(join(folder, table), 'utf8'), name))
    }
    const report = join(room, 'report.xml')
    spawnSync(process.execPath, ['test', '--reporter=junit', `--reporter-outfile=${report}`], {
      cwd: room,
      stdio: 'ignore',
    })
    const failed = new Set(
      [
        ...readFileSync(report, 'utf8').matchAll(/<testsuite name="(\d+)\/[^"]*" file="[^"]*"[^>]* failures="([1-9])/g),
      ].map(([, index]) => Number(index)),
    )
    return mutants.flatMap((mutant, index) => (failed.has(index) ? [] : [mutant.name]))
  } finally {
    rmSync(room, { recursive: true })
  }
}

/** With every import from where the file really is, except for the mutant itself. */
function outside(text: string, mutant: string): string {
  return text.replaceAll(/(from |import\()'(\.[^']+)'/g, (all, before: string, path: string) =>
    path === `./${mutant}` ? all : `${before}'${resolve(dirname(join(folder, 'x')), path)}'`,
  )
}
