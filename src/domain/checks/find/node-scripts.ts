// The scripts of a package.json: which names are wanted, what a script runs with all that it calls, and whether it can be
// a check.
import { commandsOf, isEndless } from './endless.ts'
import { isRecord } from './parse-json.ts'
import { callsUs, sendsOut, writesFiles } from './unwanted.ts'

export interface WantedScript {
  readonly name: string
  /** Script names, the best first. */
  readonly scripts: readonly string[]
}

export const WANTED: readonly WantedScript[] = [
  {
    name: 'typecheck',
    scripts: ['typecheck', 'type-check', 'types', 'tsc', 'check-types', 'check:types', 'types:check', 'type:check'],
  },
  { name: 'lint', scripts: ['lint', 'lint:check', 'lint:ci', 'check:lint', 'eslint'] },
  { name: 'test', scripts: ['test', 'test:ci', 'test:run', 'test:once', 'test:unit', 'test:all', 'unit'] },
  { name: 'check', scripts: ['check', 'check:ci', 'check:all'] },
  { name: 'build', scripts: ['build'] },
]

export type Scripts = ReadonlyMap<string, string>

/** With what runs before and after it. */
export function isSending(name: string, scripts: Scripts): boolean {
  return [`pre${name}`, name, `post${name}`].some((each) => sendsOut(wholeText(each, scripts)))
}

export function scriptsOf(manifest: Record<string, unknown>): Scripts {
  const scripts = isRecord(manifest['scripts']) ? Object.entries(manifest['scripts']) : []
  return new Map(scripts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The first script of these names that is a check. */
export function best(scripts: Scripts, names: readonly string[]): string | undefined {
  return names.find((name) => isUsable(name, scripts))
}

export function isUsable(name: string, scripts: Scripts): boolean {
  const text = wholeText(name, scripts)
  const commands = commandsOf(text)
  if (commands.length === 0 || isPlaceholder(name, scripts) || callsUs(text) || isSending(name, scripts)) return false
  return !isEndless(text) && !isFixer(name, scripts)
}

/** A build may well write what it makes. */
export function isFixer(name: string, scripts: Scripts): boolean {
  return name !== 'build' && writesFiles(wholeText(name, scripts))
}

/** It says something and runs nothing, such as npm's "no test specified". */
export function isPlaceholder(name: string, scripts: Scripts): boolean {
  const text = wholeText(name, scripts)
  const commands = commandsOf(text)
  if (commands.length === 0) return false
  return /no test specified/i.test(text) || commands.every(([program = '']) => SAYS_ONLY.has(program))
}

const SAYS_ONLY = new Set(['echo', 'printf', 'exit', 'true', 'false', ':'])

/** A script with the scripts it calls: `"test": "npm run test:watch"` watches. */
export function wholeText(name: string, scripts: Scripts): string {
  const names = new Set([name])
  // A set that grows while it is walked: each script is taken once, also where they call each other in a circle.
  for (const next of names) for (const called of calledBy(scripts.get(next) ?? '', scripts)) names.add(called)
  // Joined by an operator, so that words of one do not become arguments of another.
  return [...names].map((each) => scripts.get(each) ?? '').join(' && ')
}

function calledBy(text: string, scripts: Scripts): string[] {
  const calls = text.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+|run-script\s+)?(?:-s\s+|--silent\s+)?([\w:.-]+)/g)
  return [...calls].map((match) => match[1] ?? '').filter((name) => scripts.has(name))
}
