// Programs that are hosted: where their output goes, how they end, and that nothing of them is left.
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcesses, processesOf } from '../../../../test/processes.ts'
import { until } from '../../../../test/until.ts'
import { type Hosted, type HostOptions, hostProgram } from './hosting.ts'
import { processes } from './processes.ts'
import { descendantsOf, endTree, findStrays, sendSignal } from './stray-processes.ts'

const MARK = { name: 'FULLSTOP_TEST_MARK', value: `hosting-${process.pid}` }
const mark = `${MARK.name}=${MARK.value}`
const env = { PATH: process.env['PATH'] }
const alive = (): number[] => findStrays(mark, new Set())

interface Place extends Disposable {
  readonly path: (name: string) => string
  readonly text: (name: string) => string
  readonly host: (line: string, more?: Partial<HostOptions>) => Hosted
}

function place(): Place {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-hosting-'))
  const path = (name: string): string => join(root, name)
  return {
    path,
    text: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : ''),
    host: (line, more = {}) =>
      hostProgram({
        argv: ['sh', '-c', line],
        cwd: root,
        env,
        mark: MARK,
        spared: new Set(),
        output: path('out'),
        errors: path('err'),
        mostBytes: 1_000_000,
        ...more,
      }),
    [Symbol.dispose]: () => {
      endProcesses(() => processesOf(root))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

test('output and errors go to their files, behind what is there, for our eyes only', async () => {
  using at = place()
  writeFileSync(at.path('err'), 'before\n')
  const hosted = at.host('echo one; echo two >&2; echo three')
  expect(await hosted.ended).toEqual({ how: { kind: 'exited', code: 0 }, isTooLong: false })
  expect([at.text('out'), at.text('err')]).toEqual(['one\nthree\n', 'before\ntwo\n'])
  expect(statSync(at.path('out')).mode & 0o777).toBe(0o600)
})

test('its input is the file that it is given, or nothing', async () => {
  using at = place()
  writeFileSync(at.path('in'), 'said\n'.repeat(50_000))
  await at.host('wc -c', { input: at.path('in') }).ended
  await at.host('wc -c').ended
  expect(at.text('out').trim().split(/\s+/)).toEqual(['250000', '0'])
})

test('A7: a pipe carries what is written, line by line, until it is closed', async () => {
  using at = place()
  const hosted = at.host('read one; echo "1: $one"; read two; echo "2: $two"; cat', { pipe: true })
  hosted.write('a\n')
  await until(() => at.text('out') === '1: a\n')
  hosted.write('b\n')
  await until(() => at.text('out') === '1: a\n2: b\n')
  hosted.write('c\n')
  hosted.endInput()
  expect(await hosted.ended).toEqual({ how: { kind: 'exited', code: 0 }, isTooLong: false })
  expect(at.text('out')).toBe('1: a\n2: b\nc\n')
})

test('A7: a pipe keeps what the program has not read yet, also when it is closed', async () => {
  using at = place()
  const inOrder = `awk '$1 != NR { print "line " $1 " comes after " NR - 1 } END { print NR " lines" }'`
  const hosted = at.host(`until [ -e go ]; do sleep 0.01; done; ${inOrder}`, { pipe: true })
  for (let index = 1; index <= 40; index++) hosted.write(`${index} ${'x'.repeat(100_000)}\n`)
  hosted.endInput()
  hosted.write('too late')
  writeFileSync(at.path('go'), '')
  await hosted.ended
  expect(at.text('out')).toBe('40 lines\n')
})

test.each([
  'exec <&-; echo closed; until [ -e go ]; do sleep 0.01; done',
  'echo closed; until [ -e go ]; do sleep 0.01; done',
])('A7: a program that does not read its pipe ends as it likes: %s', async (line) => {
  using at = place()
  const hosted = at.host(line, { pipe: true })
  await until(() => at.text('out') === 'closed\n')
  for (let index = 0; index < 10; index++) hosted.write('x'.repeat(100_000))
  writeFileSync(at.path('go'), '')
  expect(await hosted.ended).toEqual({ how: { kind: 'exited', code: 0 }, isTooLong: false })
  hosted.write('x')
  hosted.endInput()
})

test('only the environment that it is given and the mark, in a group of its own', async () => {
  using at = place()
  const hosted = at.host('env | grep -v -e ^PWD= -e ^SHLVL= -e ^_= | sort; ps -o pgid= -p $$')
  await hosted.ended
  expect(at.text('out').replaceAll(' ', '')).toBe(`${mark}\nPATH=${env.PATH}\n${hosted.pid}\n`)
})

test.each([
  ['exit 3', { kind: 'exited', code: 3 }],
  ['kill -KILL $$', { kind: 'killed', signal: 'SIGKILL' }],
  ['kill -SEGV $$', { kind: 'killed', signal: 'SIGSEGV' }],
] as const)('%s', async (line, how) => {
  using at = place()
  expect((await at.host(line).ended).how).toEqual(how)
  expect((await at.host(line, { terminal: { columns: 80, rows: 24 } }).ended).how).toEqual(how)
})

test.each([[undefined], [{ columns: 80, rows: 24 }]])('what cannot be started says why: %p', async (terminal) => {
  using at = place()
  const code = async (more: Partial<HostOptions>): Promise<unknown> => {
    const hosted = at.host('true', { terminal, ...more })
    const { how } = await hosted.ended
    hosted.write('x')
    hosted.end()
    return how.kind === 'not-started' && how.why !== '' && hosted.pid === undefined ? how.code : how
  }
  expect(await code({ argv: ['no-such-program-at-all'] })).toBe('ENOENT')
  expect(await code({ cwd: '/no/such/folder' })).toBe('ENOENT')
  expect(await code({ argv: [import.meta.filename] })).toBe('EACCES')
  expect(await code({ output: at.path('no/folder/out') })).toBe('ENOENT')
  if (!terminal) expect(await code({ input: at.path('nothing') })).toBe('ENOENT')
})

test.each([[undefined], [{ columns: 80, rows: 24 }]])('too much output ends it: %p', async (terminal) => {
  using at = place()
  const { how, isTooLong } = await at.host('yes', { terminal, mostBytes: 10_000 }).ended
  expect([how, isTooLong]).toEqual([{ kind: 'interrupted' }, true])
  if (terminal) expect(at.text('out').length).toBeLessThanOrEqual(10_000)
  expect(alive()).toEqual([])
})

test('asked to end, it may still say something', async () => {
  using at = place()
  const hosted = at.host('trap "echo asked; exit 0" TERM; echo ready; sleep 30 & wait')
  await until(() => at.text('out') === 'ready\n')
  hosted.end()
  hosted.end()
  expect((await hosted.ended).how).toEqual({ kind: 'interrupted' })
  expect(at.text('out')).toBe('ready\nasked\n')
  expect(alive()).toEqual([])
})

test('a program and a grandchild that both ignore the asking are made to end', async () => {
  using at = place()
  const hosted = at.host(`trap : TERM; sh -c "trap 'echo asked' TERM; echo ready; while :; do sleep 1; done"; sleep 30`)
  await until(() => at.text('out') === 'ready\n')
  hosted.end()
  expect((await hosted.ended).how).toEqual({ kind: 'interrupted' })
  expect(at.text('out')).toBe('ready\nasked\n')
  expect(alive()).toEqual([])
})

test('a stubborn grandchild in a session of its own and without its mark ends with its ancestors', async () => {
  using at = place()
  const stubborn = `trap '' TERM HUP; echo $$ > pid; while :; do sleep 1; done`
  const hosted = at.host(`env -i setsid sh -c "${stubborn.replaceAll('$', '\\$')}"; true`)
  await until(() => at.text('pid') !== '')
  const key = processes.keyOf(Number(at.text('pid'))) ?? ''
  expect(alive()).not.toContain(Number(at.text('pid')))
  hosted.end()
  await hosted.ended
  expect(processes.isAlive(key)).toBe(false)
})

test('what forked away from a program that ended by itself is ended', async () => {
  using at = place()
  const hosted = at.host(`setsid sh -c "trap '' TERM; echo x > begun; while :; do sleep 1; done" &
    until test -s begun; do sleep 0.02; done; exit 4`)
  expect((await hosted.ended).how).toEqual({ kind: 'exited', code: 4 })
  expect(alive()).toEqual([])
})

test('descendants of all generations; a key of another process ends nobody', async () => {
  using at = place()
  const hosted = at.host('sh -c "sleep 30; true"; true')
  await until(() => descendantsOf(hosted.pid ?? 0).length === 2)
  expect(descendantsOf(process.pid)).toContain(hosted.pid ?? 0)
  const other = Bun.spawn(['sleep', '30'], { env })
  try {
    await endTree({ known: [`${other.pid}-1`], mark: 'NO=mark', spared: new Set() })
    expect(processes.keyOf(other.pid)).toBeDefined()
  } finally {
    sendSignal(other.pid, 'SIGKILL')
  }
  hosted.end()
  await hosted.ended
})

test('a pseudo-terminal has its size and its kind, and both streams are one', async () => {
  using at = place()
  await at.host('stty size; echo $TERM; test -t 0 && test -t 2 && echo yes >&2', {
    terminal: { columns: 77, rows: 33 },
  }).ended
  expect(at.text('out')).toBe('33 77\r\nxterm-256color\r\nyes\r\n')
})

test('the last of a long output is kept, whoever else holds the terminal', async () => {
  using at = place()
  const line = 'setsid sleep 30 & seq 1 50000; echo last'
  await at.host(line, { terminal: { columns: 80, rows: 24 } }).ended
  expect(at.text('out').endsWith('\r\n50000\r\nlast\r\n')).toBe(true)
  expect(alive()).toEqual([])
})

test('a program that reads lines gets what is typed, once', async () => {
  using at = place()
  const hosted = at.host('stty -echo; echo ready; while read -r line; do echo "got $line"; done', {
    terminal: { columns: 80, rows: 24 },
  })
  await until(() => at.text('out') === 'ready\r\n')
  hosted.write('one\r')
  await until(() => at.text('out').includes('got one'))
  hosted.write('\u001b[200~two\u001b[201~')
  hosted.write('\r')
  await until(() => at.text('out').includes('201~'))
  hosted.write('\u0004')
  expect((await hosted.ended).how).toEqual({ kind: 'exited', code: 0 })
  expect(at.text('out')).toBe('ready\r\ngot one\r\ngot \u001b[200~two\u001b[201~\r\n')
  hosted.write('too late')
})

test('a paste larger than the buffer of the terminal arrives whole', async () => {
  using at = place()
  const hosted = at.host('stty raw -echo; echo ready; head -c 300000 | cksum', { terminal: { columns: 80, rows: 24 } })
  await until(() => at.text('out').startsWith('ready'))
  hosted.write('0123456789'.repeat(30_000))
  await hosted.ended
  expect(at.text('out').trim().split(/\s+/).at(-1)).toBe('300000')
})

// In a process of its own: a process that adopts orphans does so until it ends.
test.skipIf(process.platform !== 'linux')('orphans that have ended do not pile up while it runs', async () => {
  using at = place()
  const script = `
    import { readFileSync } from 'node:fs'
    import { hostProgram } from ${JSON.stringify(join(import.meta.dirname, 'hosting.ts'))}
    import { adoptOrphans } from ${JSON.stringify(join(import.meta.dirname, 'stray-processes.ts'))}
    await adoptOrphans()
    const hosted = hostProgram({
      argv: ['sh', '-c', 'for i in 1 2 3 4 5; do ( ( sleep 0.05 ) & ); done; sleep 30'],
      cwd: ${JSON.stringify(at.path('.'))}, env: process.env, mark: { name: 'FULLSTOP_TEST_MARK', value: 'bury' },
      spared: new Set(), output: ${JSON.stringify(at.path('out'))}, errors: ${JSON.stringify(at.path('err'))},
      mostBytes: 1000,
    })
    const children = () => readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ')
    let most = 0
    do { most = Math.max(most, children().length); await Bun.sleep(10) } while (most < 6 || children().length > 1)
    hosted.end()
    await hosted.ended
    console.log(most)
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  expect(await new Response(child.stdout).text()).toBe('6\n')
})
