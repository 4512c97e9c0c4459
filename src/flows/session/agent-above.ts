// Who started this process: whether an agent is among the processes that it descends from. For orders that only a person
// may give; a hook asks only where the environment says that nobody is there.
import type { Environment } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import { type AgentProgram, otherPrograms } from '../../agents/others.ts'
import type { Forebear } from '../../adapters/platform/forebears.ts'
import { CHECK_MARK } from '../home/check-mark.ts'
import { markIn } from '../home/marks.ts'
import { RUNNER } from '../home/run-request.ts'
import { HOST } from '../home/stint-files.ts'

/**
 * What shows that an agent, or a check of the agent's code, started this process. A cleared environment, a new session
 * or a pseudo-terminal does not change the parents. A process whose parents have all ended can still hide: a fence, not
 * a wall.
 */
export function agentSign(env: Environment, forebears: () => readonly Forebear[]): string | undefined {
  return markIn(env) ?? checkIn(env) ?? forebears().flatMap((one) => signOf(one) ?? [])[0]
}

function signOf({ pid, words, env }: Forebear): string | undefined {
  const name = agentProgram(words) ?? markIn(env) ?? checkIn(env) ?? ownProcess(words)
  return name === undefined ? undefined : `process ${pid} (${name}), which this one descends from,`
}

const PROGRAMS: readonly AgentProgram[] = [
  ...agents.map(({ program, npmPackage }) => [program, npmPackage] as const),
  ...otherPrograms,
]
const INTERPRETER = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|pypy[\d.]*|uv|sh|bash|dash|zsh|ash|ksh|fish|busybox)$/
/** `agent-x86_64-unknown-linux-musl`, `agent.js`, `agent.exe`. */
const BUILD =
  /(?:-(?:cli|linux|darwin|macos|win32|windows|x64|x86_64|amd64|arm64|aarch64)\b.*)?(?:\.(?:exe|cmd|[cm]?js|py))?$/i

/** Only the program itself counts, never its arguments: an editor that shows a file with an agent's name is no agent. */
export function agentProgram(words: readonly string[]): string | undefined {
  const [first = '', ...rest] = words
  const isInterpreter = INTERPRETER.test(nameOf(first))
  const script = isInterpreter ? rest.find((word) => !word.startsWith('-')) : undefined
  for (const path of script === undefined ? [first] : [first, script]) {
    const name = nameOf(path).replace(BUILD, '')
    const found = PROGRAMS.find(
      ([program, npmPackage]) =>
        program === name || (npmPackage !== undefined && path.includes(`/node_modules/${npmPackage}/`)),
    )
    if (found) return found[0]
  }
  return undefined
}

function nameOf(path: string): string {
  // A login shell has a dash before its name.
  return (path.split(/[/\\]/).at(-1) ?? '').replace(/^-/, '')
}

/** The process of ours that hosts an agent, or runs checks on what an agent wrote. */
function ownProcess(words: readonly string[]): string | undefined {
  const at = words.findIndex(
    (word, nth) =>
      (word === HOST && words[nth + 1]?.startsWith('stint_')) ||
      (word === RUNNER && words[nth + 1]?.startsWith('run_')),
  )
  return at === -1 ? undefined : `fullstop ${words[at]}`
}

function checkIn(env: Environment): string | undefined {
  return (env[CHECK_MARK] ?? '') === '' ? undefined : CHECK_MARK
}
