// Commands in a copy of the workspace, really run: as the user of the tests, and as a plain one if that is root.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { isExhaustive } from '../../../test/rounds.ts'
import {
  makePlace,
  ME,
  outputOf,
  PLAIN,
  processesWith,
  run,
  runtimeIn,
  skipped,
  type TestUser,
  write,
} from './places.suite.ts'

for (const user of [ME, PLAIN]) {
  const why = skipped(user)
  describe.skipIf(why !== undefined)(`as ${user.name}${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
    for (const means of isExhaustive ? (['overlay', 'copy'] as const) : ([user === ME ? 'overlay' : 'copy'] as const))
      cases(user, means)
  })
}

/** Whether ext4 keeps the folders of runs apart; undefined on other disks. */
function isSpread(folder: string): boolean | undefined {
  const [flags = ''] = spawnSync('lsattr', ['-d', folder], { encoding: 'utf8' }).stdout?.split(' ') ?? []
  return flags.includes('e') ? flags.includes('T') : undefined
}

function cases(user: TestUser, means: 'overlay' | 'copy'): void {
  const only = { means: [means] } as const
  const at = (name: string): string => `${means}: ${name}`

  test(at('the command runs at the path of the workspace, as the user, and its exit code is told'), () => {
    using place = makePlace(user)
    const told = run(user, place, 'id -u; id -g; pwd; cat file.txt; exit 3', only)
    expect(told).toEqual({
      kind: 'ran',
      means,
      isIsolated: true,
      how: { kind: 'exited', code: 3 },
      output: `${user.uid}\n${user.uid}\n${place.root}\nold\n`,
    })
    expect(readdirSync(join(place.stateHome, 'copies'))).toEqual([])
    expect(isSpread(join(place.stateHome, 'copies'))).not.toBe(false)
  })

  test(at('nobody outside sees what it writes, and it can write nowhere else'), () => {
    using place = makePlace(user)
    // A name of its own: others use these folders as well.
    const name = `x-${crypto.randomUUID()}`
    const temporary = ['/tmp', '/var/tmp', '/dev/shm'].map((folder) => join(folder, name))
    const line = `echo new > file.txt; mkdir made; rm -rf gone; cat file.txt; for one in ${place.outside} ${place.home} /etc /usr; do
      touch $one/x 2>/dev/null && echo wrote $one; done; touch ${temporary.join(' ')} && echo temporary; ls /tmp/${name}`
    write(user, join(place.root, 'gone', 'a'), '')
    expect(outputOf(run(user, place, line, only))).toBe(`new\ntemporary\n/tmp/${name}\n`)
    expect(readdirSync(place.root).sort()).toEqual(['file.txt', 'gone'])
    expect(readFileSync(join(place.root, 'file.txt'), 'utf8')).toBe('old\n')
    expect(temporary.filter((path) => existsSync(path))).toEqual([])
  })

  test(at('files are put in with the time of now, and taken out'), () => {
    using place = makePlace(user)
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
    using place = makePlace(user)
    const line = `grep -c : /proc/net/dev; ${runtimeIn(place)} -e '
      const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data(socket, bytes) { socket.end(bytes) } } })
      await Bun.connect({ hostname: "127.0.0.1", port: server.port, socket: {
        open(socket) { socket.write("hello") }, data(_, bytes) { console.log(bytes.toString()); server.stop(true) } } })
    '`
    expect(outputOf(run(user, place, line, { ...only, env: { PATH: '/usr/bin:/bin' } }))).toBe('1\nhello\n')
  })

  test(at('a path with spaces, commas, colons and a line break'), () => {
    using place = makePlace(user, 'a b,c:d\\e\n"f\'')
    const told = run(user, place, 'cat file.txt; echo new > file.txt; pwd', only)
    expect(outputOf(told)).toBe(`old\n${place.root}\n`)
    expect(readFileSync(join(place.root, 'file.txt'), 'utf8')).toBe('old\n')
  })

  test(at('what it left running in the background is gone at its end'), () => {
    using place = makePlace(user)
    const word = `copies-${process.pid}-${means}-${user.uid}`
    const told = run(
      user,
      place,
      `(trap '' TERM HUP; setsid env -i sh -c 'sleep 3600; : ${word}' >/dev/null 2>&1 &) ; echo done`,
      only,
    )
    expect(outputOf(told)).toBe('done\n')
    expect(processesWith(`: ${word}`)).toEqual([])
  })
}

test.skipIf(ME.uid !== 0 || skipped(ME) !== undefined)(
  'where the state folder lies on an overlay, as in a container, the copy is made by the next means',
  () => {
    using place = makePlace(ME)
    const parts = ['l', 'u', 'w'].map((name) => join(place.outside, name))
    for (const path of parts) mkdirSync(path)
    const mount = 'mount -t overlay -o "lowerdir=$1/l,upperdir=$1/u,workdir=$1/w" overlay "$2" && shift 2 && exec "$@"'
    const as = ['unshare', '--mount', '/bin/sh', '-c', mount, 'sh', place.outside, place.stateHome]
    const told = run({ ...ME, as }, place, 'cat file.txt; echo new > file.txt')
    expect(told).toMatchObject({ kind: 'ran', isIsolated: true, output: 'old\n' })
    expect(told.kind === 'ran' && told.means).not.toBe('overlay')
    expect(readFileSync(join(place.root, 'file.txt'), 'utf8')).toBe('old\n')
  },
)

test('a path that leaves the workspace is refused', () => {
  using place = makePlace(ME)
  symlinkSync(place.outside, join(place.root, 'link'))
  for (const path of ['../x', '/etc/x', 'a/../../x', '', 'link/x']) {
    const told = run(ME, place, 'true', { put: [{ path, text: '' }] })
    expect([path, told.kind]).toEqual([path, 'not-run'])
  }
})

test('with less than 2 GiB of room nothing is begun', () => {
  using place = makePlace(ME)
  const told = run(ME, place, 'true', { freeBytes: 1.5 * 1024 ** 3 })
  expect(told).toEqual({
    kind: 'not-run',
    why: 'only 1.5 GiB are free where the copy would be made, and 2 GiB must be',
  })
})

test('without namespaces a run that needs isolation is not begun, and another one runs in a copy elsewhere', () => {
  using place = makePlace(ME)
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
