// The prompt of a run: from the argument, a file or standard input; piped input alongside a prompt is added to it.
import { resolve } from 'node:path'
import { type Piped, readPiped } from '../../../adapters/platform/terminal/piped-input.ts'
import { byteText } from '../../../domain/view/amount.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import type { Command, Context } from '../command.ts'
import { usage } from '../usage.ts'

const LARGEST_PROMPT = 4 * 1024 * 1024
/** A program that takes longer to its first word is waited for with `-`. */
const FIRST_MS = 10_000
/** For tests: how long the first byte of piped input may take, in milliseconds. */
const WAIT_VARIABLE = 'FULLSTOP_INPUT_WAIT_MS'

const SAY_IT = 'say what to do, in quotes: `fullstop run "Fix the failing test"`; more: `fullstop run --help`'

type Named = Pick<Command, 'name'>

export async function readPrompt(command: Named, context: Context): Promise<string> {
  const [given] = context.args
  const isInput = given === undefined || given === '-'
  const text = isInput ? fromInput(command, context, given) : await withPiped(command, context, given)
  if (text.trim() !== '') return text
  throw usage(command, 'the prompt is empty', SAY_IT)
}

function fromInput(command: Named, context: Context, given: string | undefined): string {
  if (given === undefined && context.terminal.input) throw usage(command, 'PROMPT is missing', SAY_IT)
  const text = context.input()
  if (Buffer.byteLength(text) > LARGEST_PROMPT) throw tooLarge(command)
  return text
}

async function withPiped(command: Named, context: Context, given: string): Promise<string> {
  const prompt = given.startsWith('@') ? fromFile(command, context, given) : given
  const firstMs = Number(context.env[WAIT_VARIABLE]) || FIRST_MS
  const piped = context.terminal.input ? NONE : await readPiped({ firstMs, mostBytes: LARGEST_PROMPT })
  switch (piped.kind) {
    case 'none':
      return prompt
    case 'silent':
      context.complain(
        `fullstop: standard input is open but sent nothing for ${Math.ceil(firstMs / 1000)} s, so nothing is added to the prompt\n  next: end it with </dev/null, or wait for it with - as the prompt\n`,
      )
      return prompt
    case 'too-large':
      throw tooLarge(command)
    case 'text':
      return piped.text.trim() === '' ? prompt : `${prompt}\n\n<stdin>\n${piped.text.trimEnd()}\n</stdin>`
  }
}

const NONE: Piped = { kind: 'none' }

function fromFile(command: Named, context: Context, given: string): string {
  const path = resolve(context.cwd, given.slice(1))
  const read = context.openWorld().files.readText(path, LARGEST_PROMPT)
  if (read.kind === 'text') return read.text
  const name = oneLine(given.slice(1), 200)
  const what = read.kind === 'refused' ? `${name} cannot be read: ${read.why}` : `there is no file ${name} here`
  throw usage(command, what, 'name a file that holds the prompt, or begin the prompt with a word instead of @')
}

function tooLarge(command: Named) {
  return usage(
    command,
    `standard input is larger than ${byteText(LARGEST_PROMPT)}, more than any agent reads: pipe a part of it`,
  )
}
