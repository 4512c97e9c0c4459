// How exhaustive the tests are. `FULLSTOP_TEST_ROUNDS` is the share of all rounds that is played, in percent: `npm test`
// plays a part of them, `npm run test:long` all.

const share = Number(process.env['FULLSTOP_TEST_ROUNDS'] ?? '5') / 100

/** All of it is played, however long it takes. */
export const isExhaustive = share >= 1

/** So many of the rounds, at least one: the runs of a property, or tries at a random moment. */
export function rounds(all: number): number {
  return Math.max(1, Math.round(all * share))
}

/** As many of the cases, spread evenly, the first and the last among them. */
export function someOf<T>(cases: readonly T[]): T[] {
  const most = Math.max(2, rounds(cases.length))
  if (cases.length <= most) return [...cases]
  return Array.from({ length: most }, (_, index) => Math.round((index * (cases.length - 1)) / (most - 1))).flatMap(
    (index) => cases.slice(index, index + 1),
  )
}

/** A quarter of the cases, another one for each `nth`: four in a row play all of them. */
export function quarterOf<T>(cases: readonly T[], nth: number): T[] {
  return isExhaustive ? [...cases] : cases.filter((_, index) => index % 4 === nth % 4)
}

/** Every row with every column; where not all are played, as many that each row and each column is among them. */
export function pairsOf<R, C>(rows: readonly R[], columns: readonly C[]): (readonly [R, C])[] {
  const few = isExhaustive ? 1 : Math.min(rows.length, columns.length)
  return rows.flatMap((row, nth) =>
    columns.filter((_, index) => index % few === nth % few).map((column) => [row, column] as const),
  )
}

/** How much input a flood is made of: a quarter, where not all of it is played. Work that is not linear shows in both. */
export function amount(all: number): number {
  return isExhaustive ? all : Math.ceil(all / 4)
}

/**
 * For a test that tells a promise once more, in another form: with another agent, at another moment, by another way in.
 * `test.skipIf(isVariant)(…)`: only `npm run test:long` plays it.
 */
export const isVariant = !isExhaustive
