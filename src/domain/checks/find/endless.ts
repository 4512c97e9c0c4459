// Commands that never end by themselves: watchers and servers. A check must end.
import { isAssignment, starters, toCommands } from '../../shell/commands.ts'

/** The simple commands of a script, without what only sets the stage for them. */
export function commandsOf(text: string): string[][] {
  return (
    toCommands(text)
      // In the background it holds nothing up.
      .filter(({ end }) => end !== '&')
      .map(({ words }) => withoutStage(words))
      .filter((words) => words.length > 0)
  )
}

/** Does any of these commands watch or serve until somebody ends it? */
export function isEndless(text: string): boolean {
  return commandsOf(text).some(neverEnds)
}

const STAGE: ReadonlySet<string> = new Set([...starters(), 'dlx', '-y'])

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
