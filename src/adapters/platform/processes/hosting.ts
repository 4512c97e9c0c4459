// Hosts a program that may run for hours and do anything: in a session of its own, its output straight in files or
// through a pseudo-terminal, and leaves nothing of it behind. What the output means is left to others.
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import type { Ending } from '../../../contract/ending.ts'
import { notStarted } from './child.ts'
import { endOf, processes } from './processes.ts'
import { buryOrphans, descendantsOf, endTree, hiddenBelow, sendSignal } from './stray-processes.ts'

const GRACE_MS = 3000
const LOOK_MS = 1000
const DRAIN_MS = 1000

export interface HostOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** An entry of the environment by which its processes are known, whatever they do. */
  readonly mark: { readonly name: string; readonly value: string }
  /** Processes of ours that are not the program's. */
  readonly spared: ReadonlySet<number>
  /** Files; the last two are appended to. A pseudo-terminal has no input file, and one output for both. */
  readonly input?: string | undefined
  /** The program's input is a pipe, which `write` writes to. */
  readonly pipe?: boolean | undefined
  readonly output: string
  readonly errors: string
  readonly terminal?: { readonly columns: number; readonly rows: number } | undefined
  /** More output than this ends the program. */
  readonly mostBytes: number
}

export interface HostedEnd {
  /** `interrupted`: it was ended by us, by `end` or for its output. */
  readonly how: Ending
  readonly isTooLong: boolean
}

export interface Hosted {
  /** Undefined: it was not started. */
  readonly pid: number | undefined
  /** Nothing of the program is left then. Never rejects. */
  readonly ended: Promise<HostedEnd>
  /** Into its pseudo-terminal or its pipe; nothing happens without one, or after the program has closed it. */
  readonly write: (text: string) => void
  /** Closes its pipe, once all that was written has been read. */
  readonly endInput: () => void
  /** Keys of its processes that dropped the mark: only their ancestors lead to them. */
  readonly hidden: () => readonly string[]
  /** Asks the program to end, and kills it after 3 s. */
  readonly end: () => void
}

export type HostProgram = (options: HostOptions) => Hosted

/** Never throws. */
export const hostProgram: HostProgram = (options) => {
  const env = { ...options.env, [options.mark.name]: options.mark.value }
  try {
    const started = options.terminal ? startInTerminal(options, env) : startWithFiles(options, env)
    return watch(started, options)
  } catch (error) {
    return {
      pid: undefined,
      ended: Promise.resolve({ how: notStarted(error), isTooLong: false }),
      write: () => undefined,
      endInput: () => undefined,
      hidden: () => [],
      end: () => undefined,
    }
  }
}

interface Started {
  readonly child: Bun.Subprocess
  /** Bytes of output so far; infinite once it cannot be kept any more. */
  readonly written: () => number
  readonly write: (text: string) => void
  readonly endInput: () => void
  /** The last of the output is in its file, and the file is closed. */
  readonly close: () => Promise<void>
}

function watch({ child, written, write, endInput, close }: Started, { mark, spared, mostBytes }: HostOptions): Hosted {
  const { pid } = child
  const entry = `${mark.name}=${mark.value}`
  const family = new Set<string>()
  const meetFamily = (): void => {
    for (const key of [pid, ...descendantsOf(pid)].map(processes.keyOf)) if (key !== undefined) family.add(key)
  }
  let hasEnded = false
  let isAsked = false
  let isTooLong = false
  let grace: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    if (hasEnded || isAsked) return
    isAsked = true
    // A process that loses its parent by the signal cannot be found through it afterwards.
    meetFamily()
    sendSignal(-pid, 'SIGTERM')
    grace = setTimeout(() => {
      meetFamily()
      sendSignal(-pid, 'SIGKILL')
    }, GRACE_MS)
  }
  const gone = Promise.withResolvers<Ending>()
  let before: Ending | undefined
  const looking = setInterval(() => {
    // The runtime hears of the end at once, as a rule; where it has missed it, a second look finds it.
    const now = endOf(pid)
    if (now && before) gone.resolve(now)
    before = now
    buryOrphans(new Set([pid, ...spared]))
    if (isAsked || written() <= mostBytes) return
    isTooLong = true
    end()
  }, LOOK_MS)
  const toEnd = async (): Promise<HostedEnd> => {
    const how = await Promise.race([child.exited.then(() => endingOf(child)), gone.promise])
    hasEnded = true
    clearInterval(looking)
    clearTimeout(grace)
    sendSignal(-pid, 'SIGTERM')
    await endTree({ known: [...family], mark: entry, spared })
    // The group is known even where neither marks nor orphans are found.
    sendSignal(-pid, 'SIGKILL')
    await close()
    return { how: isAsked ? { kind: 'interrupted' } : how, isTooLong }
  }
  return {
    pid,
    ended: toEnd(),
    write: (text) => (hasEnded ? undefined : write(text)),
    endInput: () => (hasEnded ? undefined : endInput()),
    hidden: () => (hasEnded ? [] : hiddenBelow(pid, entry, spared)),
    end,
  }
}

