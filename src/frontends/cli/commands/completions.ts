// `fullstop completions SHELL`: prints the script that completes our commands in that shell.
import { exitCode } from '../../../contract/exit-code.ts'
import type { Command } from '../command.ts'
import { type CompletedShell, renderCompletions, shells } from '../completions.ts'
import { notOneOf, usage } from '../usage.ts'

export const command: Command = {
  name: 'completions',
  group: 'Configure',
  summary: 'Print a script that completes the commands in your shell',
  args: [`[${shells.join('|')}]`],
  options: {},
  examples: [
    {
      line: 'fullstop completions bash > ~/.local/share/bash-completion/completions/fullstop',
      does: 'bash: for every new shell; without the bash-completion package, source that file in ~/.bashrc',
    },
    {
      line: 'fullstop completions zsh > ~/.zfunc/_fullstop',
      does: 'zsh: for every new shell, with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc',
    },
    {
      line: 'fullstop completions fish > ~/.config/fish/completions/fullstop.fish',
      does: 'fish: at once',
    },
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
