// The launcher, run by real shells in a folder of its own. The batch file cannot run here: its text is pinned.
import { afterAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROGRAM_MS } from '../../../test/limits.ts'
import { ago } from '../../../test/clock.ts'
import { LAUNCHER_STAMP, type LauncherOptions, launcherText } from './launcher.ts'

const root = mkdtempSync(join(tmpdir(), 'fullstop-launcher-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let rooms = 0
function newRoom(name = ''): { folder: string; launcher: string; binary: string; path: string } {
  const folder = join(root, `${++rooms}${name}`)
  return {
    folder,
    launcher: join(folder, 'state', 'bin', 'fullstop'),
    binary: join(folder, 'real', 'fullstop'),
    path: join(folder, 'on path'),
  }
}

function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

const tiny = (says: string): string =>
  `#!/bin/sh\nprintf '%s' '${says}:' "$FULLSTOP_HOME"; for one; do printf '|%s' "$one"; done; exit 7\n`

function writeLauncher(path: string, options: Omit<LauncherOptions, 'platform'>): void {
  writeProgram(path, launcherText({ ...options, platform: 'posix' }))
}

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
  const [program = '', ...args] = argv
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { PATH: '/nowhere', ...env },
    encoding: 'utf8',
    timeout: PROGRAM_MS,
  })
  return { status, stdout, stderr }
}

const HOUR_MS = 3_600_000
const odd = [' a b', "it's", '$(exit 3)`x`"', '\\n\n', ' *?[a]', '日本 é', '-x']
const shells = [['sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh'], ['zsh', '--emulate', 'sh']]

