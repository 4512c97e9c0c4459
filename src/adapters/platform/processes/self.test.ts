// Ourselves once more: a process that outlives the one that started it, and a reaper that learns of its end.
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcesses, processesOf } from '../../../../test/processes.ts'
import { ownPackages } from './self.ts'
import { until } from '../../../../test/until.ts'

describe('the packages that npm has to remove', () => {
  const rows: readonly (readonly [
    name: string,
    folders: readonly string[],
    program: string,
    expected: readonly string[],
  ])[] = [
    ['a checkout', ['dist'], 'dist/fullstop', ['fullstop']],
    [
      'one package, the other inside it',
      ['lib/node_modules/fullstop/node_modules/@fullstop/linux-x64'],
      'lib/node_modules/fullstop/node_modules/@fullstop/linux-x64/fullstop',
      ['fullstop'],
    ],
    [
      'both by name',
      ['lib/node_modules/fullstop/bin', 'lib/node_modules/@fullstop/linux-x64'],
      'lib/node_modules/fullstop/bin/fullstop',
      ['fullstop', '@fullstop/linux-x64'],
    ],
  ]
  test.each(rows)('%s', (_name, folders, program, expected) => {
    const root = mkdtempSync(join(tmpdir(), 'fullstop-packages-'))
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
    expect(ownPackages(join(root, program))).toEqual(expected)
    rmSync(root, { recursive: true })
  })
})

interface Program extends Disposable {
  readonly path: (name: string) => string
  readonly start: () => Bun.Subprocess<'ignore', 'pipe', 'inherit'>
}

/** A program with two parts: `main` starts `child`, which is the same program with that argument. */
function program(main: string, child: string): Program {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-self-'))
  const path = (name: string): string => join(root, name)
  writeFileSync(
    path('main.ts'),
    `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
     import { startReaper, startSelf } from ${JSON.stringify(join(import.meta.dirname, 'self.ts'))}
     const path = (name: string): string => ${JSON.stringify(root)} + '/' + name
     if (process.argv[2] === 'child') { ${child} } else { ${main} }`,
  )
  return {
    path,
    start: () => Bun.spawn([process.execPath, path('main.ts')], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' }),
    [Symbol.dispose]: () => {
      endProcesses(() => processesOf(root))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const OPTIONS = `{ env: { ...process.env, GIVEN: 'yes' }, log: path('log'), cwd: '/' }`

test('it outlives us, is nobody’s child, and what it prints is kept in the log', async () => {
  using self = program(
    `startSelf(['child', 'more'], ${OPTIONS})
     while (!existsSync(path('begun')) || readFileSync(path('begun'), 'utf8') === '') await Bun.sleep(5)
     const pids = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ')
     console.log(pids.includes(readFileSync(path('begun'), 'utf8')) ? 'child' : 'nobody')
     process.exit(0)`,
    `writeFileSync(path('begun'), String(process.pid))
     while (!existsSync(path('go'))) await Bun.sleep(10)
     console.log(process.argv.slice(2).join(' '), process.env['GIVEN'], process.cwd())
     console.error('went wrong')
     writeFileSync(path('done'), 'done')`,
  )
  const main = self.start()
  expect(await new Response(main.stdout).text()).toBe('nobody\n')
  expect(await main.exited).toBe(0)
  expect(existsSync(self.path('done'))).toBe(false)
  writeFileSync(self.path('go'), '')
  await until(() => existsSync(self.path('done')) && readFileSync(self.path('done'), 'utf8') !== '')
  expect(readFileSync(self.path('log'), 'utf8')).toBe('child more yes /\nwent wrong\n')
})

test('one that cannot be started is no error of ours', async () => {
  using self = program(
    `startSelf(['child'], { env: {}, log: path('no/such/folder/log'), cwd: '/' })
     startSelf(['child'], { env: {}, log: path('log'), cwd: '/no/such/folder' })
     await Bun.sleep(50)
     console.log('well')`,
    `writeFileSync(path('begun'), '')`,
  )
  expect(await new Response(self.start().stdout).text()).toBe('well\n')
  expect(existsSync(self.path('begun'))).toBe(false)
})

const REAPER = `writeFileSync(path('ready'), ''); writeFileSync(path('said'), 'heard: ' + readFileSync(0, 'utf8'))`

test('a reaper that is dismissed never begins', async () => {
  using self = program(`await startReaper(['child'], process.env).dismiss(); console.log('gone')`, REAPER)
  const main = self.start()
  expect(await new Response(main.stdout).text()).toBe('gone\n')
  expect(existsSync(self.path('ready'))).toBe(false)
})

test('a reaper whose master is killed begins then, and finds its input at its end', async () => {
  using self = program(
    `startReaper(['child'], process.env)
     writeFileSync(path('started'), '')
     setInterval(() => undefined, 1000)`,
    REAPER,
  )
  const main = self.start()
  await until(() => existsSync(self.path('started')))
  expect(existsSync(self.path('ready'))).toBe(false)
  main.kill('SIGKILL')
  await main.exited
  await until(() => existsSync(self.path('said')) && readFileSync(self.path('said'), 'utf8') !== '')
  expect(readFileSync(self.path('said'), 'utf8')).toBe('heard: ')
})
