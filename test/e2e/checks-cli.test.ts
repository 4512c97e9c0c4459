// The commands around checks: find them, run them, look at what they found.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ago } from '../clock.ts'
import type { CheckRun } from '../../src/contract/evidence.ts'
import { asked, claim, completed, lastEvidence, started, until } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'

/** Times, ids and the temporary folder made equal. */
function tidy(room: Room, { code, stdout, stderr }: Output): Output {
  const plain = (text: string): string =>
    text
      .replaceAll(room.root, '/ROOM')
      .replaceAll(/run_[0-9a-z]{16}/g, 'run_ID')
      .replaceAll(/clm_[0-9a-z]{16}/g, 'clm_ID')
      .replaceAll(/task_[0-9a-z]{8}\b/g, 'task_ID')
      .replaceAll(/\b[0-9a-f]{64}\b/g, 'TREE')
      .replaceAll(/(?<=^tree {5})[0-9a-f]{12}$/gm, 'TREE')
      .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
      .replaceAll(/\b\d+(?:\.\d)? ?m?s\b/g, 'SPAN')
  return { code, stdout: plain(stdout), stderr: plain(stderr) }
}

const LOOKED_FOR =
  'looked for: npm, pnpm, yarn and Bun scripts, Turborepo, Nx, Deno, Python, Ruby, PHP, Elixir, Rust, Go, Maven, Gradle, .NET, Swift, CMake, make, just, Task, Bazel, test.sh'

const SCRIPTS = JSON.stringify({ scripts: { test: 'node --test', lint: 'eslint .', start: 'node .' } })

test('[checks-find] finds what the repository offers, from any folder of it, and runs nothing', async () => {
  using room = newRoom()
  makeRepository(room, { 'package.json': SCRIPTS, 'package-lock.json': '{}', 'deep/inside/file': '' })
  const found = [
    LOOKED_FOR,
    'found:      package.json in /ROOM/home/project',
    '',
    '  lint  npm run lint  from package.json, script "lint"',
    '  test  npm test      from package.json, script "test"',
    '',
    '`fullstop checks find --write` puts them into fullstop.json.',
    '',
  ].join('\n')
  const cwd = join(room.cwd, 'deep', 'inside')
  expect(tidy(room, await room.run(['checks', 'find'], { cwd }))).toEqual({ code: 0, stdout: found, stderr: '' })
  expect(JSON.parse((await room.run(['checks', 'find', '--json'])).stdout)).toEqual([
    { check: { name: 'lint', run: 'npm run lint', timeout: '10m' }, from: 'package.json, script "lint"' },
    { check: { name: 'test', run: 'npm test', timeout: '10m' }, from: 'package.json, script "test"' },
  ])
  expect(existsSync(join(room.cwd, 'fullstop.json'))).toBe(false)
  expect(await room.run(['checks'])).toEqual({
    code: 1,
    stdout: 'No check is configured here. Run `fullstop checks find`.\n',
    stderr: '',
  })
})

test('[checks-find] nothing found is said with what to do', async () => {
  using room = newRoom()
  makeRepository(room)
  expect(tidy(room, await room.run(['checks', 'find', '--write']))).toEqual({
    code: 1,
    stdout: `${LOOKED_FOR}\nfound:      none of these in /ROOM/home/project\n`,
    stderr:
      'fullstop: there is nothing to propose\n  next: write this to fullstop.json, with the command that runs your tests: `{"checks":[{"name":"test","run":"YOUR TEST COMMAND"}]}`; then run `fullstop trust`\n',
  })
})

