// `fullstop completions SHELL`: prints the script that completes our commands in that shell.
import { exitCode } from '../../../contract/exit-code.ts'
import type { Command } from '../command.ts'
import { renderCompletions } from '../completions.ts'
import { type CompletedShell, shells } from '../completions/completed.ts'
import { notOneOf, usage } from '../usage.ts'

export const command: Command = {
  name: 'completions',
  group: 'Configure',
  summary: 'Print a script that completes the commands in your shell',
  args: [`[${shells.join('|')}]`],
  options: {},
  examples: [
    { line: 'eval "$(fullstop completions bash)"', does: 'bash: put this line into ~/.bashrc' },
    { line: 'eval "$(fullstop completions zsh)"', does: 'zsh: put this line into ~/.zshrc, below `compinit`' },
    { line: 'fullstop completions fish | source', does: 'fish: put this line into ~/.config/fish/config.fish' },
    { line: 'fullstop completions', does: 'for the shell that $SHELL names' },
  ],
  run: async ({ args, env, print, commands }) => {
    const shell = toShell(args[0], env['SHELL'])
    print(renderCompletions(shell, await commands()))
    return exitCode.yes
  },
}

function toShell(named: string | undefined, ofUser: string | undefined): CompletedShell {
  const program = ofUser?.split(/[\\/]/).at(-1)
  const wanted = named ?? program?.replace(/\.exe$/i, '') ?? ''
  const found = shells.find((shell) => shell === wanted.toLowerCase())
  if (found) return found
  const known = `${shells.slice(0, -1).join(', ')} or ${shells.at(-1)}`
  if (named === undefined) {
    const why = ofUser ? `$SHELL is "${ofUser.slice(0, 60)}"` : '$SHELL is not set'
    throw usage(command, `${why}; name the shell: ${known}`)
  }
  throw notOneOf(command, named, shells)
}
