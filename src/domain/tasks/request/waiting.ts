// Tells background work that ends by itself from work that never does, such as a dev server.
import type { BackgroundTask } from '../../../contract/agent/hook-event.ts'
import { lazyWords } from '../../../contract/lazily.ts'
import { neverEnds, watchesToAnEnd } from '../../shell/endless.ts'
import { type Started, startedPrograms } from '../../shell/unwrapped.ts'

/** Work that ends by itself, whatever names stand beside it: `npm test -- dev` is waited for. */
const finite = lazyWords(
  `test tests spec build compile lint check typecheck install ci deploy release bench benchmark migrate seed e2e apply`,
)
/** Programs that run a script named after them. */
const interpreters = lazyWords('sh bash zsh node bun deno tsx ts-node python python3 ruby php perl')

/** The running task that the agent may rightly wait for, or undefined. */
export function awaited(background: readonly BackgroundTask[], ignore: readonly string[]): BackgroundTask | undefined {
  return background.find((task) => task.running && (task.command === undefined || !isEndless(task.command, ignore)))
}

/** By the table of programs, which no setting takes back, or by a name that the user wants ignored. */
function isEndless(command: string, ignore: readonly string[]): boolean {
  return neverEnds(command) || isIgnored(command, ignore)
}

function isIgnored(command: string, ignore: readonly string[]): boolean {
  const names = ignore
    .map((name) =>
      name
        .toLowerCase()
        .split(/[\s:]+/)
        .filter(Boolean),
    )
    .filter((name) => name.length > 0)
  return startedPrograms(command).some((started) => !started.isTimed && isNamedEndless(spokenWords(started), names))
}

function isNamedEndless(words: readonly string[], names: readonly (readonly string[])[]): boolean {
  if (watchesToAnEnd(words[0] ?? '')) return false
  const named = words.filter((_, at) =>
    names.some((name) => name.every((part, index) => isNamed(words[at + index], part))),
  )
  if (named.length === 0) return false
  // `jest --watch` never ends although it tests; nor does what the user named in so many words.
  return (
    named.some((word) => word.startsWith('watch') || finite().has(word)) || !words.some((word) => finite().has(word))
  )
}

/**
 * The words that say what runs: program, script, sub-commands and the flags --watch and --serve. Paths, addresses and
 * settings name what it works on: `curl dev.example.com` is no dev server.
 */
function spokenWords({ program, args }: Started): string[] {
  const rest = args.map((arg) => arg.toLowerCase())
  const script = interpreters().has(stem(program)) ? rest.findIndex((word) => !word.startsWith('-')) : -1
  const runsSource = (program === 'go' || program === 'cargo') && rest[0] === 'run'
  const others = rest.flatMap((word, index) => {
    if (index === script || (runsSource && !word.startsWith('-'))) return [stem(word)]
    if (/^--?(?:watch|serve)/.test(word)) return [word.replace(/^-+/, '')]
    return /^[\w-]+(?::[\w-]+)*$/.test(word) && !word.startsWith('-') ? word.split(':') : []
  })
  return [stem(program), ...others]
}

function stem(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[a-z0-9]{1,5}$/, '')
}

function isNamed(word: string | undefined, name: string): boolean {
  return word === name || word === `${name}r` || word === `${name}er`
}