test('[checks-write] --write adds only what is missing, keeps comments and order, and does nothing the second time', async () => {
  using room = newRoom()
  makeRepository(room, { 'package.json': SCRIPTS, 'package-lock.json': '{}' })
  const file = join(room.cwd, 'fullstop.json')
  const before = `{
  // ours
  "mode": "strict",
  "checks": [
    {
      "name": "test",
      // the slow ones too
      "run": "npm test -- --all"
    }
  ],
  "review": "never"
}
`
  writeFileSync(file, before)
  expect(tidy(room, await room.run(['checks', 'find', '--write']))).toEqual({
    code: 0,
    stdout: 'Wrote lint to /ROOM/home/project/fullstop.json.\nNothing runs yet: run `fullstop trust`.\n',
    stderr: '',
  })
  const after = before.replace(
    '    }\n  ],',
    '    },\n    {\n      "name": "lint",\n      "run": "npm run lint",\n      "timeout": "10m"\n    }\n  ],',
  )
  expect(readFileSync(file, 'utf8')).toBe(after)
  expect(tidy(room, await room.run(['checks', 'find', '--write']))).toEqual({
    code: 0,
    stdout: '/ROOM/home/project/fullstop.json has them all already.\n',
    stderr: '',
  })
  expect(readFileSync(file, 'utf8')).toBe(after)
})

test('[checks-write] a new file is made, and an invalid one is left alone', async () => {
  using room = newRoom()
  makeRepository(room, { 'package.json': SCRIPTS, 'package-lock.json': '{}' })
  const file = join(room.cwd, 'fullstop.json')
  const written = await room.run(['checks', 'find', '--write', '--json'])
  expect(JSON.parse(written.stdout)).toEqual({ file, added: ['lint', 'test'], leftOut: [] })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    checks: [
      { name: 'lint', run: 'npm run lint', timeout: '10m' },
      { name: 'test', run: 'npm test', timeout: '10m' },
    ],
  })
  expect(statSync(file).mode & 0o777).toBe(0o644)
  for (const broken of ['{ "checks": [ }', '{ "chekcs": [] }', '[]']) {
    writeFileSync(file, broken)
    const { code, stderr } = await room.run(['checks', 'find', '--write'])
    expect([code, stderr.split('\n').length]).toEqual([2, 3])
    expect(readFileSync(file, 'utf8')).toBe(broken)
  }
})

test('[check-command] runs all or some, prints the evidence, and exits 0 only if all passed', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'test', run: 'true' },
    { name: 'lint', run: 'echo "1 problem"; exit 1', shell: true },
  ])
  repository.write('answer', '42\n')
  expect(tidy(room, await room.run(['checks']))).toEqual({
    code: 0,
    stdout:
      'CHECK  COMMAND                   LAST RUN\ntest   true                      never run\nlint   echo "1 problem"; exit 1  never run\n',
    stderr: '',
  })
  const some = tidy(room, await room.run(['check', 'test']))
  expect(some).toMatchObject({ code: 0, stderr: '' })
  expect(some.stdout).toStartWith(
    [
      'passed         test  SPAN, exit 0',
      '    log: /ROOM/state/runs/run_ID/01-test.log',
      '',
      'tree     TREE',
      'changed  1 file',
      '         A answer',
      '',
    ].join('\n'),
  )
  const all = tidy(room, await room.run(['check']))
  expect(all).toMatchObject({ code: 1, stderr: '' })
  expect(all.stdout).toStartWith(
    [
      'passed         test  SPAN, exit 0',
      '    log: /ROOM/state/runs/run_ID/01-test.log',
      'failed         lint  SPAN, exit 1',
      '    │ 1 problem',
      '    log: /ROOM/state/runs/run_ID/02-lint.log',
      '',
      'tree     TREE',
    ].join('\n'),
  )
  expect(tidy(room, await room.run(['checks'])).stdout).toBe(
    'CHECK  COMMAND                   LAST RUN\ntest   true                      passed SPAN ago, SPAN\nlint   echo "1 problem"; exit 1  failed SPAN ago, SPAN\n',
  )
  expect(started(room)).toEqual(['test', 'test', 'lint'])
})

test('[check-command] --json is the evidence', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
  const { code, stdout, stderr } = await room.run(['check', '--json'])
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({
    passed: true,
    root: room.cwd,
    tree: expect.stringMatching(/^[0-9a-f]{64}$/),
    run: expect.stringMatching(/^run_/),
    checks: [
      {
        name: 'test',
        key: expect.any(String),
        result: 'passed',
        why: 'exit 0',
        exitCode: 0,
        run: expect.stringMatching(/^run_/),
        asked: { cause: 'person' },
        startedAt: expect.any(String),
        durationMs: expect.any(Number),
        tail: '',
        failures: [],
        log: expect.any(String),
        tree: expect.stringMatching(/^[0-9a-f]{64}$/),
        reused: false,
      },
    ],
    skipped: [],
    changed: [],
    changedCount: 0,
    notes: [],
    warnings: [],
    tampering: [],
  })
})

