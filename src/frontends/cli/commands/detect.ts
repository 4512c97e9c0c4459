// `fullstop detect`: does the output of any program, read on stdin, claim completion?
import { exitCode } from '../../../contract/exit-code.ts'
import { detectCompletion } from '../../../domain/strategies/detect-completion.ts'
import { byWords, type Strategy } from '../../../domain/strategies/index.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { usage } from '../usage.ts'
import { given } from '../../../contract/given.ts'

const NAMES = byWords.map(({ name }) => name)

export const command: Command = {
  name: 'detect',
  group: 'For agents and scripts',
  summary: "Tell whether a program's output, on stdin, claims completion",
  args: [],
  options: {
    strategies: {
      type: 'string',
      value: 'LIST',
      summary: `comma-separated, in order: ${NAMES.join(', ')}`,
    },
    'exit-code': { type: 'string', value: 'N', summary: 'exit code of the program (the heuristic needs 0)' },
    'session-id': {
      type: 'string',
      value: 'ID',
      summary: 'the session whose done token counts, beside the default promise-tag',
    },
    'done-prefix': {
      type: 'string',
      value: 'P',
      summary: 'prefix of the done token (default: FULLSTOP_DONE and TASKMASTER_DONE)',
    },
    ...jsonOption,
  },
  choices: { strategies: NAMES },
  examples: [
    {
      line: 'my-agent "fix it" | fullstop detect',
      does: 'exit 0 if it printed <promise>COMPLETE</promise> and meant it, else 1',
    },
    { line: 'fullstop detect --session-id 42 --json < out.txt', does: 'looks for the line FULLSTOP_DONE::42' },
    {
      line: 'fullstop detect --strategies promise-tag,heuristic --exit-code 0 < out.txt',
      does: 'also accepts plain statements at the end',
    },
  ],
  run: async (context) => {
    const sessionId = text(context, 'session-id')
    const donePrefix = text(context, 'done-prefix')
    const exit = readExitCode(context)
    const strategies = readStrategies(context, sessionId)
    if (context.terminal.input) context.complain('Reading what you type; end with Ctrl-D.\n')
    const result = detectCompletion(
      {
        stdout: context.input(),
        ...given({ exitCode: exit, sessionId, donePrefix }),
      },
      strategies,
    )
    if (context.options['json'] === true) context.print(`${JSON.stringify(result)}\n`)
    else if (result.completed)
      context.print(`completed: ${result.matchedStrategy}, from: ${oneLine(result.matchedText ?? '', 200)}\n`)
    else context.print(`not completed${result.reasons.map((reason) => `\n  ${oneLine(reason, 200)}`).join('')}\n`)
    return result.completed ? exitCode.yes : exitCode.no
  },
}

function text(context: Context, name: string): string | undefined {
  const value = context.options[name]
  if (value === '') throw usage(command, `--${name} is empty`)
  return typeof value === 'string' ? value : undefined
}

function readExitCode(context: Context): number | undefined {
  const value = text(context, 'exit-code')
  if (value === undefined) return undefined
  if (!/^\d{1,3}$/.test(value) || Number(value) > 255)
    throw usage(command, '--exit-code must be a number from 0 to 255')
  return Number(value)
}

function readStrategies(context: Context, sessionId: string | undefined): Strategy[] {
  const value = text(context, 'strategies')
  const missing = byWords.filter((row) => row.needsSessionId && sessionId === undefined).map(({ name }) => name)
  const usual = byWords.filter((row) => row.onByDefault && !missing.includes(row.name)).map(({ name }) => name)
  const names = value === undefined ? usual : value.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !NAMES.includes(name))
  if (wrong !== undefined) {
    const near = nearest(wrong, NAMES)
    throw usage(command, `there is no strategy "${oneLine(wrong, 40)}"${near ? `, did you mean ${near}?` : ''}`)
  }
  const needing = names.find((name) => missing.includes(name))
  if (needing !== undefined) throw usage(command, `${needing} needs --session-id`)
  return names as Strategy[]
}
