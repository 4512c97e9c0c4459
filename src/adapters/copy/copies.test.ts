// Commands in a copy of the workspace, really run: as the user of the tests, and as a plain one if that is root.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'bun:test'
import { PROGRAM_MS } from '../../../test/limits.ts'
import type { Order, Told } from './fixtures/run-once.ts'

const PROGRAM = join(import.meta.dirname, 'fixtures', 'run-once.ts')
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

interface Place {
  readonly root: string
  readonly home: string
  readonly stateHome: string
  readonly outside: string
}

interface User {
  readonly name: string
  readonly uid: number
  /** What a program is started with to run as this user. */
  readonly as: readonly string[]
}

const me = process.getuid?.() ?? -1
const ME: User = { name: isRoot ? 'root' : 'the user of the tests', uid: me, as: [] }
const PLAIN: User = {
  name: 'a plain user',
  uid: NOBODY,
  as: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'],
}

const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

function makePlace({ uid }: User, name = 'project'): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'fullstop-copies-')))
  made.push(base)
  const place = {
    root: join(base, name),
    home: join(base, 'home'),
    stateHome: join(base, 'state'),
    outside: join(base, 'home', 'outside'),
  }
  for (const path of [place.root, place.outside, place.stateHome]) mkdirSync(path, { recursive: true })
  if (isRoot) for (const path of [base, ...Object.values(place)]) chownSync(path, uid, uid)
  write({ uid }, join(place.root, 'file.txt'), 'old\n')
  return place
}

function write({ uid }: Pick<User, 'uid'>, path: string, text: string): void {
  const folder = mkdirSync(dirname(path), { recursive: true })
  if (isRoot && folder !== undefined) chownSync(folder, uid, uid)
  writeFileSync(path, text)
  if (isRoot) chownSync(path, uid, uid)
}

