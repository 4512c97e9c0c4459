// Threads: ourselves once more in this process, with a runtime and memory of its own. A thread ends with the process.
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** How many threads can run at the same time. */
export function processors(): number {
  return availableParallelism()
}

/**
 * Starts this program with other arguments, and hands it plain data. Resolves to its answer, or to undefined where it ended
 * without one. Never rejects.
 */
export function runThread<T>(
  args: readonly string[],
  data: object,
  program: string = Bun.main,
): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>()
  try {
    const thread = new Worker(program, { argv: [...args], workerData: data })
    thread.on('message', resolve)
    thread.on('error', () => resolve(undefined))
    thread.on('exit', () => resolve(undefined))
  } catch {
    // The system has no more threads: the caller does the work itself.
    resolve(undefined)
  }
  return promise
}

export interface OwnThread {
  readonly data: unknown
  readonly answer: (value: object) => void
}

/** Undefined in the first thread of a process. */
export function ownThread(): OwnThread | undefined {
  if (isMainThread) return undefined
  return { data: workerData as unknown, answer: (value) => parentPort?.postMessage(value, []) }
}
