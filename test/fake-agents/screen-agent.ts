// A program on a terminal that no driver knows: it waits at its prompt for a bracketed paste and Enter, draws what it got,
// and answers with the next lines of its script. It records each start and each message, and decides nothing.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ScreenScript {
  /** How it draws: lines that scroll, or a whole screen with addressed rows. */
  readonly look: 'lines' | 'full'
  /** What was pasted is drawn again: as it came, or broken at this width behind a bar. */
  readonly echo?: 'whole' | number
  /** One answer a message, over all starts. `$TOKEN` is the done token of the task. */
  readonly answers: readonly ScreenAnswer[]
  /** It answers at once, to the file that its command line names. */
  readonly byFile?: boolean
}

export interface ScreenAnswer {
  readonly lines: readonly string[]
  /** Quiet for this long before its last line. */
  readonly pauseMs?: number
  /** A spinner turns for this long before its lines. */
  readonly spinMs?: number
  /** It leaves with this code instead of waiting for more. */
  readonly exit?: number
}

export interface ScreenMessage {
  readonly pid: number
  readonly stint: string
  readonly text: string
  /** Came as one bracketed paste, then Enter. */
  readonly isPasted: boolean
}

const PASTE = { begin: '\u001b[200~', end: '\u001b[201~' }
const stage = process.env['CRASH_STAGE'] ?? ''
const record = join(stage, 'messages.jsonl')
const token = `FULLSTOP_DONE::${process.env['FULLSTOP_TASK_ID']}`
const write = (text: string): void => void process.stdout.write(text)

function messagesSoFar(): number {
  return existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n').length : 0
}

/** The part of the screen that scrolls, of a program that draws rows by their number. */
const drawn: string[] = []

function show(script: ScreenScript, lines: readonly string[]): void {
  if (script.look === 'lines') {
    write(lines.map((line) => `${line}\r\n`).join(''))
    return
  }
  drawn.push(...lines)
  const rows = drawn.slice(-40)
  // Twice, as programs do that draw all of it at each change.
  for (let pass = 0; pass < 2; pass++) {
    write('\u001b[H\u001b[2J\u001b[1;1H\u001b[7m screen agent \u001b[0m')
    rows.forEach((line, index) => write(`\u001b[${index + 3};1H\u001b[K${line}`))
    write(`\u001b[48;1H\u001b[2m${'─'.repeat(40)}\u001b[0m\u001b[49;1H\u001b[K> `)
  }
}

async function answer(script: ScreenScript, text: string, isPasted: boolean): Promise<void> {
  const number = messagesSoFar()
  const message: ScreenMessage = { pid: process.pid, stint: process.env['FULLSTOP_RUN'] ?? '', text, isPasted }
  appendFileSync(record, `${JSON.stringify(message)}\n`)
  if (script.echo !== undefined) show(script, echoed(text, script.echo))
  const { lines, pauseMs, spinMs = 0, exit } = script.answers[number] ?? { lines: ['I have nothing more to say.'] }
  for (let turned = 0; turned < spinMs; turned += 40) {
    write(`\r\u001b[K${'|/-\\'[(turned / 40) % 4]} working`)
    await Bun.sleep(40)
  }
  if (spinMs > 0) write('\r\u001b[K')
  const said = lines.map((line) => line.replaceAll('$TOKEN', token))
  show(script, pauseMs === undefined ? said : said.slice(0, -1))
  if (pauseMs !== undefined) {
    await Bun.sleep(pauseMs)
    show(script, said.slice(-1))
  }
  if (exit === undefined) return
  write(script.look === 'full' ? '\u001b[?1049l' : '')
  process.exit(exit)
}

function echoed(text: string, how: 'whole' | number): string[] {
  const lines = text.split('\n')
  if (how === 'whole') return lines
  return lines.flatMap((line) =>
    (line.match(new RegExp(`.{1,${how}}`, 'g')) ?? ['']).map((part) => `│ ${part.padEnd(how)} │`),
  )
}

async function play(): Promise<void> {
  const script = JSON.parse(readFileSync(join(stage, 'screen.json'), 'utf8')) as ScreenScript
  appendFileSync(join(stage, 'starts'), `${process.pid}\n`)
  process.stdin.setRawMode?.(true)
  write(script.look === 'full' ? '\u001b[?1049h\u001b[?2004h' : '\u001b[?2004h')
  if (script.byFile) {
    const file = process.argv[2] ?? ''
    await answer(script, readFileSync(file, 'utf8'), false)
  }
  show(script, ['Ready.'])
  writeFileSync(join(stage, 'ready'), 'x')
  if (script.look === 'lines') write('> ')
  let typed = ''
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    typed += piece.toString('utf8')
    for (let end = endOfMessage(typed); end >= 0; end = endOfMessage(typed)) {
      const message = typed.slice(0, end)
      typed = typed.slice(end + 1)
      if (script.look === 'lines') write('\r\n')
      const isPasted = message.startsWith(PASTE.begin) && message.endsWith(PASTE.end)
      await answer(script, message.replaceAll(/\u001b\[20[01]~/g, ''), isPasted)
      if (script.look === 'lines') write('> ')
    }
  }
}

/** Enter, but not one within a paste. */
function endOfMessage(typed: string): number {
  const from = typed.includes(PASTE.begin) ? typed.lastIndexOf(PASTE.end) : 0
  return from < 0 ? -1 : typed.indexOf('\r', from)
}

if (import.meta.main) await play()
