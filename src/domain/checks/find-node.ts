// The checks of a package.json: its scripts for types, lint, tests and build, in the words of its package manager.
import { isAssignment, starters, toCommands } from '../shell/commands.ts'
import {
  callsUs,
  firstOf,
  leftOut,
  NOTHING,
  propose,
  sendsOut,
  type EcosystemChecks,
  type Found,
  type RootFiles,
} from './found.ts'
import { given } from '../../contract/given.ts'

interface WantedScript {
  readonly name: string
  /** Script names, the best first. */
  readonly scripts: readonly string[]
}

const WANTED: readonly WantedScript[] = [
  {
    name: 'typecheck',
    scripts: ['typecheck', 'type-check', 'types', 'tsc', 'check-types', 'check:types', 'types:check', 'type:check'],
  },
  { name: 'lint', scripts: ['lint', 'lint:check', 'lint:ci', 'check:lint', 'eslint'] },
  { name: 'test', scripts: ['test', 'test:ci', 'test:run', 'test:once', 'test:unit', 'test:all', 'unit'] },
  { name: 'check', scripts: ['check', 'check:ci', 'check:all'] },
  { name: 'build', scripts: ['build'] },
]

type Runner = 'npm' | 'pnpm' | 'yarn' | 'bun'
type Scripts = ReadonlyMap<string, string>

const LOCKFILES: ReadonlyArray<readonly [file: string, runner: Runner]> = [
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
]

export function findNode(seen: RootFiles): EcosystemChecks {
  const text = seen.text('package.json')
  if (text === undefined) return NOTHING
  const manifest = parse(text)
  if (manifest === undefined) return { found: [], problems: ['package.json is not valid JSON'] }
  const scripts = scriptsOf(manifest)
  const runner = runnerOf(manifest, seen)
  const found = WANTED.flatMap(({ name, scripts: names }) => {
    const script = best(scripts, names)
    return script === undefined ? [] : [toCheck(name, script, scripts, runner)]
  })
  const hasTests = found.some(({ check }) => check.name === 'test')
  const sending = WANTED.flatMap(({ scripts: names }) => names).filter((name) => isSending(name, scripts))
  return {
    // A script "check" mostly runs the others, so it is wanted only where there are no tests.
    found: found.filter(({ check }) => check.name !== 'check' || !hasTests),
    problems: sending.map((name) => leftOut(`package.json: script "${name}"`)),
  }
}