function run(user: User, place: Place, line: string, more: Partial<Order> = {}): Told {
  const { root, stateHome, home } = place
  const order: Order = { root, stateHome, argv: ['sh', '-c', line], ...more, env: { HOME: home, ...more.env } }
  const [program = '', ...args] = [...user.as, process.execPath, PROGRAM]
  const { stdout, stderr } = spawnSync(program, args, {
    input: JSON.stringify(order),
    encoding: 'utf8',
    timeout: PROGRAM_MS,
    env: { PATH: '/usr/bin:/bin', HOME: home },
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Told
}

const outputOf = (told: Told): string => (told.kind === 'ran' ? told.output : `not run: ${told.why}`)

/** Why the cases of a user cannot be run on this machine. */
function skipped(user: User): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  if (user === PLAIN && !isRoot) return 'only root can become another user'
  if (
    user === PLAIN &&
    spawnSync(PLAIN.as[0] ?? '', [...PLAIN.as.slice(1), process.execPath, '--version']).status !== 0
  )
    return 'a plain user cannot start the runtime'
  const told = run(user, makePlace(user), 'true', { means: ['overlay'] })
  return told.kind === 'ran' ? undefined : told.why
}

for (const user of [ME, PLAIN]) {
  const why = skipped(user)
  describe.skipIf(why !== undefined)(`as ${user.name}${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
    for (const means of ['overlay', 'copy'] as const) cases(user, means)
  })
}

function cases(user: User, means: 'overlay' | 'copy'): void {
  const only = { means: [means] } as const
  const at = (name: string): string => `${means}: ${name}`

  test(at('the command runs at the path of the workspace, as the user, and its exit code is told'), () => {
    const place = makePlace(user)
    const told = run(user, place, 'id -u; id -g; pwd; cat file.txt; exit 3', only)
    expect(told).toEqual({
      kind: 'ran',
      means,
      isIsolated: true,
      how: { kind: 'exited', code: 3 },
      output: `${user.uid}\n${user.uid}\n${place.root}\nold\n`,
    })
    expect(readdirSync(join(place.stateHome, 'copies'))).toEqual([])
  })

  test(at('nobody outside sees what it writes, and it can write nowhere else'), () => {
    const place = makePlace(user)
    const line = `echo new > file.txt; mkdir made; rm -rf gone; cat file.txt; for one in ${place.outside} ${place.home} /etc /usr; do
      touch $one/x 2>/dev/null && echo wrote $one; done; touch /tmp/x /var/tmp/x /dev/shm/x && echo temporary; ls /tmp/x`
    write(user, join(place.root, 'gone', 'a'), '')
    expect(outputOf(run(user, place, line, only))).toBe('new\ntemporary\n/tmp/x\n')
    expect(readdirSync(place.root).sort()).toEqual(['file.txt', 'gone'])
    expect(readFileSync(join(place.root, 'file.txt'), 'utf8')).toBe('old\n')
    expect([existsSync('/tmp/x'), existsSync('/var/tmp/x'), existsSync('/dev/shm/x')]).toEqual([false, false, false])
  })

  test(at('files are put in with the time of now, and taken out'), () => {
    const place = makePlace(user)
    for (const name of ['old.txt', 'gone.txt', 'folder/a.txt', 'ignored/build.o'])
      write(user, join(place.root, name), 'before\n')
    utimesSync(join(place.root, 'old.txt'), 1000, 1000)
    const told = run(
      user,
      place,
      `find . -type f -print0 | sort -z | tr '\\0' ';'; cat old.txt; test old.txt -nt ignored/build.o && echo newer; ./tool`,
      {
        ...only,
        put: [
          { path: 'old.txt', text: 'after\n' },
          { path: 'new folder/new\nfile', text: '' },
          { path: 'tool', text: '#!/bin/sh\necho tool\n', executable: true },
        ],
        remove: ['gone.txt', 'folder', 'not-there'],
      },
    )
    expect(outputOf(told)).toBe(
      './file.txt;./ignored/build.o;./new folder/new\nfile;./old.txt;./tool;after\nnewer\ntool\n',
    )
    expect(readFileSync(join(place.root, 'old.txt'), 'utf8')).toBe('before\n')
    expect(statSync(join(place.root, 'old.txt')).mtimeMs).toBe(1_000_000)
  })

  test(at('the network is loopback alone'), () => {
    const place = makePlace(user)
    const line = `grep -c : /proc/net/dev; ${process.execPath} -e '
      const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data(socket, bytes) { socket.end(bytes) } } })
      await Bun.connect({ hostname: "127.0.0.1", port: server.port, socket: {
        open(socket) { socket.write("hello") }, data(_, bytes) { console.log(bytes.toString()); server.stop(true) } } })
    '`
    expect(outputOf(run(user, place, line, { ...only, env: { PATH: '/usr/bin:/bin' } }))).toBe('1\nhello\n')
  })

  test(at('a path with spaces, commas, colons and a line break'), () => {
    const place = makePlace(user, 'a b,c:d\\e\n"f\'')
    const told = run(user, place, 'cat file.txt; echo new > file.txt; pwd', only)
    expect(outputOf(told)).toBe(`old\n${place.root}\n`)
    expect(readFileSync(join(place.root, 'file.txt'), 'utf8')).toBe('old\n')
  })

  test(at('what it left running in the background is gone at its end'), () => {
    const place = makePlace(user)
    const word = `copies-${process.pid}-${means}-${user.uid}`
    const told = run(
      user,
      place,
      `(trap '' TERM HUP; setsid env -i sh -c 'sleep 3600; : ${word}' >/dev/null 2>&1 &) ; echo done`,
      only,
    )
    expect(outputOf(told)).toBe('done\n')
    expect(readdirSync('/proc').filter((pid) => commandOf(pid).includes(`: ${word}`))).toEqual([])
  })
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // No process, or gone meanwhile.
    return ''
  }
}

test('a path that leaves the workspace is refused', () => {
  const place = makePlace(ME)
  symlinkSync(place.outside, join(place.root, 'link'))
  for (const path of ['../x', '/etc/x', 'a/../../x', '', 'link/x']) {
    const told = run(ME, place, 'true', { put: [{ path, text: '' }] })
    expect([path, told.kind]).toEqual([path, 'not-run'])
  }
})

test('with less than 2 GiB of room nothing is begun', () => {
  const told = run(ME, makePlace(ME), 'true', { freeBytes: 1.5 * 1024 ** 3 })
  expect(told).toEqual({
    kind: 'not-run',
    why: 'only 1.5 GiB are free where the copy would be made, and 2 GiB must be',
  })
})

test('without namespaces a run that needs isolation is not begun, and another one runs in a copy elsewhere', () => {
  const place = makePlace(ME)
  const none = { hasNamespaces: false } as const
  const needed = run(ME, place, 'true', none)
  expect(needed).toEqual({ kind: 'not-run', why: 'the run cannot be isolated here: this system has no namespaces' })
  const told = run(ME, place, 'cat file.txt; echo new > file.txt; pwd', {
    ...none,
    needsIsolation: false,
    put: [{ path: 'file.txt', text: 'put\n' }],
  })
  expect(told).toMatchObject({ kind: 'ran', isIsolated: false })
  expect(outputOf(told)).toMatch(new RegExp(`^put\n${place.stateHome}/copies/[^/]+/copy\n$`))
  expect(readFileSync(join(place.root, 'file.txt'), 'utf8')).toBe('old\n')
})
