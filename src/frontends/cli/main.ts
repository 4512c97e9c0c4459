// The command line: finds the command, parses its arguments, runs it, and is the one place that exits.
import { FullstopError } from '../../contract/error.ts'
import { exitCode, exitCodeOf, internalExit } from '../../contract/exit-code.ts'
import { isTerminal, readEnv, stateHome } from '../../adapters/platform/env.ts'
import { leaveNow } from '../../adapters/platform/leave.ts'
import {
  askLine,
  askWords,
  onInterrupt,
  readStdin,
  readStdinOrThrow,
  writeStderr,
  writeStdout,
} from '../../adapters/platform/terminal/streams.ts'
import { agentEnvironment, type AgentEnvironment } from './agent-environment.ts'
import type { Command, Context } from './command.ts'
import { allCommands, commandNamed, commandNames, isOwnProcess } from './commands/index.ts'
import { giveUpWith, runHook } from './commands/hook.ts'
import { printable } from '../../domain/text/printable.ts'
import { sendWhatIsLeft } from '../../flows/notify/noticing.ts'
import { openWorld } from './wire.ts'

const FOLDER_IS = '--folder='
const [name, ...rest] = process.argv.slice(2)
// A hook never fails towards its host: exit 2 would hold the agent.
const isHookCall = name === 'hook' && !rest.includes('--help') && !rest.includes('-h')
const code = isHookCall ? await hook(rest) : await main(name, rest)
// `hook none` opens no store: it measures start-up alone.
if (isHookCall && rest[0] !== 'none') await leaveNow(code)
process.exit(code)

/** Never exits with an error: that would open the gate without a word. */
async function hook(args: readonly string[]): Promise<number> {
  process.on('uncaughtException', (error) => process.exit(giveUpOn(error)))
  process.on('unhandledRejection', (error) => process.exit(giveUpOn(error)))
  try {
    return await runHook(contextOf({ args, options: {}, passedOn: [] }, 'hook', await agentEnvironment(readEnv())))
  } catch (error) {
    return giveUpOn(error)
  }
}

function giveUpOn(error: unknown): number {
  try {
    giveUpWith(error, writeStdout)
  } catch {
    // Nobody reads what we write any more.
  }
  return exitCode.yes
}

async function main(name: string | undefined, args: readonly string[]): Promise<number> {
  try {
    if (commandIn(name, args) === 'scan') await (await import('../../adapters/platform/compiling.ts')).beginForSeconds()
    return await run(name, args)
  } catch (error) {
    return complainAbout(error, name)
  }
}

/** Behind `-C DIR`. */
function commandIn(name: string | undefined, args: readonly string[]): string | undefined {
  if (isFolderOption(name)) return commandIn(args[1], args.slice(2))
  return name?.startsWith(FOLDER_IS) ? commandIn(args[0], args.slice(1)) : name
}

function isFolderOption(name: string | undefined): boolean {
  return name === '-C' || name === '--folder'
}

async function run(name: string | undefined, args: readonly string[]): Promise<number> {
  const ours = name === undefined ? undefined : await ownProcess(name, args)
  if (ours) return ours.run(contextOf({ args, options: {}, passedOn: [] }, 'person', { env: readEnv(), warnings: [] }))
  if (isFolderOption(name)) return runIn(args)
  if (name?.startsWith(FOLDER_IS)) return runIn([name.slice(FOLDER_IS.length), ...args])
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    await printHelp(args[0])
    return name === undefined ? exitCode.usage : exitCode.yes
  }
  if (name === '--version' || name === '-V') {
    const { version } = await import('./version.ts')
    writeStdout(`${version}\n`)
    return exitCode.yes
  }
  const command = await load(name, args)
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (own.includes('--help') || own.includes('-h')) {
    await printHelp(name)
    return exitCode.yes
  }
  const { parseCommand } = await import('./parse.ts')
  const parsed = parseCommand(command, args)
  if (parsed.folder !== undefined) enter(parsed.folder)
  const { environmentFor } = await import('./environment.ts')
  const env = await environmentFor(name, readEnv())
  const context = contextOf(parsed, 'person', { env, warnings: [] }, await folding())
  if (!command.hidden) await sendWhatIsLeft(context.openWorld('call'))
  return command.run(context)
}

