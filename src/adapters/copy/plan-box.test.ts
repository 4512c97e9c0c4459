// The plan of a box: what is mounted in which order, for each kind of user, and the command line that enters it.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { BOX_FAILED, BOX_SCRIPT } from './box-script.ts'
import { type BoxPlan, HIDDEN, planBox, planSteps, placeOf } from './plan-box.ts'

const plan: BoxPlan = {
  rights: 'user',
  uid: 1000,
  gid: 100,
  root: '/home/ann/project',
  scratch: '/home/ann/.local/state/fullstop/copies/1',
  from: 'overlay',
  layers: ['/home/ann/.npm'],
  kept: [],
  mounts: [
    { path: '/', flags: ['relatime'], isReadOnly: false },
    { path: '/home', flags: ['nosuid', 'nodev', 'relatime'], isReadOnly: false },
    { path: '/snap/core', flags: ['nodev'], isReadOnly: true },
    { path: '/tmp', flags: ['nosuid'], isReadOnly: false },
    { path: '/run/user/1000', flags: [], isReadOnly: false },
    { path: '/dev/pts', flags: [], isReadOnly: false },
    { path: '/proc', flags: [], isReadOnly: false },
  ],
  hidden: HIDDEN.slice(0, 3),
  cwd: '/home/ann/project/web',
  argv: ['npm', 'test', '$(touch /x)'],
  runner: 77,
  programs: { unshare: '/usr/bin/unshare', setpriv: '/usr/bin/setpriv' },
}

test('the steps of a plain user', () => {
  expect(planSteps(plan)).toEqual(
    [
      ['overlay', 'layer-root', '/home/ann/project', ',userxattr,volatile'],
      ['clear', 'layer-root/view', 'remove'],
      ['put', 'layer-root/view', 'put'],
      ['overlay-if', 'layer-0', '/home/ann/.npm', ',userxattr,volatile'],
      ['own', 'signal', 'own', 'tmp', 'own', 'var-tmp', 'own', 'run'],
      ['dev'],
      // Neither what is read-only already, nor what is covered.
      ['readonly', '/', ',relatime', 'readonly', '/home', ',nosuid,nodev,relatime'],
      ['show-if', 'layer-0', '/home/ann/.npm'],
      ['show', 'layer-root/view', '/home/ann/project'],
      ['readonly', 'run', ',nosuid,nodev,relatime'],
      ['show', 'dev', '/dev', 'show', 'tmp', '/tmp', 'show', 'var-tmp', '/var/tmp', 'show', 'run', '/run'],
      ['hide', 'sockets'],
      ['proc', 'loopback', 'run', '/home/ann/project/web', ',nosuid,nodev,relatime'],
      ['/usr/bin/unshare', '--user', '--map-user=1000', '--map-group=100', '--', 'npm', 'test', '$(touch /x)'],
    ].flat(),
  )
})

test('a workspace and a home folder below /tmp are put together before the cover goes on, and that cover is the last', () => {
  const steps = planSteps({
    ...plan,
    root: '/tmp/a/project',
    scratch: '/tmp/a/state/copies/1',
    kept: ['/tmp/a/home'],
    layers: [],
    mounts: [...plan.mounts, { path: '/tmp/a/home/disk', flags: ['nodev'], isReadOnly: false }],
  }).join(' ')
  // A mount inside comes along, and must not be writable there.
  expect(steps).toContain('readonly /tmp/a/home/disk ,nodev keep /tmp/a/home tmp/a/home ,nosuid')
  expect(steps).toContain(
    'show layer-root/view tmp/a/project readonly run ,nosuid show dev /dev show var-tmp /var/tmp show run /run show tmp /tmp hide sockets proc',
  )
  expect(steps).toContain('run /home/ann/project/web unseen')
})

test('a copy that stands there already, and the rights of root', () => {
  const steps = planSteps({ ...plan, from: 'folder', rights: 'administrator', uid: 0, gid: 0 })
  expect(steps.slice(0, 5)).toEqual(['own', 'copy', 'clear', 'copy', 'remove'])
  expect(steps.slice(-7)).toEqual([
    '/usr/bin/setpriv',
    '--bounding-set=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+net_bind_service',
    '--inh-caps=-all',
    '--',
    'npm',
    'test',
    '$(touch /x)',
  ])
})

test('the command line: by absolute paths, a user namespace only where it is needed, and nothing without its runner', () => {
  const withoutScript = (argv: readonly string[]): string[] =>
    argv.slice(0, argv.indexOf('--kill-child') + 5).filter((word) => !word.includes('\n'))
  expect(withoutScript(planBox(plan))).toEqual(
    [
      ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'],
      ['/bin/sh', '-c', '[ "$PPID" = "$1" ] && shift && fs_above=$$ exec "$@"', 'fullstop-copy', '77'],
      ['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--fork', '--kill-child'],
      ['--', '/bin/sh', '-c'],
    ].flat(),
  )
  const root = planBox({
    ...plan,
    rights: 'administrator',
    programs: { unshare: '/usr/bin/unshare', setpriv: undefined },
  })
  expect(root.slice(0, 2)).toEqual(['/usr/bin/unshare', '--mount'])
})

test('the first process ends itself where the one above it died before it could take it along', () => {
  const begin = (above: number) =>
    spawnSync('/bin/sh', ['-c', BOX_SCRIPT, 'fullstop-copy', 'end'], {
      env: { fs_above: `${above}` },
      encoding: 'utf8',
    })
  expect(begin(process.pid).status).toBe(0)
  expect(begin(process.pid + 1)).toMatchObject({ status: BOX_FAILED, stderr: 'the process above is gone\n' })
})

test('places in hidden folders', () => {
  expect(['/tmp/a/b', '/tmp', '/tmpx', '/home', '/var/tmp/c'].map((path) => placeOf(path, HIDDEN))).toEqual([
    'tmp/a/b',
    undefined,
    undefined,
    undefined,
    'var-tmp/c',
  ])
})