function endingOf({ exitCode, signalCode }: Bun.Subprocess): Ending {
  return signalCode === null ? { kind: 'exited', code: exitCode ?? -1 } : { kind: 'killed', signal: `${signalCode}` }
}

type Environment = HostOptions['env']

/** Nothing passes through us: the program's output is kept even if we die. */
function startWithFiles({ argv, cwd, input, pipe, output, errors }: HostOptions, env: Environment): Started {
  const opened: number[] = []
  const open = (path: string, flags: 'r' | 'a'): number => {
    const file = openSync(path, flags, 0o600)
    opened.push(file)
    return file
  }
  try {
    const child = Bun.spawn([...argv], {
      cwd,
      env,
      stdin: pipe ? 'pipe' : input === undefined ? 'ignore' : open(input, 'r'),
      stdout: open(output, 'a'),
      stderr: open(errors, 'a'),
      detached: true,
    })
    return {
      child,
      written: () => sizeOf(output) + sizeOf(errors),
      ...toPipe(child.stdin),
      close: async () => undefined,
    }
  } finally {
    for (const file of opened) closeSync(file)
  }
}

/** Input that the program has not read yet is kept. A program that has closed its input gets nothing. */
function toPipe(stdin: Bun.FileSink | number | undefined): Pick<Started, 'write' | 'endInput'> {
  if (typeof stdin !== 'object') return { write: () => undefined, endInput: () => undefined }
  const attempt = (act: () => number | Promise<number>): void => {
    // The pipe may break before or after the call returns: the program does not want to hear more.
    Promise.try(act).catch(() => undefined)
  }
  return {
    write: (text) => {
      attempt(() => stdin.write(text))
      attempt(() => stdin.flush())
    },
    endInput: () => attempt(() => stdin.end()),
  }
}

function startInTerminal(options: HostOptions, env: Environment): Started {
  const { argv, cwd, output, terminal, mostBytes } = options
  const file = openSync(output, 'a', 0o600)
  let written = 0
  let isOpen = true
  const keep = (chunk: Uint8Array): void => {
    written += chunk.length
    if (!isOpen || written > mostBytes) return
    try {
      for (let done = 0; done < chunk.length;) done += writeSync(file, chunk, done)
    } catch {
      // The disk is full: the program must not continue without its output.
      written = Number.POSITIVE_INFINITY
    }
  }
  const hungUp = Promise.withResolvers<void>()
  try {
    const child = Bun.spawn([...argv], {
      cwd,
      env: { ...env, TERM: 'xterm-256color' },
      terminal: {
        cols: terminal?.columns ?? 80,
        rows: terminal?.rows ?? 24,
        data: (_terminal, chunk) => keep(chunk),
        exit: () => hungUp.resolve(),
      },
    })
    const close = async (): Promise<void> => {
      // A process that still holds the terminal must not hold us: the output so far is all of it.
      await Promise.race([hungUp.promise, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))])
      isOpen = false
      child.terminal?.close()
      closeSync(file)
    }
    const write = (text: string): void => {
      if (child.terminal?.closed === false) child.terminal.write(text)
    }
    return { child, written: () => written, write, endInput: () => undefined, close }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // It cannot be read: nothing is known of it.
    return 0
  }
}
