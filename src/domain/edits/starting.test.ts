// How agents' settings name us, on every system.
import { describe, expect, test } from 'bun:test'
import { isWindowsPath, launcherName, starting } from './starting.ts'

const ARGS = ['hook', 'claude', '--within', '60s']

describe('the command line', () => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    [
      '/home/u/.local/state/fullstop/bin/fullstop',
      '/home/u/.local/state/fullstop/bin/fullstop hook claude --within 60s',
    ],
    ['/Users/u/Library/Application Support/x', "'/Users/u/Library/Application Support/x' hook claude --within 60s"],
    ["/home/o'neil/x", "'/home/o'\\''neil/x' hook claude --within 60s"],
    ['C:\\Users\\u\\fullstop.cmd', 'C:\\Users\\u\\fullstop.cmd hook claude --within 60s'],
    ['C:\\Users\\A B\\fullstop.cmd', '"C:\\Users\\A B\\fullstop.cmd" hook claude --within 60s'],
  ]
  for (const [launcher, line] of rows) {
    test(`F22: ${launcher}`, () => expect(starting(launcher, 'user').commandLine(ARGS)).toBe(line))
  }

  test('of a project names nobody, and is silent where we are not', () =>
    expect(starting('/home/u/x', 'project').commandLine(ARGS)).toBe(
      '! command -v fullstop >/dev/null || fullstop hook claude --within 60s',
    ))
})

test('words for where there is no shell', () =>
  expect([starting('/home/u v/x', 'user').argv(['mcp']), starting('/home/u v/x', 'project').argv(['mcp'])]).toEqual([
    ['/home/u v/x', 'mcp'],
    ['fullstop', 'mcp'],
  ]))

test('F22: a batch file on Windows, a script elsewhere', () =>
  expect(
    ['C:\\Users\\u\\AppData\\Local\\fullstop', '\\\\server\\share', 'D:/x', '/home/u', '/c:/x'].map(launcherName),
  ).toEqual(['fullstop.cmd', 'fullstop.cmd', 'fullstop.cmd', 'fullstop', 'fullstop']))

test('a path of Windows is known by its beginning', () => expect(isWindowsPath('relative\\path')).toBe(false))
