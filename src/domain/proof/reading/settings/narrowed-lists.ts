// Lists of what a check looks at: does an entry that came look at less than the one it replaces?

const WILD = /[*?[{(!+@]/

/** `src/**\/*.ts` begins with `src/` whatever it finds. */
export function literalPrefix(pattern: string): string {
  const plain = pattern.replace(/^(?:\.\/|<rootDir>\/)/, '')
  const wild = plain.search(WILD)
  return wild < 0 ? plain : plain.slice(0, wild)
}

/** A file, not a folder: nothing else is found by it. */
export function isSingleFile(pattern: string): boolean {
  return !WILD.test(pattern) && /\.\w{1,5}$/.test(pattern)
}

/** The same wherever it lies: `**\/smoke.test.js`. */
export function namesOneFile(pattern: string): boolean {
  return isSingleFile(pattern.replace(/^.*\//, ''))
}

/** The second finds a part of what the first finds, by how far they are spelled out. */
export function isNarrower(before: string, after: string): boolean {
  const [old, now] = [literalPrefix(before), literalPrefix(after)]
  if (WILD.test(before)) return now.length > old.length && now.startsWith(old)
  return !isSingleFile(before) && now.startsWith(`${old.replace(/\/$/, '')}/`) && now.length > old.length + 1
}

/** Every entry that came is a part of one that went. */
export function isNarrowed(lost: readonly string[], came: readonly string[]): boolean {
  if (lost.length === 0 || came.length === 0) return false
  return came.every((now) => lost.some((old) => isNarrower(old, now)))
}

/** One file, or the files whose name begins so: no kind of files. */
export function isAimed(pattern: string): boolean {
  const last = pattern.replace(/\/\*{0,2}$/, '').replace(/^.*\//, '')
  return /^[\w-]/.test(last) && /[.*]/.test(last)
}

/** `**\/*.ts` finds all that `src/**\/*.ts` finds. */
export function isWider(now: string, old: string): boolean {
  const [plain, was] = [now, old].map((pattern) => pattern.replace(/^\.\//, ''))
  if (plain === undefined || was === undefined || plain === was) return false
  if (/^\*\*(?:\/\*)?$|^\.$/.test(plain)) return true
  const ending = /^\*\*\/\*(\.[\w.{},*]+)$/.exec(plain)?.[1]
  return ending !== undefined && was.endsWith(`*${ending}`)
}

/** `test/types/**` finds all that `test/types/**\/*.tst.ts` finds, and `packages/*\/files` what `packages/a/files` finds. */
export function isWithin(part: string, whole: string): boolean {
  const [inner, outer] = [part, whole].map((pattern) =>
    pattern.replace(/^\.\//, '').replace(/\/(?:\*\*)?(?:\/\*)?$/, ''),
  )
  if (inner === undefined || outer === undefined || !/^[\w@-]/.test(outer) || /[?[\]{}()!+]/.test(outer)) return false
  const found = outer.replaceAll('.', '\\.').replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*')
  return inner !== outer && new RegExp(`^${found}(?:/.*)?$`).test(inner.replaceAll(/\*+/g, 'any'))
}

/** No file is found by both, as far as they are spelled out. */
export function isApart(one: string, other: string): boolean {
  const [left, right] = [one, other].map((pattern) => literalPrefix(pattern).replace(/\/$/, ''))
  if (left === undefined || right === undefined || /^\.?$/.test(left) || /^\.?$/.test(right)) return false
  return left !== right && !left.startsWith(`${right}/`) && !right.startsWith(`${left}/`)
}