test('[check-command] an unknown name is an error that names the nearest', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'test', run: 'true' },
    { name: 'lint', run: 'true' },
  ])
  expect(await room.run(['check', 'tset'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'fullstop: there is no check "tset"\n  next: did you mean "test"?\n',
  })
  expect(await room.run(['check', 'test', 'something'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'fullstop: there is no check "something"\n  next: the checks here: test, lint\n',
  })
  expect(started(room)).toEqual([])
})

test('[evidence] every run with its logs, and what each claim rests on', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    { name: 'test', run: 'test -e answer || { echo "no answer"; exit 1; }', shell: true },
  ])
  const session = await asked(room)
  expect(tidy(room, await room.run(['evidence']))).toEqual({
    code: 1,
    stdout: 'task_ID: no checks have run, and no claim was verified.\n',
    stderr: '',
  })
  await claim(session)
  repository.write('answer', '42\n')
  await claim(session)
  expect(tidy(room, await room.run(['evidence']))).toEqual({
    code: 0,
    stdout: `task_ID

run run_ID  TIME, for a claim
failed         test  SPAN, exit 1
    │ no answer
    log: /ROOM/state/runs/run_ID/01-test.log

run run_ID  TIME, for a claim
passed         test  SPAN, exit 0
    log: /ROOM/state/runs/run_ID/01-test.log

claim clm_ID  TIME rests on: test failed
tree     TREE
changed  nothing
note     claim 1 of this task
note     nothing changed since the task began

claim clm_ID  TIME rests on: test passed
tree     TREE
changed  1 file
         A answer
note     claim 2 of this task
note     uncommitted changes: 1 file
`,
    stderr: '',
  })
  const json = JSON.parse((await room.run(['evidence', '--json'])).stdout) as {
    runs: { checks: CheckRun[]; cause: string; ended: boolean }[]
    claims: object[]
  }
  expect(json.runs.map(({ cause, ended, checks }) => [cause, ended, checks.map(({ result }) => result)])).toEqual([
    ['claim', true, ['failed']],
    ['claim', true, ['passed']],
  ])
  expect(json.claims).toHaveLength(2)
})

test('[check-log secrets forget] logs are for our eyes only, without secrets, and forgotten with the task', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [
    {
      name: '../odd name/é',
      run: 'echo "password=correct-horse-1"; echo "is $API_KEY"; echo fine',
      shell: true,
      env: { API_KEY: 'plain words here' },
    },
  ])
  const session = await asked(room)
  await claim(session)
  const [check] = lastEvidence(room).checks
  const log = check?.log ?? ''
  expect(dirname(dirname(log))).toBe(join(room.state, 'runs'))
  expect(basename(log)).toBe('01--odd-name-.log')
  expect(readFileSync(log, 'utf8')).toBe('password=[masked]\nis [masked]\nfine\n')
  expect(statSync(log).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(log)).mode & 0o777).toBe(0o700)
  const [task] = await room.tasks()
  expect((await room.runAtTerminal(['forget', task?.id ?? '', '--yes'])).code).toBe(0)
  expect(existsSync(dirname(log))).toBe(false)
  expect(readdirSync(join(room.state, 'starts'))).toEqual([])
})

test('[retention] a run removes the folders of runs that are older than two weeks', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
  const folder = (name: string, days: number): void => {
    const path = join(room.state, 'runs', name)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, '01-test.log'), 'old')
    const at = ago(days * 24 * 60 * 60 * 1000)
    utimesSync(path, at, at)
  }
  folder('run_old', 15)
  folder('run_young', 13)
  const session = await asked(room)
  expect(await claim(session)).toEqual(completed('test'))
  // Nobody waits for the tidying up.
  await until(() => !existsSync(join(room.state, 'runs', 'run_old')))
  const { run = '' } = lastEvidence(room)
  expect(readdirSync(join(room.state, 'runs')).toSorted()).toEqual([run, 'run_young'].toSorted())
})
