// How a command ended, to one of the four results.
import { expect, test } from 'bun:test'
import type { Ending } from '../../../contract/ending.ts'
import { type CheckEnd, toOutcome } from './outcome.ts'

const exited = (code: number): Ending => ({ kind: 'exited', code })
const killed = (signal: string): Ending => ({ kind: 'killed', signal })
const notStarted = (code: string): Ending => ({ kind: 'not-started', code, why: 'spawn said no' })

const cannot = (why: string, exitCode?: number): CheckEnd => ({
  result: 'could-not-run',
  why,
  ...(exitCode === undefined ? {} : { exitCode }),
})
const failed = (code: number): CheckEnd => ({ result: 'failed', why: `exit ${code}`, exitCode: code })

const table: readonly (readonly [string, Ending, boolean, CheckEnd])[] = [
  ['exit 0', exited(0), false, { result: 'passed', why: 'exit 0', exitCode: 0 }],
  ['exit 0 on a full disk', exited(0), true, { result: 'passed', why: 'exit 0', exitCode: 0 }],
  ['exit 1', exited(1), false, failed(1)],
  ['exit 2', exited(2), false, failed(2)],
  ['exit 125', exited(125), false, failed(125)],
  ['a command that may not be executed', exited(126), false, cannot('a command may not be executed (exit 126)', 126)],
  ['a command that is not found', exited(127), false, cannot('a command was not found (exit 127)', 127)],
  ['exit 130', exited(130), false, failed(130)],
  ['a child that crashed', exited(139), false, failed(139)],
  ['a child that was killed', exited(137), false, cannot('killed by the system (exit 137)', 137)],
  ['exit 255', exited(255), false, failed(255)],
  ['exit 1 on a full disk', exited(1), true, cannot('the disk is full (exit 1)', 1)],
  ['exit 127 on a full disk', exited(127), true, cannot('the disk is full (exit 127)', 127)],
  ['SIGKILL', killed('SIGKILL'), false, cannot('killed by the system (SIGKILL)')],
  ['SIGTERM', killed('SIGTERM'), false, cannot('killed by the system (SIGTERM)')],
  ['SIGHUP', killed('SIGHUP'), false, cannot('killed by the system (SIGHUP)')],
  ['SIGXCPU', killed('SIGXCPU'), false, cannot('killed by the system (SIGXCPU)')],
  ['SIGKILL on a full disk', killed('SIGKILL'), true, cannot('the disk is full')],
  ['SIGSEGV', killed('SIGSEGV'), false, { result: 'failed', why: 'crashed (SIGSEGV)' }],
  ['SIGABRT', killed('SIGABRT'), false, { result: 'failed', why: 'crashed (SIGABRT)' }],
  ['SIGBUS on a full disk', killed('SIGBUS'), true, cannot('the disk is full')],
  ['too long', { kind: 'timed-out' }, false, { result: 'timed-out', why: 'took longer than 10m' }],
  ['too long on a full disk', { kind: 'timed-out' }, true, { result: 'timed-out', why: 'took longer than 10m' }],
  ['interrupted', { kind: 'interrupted' }, false, cannot('interrupted')],
  ['ENOENT', notStarted('ENOENT'), false, cannot('command not found: npm; install it, or add its folder to your PATH')],
  ['EACCES', notStarted('EACCES'), false, cannot('no permission to run npm')],
  ['EPERM', notStarted('EPERM'), false, cannot('no permission to run npm')],
  ['ENOSPC', notStarted('ENOSPC'), false, cannot('the disk is full')],
  ['ENOEXEC', notStarted('ENOEXEC'), false, cannot('npm is not a program that this system can run')],
  ['EAGAIN', notStarted('EAGAIN'), false, cannot('the system has no room to start it (EAGAIN)')],
  ['ENOMEM', notStarted('ENOMEM'), false, cannot('the system has no room to start it (ENOMEM)')],
  ['EMFILE', notStarted('EMFILE'), false, cannot('the system has no room to start it (EMFILE)')],
  ['any other error', notStarted('ELOOP'), false, cannot('spawn said no')],
]

test.each(table)('%s', (_name, how, isDiskFull, expected) => {
  expect(toOutcome({ how, program: 'npm', limit: '10m', isDiskFull })).toEqual(expected)
})
