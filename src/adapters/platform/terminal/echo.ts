// Keys that are pressed while a block of lines stands at the bottom of the terminal are not echoed: an Enter would move
// the block, and a line of it would stay behind. The next prompt still reads what was typed.
import { readFileSync } from 'node:fs'
import { isTerminal } from '../env.ts'
import { printedBy } from '../processes/printed-by.ts'

const LONGEST_MS = 2000
const NOTHING = (): void => undefined

/** Returns a function that undoes it, which may be called twice. Never throws; if it fails, keys are echoed as before. */
export function muteEcho(): () => void {
  if (!isTerminal('stdin') || !isInFront()) return NOTHING
  const before = stty('-g')?.trim()
  if (before === undefined || !/^[\w:]+$/.test(before) || stty('-echo') === undefined) return NOTHING
  const restore = (): void => {
    process.off('exit', restore)
    // Stopped and continued in the background: its shell has restored the terminal.
    if (isInFront()) stty(before)
  }
  process.on('exit', restore)
  return restore
}

/** The system stops a program that changes the terminal from the background. */
function isInFront(): boolean {
  const [group, front] = process.platform === 'linux' ? groupsOnLinux() : groupsByPs()
  return group !== undefined && group === front
}

function groupsOnLinux(): readonly (string | undefined)[] {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // After the name, which may contain anything: state, parent, group, session, terminal, group in front.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [fields[2], fields[5]]
  } catch {
    // There is no such file system here, so nothing is known.
    return []
  }
}

function groupsByPs(): readonly (string | undefined)[] {
  return (
    run('ps', ['-o', 'pgid=', '-o', 'tpgid=', '-p', `${process.pid}`])
      ?.trim()
      .split(/\s+/) ?? []
  )
}

function stty(word: string): string | undefined {
  return run('stty', [word])
}

/** Undefined: it failed, or there is no such program. */
function run(program: string, args: readonly string[]): string | undefined {
  // Never a program that a repository brings along.
  const env = { PATH: '/usr/bin:/bin' }
  const { ok, text } = printedBy([program, ...args], { timeoutMs: LONGEST_MS, stdin: 'inherit', env })
  return ok ? text : undefined
}
