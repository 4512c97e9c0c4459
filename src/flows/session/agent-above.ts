// Who started this process: whether an agent is among the processes that it descends from. For orders that only a person
// may give; a hook asks only where the environment says that nobody is there.
import type { Environment } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import { type AgentProgram, otherPrograms } from '../../agents/others.ts'
import type { Ancestor } from '../../adapters/platform/processes/ancestors.ts'
import { CHECK_MARK } from '../home/check-mark.ts'
import { markIn } from '../home/marks.ts'
import { RUNNER } from '../home/rounds/round-request.ts'
import { HOST } from '../home/stint-files.ts'

/**
 * What shows that an agent, or a check of the agent's code, started this process. A cleared environment, a new session
 * or a pseudo-terminal does not change the parents. A process whose parents have all ended can still hide: a fence, not
 * a wall.
 */
export function agentSign(env: Environment, ancestors: () => readonly Ancestor[]): string | undefined {
  return markIn(env) ?? checkIn(env) ?? ancestors().flatMap((one) => signOf(one) ?? [])[0]
}

/** The same for other processes: which of them belongs to an agent or to a check of its code. */
export function agentAmong(processes: readonly Ancestor[]): string | undefined {
  return processes.flatMap((one) => {
    const name = agentNameOf(one)
    return name === undefined ? [] : [`process ${one.pid} (${name})`]
  })[0]
}

function signOf(one: Ancestor): string | undefined {
  const name = agentNameOf(one)
  return name === undefined ? undefined : `process ${one.pid} (${name}), which this one descends from,`
}

function agentNameOf({ words, env }: Ancestor): string | undefined {
  return agentProgram(words) ?? markIn(env) ?? checkIn(env) ?? ownProcess(words)
}

const PROGRAMS: readonly AgentProgram[] = [
  ...agents.map(({ program, npmPackage }) => [program, npmPackage] as const),
  ...otherPrograms,
]

interface Interpreter {
  readonly name: RegExp
  /** Options whose next word is code: then there is no script. */
  readonly code: RegExp
  /** Options whose next word belongs to them. */
  readonly valued: RegExp
  /** Words before the script that are neither options nor the script. */
  readonly verbs: readonly string[]
}

const INTERPRETERS: readonly Interpreter[] = [
  {
    name: /^(?:sh|bash|dash|zsh|ash|ksh|fish|busybox)$/,
    code: /^(?:-[a-zA-Z]*c|--command)$/,
    valued: /^(?:[-+][a-zA-Z]*[oO]|--rcfile|--init-file)$/,
    verbs: ['sh', 'ash'],
  },
  {
    name: /^(?:node|nodejs|bun|deno|tsx)$/,
    code: /^(?:-e|--eval|-p|-pe|--print)$/,
    valued:
      /^(?:-r|--require|--import|--preload|-C|--conditions|--(?:experimental-)?loader|--env-file|--title|-c|--config)$/,
    verbs: ['run', 'x', 'exec'],
  },
  // The word after `-m` is a module: as good as a script.
  { name: /^(?:python[\d.]*|pypy[\d.]*)$/, code: /^-[a-zA-Z]*c$/, valued: /^-[WX]$/, verbs: [] },
  { name: /^uv$/, code: /^$/, valued: /^(?:--with|--python|-p)$/, verbs: ['run', 'tool'] },
]
/** `agent-x86_64-unknown-linux-musl`, `agent.js`, `agent.exe`. */
const BUILD =
  /(?:-(?:cli|linux|darwin|macos|win32|windows|x64|x86_64|amd64|arm64|aarch64)\b.*)?(?:\.(?:exe|cmd|[cm]?js|py))?$/i

/**
 * Only the program or the script that it runs counts, never an argument: an editor that shows a file with an agent's name
 * is no agent, nor is a shell whose command line ends with one.
 */
export function agentProgram(words: readonly string[]): string | undefined {
  const [first = '', ...rest] = words
  const script = scriptIn(first, rest)
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

function scriptIn(program: string, words: readonly string[]): string | undefined {
  const name = nameOf(program).replace(/\.exe$/i, '')
  const interpreter = INTERPRETERS.find((one) => one.name.test(name))
  if (!interpreter) return undefined
  const { code, valued, verbs } = interpreter
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (code.test(word)) return undefined
    if (valued.test(word)) at++
    else if (!/^[-+]/.test(word) && !verbs.includes(word)) return word
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
