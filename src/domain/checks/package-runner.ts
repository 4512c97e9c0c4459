// The package managers of JavaScript: which one starts a command.
import { toCommands } from '../shell/commands.ts'

const RUNNER = /^(?:npm|pnpm|yarn|bun)$/
/** Start a tool of an installed package. */
const STARTS: Readonly<Record<string, string>> = { npx: 'npm', pnpx: 'pnpm', bunx: 'bun' }

/** The manager whose `install` brings the packages that the command uses. */
export function packageRunner(command: string): string | undefined {
  const program = toCommands(command)[0]?.words[0] ?? ''
  if (RUNNER.test(program)) return program
  return Object.hasOwn(STARTS, program) ? STARTS[program] : undefined
}
