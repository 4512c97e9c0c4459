// Processes that a program leaves behind. Its group is known; what forked away is found by the mark in its environment,
// as a descendant, or, where the system lets us adopt orphans, as a child of ours.
import { readdirSync, readFileSync } from 'node:fs'
import { printedBy } from './printed-by.ts'
import { allPids, processes } from './processes.ts'

const PR_SET_CHILD_SUBREAPER = 36
const TREE_GRACE_MS = 500
const WNOHANG = 1
let isAdopting = false
let takeEnd: ((pid: number) => void) | undefined

/** Orphans of this process's children become its own children, so that none can hide. Linux only; elsewhere marks must do. */
export async function adoptOrphans(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const { dlopen, FFIType } = await import('bun:ffi')
    const number = FFIType.u64
    const signature = {
      prctl: { args: [FFIType.i32, number, number, number, number], returns: FFIType.i32 },
      waitpid: { args: [FFIType.i32, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
    } as const
    const library = ['libc.so.6', 'libc.so', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]
      .map((name) => openLibrary(() => dlopen(name, signature)))
      .find((opened) => opened !== undefined)
    isAdopting = library?.symbols.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) === 0
    takeEnd = (pid) => void library?.symbols.waitpid(pid, null, WNOHANG)
    return isAdopting
  } catch {
    // No foreign functions on this system: the marks in the environment still find nearly all.
    return false
  }
}

function openLibrary<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    // Another name of the same library will do.
    return undefined
  }
}

/**
 * Adopted orphans that have ended stay in the process table until their new parent reaps them. Needed by a process that
 * adopts for hours. Never reaps our own children: the runtime waits for those.
 */
export function buryOrphans(ownChildren: ReadonlySet<number>): void {
  if (!isAdopting) return
  for (const pid of childrenOf(process.pid) ?? []) {
    if (!ownChildren.has(pid) && isEnded(readProc(pid, 'stat'))) takeEnd?.(pid)
  }
}

/** Living processes with this entry in their environment, and orphans that we adopted. */
export function findStrays(mark: string, spared: ReadonlySet<number>): number[] {
  if (process.platform === 'linux') return findOnLinux(mark, spared)
  const { text } = printedBy(['ps', '-A', '-E', '-ww', '-o', 'pid=,command='])
  return text
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid > 0 && pid !== process.pid && !spared.has(pid))
}

function findOnLinux(mark: string, spared: ReadonlySet<number>): number[] {
  return livingOnLinux()
    .filter(({ pid }) => pid !== process.pid && !spared.has(pid))
    .filter(
      ({ pid, parent, isKernelThread }) =>
        (isAdopting && parent === process.pid) ||
        (!isKernelThread && readProc(pid, 'environ').split('\0').includes(mark)),
    )
    .map(({ pid }) => pid)
}

interface Listed {
  readonly pid: number
  readonly parent: number
  readonly isDead?: boolean
  /** It has no memory of its own, and so no environment. */
  readonly isKernelThread?: boolean
}

function listedOnLinux(): Listed[] {
  return allPids().flatMap((pid) => {
    const stat = readProc(pid, 'stat')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    if (state === undefined || state === '') return []
    return [
      { pid, parent: Number(parent), isDead: state === 'Z' || state === 'X', isKernelThread: fields[MEMORY] === '0' },
    ]
  })
}

/** The place of the size of its memory, counted from the state. */
const MEMORY = 20

function livingOnLinux(): Listed[] {
  return listedOnLinux().filter(({ isDead }) => !isDead)
}

function livingElsewhere(): Listed[] {
  const { text } = printedBy(['ps', '-A', '-o', 'pid=,ppid='])
  return text.split('\n').flatMap((line) => {
    const [pid = Number.NaN, parent = Number.NaN] = line.trim().split(/\s+/).map(Number)
    return Number.isInteger(pid) && Number.isInteger(parent) ? [{ pid, parent }] : []
  })
}

/**
 * Children, their children and so on, as they live now. A process whose parent has ended is no descendant any more:
 * call this before you kill.
 */
export function descendantsOf(...pids: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const { pid, parent } of process.platform === 'linux' ? livingOnLinux() : livingElsewhere())
    children.set(parent, [...(children.get(parent) ?? []), pid])
  const found = new Set<number>()
  const visit = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child)) continue
      found.add(child)
      visit(child)
    }
  }
  for (const pid of pids) visit(pid)
  return [...found]
}

/**
 * Keys of descendants without the mark. They are found only while their ancestors live, so a caller that may have to
 * end them later must ask now. Empty where the system does not tell.
 */
export function hiddenBelow(pid: number, mark: string, spared: ReadonlySet<number>): string[] {
  if (process.platform !== 'linux') return []
  return below(isAdopting ? process.pid : pid)
    .filter((one) => one !== pid && !spared.has(one) && !readProc(one, 'environ').split('\0').includes(mark))
    .flatMap((one) => processes.keyOf(one) ?? [])
}

/** The children of a process as the system lists them, without a look at every process. */
function childrenOf(pid: number): number[] | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    // Gone meanwhile, or a system that does not list them.
    return undefined
  }
}

function below(pid: number): number[] {
  const children = childrenOf(pid)
  if (children === undefined) return pid === process.pid ? descendantsOf(pid) : []
  return children.filter((child) => !isEnded(readProc(child, 'stat'))).flatMap((child) => [child, ...below(child)])
}

function isEnded(stat: string): boolean {
  const [state = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X'
}

export interface ProcessTree {
  /** Keys of its processes as far as they are known. One that is another process by now is left alone. */
  readonly known: readonly string[]
  /** An entry of the environment by which the others are found. */
  readonly mark: string
  readonly spared: ReadonlySet<number>
}

/** Asks a whole tree to end, then kills it: all that is known or marked, and what descends from either. */
export async function endTree({ known, mark, spared }: ProcessTree): Promise<void> {
  // Once seen, a process is known by its key: it stays ours when its parent dies, and no other process gets that key.
  const seen = new Set(known)
  const look = (): number[] => {
    const roots = [...living(seen), ...findStrays(mark, spared)]
    for (const pid of [...roots, ...(roots.length > 0 ? descendantsOf(...roots) : [])]) {
      const key = processes.keyOf(pid)
      if (key !== undefined) seen.add(key)
    }
    return living(seen).filter((pid) => pid !== process.pid && !spared.has(pid))
  }
  let left = look()
  const asked = new Set<number>()
  for (let waited = 0; left.length > 0 && waited < TREE_GRACE_MS; waited += 25) {
    for (const pid of left.filter((one) => !asked.has(one))) {
      asked.add(pid)
      sendSignal(pid, 'SIGTERM')
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
    left = look()
  }
  // A process may fork while we look: a few rounds catch its children too.
  for (let round = 0; left.length > 0 && round < 50; round++) {
    for (const pid of left) sendSignal(pid, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 10))
    left = look()
  }
}

function living(keys: ReadonlySet<string>): number[] {
  return [...keys].filter((key) => processes.isAlive(key)).map((key) => Number.parseInt(key, 10))
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // Gone meanwhile, or a process of another user.
    return ''
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone, which is what the signal was for.
  }
}
