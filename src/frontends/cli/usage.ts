// The error of a command that was called in a way it does not understand.
import { FullstopError } from '../../contract/error.ts'
import type { Command } from './command.ts'

export function usage(
  command: Pick<Command, 'name'>,
  message: string,
  hint = `run \`fullstop ${command.name} --help\``,
): FullstopError {
  return new FullstopError('usage', `${command.name}: ${message}`, hint)
}
