// The whole terminal for one program: the other screen, keys as they are pressed, and everything as it was afterwards,
// however the program ends.
import { writeStdout } from './streams.ts'
import { windowSize } from './window.ts'

export interface FullScreen {
  readonly write: (text: string) => void
  readonly size: () => { columns: number; rows: number }
  /** Gives the terminal back while another program has it, or while this one is stopped; then takes it again. */
  readonly lend: (use: () => Promise<void>) => Promise<void>
  /** Stops this program as Ctrl-Z does, until it is continued. */
  readonly suspend: () => Promise<void>
  /** Never throws. May be called twice. */
  readonly close: () => void
}

export interface ScreenEvents {
  /** What the keys send. */
  readonly onInput: (text: string) => void
  readonly onResize: () => void
  /** The terminal is gone, or the system asks this program to end. */
  readonly onEnd: () => void
  /** Every few seconds, while the terminal is taken. */
  readonly onTick?: () => void
  /** Once, when no key has been pressed for a moment: what was typed before was meant for something else. */
  readonly onQuiet?: () => void
}

/** The other screen, no wrapping, pasted text in brackets, no cursor. */
const ENTER = '\u001b[?1049h\u001b[?7l\u001b[?2004h\u001b[?25l'
const LEAVE = '\u001b[0m\u001b[?25h\u001b[?2004l\u001b[?7h\u001b[?1049l'
const QUIET_MS = 300
const ALIVE_MS = 60_000
const TICK_MS = 5000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function openFullScreen({ onInput, onResize, onEnd, onTick, onQuiet }: ScreenEvents): FullScreen {
  const decoder = new TextDecoder()
  const { stdin, stdout } = process
  let isTaken = false
  let isClosed = false
  let quiet: NodeJS.Timeout | undefined
  const awaitQuiet = (): void => {
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      quiet = undefined
      onQuiet?.()
    }, QUIET_MS)
  }
  const read = (piece: Buffer): void => {
    if (quiet !== undefined) awaitQuiet()
    onInput(decoder.decode(piece, { stream: true }))
  }
  const ticking = setInterval(() => {
    if (isTaken) onTick?.()
  }, TICK_MS)
  const take = (): void => {
    if (isTaken) return
    isTaken = true
    stdin.setRawMode(true)
    stdin.on('data', read)
    stdin.resume()
    writeStdout(ENTER)
  }
  const give = (): void => {
    if (!isTaken) return
    isTaken = false
    writeStdout(LEAVE)
    stdin.off('data', read)
    stdin.pause()
    try {
      stdin.setRawMode(false)
    } catch {
      // The terminal is gone: there is nothing to set back.
    }
  }
  const lend = async (use: () => Promise<void>): Promise<void> => {
    give()
    try {
      await use()
    } finally {
      if (!isClosed) take()
    }
  }
  const close = (): void => {
    isClosed = true
    clearTimeout(quiet)
    clearInterval(ticking)
    give()
    stdin.off('end', onEnd)
    stdout.off('resize', onResize)
    process.off('exit', give)
    for (const signal of SIGNALS) process.off(signal, onEnd)
  }
  stdin.on('end', onEnd)
  stdout.on('resize', onResize)
  process.on('exit', give)
  for (const signal of SIGNALS) process.on(signal, onEnd)
  take()
  if (onQuiet) awaitQuiet()
  return {
    write: writeStdout,
    size: windowSize,
    lend,
    suspend: () =>
      lend(async () => {
        const continued = new Promise<void>((resolve) => void process.once('SIGCONT', () => resolve()))
        // The whole group, as the terminal does it: a program that started this one is stopped too.
        process.kill(0, 'SIGTSTP')
        // A signal that is waited for does not keep the program alive, and nothing else is left to do.
        const alive = setInterval(() => undefined, ALIVE_MS)
        await continued
        clearInterval(alive)
      }),
    close,
  }
}
