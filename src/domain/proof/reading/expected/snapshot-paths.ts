// Which files hold recorded results that tests compare with, and whose they are.

const SNAPSHOTS =
  /\.(?:snap|snap\.new|shot|ambr|golden)$|\.(?:approved|verified)\.\w{1,8}$|\.approved$|(?:^|\/)(?:__snapshots__|__image_snapshots__|snapshots|cassettes|goldens?|[\w.-]{1,100}\.[cm]?[jt]sx?-snapshots)\/|(?:^|\/)(?:testdata|fixtures?|__fixtures__|tests?|specs?)\/(?:[^/]+\/){0,8}(?:[\w-]+[._-])?(?:golden|expected)(?:[._-][\w.-]*)?(?:\/|$)/i

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rb|java|kts?|cs|php|swift|cc?|cpp|h)$/

export function isSnapshot(path: string): boolean {
  return SNAPSHOTS.test(path) && !(CODE.test(path) && !/(?:^|\/)__snapshots__\//.test(path))
}

/** `src/__snapshots__/a.test.ts.snap` belongs to `src/a.test.ts`, as does all in Playwright's `src/a.test.ts-snapshots`. */
export function ownerOf(path: string): string | undefined {
  const playwright = /^(.+\.[cm]?[jt]sx?)-snapshots\//.exec(path)?.[1]
  if (playwright !== undefined) return playwright
  const [, folder = '', name] = /^(.*?\/?)__snapshots__\/([^/]+)\.(?:snap|ambr|shot)$/.exec(path) ?? []
  if (name === undefined) return undefined
  return `${folder}${path.endsWith('.ambr') ? `${name}.py` : name}`
}
