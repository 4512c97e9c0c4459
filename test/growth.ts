// Whether a reader of foreign text stays linear: processor time for a text against that for half of it, never a clock.

const SIZE = 30_000
/** So little that its growth cannot be measured, and need not be. */
const CHEAP_MS = 150
const TRIES = 3
/** Linear growth gives 2, quadratic growth 4. */
const MOST_GROWTH = 3
/** So near to linear that one look is enough, however much noise is in it. */
const PLAIN_GROWTH = 2.25

/** What readers of code stumble over when it is repeated. One token a line, so that line ends stay readable. */
export const HOSTILE_CODE: readonly string[] = [
  '/[',
  '=/[',
  '(/[a',
  '/*',
  '"',
  '`${',
  '"\\',
  '\\"',
  '([',
  '{',
  '<a ',
  ' ',
  '\n ',
  'a,',
  '- a\n',
  'class A:\n',
  'def a():\n',
  "it('a', () => {",
  'expect(',
  'if (',
  'x=>\n.a ',
  'run: |\n',
  'a && ',
]

/** The same for prose, output and commands. */
export const HOSTILE_TEXT: readonly string[] = [
  '"',
  '`',
  '(',
  '<',
  '**',
  '\\',
  ' ',
  '\n',
  '\r',
  'a',
  'a, ',
  'a b ',
  '. ',
  '? ',
  '- a\n',
  '> a\n',
  '```\n',
  '| a |\n',
  '\u001b[',
  '\u001b]',
  '-----BEGIN ',
  'eyJ',
  '://a:b@',
  'key=',
  'token: "',
  'ghp_a1-',
  'cookie: a=',
  'mysql -',
  '/tmp/',
  'FULLSTOP (1/5)\n',
  '<promise>',
  '<promise>COMPLETE</promise>\n',
  'TASKMASTER_DONE::x\n',
  'all checks pass. ',
  'once ',
  '+ a\n',
  'env ',
  'xargs ',
]

/** Undefined: linear, or so quick that it does not matter; else how it grew. What is quadratic shows at both sizes. */
export function growthOf(read: (text: string) => unknown, token: string): string | undefined {
  const at = (size: number): string | undefined => growthAt(read, token.repeat(Math.ceil(size / token.length)))
  const told = at(SIZE)
  // A busy machine can make one of them look so.
  return told === undefined || at(2 * SIZE) === undefined ? undefined : `${JSON.stringify(token)}: ${told}`
}

function growthAt(read: (text: string) => unknown, whole: string): string | undefined {
  const first = cpuMs(() => read(whole))
  if (first < CHEAP_MS) return undefined
  const half = whole.slice(0, whole.length / 2)
  let small = cpuMs(() => read(half))
  // Noise only adds: what was quick enough at once need not be looked at again.
  if (first / small < PLAIN_GROWTH) return undefined
  for (let attempt = 1; attempt < TRIES; attempt++)
    small = Math.min(
      small,
      cpuMs(() => read(half)),
    )
  if (first / small < MOST_GROWTH) return undefined
  let large = first
  for (let attempt = 0; attempt < TRIES; attempt++) {
    large = cpuMs(() => read(whole))
    if (large < CHEAP_MS || large / small < MOST_GROWTH) return undefined
  }
  return `${Math.round(large)} ms, ${(large / small).toFixed(1)} times that of half of it`
}

function cpuMs(read: () => unknown): number {
  const start = process.cpuUsage()
  read()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