/** Of all commands, or of one. Loaded only here: every other call starts faster without it. */
async function printHelp(wanted: string | undefined): Promise<void> {
  const [{ commandHelp, overview }, { paperFor }] = await Promise.all([
    import('./help.ts'),
    import('./screen/paper.ts'),
  ])
  const paper = paperFor({ terminal: { input: false, output: isTerminal('stdout') }, env: readEnv() })
  writeStdout(wanted === undefined ? await overview(paper) : commandHelp(await load(wanted), paper))
}

/** `fullstop -C DIR COMMAND …`, as with git. */
async function runIn([folder, name, ...args]: readonly string[]): Promise<number> {
  if (!folder) throw new FullstopError('usage', '-C needs a folder', 'name it: fullstop -C DIR COMMAND')
  enter(folder)
  return run(name, args)
}

function enter(folder: string): void {
  try {
    process.chdir(folder)
  } catch {
    throw new FullstopError('usage', `there is no folder "${folder.slice(0, 200)}"`, 'name one that is there: -C DIR')
  }
}

/** A process of ours gets plain arguments and our own environment: it starts without help, parser and a look around. */
async function ownProcess(name: string, args: readonly string[]): Promise<Command | undefined> {
  if (!isOwnProcess(name) || args.some((arg) => arg.startsWith('-'))) return undefined
  const command = await load(name)
  return args.length === command.args.length ? command : undefined
}

async function load(name: string, args: readonly string[] = []): Promise<Command> {
  const found = commandNamed(name)
  if (found) return found()
  const { unknownCommand } = await import('./unknown-command.ts')
  const known = [...commandNames(), 'help'].filter((one) => !isOwnProcess(one))
  throw unknownCommand(name, args, known)
}

function contextOf(
  parsed: Pick<Context, 'args' | 'options' | 'passedOn'>,
  patience: 'hook' | 'person',
  { env, warnings }: AgentEnvironment,
  fold: Fold = (text) => text,
): Context {
  let hasLeft = false
  const answer = (question: string): string => {
    const typed = askLine(fold(question))
    hasLeft ||= typed === undefined
    return typed ?? ''
  }
  return {
    ...parsed,
    openWorld: (other = patience) => ({ ...openWorld(env, other), warnings }),
    commands: allCommands,
    input: patience === 'hook' ? readStdin : readStdinOrThrow,
    print: writeStdout,
    // All else that goes there is a screen that knows its width.
    complain: (text) => writeStderr(/^(?:fullstop| {2}next): /.test(text) ? fold(text) : text),
    confirm: (question) => /^y(?:es)?$/i.test(answer(question).trim()),
    answer,
    hasLeft: () => hasLeft,
    ask: askWords,
    onInterrupt,
    env,
    // Asked for only where it is needed: a folder that was removed has no name, and a hook can do without.
    get cwd() {
      return process.cwd()
    },
    // Looked at only when asked: opening a stream of the runtime costs start-up time. A hook has no terminal.
    terminal: {
      get input() {
        return patience !== 'hook' && isTerminal('stdin')
      },
      get output() {
        return patience !== 'hook' && isTerminal('stdout')
      },
    },
  }
}

type Fold = (text: string) => string

/** Breaks what goes to standard error between words and shortens its paths, where that is a window. */
async function folding(): Promise<Fold> {
  if (!isTerminal('stderr')) return (text) => text
  const [{ foldLines }, { paperFor, pathsOn }] = await Promise.all([
    import('./screen/wrap.ts'),
    import('./screen/paper.ts'),
  ])
  const env = readEnv()
  return (text) => {
    const paper = paperFor({ terminal: { input: false, output: true }, env })
    return foldLines(pathsOn(paper, text), paper.columns)
  }
}

async function complainAbout(error: unknown, name: string | undefined): Promise<number> {
  const { troubleOf } = await import('./trouble.ts')
  const known = error instanceof FullstopError ? error : troubleOf(error, stateHome(readEnv()))
  if (!known) {
    writeStderr(
      `fullstop: internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    return internalExit(name)
  }
  const fold = await folding()
  writeStderr(fold(printable(`fullstop: ${known.message}\n  next: ${known.hint}\n`)))
  const code = exitCodeOf(known.code)
  return code === exitCode.internal ? internalExit(name) : code
}
