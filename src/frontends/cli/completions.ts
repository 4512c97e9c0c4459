// Scripts by which bash, zsh and fish complete our commands, made from the table of commands. Commands, options and fixed
// values stand in the script; files and folders come from the shell; tasks, checks and the values of a setting from `fullstop complete`.
import { given } from '../../contract/given.ts'
import type { Command, Option } from './command.ts'
import { bash } from './completions/bash.ts'
import {
  type Completed,
  type CompletedOption,
  type CompletedShell,
  type CompletedSource,
} from './completions/completed.ts'
import { fish } from './completions/fish.ts'
import { zsh } from './completions/zsh.ts'
import { everywhere, shortOf } from './parse.ts'

/** By what a value is called in help. */
const SOURCES: Readonly<Record<string, CompletedSource>> = { TASK: 'tasks', DIR: 'folders', FILE: 'files' }

export function renderCompletions(shell: CompletedShell, commands: readonly Command[]): string {
  const shown = commands.filter((command) => !command.hidden).map(toCompleted)
  const help: Completed = {
    name: 'help',
    summary: 'Show all commands, or the options and examples of one',
    options: [],
    positions: [{ title: 'COMMAND', choices: shown.map(({ name }) => name), isOpen: false }],
  }
  return `${{ bash, zsh, fish }[shell]([...shown, help]).join('\n')}\n`
}

function toCompleted({ name, summary, args, options, choices = {}, completes = {} }: Command): Completed {
  const helpOption: CompletedOption = { flag: '--help', short: '-h', summary: 'show options and examples', choices: [] }
  return {
    name,
    summary,
    options: [
      ...Object.entries({ ...options, ...everywhere, ...options }).map(([flag, option]) =>
        toOption(flag, option, words(choices[flag] ?? [])),
      ),
      helpOption,
    ],
    positions: args.map((arg) => {
      const title = arg.replaceAll(/[[\]…]/g, '')
      // Names of values are written in capitals; anything else is the word itself.
      const literal = /^[a-z][a-z|-]*$/.test(title) ? title.split('|') : []
      const source = completes[title] ?? SOURCES[title]
      const isOpen = arg.includes('…')
      return { title, choices: words(choices[title] ?? literal), isOpen, ...(source ? { source } : {}) }
    }),
  }
}

function toOption(
  name: string,
  { type, value = 'VALUE', summary }: Option,
  choices: readonly string[],
): CompletedOption {
  const short = shortOf(name)
  const source = type === 'string' ? SOURCES[value] : undefined
  return {
    flag: `--${name}`,
    ...given({ short }, (key) => `-${key}`),
    ...given({ source }),
    summary,
    ...(type === 'string' ? { value } : {}),
    choices,
  }
}

/** What needs no quoting in any shell; we have no other values. */
function words(all: readonly string[]): readonly string[] {
  return all.filter((one) => /^[\w.-]+$/.test(one))
}
