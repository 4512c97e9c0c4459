// A first word that is no command: what was probably meant. Commands of ours alone are never suggested.
import { FullstopError } from '../../contract/error.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { oneLine } from '../../domain/text/printable.ts'

/** What other programs call it. */
const ALSO: Readonly<Record<string, string>> = {
  approve: 'review',
  delete: 'forget',
  install: 'init',
  list: 'tasks',
  logs: 'log',
  ls: 'tasks',
  rm: 'forget',
  setup: 'init',
  start: 'run',
  stop: 'cancel',
  test: 'check',
  undo: 'init --undo',
}
const OPTIONS: readonly string[] = ['help', 'version', 'folder']
const LETTERS: readonly string[] = ['-h', '-V', '-C']

export function unknownCommand(name: string, rest: readonly string[], known: readonly string[]): FullstopError {
  const word = oneLine(name, 60)
  if (name.startsWith('-')) {
    const near = nearest(name.replace(/^-+/, ''), OPTIONS)
    const letter = LETTERS.find((one) => one.toLowerCase() === name.toLowerCase())
    const meant = near === undefined ? letter : `--${near}`
    const hint = meant === undefined ? 'options follow the command: fullstop --help' : `did you mean ${meant}?`
    return new FullstopError('usage', `there is no option ${word} here`, hint)
  }
  return new FullstopError('unknown-command', `there is no command "${word}"`, hintFor(name, rest, known))
}

function hintFor(name: string, rest: readonly string[], known: readonly string[]): string {
  if (/^task_\w+$/.test(name)) return `to look at a task: fullstop show ${name}`
  const other = Object.hasOwn(ALSO, name) ? ALSO[name] : undefined
  const near = other ?? nearest(name, known)
  if (near !== undefined) return `did you mean \`fullstop ${near}\`?`
  const words = [name, ...rest].filter((each) => !each.startsWith('-'))
  if (words.join(' ').split(/\s+/).length > 2) {
    return `to give an agent a task: fullstop run "${oneLine(words.join(' '), 60).replaceAll('"', "'")}"`
  }
  return 'run `fullstop --help` for the list'
}
