// What is read of the machine: mounts, sockets, and the folders that a command needs.
import { expect, test } from 'bun:test'
import { parseSockets, outermost } from './machine-facts.ts'
import { toCopyEnv } from './copy-env.ts'
import { flagsAt, isBelow, parseMounts } from './mounts.ts'

const MOUNTS = String.raw`29 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 29 0:27 / /data ro,nosuid,nodev,relatime shared:1 - tmpfs tmpfs ro
31 29 0:28 / /with\040space\011tab\012line\134back rw,noatime master:2 - ext4 /dev/vdb rw
32 29 0:29 / /data rw,noexec - tmpfs tmpfs rw
`

test('mounts: escaped paths, flags to keep, and the last of several on one path', () => {
  expect(parseMounts(MOUNTS)).toEqual([
    { path: '/', flags: ['relatime'], isReadOnly: false },
    { path: '/with space\ttab\nline\\back', flags: ['noatime'], isReadOnly: false },
    { path: '/data', flags: ['noexec'], isReadOnly: false },
  ])
  const mounts = parseMounts(MOUNTS)
  expect(['/data/x', '/database', '/data'].map((path) => flagsAt(path, mounts))).toEqual([
    ',noexec',
    ',relatime',
    ',noexec',
  ])
  expect([isBelow('/data', '/'), isBelow('/data', '/data'), isBelow('/datax', '/data')]).toEqual([true, false, false])
})

test('sockets: those with a path, each once; no abstract ones, and not the names of accounts', () => {
  const text = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 1201 /run/docker.sock
0000000000000000: 00000003 00000000 00000000 0001 03  1202 /run/docker.sock
0000000000000000: 00000002 00000000 00010000 0001 01 1203 @/tmp/.X11-unix/X0
0000000000000000: 00000002 00000000 00010000 0001 01 1204
0000000000000000: 00000002 00000000 00010000 0001 01 1205 /home/ann/with space.sock
0000000000000000: 00000002 00000000 00010000 0001 01 1206 /var/lib/sss/pipes/nss
`
  expect(parseSockets(text)).toEqual(['/run/docker.sock', '/home/ann/with space.sock'])
})

test('of folders in each other only the outermost', () => {
  expect(outermost(['/a/b', '/a', '/ab', '/a', '/c/d'])).toEqual(['/a', '/ab', '/c/d'])
})

test('the environment loses the ways to daemons, places of git and temporary folders, and nothing else', () => {
  const dropped = {
    SSH_AUTH_SOCK: 'a',
    DOCKER_HOST: 'b',
    TMPDIR: '/c',
    GIT_DIR: '/d',
    XDG_RUNTIME_DIR: '/e',
    DISPLAY: ':0',
  }
  expect(toCopyEnv({ PATH: '/bin', GIT_AUTHOR_NAME: 'A', CI: '1', ...dropped })).toEqual({
    PATH: '/bin',
    GIT_AUTHOR_NAME: 'A',
    CI: '1',
  })
})
