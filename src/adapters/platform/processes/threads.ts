// Threads: ourselves once more in this process, with a runtime and memory of its own. A thread ends with the process.
import { availableParallelism } from 'node:os'
import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads'

/** How many threads can run at the same time. */
export function processors(): number {
  return availableParallelism()
}

export interface RunningThread<Answer, Told> {
  /** Undefined where it ended without one. Never rejects. */
  readonly answer: Promise<Answer | undefined>
  /** What it has told so far, in its order, one at a time; asked for whenever there is time. */
  readonly next: () => Told | undefined
}

/** What a thread is started with: its data, and the way on which it tells. */
interface Start {
  readonly data: object
  readonly told: MessagePort
}

/** Starts this program with other arguments, and hands it plain data. */
export function runThread<Answer, Told = never>(
  args: readonly string[],
  data: object,
  program: string = Bun.main,
): RunningThread<Answer, Told> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  const { port1: ours, port2: told } = new MessageChannel()
  try {
    const start: Start = { data, told }
    const thread = new Worker(program, { argv: [...args], workerData: start, transferList: [told] })
    thread.on('message', resolve)
    thread.on('error', () => resolve(undefined))
    thread.on('exit', () => resolve(undefined))
  } catch {
    // The system has no more threads: the caller does the work itself.
    resolve(undefined)
  }
  return {
    answer: promise,
    next: () => (receiveMessageOnPort(ours) as { readonly message: Told } | undefined)?.message,
  }
}

export interface OwnThread {
  readonly data: unknown
  /** Before the answer, as often as it likes: who started it need not wait for it. */
  readonly tell: (value: object) => void
  readonly answer: (value: object) => void
}

/** Undefined in the first thread of a process. */
export function ownThread(): OwnThread | undefined {
  if (isMainThread) return undefined
  const { data, told } = workerData as Start
  return {
    data,
    tell: (value) => told.postMessage(value, []),
    answer: (value) => parentPort?.postMessage(value, []),
  }
}
