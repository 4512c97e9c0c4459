// What a command line of an agent's shell does, asked twice: the second answer is a kept one.
import { expect, test } from 'bun:test'
import { type CommandRead, readCommand } from './command-read.ts'

const rows: readonly (readonly [command: string, read: CommandRead])[] = [
  ['git status', { access: 'read' }],
  ['npm test', { access: 'run' }],
  ['git commit -m x', { access: 'run', writes: true }],
  ['grep -rn x src', { access: 'read', searches: true }],
  ['fullstop wait', { access: 'ours' }],
  ['fullstop claim success --summary x', { access: 'ours', isClaim: true }],
  ['', { access: 'run' }],
  [`git status ${'x'.repeat(400)}`, { access: 'read' }],
]
test.each(rows)('%s', (command, read) => {
  expect(readCommand(command)).toEqual(read)
  expect(readCommand(command)).toEqual(read)
})

test('more lines than are kept are read all the same', () => {
  for (let index = 0; index < 9000; index++) readCommand(`npm test ${index}`)
  expect(readCommand('npm test 1')).toEqual({ access: 'run' })
})
