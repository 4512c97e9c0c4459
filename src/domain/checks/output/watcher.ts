// A check that timed out because it watches for changes: it never ends by itself, which is no verdict on the work.
import { toLines } from './output-lines.ts'

interface Watcher {
  /** A line that it prints once it waits. */
  readonly waits: RegExp
  /** The command that ends. */
  readonly instead: string
}

/** The first row that fits: those of one program stand before those of many. */
const WATCHERS: readonly Watcher[] = [
  {
    waits: /^\s*(?:PASS|FAIL)\s+Waiting for file changes|^\s*press h to show help, press q to quit/,
    instead: '`vitest run`',
  },
  { waits: /^\s*DEV\s+v\d+\.\d+/, instead: '`vitest run`' },
  { waits: /^Watch Usage\b|^ › Press \w+ to /, instead: 'jest without `--watch`, or `jest --watchAll=false`' },
  {
    waits: /Found \d+ errors?\. Watching for file changes|Starting compilation in watch mode/,
    instead: '`tsc` without `--watch`',
  },
  { waits: /^ℹ?\s*\[mocha\] waiting for changes/, instead: 'mocha without `--watch`' },
  { waits: /^(?:Restarting|Completed running|Failed running) '.*'/, instead: 'node without `--watch`' },
  {
    waits: /^\[nodemon\] (?:watching|clean exit - waiting|app crashed - waiting)/,
    instead: 'the program without nodemon',
  },
  { waits: /webpack is watching the files/, instead: 'webpack without `--watch`' },
  { waits: /^\s*Serving HTML report at /, instead: 'playwright with `--reporter=line`' },
  { waits: /^\[Running ['"]?cargo/, instead: 'cargo without `watch`' },
  { waits: /^\[ptw\] /, instead: '`pytest`' },
  { waits: /^Waiting for changes to input files/, instead: 'gradle without `--continuous`' },
  { waits: /^dotnet watch .*Waiting for a file to change/, instead: '`dotnet test`' },
  {
    waits: /^\W*(?:[A-Z]+ v[\d.]+\s+)?ready in \d|^\W*Local:\s+https?:\/\/|^\W*press h \+ enter to show help/i,
    instead: 'a command that builds or tests and ends, in place of a server',
  },
  {
    waits:
      /^[^A-Za-z]*(?:[AP]M\W*)?(?:(?:watching|waiting) for (?:file )?changes(?: before restarting)?|watching (?:\d+ )?files.{0,40}|press ctrl[ +-]c to (?:stop|quit|exit))(?:\.{1,3}|…)?$/i,
    instead: 'the command without its watch option',
  },
]

/** After a line that says so nothing follows but a few hints. */
const LINES_AFTER = 10

/** Why a check that timed out could not run; undefined if nothing says that it was waiting. */
export function whyWatching(output: string, limit: string): string | undefined {
  const last = toLines(output)
    .filter((line) => line !== '')
    .slice(-LINES_AFTER)
  const watcher = WATCHERS.find(({ waits }) => last.some((line) => waits.test(line.slice(0, 500))))
  return watcher && `it was still waiting for changes after ${limit} and does not end by itself: use ${watcher.instead}`
}
