// What shells and make say of a program that is not there.
import { expect, test } from 'bun:test'
import { withMissingProgram } from './missing-program.ts'
import type { CheckEnd } from './outcome.ts'

const INSTALL = 'install it, or add its folder to your PATH'
const end = (exitCode: number): CheckEnd => ({
  result: exitCode === 127 ? 'could-not-run' : 'failed',
  why: `exit ${exitCode}`,
  exitCode,
})

const missing: readonly (readonly [command: string, code: number, output: string, why: string])[] = [
  ['sh test.sh', 127, 'test.sh: 3: jest: not found\n', `command not found: jest (exit 127); ${INSTALL}`],
  ['bash -c x', 127, 'bash: line 1: go: command not found', `command not found: go (exit 127); ${INSTALL}`],
  ['zsh -c x', 127, 'zsh:1: command not found: go', `command not found: go (exit 127); ${INSTALL}`],
  ['./run', 127, 'env: ‘python’: No such file or directory\n', `command not found: python (exit 127); ${INSTALL}`],
  ['x', 127, '', `a command was not found (exit 127); ${INSTALL}`],
  [
    'npm test',
    127,
    '\n> ms@3.0.0 test\n> jest --env node\n\nsh: 1: jest: not found\n',
    'command not found: jest (exit 127); run `npm install`, or install it',
  ],
  [
    'make test',
    2,
    'go test ./...\nmake: go: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n',
    `command not found: go (exit 2); ${INSTALL}`,
  ],
  [
    'make test',
    2,
    '/bin/sh: 1: golint: not found\nmake[1]: *** [Makefile:2: lint] Error 127\nmake: *** [all] Error 127\n',
    `command not found: golint (exit 2); ${INSTALL}`,
  ],
]
test.each(missing)('%s, exit %d: %j', (command, code, output, why) =>
  expect(withMissingProgram(end(code), command, output)).toEqual({
    result: 'could-not-run',
    why,
    exitCode: code,
  }),
)

const others: readonly (readonly [command: string, code: number, output: string])[] = [
  ['make test', 2, 'sh: 1: go: not found\nmake: *** [Makefile:2: test] Error 1\n'],
  ['make test', 2, 'make: *** [Makefile:2: test] Error 127\nmore\n'],
  ['npm test', 1, 'sh: 1: jest: not found\n'],
  ['npm test', 0, 'make: *** [Makefile:2: test] Error 127\n'],
]
test.each(others)('%s, exit %d is what it was: %j', (command, code, output) => {
  const ended: CheckEnd = { ...end(code), result: code === 0 ? 'passed' : 'failed' }
  expect(withMissingProgram(ended, command, output)).toBe(ended)
})