for (const shell of shells) {
  const program = Bun.which(shell[0] ?? '')
  const argv = [program ?? '', ...shell.slice(1)]
  describe.skipIf(program === null)(`${shell[0]}${program === null ? ': skipped, it is not installed' : ''}`, () => {
    test('finds no fault in it', () => {
      const { launcher, binary } = newRoom()
      writeLauncher(launcher, { binary, stateHome: '/s' })
      expect(run([...argv, '-n', launcher])).toEqual({ status: 0, stdout: '', stderr: '' })
    })

    test('becomes the recorded program, wherever it lies, without another program', () => {
      for (const name of odd) {
        const { launcher, binary, folder } = newRoom(name)
        writeLauncher(launcher, { binary, stateHome: join(folder, 'state') })
        writeProgram(binary, tiny('real'))
        const args = ['hook', '', 'a b', '$x', '*', "'"]
        expect(run([...argv, '-u', launcher, ...args])).toEqual({
          status: 7,
          stdout: `real:${join(folder, 'state')}|${args.join('|')}`,
          stderr: '',
        })
      }
    })

    test('takes another of PATH if that is gone, but not from the working folder or a repository', () => {
      const { launcher, binary, folder, path } = newRoom()
      writeLauncher(launcher, { binary })
      const inRepository = join(folder, 'node_modules', '.bin')
      writeProgram(join(inRepository, 'fullstop'), tiny('repository'))
      mkdirSync(join(folder, 'a', 'fullstop'), { recursive: true })
      writeProgram(join(folder, 'b', 'fullstop'), '')
      writeProgram(join(path, 'fullstop'), tiny('on path'))
      const PATH = ['', '.', inRepository, dirname(launcher), join(folder, 'a'), join(folder, 'b'), path].join(':')
      const { status, stdout } = run([...argv, '-u', launcher, 'show'], { PATH })
      expect({ status, stdout }).toEqual({ status: 7, stdout: 'on path:|show' })
    })

    test('does not call itself', () => {
      const { launcher, folder, path } = newRoom()
      writeLauncher(launcher, { binary: launcher })
      mkdirSync(path, { recursive: true })
      symlinkSync(launcher, join(path, 'fullstop'))
      const { status, stderr } = run([...argv, launcher, 'show'], { PATH: `${path}:${dirname(launcher)}` })
      expect({ status, stderr }).toEqual({
        status: 127,
        stderr: `fullstop: not installed any more: ${launcher} is gone, and there is no other on PATH\n  next: run \`npm install -g fullstop\`\n`,
      })
      expect(readdirSync(folder).sort()).toEqual(['on path', 'state'])
    })

    test('ends where others call it for ever, also through a process of their own', () => {
      for (const call of ['exec', '']) {
        const { launcher, path, folder } = newRoom()
        writeLauncher(launcher, {})
        writeProgram(join(path, 'fullstop'), `#!/bin/sh\necho >>'${folder}/calls'\n${call} '${launcher}' "$@"\n`)
        const { status, stdout } = run([...argv, launcher, 'hook', 'claude'], { PATH: path })
        expect(status).toBe(0)
        expect(JSON.parse(stdout)).toHaveProperty('systemMessage')
      }
    })

    test('R7: variables that a repository can set keep it from no program', () => {
      const { launcher, binary, folder, path } = newRoom()
      const home = join(folder, 'state')
      writeLauncher(launcher, { binary, stateHome: home, configHome: "/it's mine" })
      const show =
        '#!/bin/sh\nprintf "%s|" "$FULLSTOP_LAUNCHER_HOME" "$FULLSTOP_LAUNCHER_CONFIG_HOME" "${BUN_BE_BUN-}" "${BUN_OPTIONS-}" "${BUN_JSC_useJIT-}" "${BUN_INSTALL-}"\n'
      const env = {
        FULLSTOP_LAUNCHER_HOME: '/repository',
        FULLSTOP_LAUNCHER_CONFIG_HOME: '/repository',
        BUN_BE_BUN: '1',
        BUN_OPTIONS: '--version',
        BUN_JSC_useJIT: 'x',
        BUN_INSTALL: '/bun',
      }
      const shown = { status: 0, stdout: `${home}|/it's mine||||/bun|`, stderr: '' }
      const launched = ['x'.repeat(40), ' 1'.repeat(40), '*'.repeat(100_000)]
      writeProgram(join(path, 'fullstop'), show)
      for (const FULLSTOP_LAUNCHED of launched) {
        expect(run([...argv, '-u', launcher, 'hook', 'claude'], { ...env, FULLSTOP_LAUNCHED, PATH: path })).toEqual(
          shown,
        )
      }
      writeProgram(binary, show)
      expect(run([...argv, '-u', launcher, 'hook', 'claude'], { ...env, FULLSTOP_LAUNCHED: 'x'.repeat(40) })).toEqual(
        shown,
      )
    })

    test('R7: in a plugin, what a repository brings along is not started, by whatever path', () => {
      const { launcher, folder } = newRoom()
      writeLauncher(launcher, { plugin: { folderVariable: 'PLUGIN_FILES' } })
      const own = join(folder, 'repository', 'fullstop')
      writeProgram(join(own, 'bin', 'fullstop'), tiny('evil'))
      const there = ['/bin/sh', '-c', `cd '${join(folder, 'repository')}' && exec "$@"`, 'sh', ...argv, '-u']
      const link = join(folder, 'link')
      symlinkSync(join(folder, 'repository'), link)
      const ways = [own, join(link, 'fullstop'), `${folder}/./repository//fullstop`]
      if (process.platform === 'linux') ways.push('/proc/self/cwd/fullstop')
      for (const way of ways)
        for (const env of [{ FULLSTOP_HOME: way }, { XDG_STATE_HOME: dirname(way) }, { PATH: `${way}/bin` }])
          expect(run([...there, launcher, 'mcp'], env).stdout).toBe('')
      writeProgram(join(own, '.local', 'state', 'fullstop', 'bin', 'fullstop'), tiny('evil'))
      for (const HOME of [own, '.', '/proc/self/cwd', '/dev/fd/../cwd'])
        for (const env of [{ HOME }, { HOME, FULLSTOP_HOME: own }])
          expect(run([...there, launcher, 'mcp'], env).stdout).toBe('')
      // A session in a folder of the repository.
      mkdirSync(join(folder, 'repository', '.git'))
      mkdirSync(join(folder, 'repository', 'src'))
      const below = ['/bin/sh', '-c', `cd '${join(folder, 'repository', 'src')}' && exec "$@"`, 'sh', ...argv, '-u']
      for (const env of [{ FULLSTOP_HOME: own }, { PATH: `${own}/bin` }])
        expect(run([...below, launcher, 'mcp'], env).stdout).toBe('')
      // A session in the home folder itself.
      writeProgram(join(folder, 'home', '.local', 'state', 'fullstop', 'bin', 'fullstop'), tiny('own'))
      const home = ['/bin/sh', '-c', `cd '${join(folder, 'home')}' && exec "$@"`, 'sh', ...argv, '-u']
      expect(run([...home, launcher, 'mcp'], { HOME: join(folder, 'home') }).stdout).toStartWith('own')
    })

    test('R2: a working folder that was removed does not end the program', () => {
      const { launcher, binary, folder } = newRoom()
      writeLauncher(launcher, { binary, stateHome: join(folder, 'state') })
      writeProgram(binary, '#!/bin/sh\npwd\n')
      const gone = join(folder, 'gone')
      mkdirSync(gone)
      const line = `cd '${gone}' && rmdir '${gone}' && exec "$@"`
      // What the shell itself says of such a folder is its own affair.
      const { status, stdout } = run(['/bin/sh', '-c', line, 'sh', ...argv, launcher, 'hook', 'claude'], {
        PATH: '/usr/bin:/bin',
      })
      expect([status, stdout]).toEqual([0, '/\n'])
    })

    test('nothing there: a hook is allowed and told once a day', () => {
      const { launcher, binary, folder } = newRoom('"é\t')
      writeLauncher(launcher, { binary, stateHome: join(folder, 'state') })
      const first = run([...argv, '-u', launcher, 'hook', 'claude'])
      const shown = folder.replaceAll('\t', '?')
      expect({ ...first, stdout: JSON.parse(first.stdout) }).toEqual({
        status: 0,
        stdout: {
          systemMessage:
            `Fullstop is not installed any more (${shown}/real/fullstop is gone, and there is no other on PATH): ` +
            'stops are not checked. To repair: npm install -g fullstop. To remove it from your agents: delete the ' +
            `lines that name ${shown}/state/bin/fullstop from their settings.`,
        },
        stderr: '',
      })
      expect(first.stdout.trimEnd().split('\n')).toHaveLength(1)
      expect(run([...argv, launcher, 'hook', 'claude'])).toEqual({ status: 0, stdout: '', stderr: '' })
      const yesterday = ago(25 * HOUR_MS)
      utimesSync(join(dirname(launcher), LAUNCHER_STAMP), yesterday, yesterday)
      expect(run([...argv, launcher, 'hook', 'claude'])).toEqual(first)
      expect(run([...argv, launcher, 'hook', 'claude'])).toEqual({ status: 0, stdout: '', stderr: '' })
    })

    test('nothing there: a hook is allowed where the stamp cannot be written', () => {
      const { launcher } = newRoom()
      writeLauncher(launcher, {})
      mkdirSync(join(dirname(launcher), LAUNCHER_STAMP))
      const long = ago(99 * HOUR_MS)
      utimesSync(join(dirname(launcher), LAUNCHER_STAMP), long, long)
      const { status, stdout, stderr } = run([...argv, launcher, 'hook', 'claude'])
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(JSON.parse(stdout)).toHaveProperty('systemMessage')
    })

    test('in a plugin: becomes what `init` wrote, else one of PATH', () => {
      const { launcher, folder, path } = newRoom(' x')
      writeLauncher(launcher, { plugin: { folderVariable: 'PLUGIN_FILES' } })
      expect(run([...argv, '-n', launcher])).toEqual({ status: 0, stdout: '', stderr: '' })
      writeProgram(join(path, 'fullstop'), tiny('on path'))
      const start = (env: Readonly<Record<string, string>>): string =>
        run([...argv, '-u', launcher, 'hook'], { PATH: path, ...env }).stdout.split(':')[0] ?? ''
      expect(start({ HOME: join(folder, 'home') })).toBe('on path')
      expect(start({ FULLSTOP_HOME: 'state' })).toBe('on path')
      const places = {
        '.local/state/fullstop': { HOME: join(folder, 'home') },
        'Library/Application Support/fullstop': { HOME: join(folder, 'mac') },
        fullstop: { XDG_STATE_HOME: join(folder, 'xdg') },
        '': { FULLSTOP_HOME: join(folder, 'mine') },
      }
      for (const [place, env] of Object.entries(places)) {
        writeProgram(join(Object.values(env).join(''), place, 'bin', 'fullstop'), tiny(`own ${place}`))
        expect(start({ FULLSTOP_HOME: '', ...env })).toBe(`own ${place}`)
      }
    })

    test('in a plugin, nothing there: told once a day, and nothing is written beside it', () => {
      const { launcher, folder } = newRoom()
      writeLauncher(launcher, { plugin: { folderVariable: 'PLUGIN_FILES' } })
      const env = { PLUGIN_FILES: join(folder, 'plugin', 'state') }
      const first = run([...argv, '-u', launcher, 'hook', 'claude'], env)
      expect({ ...first, stdout: JSON.parse(first.stdout) }).toEqual({
        status: 0,
        stdout: {
          systemMessage:
            'Fullstop is not installed (there is no fullstop on PATH): stops are not checked. To repair: ' +
            'npm install -g fullstop. To remove it from your agents: uninstall this plugin.',
        },
        stderr: '',
      })
      expect(run([...argv, launcher, 'hook', 'claude'], env)).toEqual({ status: 0, stdout: '', stderr: '' })
      expect(run([...argv, '-u', launcher, 'hook', 'claude'])).toEqual(first)
      expect(readdirSync(dirname(launcher))).toEqual(['fullstop'])
    })

    test('nothing there: an MCP client is told, and so is a person', () => {
      const { launcher } = newRoom()
      writeLauncher(launcher, {})
      const next = '  next: run `npm install -g fullstop`\n'
      expect(run([...argv, '-u', launcher, 'mcp'])).toEqual({
        status: 1,
        stdout: '',
        stderr: `fullstop: not installed any more, so there are no tools: there is no fullstop on PATH\n${next}`,
      })
      expect(run([...argv, '-u', launcher])).toEqual({
        status: 127,
        stdout: '',
        stderr: `fullstop: not installed any more: there is no fullstop on PATH\n${next}`,
      })
      expect(existsSync(join(dirname(launcher), LAUNCHER_STAMP))).toBe(false)
    })
  })
}

