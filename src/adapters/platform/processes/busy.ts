// Whether processes use the processor: a program without output may still be working.
import { readFileSync } from 'node:fs'
import { printedBy } from './printed-by.ts'
import { descendantsOf } from './stray-processes.ts'

/** Milliseconds of processor time that the children of a process have used so far, and theirs. */
export function cpuBelow(pid: number): number {
  const pids = descendantsOf(pid)
  return process.platform === 'linux' ? pids.reduce((sum, child) => sum + onLinux(child), 0) : elsewhere(pids)
}

/** A clock tick is a hundredth of a second wherever Linux runs. */
const TICK_MS = 10

function onLinux(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Of its own, and of those children of it that have ended.
    return [fields[11], fields[12], fields[13], fields[14]].reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  } catch {
    // Gone meanwhile: it uses nothing any more.
    return 0
  }
}

function elsewhere(pids: readonly number[]): number {
  if (pids.length === 0) return 0
  const { text } = printedBy(['ps', '-o', 'time=', '-p', pids.join(',')])
  return text.split('\n').reduce((sum, line) => sum + toMs(line.trim()), 0)
}

/** `[[days-]hours:]minutes:seconds[.hundredths]` */
function toMs(time: string): number {
  if (time === '') return 0
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time]
  const seconds = (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0)
  return (Number(days) * 86_400 + seconds) * 1000
}
