// Output of several packages at once, taken apart: task runners put the name of the package before each line.

/** Lines by which a task runner shows the prefix that it uses; the first group is the prefix. */
const SHOWS_PREFIX: readonly RegExp[] = [
  // turbo: `web:test: cache miss, executing 1a2b3c`
  /^(\S+:\S+: )cache (?:miss|hit|bypass)/,
  // pnpm -r: `packages/web test$ vitest run`, then `packages/web test: …`
  /^(\S+ [\w:.-]+)\$ \S/,
  // lerna: `web: > web@1.0.0 test`
  /^(@?[\w./-]+: )> \S+@\S+ \S/,
  // yarn workspaces foreach: `[web]: Process started`
  /^((?:➤ YN\d+: )?\[[^\]]{1,100}\]: )Process started/,
  // concurrently: `[0] npm run test exited with code 0`
  /^(\[[^\]]{1,100}\] ).+ exited with code \d+$/,
  // bun --filter: `web test: Exited with code 0`
  /^(\S+ [\w:.-]+: )Exited with code \d+$/,
]

const MOST_PREFIXES = 500

/** Each stream in the order of its lines; lines without a prefix are the first. */
export function toStreams(lines: readonly string[]): readonly (readonly string[])[] {
  const prefixes = prefixesIn(lines)
  if (prefixes.size === 0) return [lines]
  const own: string[] = []
  const streams = new Map<string, string[]>([...prefixes].map((prefix) => [prefix, []]))
  for (const line of lines) {
    const prefix = startOf(line).find((start) => streams.has(start))
    if (prefix === undefined) own.push(line)
    else streams.get(prefix)?.push(line.slice(prefix.length))
  }
  return [own, ...streams.values()]
}

function prefixesIn(lines: readonly string[]): ReadonlySet<string> {
  const prefixes = new Set<string>()
  for (const line of lines) {
    if (prefixes.size >= MOST_PREFIXES) break
    for (const pattern of SHOWS_PREFIX) {
      const prefix = pattern.exec(line)?.[1]
      if (prefix !== undefined) prefixes.add(/[\s]$/.test(prefix) ? prefix : `${prefix}: `)
    }
  }
  return prefixes
}

/** What a prefix could be: up to a colon or a bracket with a blank behind it. */
function startOf(line: string): readonly string[] {
  const starts = [/^(?:➤ YN\d+: )?\[[^\]]{1,100}\]:? /, /^[^\s:]+(?::[^\s:]+)*: /, /^\S+ [\w:.-]+: /]
  return starts.flatMap((start) => start.exec(line)?.[0] ?? [])
}
