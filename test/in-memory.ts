// Where tests make their folders: in memory, where the machine has room for them there. A suite makes and removes files by
// the hundred thousand, and on a disk that is a tenth to a half of the processor time of every test that starts git.
import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** What is on the disk of all files that run at a time, several times over. */
const ENOUGH_BYTES = 6 * 1024 ** 3

/** These run checks in a box, or an agent that makes one. It hides what lies in memory: nobody keeps a project there. */
const ON_DISK =
  /\/(?:test\/real-agents\/.*|src\/adapters\/copy\/[^/]*|src\/flows\/verify\/.*|test\/e2e\/(?:bent|doctor|doubts|extra-run-[^/]*|plain-runs|rigged-product|sealed-runs|verify-[^/]*|yardstick))\.test\.ts$/

const disk = tmpdir()
const memory = hasRoom() ? MEMORY : disk

export function folderFor(testFile: string): string {
  return ON_DISK.test(testFile) ? disk : memory
}

/** Of a container it is often small, and programs in it may not be run. */
function hasRoom(): boolean {
  try {
    const [, , , options = ''] = mountOf(MEMORY)
    if (options.split(',').some((option) => option === 'noexec' || option === 'ro') || freemem() < ENOUGH_BYTES)
      return false
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    // No Linux.
    return false
  }
}

/** Its line of the system's table, the newest one. */
function mountOf(folder: string): string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const found = mounts.findLast(([, place, kind]) => place === folder && kind === 'tmpfs')
  if (!found) throw new Error(`${folder} is not in memory`)
  return found
}
