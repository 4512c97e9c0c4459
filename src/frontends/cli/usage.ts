// The error of a command that was called in a way it does not understand.
import { FullstopError } from '../../contract/error.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { oneLine } from '../../domain/text/printable.ts'
import type { Command } from './command.ts'

export function usage(
  command: Pick<Command, 'name'>,
  message: string,
  hint = `run \`fullstop ${command.name} --help\``,
): FullstopError {
  return new FullstopError('usage', `${command.name}: ${message}`, hint)
}

/** The first argument of a command that has commands of its own, and this is none of them. */
export function noSuchCommand(command: Pick<Command, 'name'>, word: string, known: readonly string[]): FullstopError {
  const near = nearest(word, known)
  const all = known.map((one) => `\`fullstop ${command.name} ${one}\``).join(', ')
  const hint = near === undefined ? `use ${all}` : `did you mean \`fullstop ${command.name} ${near}\`?`
  return new FullstopError('usage', `there is no command "${command.name} ${oneLine(word, 40)}"`, hint)
}

/** A word that is not in a list. `option`: the option that takes it; without one it is the command's first argument. */
export function notOneOf(
  command: Pick<Command, 'name'>,
  word: string,
  known: readonly string[],
  option?: string,
): FullstopError {
  const shown = option === undefined ? `"${oneLine(word, 40)}"` : `${option} ${word.slice(0, 40)}`
  const near = nearest(word, known)
  const meant = option === undefined ? `\`fullstop ${command.name} ${near}\`` : `${option} ${near}`
  return usage(
    command,
    `${shown} is not one of ${known.join(', ')}`,
    near === undefined ? undefined : `did you mean ${meant}?`,
  )
}
