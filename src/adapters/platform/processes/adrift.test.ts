// Which processes lost all that started them, by what the system says of those above.
import { expect, test } from 'bun:test'
import { areAdrift, isAdrift, type Kin } from './adrift.ts'

const kin = (pid: number, name: string, more: Partial<Kin> = {}): Kin => ({
  pid,
  name,
  parent: 1,
  session: pid,
  isAtTerminal: false,
  isService: false,
  ...more,
})
const init = kin(1, 'init', { parent: 0 })
const userInit = kin(700, 'systemd', { isService: true })
const us = (more: Partial<Kin> = {}): Kin => kin(90, 'fullstop', more)

const rows: readonly (readonly [name: string, line: readonly Kin[], expected: boolean])[] = [
  ['setsid -f', [us(), init], true],
  ['nohup in a shell that has ended', [us({ session: 80 }), init], true],
  ['the manager of the user adopted it', [us({ parent: 700 }), userInit, init], true],
  [
    'a shell and a pseudo-terminal that were left behind',
    [
      us({ parent: 82, session: 82, isAtTerminal: true }),
      kin(82, 'sh', { parent: 81, isAtTerminal: true }),
      kin(81, 'script', { session: 80 }),
      init,
    ],
    true,
  ],
  [
    'a shell whose terminal is still there',
    [
      us({ session: 50, isAtTerminal: true }),
      kin(50, 'bash', { parent: 40, isAtTerminal: true }),
      kin(40, 'gnome-terminal-', { parent: 1 }),
      init,
    ],
    false,
  ],
  ['a tmux', [us({ parent: 40, session: 90, isAtTerminal: true }), kin(40, 'tmux: server'), init], false],
  ['cron', [us({ parent: 41, session: 41 }), kin(41, 'sh', { parent: 40 }), kin(40, 'cron'), init], false],
  ['a program that somebody left running', [us({ parent: 40, session: 40 }), kin(40, 'java'), init], false],
  ['a service', [us({ isService: true }), init], false],
  ['the shell of a service', [us({ parent: 40, session: 40 }), kin(40, 'sh', { isService: true }), init], false],
  ['the first process of a container', [us({ parent: 0, session: 1 })], false],
  ['below the shell that is the first', [us({ parent: 1, session: 1 }), kin(1, 'sh', { parent: 0 })], false],
  ['docker exec', [us({ parent: 40, session: 40 }), kin(40, 'sh', { parent: 0 })], false],
  [
    'a login below a small init',
    [us({ parent: 40, session: 40, isAtTerminal: true }), kin(40, 'bash', { isAtTerminal: true }), init],
    false,
  ],
  ['nothing is known', [], false],
]

test.each(rows)('%s', (_name, line, expected) => expect(areAdrift(line)).toBe(expected))

test('a test is started by somebody', () => expect(isAdrift()).toBe(false))
