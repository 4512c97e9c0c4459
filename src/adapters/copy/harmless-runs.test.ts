// A run in a copy harms nothing: no file, git folder, cache, socket or mount of the user.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import {
  makePlace,
  ME,
  outputOf,
  ownAll,
  PLAIN,
  type Place,
  run,
  runtimeIn,
  skipped,
  type TestUser,
  write,
} from './places.suite.ts'

const GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const NAMED = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'protocol.file.allow=always']

function git(user: TestUser, cwd: string, ...args: readonly string[]): string {
  const [program = '', ...rest] = [...user.as, 'git', ...NAMED, ...args]
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...GIT },
  })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** A commit inside, with the output of git only if it fails. */
const COMMIT = `git ${NAMED.join(' ')} commit -qam inside && git log --format=%s; git status --short; echo x > new; git add new; git status --short`

const reasons = new Map([ME, PLAIN].map((user) => [user, skipped(user)]))

for (const [user, why] of reasons) {
  describe.skipIf(why !== undefined)(`as ${user.name}${why === undefined ? '' : ` (skipped: ${why})`}`, () =>
    cases(user),
  )
}

function cases(user: TestUser): void {
  test('a commit in a worktree reaches neither its branch nor the index', () => {
    using place = makePlace(user, 'first')
    git(user, place.root, 'init', '-q', '-b', 'main')
    git(user, place.root, 'add', '.')
    git(user, place.root, 'commit', '-qm', 'outside')
    const root = join(place.home, 'worktree')
    git(user, place.root, 'worktree', 'add', '-q', root)
    write(user, join(root, 'file.txt'), 'changed\n')
    const before = [git(user, root, 'status', '--short'), git(user, root, 'log', '--all', '--format=%s')]
    expect(outputOf(run(user, { ...place, root }, COMMIT, { env: GIT }))).toBe('inside\noutside\nA  new\n')
    expect([git(user, root, 'status', '--short'), git(user, root, 'log', '--all', '--format=%s')]).toEqual(before)
    expect(git(user, root, 'fsck', '--unreachable')).toBe('')
  })

  test('a commit in a submodule reaches neither its branch nor the index', () => {
    using place = makePlace(user, 'first')
    git(user, place.root, 'init', '-q', '-b', 'main')
    git(user, place.root, 'add', '.')
    git(user, place.root, 'commit', '-qm', 'outside')
    const above = join(place.home, 'above')
    mkdirSync(above)
    ownAll(user, above)
    git(user, above, 'init', '-q', '-b', 'main')
    git(user, above, 'submodule', '--quiet', 'add', place.root, 'sub')
    const root = join(above, 'sub')
    write(user, join(root, 'file.txt'), 'changed\n')
    expect(outputOf(run(user, { ...place, root }, COMMIT, { env: GIT }))).toBe('inside\noutside\nA  new\n')
    expect(git(user, root, 'status', '--short')).toBe(' M file.txt\n')
    expect(git(user, root, 'log', '--all', '--format=%s')).toBe('outside\n')
  })

  test('caches can be written and stay as they are; the rest of the home folder is read-only', () => {
    using place = makePlace(user)
    write(user, join(place.home, '.npm', 'kept'), 'kept\n')
    const line = `echo new > $HOME/.npm/kept && cat $HOME/.npm/kept; mkdir -p "$XDG_CACHE_HOME" && echo made;
      echo x 2>/dev/null > $HOME/x || echo read-only`
    expect(outputOf(run(user, place, line))).toBe('new\nmade\nread-only\n')
    expect(readFileSync(join(place.home, '.npm', 'kept'), 'utf8')).toBe('kept\n')
    expect(existsSync(join(place.home, 'x'))).toBe(false)
  })

  test('dependencies behind a link can be written and stay as they are', () => {
    using place = makePlace(user)
    const shared = join(place.outside, 'node_modules')
    write(user, join(shared, 'kept'), 'kept\n')
    symlinkSync(shared, join(place.root, 'node_modules'))
    const line = `echo new > node_modules/kept && cat node_modules/kept; mkdir node_modules/.cache && echo made`
    expect(outputOf(run(user, place, line))).toBe('new\nmade\n')
    expect([readFileSync(join(shared, 'kept'), 'utf8'), readdirSync(shared)]).toEqual(['kept\n', ['kept']])
  })

  test('no socket of the user can be reached, wherever it lies', async () => {
    using place = makePlace(user)
    const paths = [join(place.outside, 'one'), join(place.root, 'two')]
    const servers = paths.map((path) => createServer((socket) => socket.end('reached')).listen(path))
    await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
    for (const path of paths) ownAll(user, path)
    const line = `for path in ${paths.join(' ')}; do ${runtimeIn(place)} -e '
      await Bun.connect({ unix: process.argv[1], socket: { data() {} } }).then(() => console.log("reached"), () => console.log("shut")); process.exit()
      ' "$path"; done; echo "$SSH_AUTH_SOCK$DOCKER_HOST$TMPDIR"`
    const env = { SSH_AUTH_SOCK: '/a', DOCKER_HOST: 'b', TMPDIR: '/c' }
    expect(outputOf(run(user, place, line, { env }))).toBe('shut\nshut\n\n')
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  })

  test('nothing that is mounted can be changed or uncovered', () => {
    using place = makePlace(user)
    const line = `
      mount -o remount,bind,rw / && echo remounted
      umount /proc && echo uncovered
      mknod /tmp/disk b 1 0 && echo device
      unshare -Urm sh -c 'mount -o remount,bind,rw / || umount /tmp' && echo nested
      sed 's/^\\([^ ]* \\)\\{4\\}\\([^ ]*\\) .*/\\2/' /proc/self/mountinfo | while read -r point; do
        [ -d "$point" ] && echo x > "$point/.written" && echo "$point"
      done | sort -u`
    const told = run(user, place, `exec 2>/dev/null; ${line}`)
    expect(outputOf(told).split('\n').sort()).toEqual(['', '/dev/shm', '/tmp', '/var/tmp', place.root].sort())
    expect(writtenIn(place)).toEqual([])
  })

  test('processes of others cannot be seen', () => {
    using place = makePlace(user)
    const told = run(user, place, `ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} 2>/dev/null || echo none`)
    expect(outputOf(told)).toMatch(/^[1-9]\nnone\n$/)
  })
}

function writtenIn({ home, root, stateHome }: Place): string[] {
  return [home, root, stateHome, '/', '/tmp', '/var/tmp', '/dev/shm', '/run']
    .map((folder) => join(folder, '.written'))
    .filter((path) => existsSync(path))
}

test.skipIf(reasons.get(ME) !== undefined)('a state folder that can be seen in the box is read-only there', () => {
  // Outside the temporary folders, which the box hides.
  const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  using place = makePlace(ME, 'project', cache)
  const line = `find ${place.stateHome} -type d | while read -r one; do echo x > "$one/.written" && echo "$one"; done`
  const told = run(ME, place, `exec 2>/dev/null; ${line}`)
  const writable = outputOf(told).split('\n').filter(Boolean)
  expect(writable.map((path) => path.replace(/^.*\/copies\/[^/]+\//, '')).sort()).toEqual(
    ['dev/shm', 'layer-root/view', 'tmp', 'var-tmp'].filter((name) => writable.some((path) => path.endsWith(name))),
  )
  expect([writtenIn(place), readdirSync(place.root)]).toEqual([[], ['file.txt']])
})
