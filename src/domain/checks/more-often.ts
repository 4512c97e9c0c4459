// What is new in a list that may hold the same thing twice.

/** Each of `now` as often as it stands there more often than in `before`. */
export function moreOften<T>(now: readonly T[], before: readonly T[], keyOf: (one: T) => string): T[] {
  const left = new Map<string, number>()
  for (const one of before) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return now.filter((one) => {
    const key = keyOf(one)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}