/** With what runs before and after it. */
function isSending(name: string, scripts: Scripts): boolean {
  return [`pre${name}`, name, `post${name}`].some((each) => sendsOut(wholeText(each, scripts)))
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isRecord(value) ? value : undefined
  } catch {
    // Whatever is wrong with it, the answer is the same: no checks from this file, and the user is told.
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function scriptsOf(manifest: Record<string, unknown>): Scripts {
  const scripts = isRecord(manifest['scripts']) ? Object.entries(manifest['scripts']) : []
  return new Map(scripts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function runnerOf(manifest: Record<string, unknown>, seen: RootFiles): Runner {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager'] ?? ''))?.[1]
  if (named !== undefined) return named as Runner
  const lockfile = firstOf(
    seen,
    LOCKFILES.map(([file]) => file),
  )
  return LOCKFILES.find(([file]) => file === lockfile)?.[1] ?? 'npm'
}

/** The first usable script; one that changes no files if there is one. */
function best(scripts: Scripts, names: readonly string[]): string | undefined {
  const usable = names.filter((name) => isUsable(name, scripts))
  return usable.find((name) => !isFixer(wholeText(name, scripts))) ?? usable[0]
}

function isUsable(name: string, scripts: Scripts): boolean {
  const text = wholeText(name, scripts)
  const commands = commandsOf(text)
  if (commands.length === 0 || /no test specified/i.test(text) || callsUs(text)) return false
  if (commands.every(([program = '']) => SAYS_ONLY.has(program)) || isSending(name, scripts)) return false
  return !commands.some(neverEnds)
}

const SAYS_ONLY = new Set(['echo', 'printf', 'exit', 'true', 'false', ':'])

function isFixer(text: string): boolean {
  return /\s--(?:fix|write|apply)(?!-dry)(?![\w=-])/.test(text)
}

/** A script with the scripts it calls: `"test": "npm run test:watch"` watches. */
function wholeText(name: string, scripts: Scripts): string {
  const names = new Set([name])
  // A set that grows while it is walked: each script is taken once, also where they call each other in a circle.
  for (const next of names) for (const called of calledBy(scripts.get(next) ?? '', scripts)) names.add(called)
  // Joined by an operator, so that words of one are not taken for arguments of another.
  return [...names].map((each) => scripts.get(each) ?? '').join(' && ')
}

function calledBy(text: string, scripts: Scripts): string[] {
  const calls = text.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:-s\s+|--silent\s+)?([\w:.-]+)/g)
  return [...calls].map((match) => match[1] ?? '').filter((name) => scripts.has(name))
}

/** The simple commands of a script, without what only sets the stage for them. */
function commandsOf(text: string): string[][] {
  return toCommands(text)
    .map(({ words }) => withoutStage(words))
    .filter((words) => words.length > 0)
}

const STAGE: ReadonlySet<string> = new Set([...starters, 'dlx', '-y'])

function withoutStage(words: readonly string[]): string[] {
  const start = words.findIndex((word, index) => {
    if (STAGE.has(word) || isAssignment(word)) return false
    return !(/^(?:pnpm|yarn|npm)$/.test(word) && /^(?:exec|dlx)$/.test(words[index + 1] ?? ''))
  })
  return start < 0 ? [] : words.slice(start)
}

const SERVERS = new Set(
  'nodemon ts-node-dev tsnd node-dev serve http-server live-server json-server lite-server browser-sync webpack-dev-server watchexec chokidar onchange watchman'.split(
    ' ',
  ),
)
/** Programs that serve with these sub-commands. */
const SERVES = new Map<string, readonly string[]>(
  Object.entries({
    next: ['dev', 'start'],
    nuxt: ['dev', 'start', 'preview'],
    nuxi: ['dev', 'preview'],
    astro: ['dev', 'preview'],
    remix: ['dev'],
    gatsby: ['develop', 'serve'],
    webpack: ['serve', 'watch'],
    'vue-cli-service': ['serve'],
    'react-scripts': ['start'],
    ng: ['serve'],
    expo: ['start'],
    storybook: ['dev'],
    cypress: ['open'],
    vitest: ['watch', 'dev'],
    tsx: ['watch'],
    wrangler: ['dev'],
  }),
)
/** Programs that serve without one of these. */
const ENDS = new Map<string, readonly string[]>(Object.entries({ vite: ['build', 'optimize'], parcel: ['build'] }))
const SHORT_WATCH = new Set([
  'tsc',
  'vue-tsc',
  'mocha',
  'ava',
  'rollup',
  'webpack',
  'vitest',
  'tap',
  'tsup',
  'swc',
  'babel',
])

function neverEnds(words: readonly string[]): boolean {
  const [program = '', ...rest] = words
  if (SERVERS.has(program)) return true
  const command = rest.find((word) => !word.startsWith('-')) ?? ''
  if (SERVES.get(program)?.includes(command) || ENDS.get(program)?.includes(command) === false) return true
  if (program === 'karma') return command === 'start' && !rest.includes('--single-run') && !rest.includes('--no-watch')
  if (SHORT_WATCH.has(program) && rest.includes('-w')) return true
  return rest.some((word, index) => isWatchFlag(word, rest[index + 1] ?? '') && program !== 'echo')
}

function isWatchFlag(word: string, next: string): boolean {
  return /^--(?:watch|watchAll|watch-all|ui)(?:=true)?$/.test(word) && next !== 'false'
}

function toCheck(name: string, script: string, scripts: Scripts, runner: Runner): Found {
  const text = wholeText(script, scripts)
  const more = endingFor(text)
  const args = more.args.length === 0 ? '' : ` ${runner === 'npm' ? '-- ' : ''}${more.args.join(' ')}`
  const note = isFixer(text) ? ' (changes files)' : ''
  return propose({
    name,
    run: `${call(runner, script)}${args}`,
    from: `package.json, script "${script}"${note}`,
    ...given({ env: more.env }),
  })
}

function call(runner: Runner, script: string): string {
  // `bun test` is Bun's own runner, so a script named "test" needs the longer form.
  if (script === 'test' && runner !== 'bun') return `${runner} test`
  return runner === 'yarn' ? `yarn ${script}` : `${runner} run ${script}`
}

interface Ending {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** What makes a test runner end by itself where it would wait for a person. */
function endingFor(text: string): Ending {
  const commands = commandsOf(text)
  const runs = (program: RegExp, command: string): boolean =>
    commands.some((words) => program.test(words[0] ?? '') && words[1] === command)
  if (runs(/^(?:react-scripts|craco|react-app-rewired)$/, 'test')) return { args: [], env: { CI: 'true' } }
  if (runs(/^playwright$/, 'test')) return { args: [], env: { PLAYWRIGHT_HTML_OPEN: 'never' } }
  const last = commands.at(-1) ?? []
  const isAngular = last[0] === 'ng' && last[1] === 'test' && !last.some((word) => /^--(?:no-)?watch/.test(word))
  return { args: isAngular && commands.length === 1 ? ['--watch=false'] : [] }
}