test('runs by itself, as an agent runs it, and keeps a FULLSTOP_HOME that is set', () => {
  const { launcher, binary, folder } = newRoom(' x')
  writeLauncher(launcher, { binary, stateHome: join(folder, 'state') })
  writeProgram(binary, tiny('real'))
  expect(run([launcher, 'hook'], { FULLSTOP_HOME: '/mine' }).stdout).toBe('real:/mine|hook')
  expect(run([launcher, 'hook'], { FULLSTOP_HOME: '' }).stdout).toBe(`real:${join(folder, 'state')}|hook`)
})

test('many agents deep it still starts the program', () => {
  const { launcher, binary } = newRoom()
  writeLauncher(launcher, { binary })
  writeProgram(binary, `#!/bin/sh\n[ "$1" = 10 ] && exec echo done\nsh -c "'${launcher}' $(($1 + 1))"\n`)
  expect(run([launcher, '1'], { PATH: '/usr/bin:/bin' }).stdout).toBe('done\n')
})

test('it says in its second line what it is', () => {
  expect(launcherText({ platform: 'posix' }).split('\n').slice(0, 2)).toEqual([
    '#!/bin/sh',
    '# Starts Fullstop for your coding agents, whose settings name this file. Written by `fullstop init`.',
  ])
})

describe('F22: the batch file for Windows', () => {
  test('its text', () => {
    expect(
      launcherText({
        binary: String.raw`C:\Program Files (x86)\50% & more!\fullstop.exe`,
        stateHome: String.raw`C:\Users\me\AppData\Local\fullstop`,
        configHome: String.raw`C:\Users\50% of me\AppData\Roaming\fullstop`,
        platform: 'windows',
      }),
    ).toMatchSnapshot()
  })

  test('every line ends as cmd.exe needs it, or labels are not found', () => {
    expect(launcherText({ platform: 'windows' }).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  test('a path outside ASCII is read as UTF-8, and the JSON line holds none of it', () => {
    const text = launcherText({ binary: 'C:\\Jürgen\\fullstop.exe', platform: 'windows' })
    expect(text).toContain('\\chcp.com 65001 >nul\r\n')
    expect(text.split('\r\n').find((line) => line.startsWith('echo {'))).toContain(String.raw`C:\\J\u00fcrgen`)
    expect(launcherText({ binary: String.raw`C:\x.exe`, platform: 'windows' })).not.toContain('chcp')
  })

  test('what is no path of Windows is not recorded', () => {
    for (const binary of ['C:\\a"&calc&".exe', 'C:\\a\nb', 'C:\\a|b']) {
      const text = launcherText({ binary, platform: 'windows' })
      expect(text).not.toContain('set "fullstop_found=C:')
    }
  })

  test('what is printed comes out as it is, and nothing of it runs', () => {
    const binary = String.raw`C:\a&b|c<d>(e)^f%PATH%!g`
    const text = launcherText({ binary, platform: 'windows' })
    const line = text.split('\r\n').find((one) => one.startsWith('echo {')) ?? ''
    expect(line.replaceAll(/\^.|%%/g, '')).not.toMatch(/["^&|<>()%]/)
    const printed = line.slice('echo '.length).replaceAll('%%', '%').replaceAll(/\^(.)/g, '$1')
    expect(JSON.parse(printed).systemMessage).toContain(`(${binary} is gone,`)
  })
})
