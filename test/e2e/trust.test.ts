// A project's file acts only after the user trusted exactly that content for exactly that root.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isVariant } from '../rounds.ts'
import {
  asked,
  claim,
  completed,
  couldNotRun,
  lastEvidence,
  needsPerson,
  outcomes,
  red,
  started,
  untrusted,
} from './checking.ts'
import { makeRepository, trust, trustChecks, writeConfig } from './repository.ts'
import { type AtTerminal, newRoom, type Room } from './room.ts'

const { uid } = userInfo()

async function hashOf(room: Room): Promise<string> {
  return (await room.run(['trust', '--hash'])).stdout.trim()
}

test('[trust-needed hostile-repository] what a repository names is not run by any way before it is trusted', async () => {
  using room = newRoom()
  const proof = join(room.root, 'proof')
  const evil = `touch ${proof}`
  makeRepository(room, {
    'package.json': JSON.stringify({ scripts: { pretest: evil, test: evil, lint: evil } }),
    Makefile: `X := $(shell ${evil})\ntest:\n\t${evil}\n`,
    '.env': 'FULLSTOP_TRUST=*\n',
  })
  writeConfig(room, {
    checks: [{ name: 'evil', run: evil, shell: true }],
    allowCommands: [evil],
    baseline: 'record',
    review: 'never',
    tamper: 'warn',
  })
  const session = await asked(room)
  expect(await claim(session)).toEqual(untrusted('evil'))
  const checked = await room.run(['check'])
  expect(checked).toMatchObject({ code: 1, stderr: '' })
  expect(checked.stdout).toEndWith('\n0 of 1 passed: evil could not run.\n')
  expect(await room.run(['check', '--json'])).toMatchObject({ code: 1, stderr: '' })
  expect((await room.run(['checks'])).stdout).toBe(
    `CHECK  ${'COMMAND'.padEnd(evil.length)}  LAST RUN\nevil   ${evil}  not trusted: see \`fullstop trust\`\n`,
  )
  expect((await room.run(['checks', 'find'])).code).toBe(0)
  expect(existsSync(proof)).toBe(false)
  expect(await outcomes(room)).toEqual(['unverified'])
  expect(existsSync(join(room.state, 'runs'))).toBe(false)
})

test('[trust-shown] trust shows the commands, the folder and the rights, and asks', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, {
    checks: [
      { name: 'test', run: 'npm test', timeout: '5m' },
      { name: 'lint', run: ['npx', 'lint', 'a b'], shell: true, env: { LEVEL: '2' } },
    ],
    allowCommands: ['npm test *'],
    worktree: { setup: ['npm', 'ci'], link: ['.env'] },
  })
  const hash = await hashOf(room)
  const question = 'Trust this content in this folder? [y/N] '
  const shown = [
    `~/project/fullstop.json (content ${hash})`,
    '',
    'These commands would run whenever an agent claims success, or you run `fullstop check` or `verify`:',
    '',
    '  test  npm test        at most 5m',
    "  lint  npx lint 'a b'  by the shell, sets LEVEL",
    '  also, if an agent proposes it: npm test *',
    '  in each new worktree of a list: npm ci',
    '',
    'warning: lint cannot run: "shell": true needs one line of text, not a list of words',
    '',
    'in      ~/project',
    `as      NAME (uid ${uid}), with all your rights, outside any agent's sandbox`,
    '',
    "Everything the repository then contains runs, including an agent's edits.",
    '',
    question,
  ].join('\n')
  const ask = (keys: string) => room.runAtTerminal(['trust'], { NO_COLOR: '1' }, { typed: [{ after: question, keys }] })
  const tidy = ({ code, screen }: AtTerminal): AtTerminal => ({
    code,
    screen: screen.replace(/^(as +).* \(/m, '$1NAME ('),
  })
  // The name that the system has for the account, also where no variable tells it.
  const system = spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim()
  if (system !== '') expect((await ask('n\r')).screen).toContain(`as      ${system} (uid ${uid}), `)
  expect(tidy(await ask('n\r'))).toEqual({ code: 1, screen: `${shown}n\nNot trusted. Nothing of it runs.\n` })
  expect(tidy(await ask('\r'))).toEqual({ code: 1, screen: `${shown}\nNot trusted. Nothing of it runs.\n` })
  const interrupted = await ask('\u0003')
  expect(interrupted.code).not.toBe(0)
  expect(existsSync(join(room.state, 'trust'))).toBe(false)
  expect(tidy(await ask('y\r'))).toEqual({
    code: 0,
    screen: `${shown}y\nTrusted. A change to the file needs your trust again.\n`,
  })
  const again = await room.runAtTerminal(['trust'], { NO_COLOR: '1' })
  expect([again.code, again.screen.endsWith('This content is trusted already.\n')]).toEqual([0, true])
})

test('[trust-needed] line breaks in the name of a check or of its folder do not cut a line of ours', async () => {
  using home = newRoom()
  const cwd = join(home.cwd, 'a\nb')
  mkdirSync(cwd)
  const run: Room['run'] = (args, options) => home.run(args, { cwd, ...options })
  const room: Room = { ...home, cwd, run }
  makeRepository(room)
  writeConfig(room, { checks: [{ name: 'te\nst', run: 'true', env: { 'A\nB': '1' } }] })
  const shown = join(home.cwd, 'a\\nb')
  expect(await claim(await asked(room))).toEqual(untrusted('te st'))
  const { stdout } = await room.run(['check'])
  expect(stdout).toContain(`te st  not trusted; run \`fullstop trust\` in ${shown}\n`)
  expect((await room.run(['config'])).stdout).toContain(`project file  ${join(shown, 'fullstop.json')} (`)
  expect((await room.run(['show'])).stdout).toContain(` in ${shown}\n`)
  const asking = await home.runAtTerminal(['trust', '--yes'], { NO_COLOR: '1' }, { cwd })
  expect(asking.screen).toContain('  te st  true  sets A')
  expect(asking.screen).toContain(`\nin      ~${shown.slice(home.home.length)}\n`)
  expect((await home.run(['trust', '--list'])).stdout).toEndWith(` ${shown}\n`)
})

test('[trust-person] trust needs a person: no agent, and without a terminal --yes', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, { checks: [{ name: 'test', run: 'true' }] })
  for (const args of [['trust'], ['trust', '--revoke']]) {
    expect(await room.run(args)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'fullstop: trust needs a person at a terminal\n  next: run it in a terminal of your own, or with --yes where there is none; in CI, set FULLSTOP_TRUST to what `fullstop trust --hash` prints\n',
    })
  }
  const { code, screen } = await room.runAtTerminal(['trust', '--yes'], { CLAUDECODE: '1' })
  expect({ code, screen }).toEqual({
    code: 1,
    screen:
      'fullstop: trust needs a person, but CLAUDECODE shows that an agent runs this\n  next: run it in a terminal of your own\n',
  })
  expect((await room.run(['trust', '--yes'], { env: { CLAUDECODE: '1' } })).code).toBe(1)
  expect((await room.runAtTerminal(['trust', '--revoke'], { CLAUDECODE: '1' })).code).toBe(1)
  expect((await room.run(['trust', '--list'])).stdout).toBe('Nothing is trusted.\n')
  expect((await room.run(['trust', '--yes'])).stdout).toEndWith(
    'Trusted. A change to the file needs your trust again.\n',
  )
  expect((await room.run(['trust', '--revoke', '--yes'])).stdout).toBe(`Revoked: ${room.cwd}\n`)
  expect(room.allEvents().flatMap((event) => ('actor' in event ? [event.actor] : []))).toEqual(['script', 'script'])
})

test('[trust-commands] --hash, --list, --revoke and --json', async () => {
  using room = newRoom()
  expect(await room.run(['trust', '--revoke', '--list'])).toMatchObject({
    code: 2,
    stderr: 'fullstop: trust: --list and --revoke cannot be given together\n  next: run `fullstop trust --help`\n',
  })
  makeRepository(room)
  writeConfig(room, { checks: [{ name: 'test', run: 'true' }] })
  const hash = await hashOf(room)
  expect(await room.run(['trust', '--list', '--json'])).toEqual({ code: 1, stdout: '[]\n', stderr: '' })
  const given = await room.runAtTerminal(['trust', '--yes', '--json'])
  expect(JSON.parse(given.screen)).toEqual({ root: room.cwd, hashes: [hash], at: expect.any(String) })
  const { stdout: listed, ...rest } = await room.run(['trust', '--list'])
  expect({ ...rest, stdout: listed.replace(/ {2}\d+s ago {2,}/, '  AGE  ') }).toEqual({
    code: 0,
    stdout: `CONTENT                           TRUSTED  FOLDER\n${hash}  AGE  ${room.cwd}\n`,
    stderr: '',
  })
  expect(JSON.parse((await room.run(['trust', '--list', '--json'])).stdout)).toEqual([
    { root: room.cwd, hashes: [hash], at: expect.any(String) },
  ])
  const [file = ''] = readdirSync(join(room.state, 'trust'))
  expect(statSync(join(room.state, 'trust', file)).mode & 0o777).toBe(0o600)
  expect(await room.runAtTerminal(['trust', '--revoke'])).toEqual({ code: 0, screen: `Revoked: ${room.cwd}\n` })
  expect(await room.runAtTerminal(['trust', '--revoke'])).toEqual({
    code: 1,
    screen: `fullstop: nothing is trusted in ~/project\n  next: \`fullstop trust --list\` shows what is trusted\n`,
  })
  expect(room.allEvents().map((event) => event.kind)).toEqual(['trust.given', 'trust.revoked'])
})

test('[trust-frozen frozen] an agent that edits fullstop.json changes nothing for its own task, and gains no trust', async () => {
  using room = newRoom()
  const proof = join(room.root, 'proof')
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'answer', run: 'test -e answer' }], { tamper: 'warn', review: 'never' })
  const session = await asked(room)
  writeConfig(room, { checks: [{ name: 'easy', run: `touch ${proof}`, shell: true }], review: 'never' })
  expect(await claim(session)).toEqual(red('1/5', session, 'check "answer" failed (exit 1)'))
  repository.write('answer', '42\n')
  expect(await claim(session)).toEqual(completed('answer'))
  expect(lastEvidence(room).tampering).toMatchObject([{ file: 'fullstop.json' }])
  await session.type('Something else.')
  expect(await claim(session)).toEqual(untrusted('easy'))
  expect(existsSync(proof)).toBe(false)
})

test('[trust-frozen] what a person trusted in the middle of a task is a note, an older content put back a suspicion', async () => {
  const before = [{ name: 'test', run: 'test -e answer' }]
  const after = [{ name: 'test', run: 'true' }]
  const what = 'run of check "test" changed from "test -e answer" to "true"'
  for (const isTrusted of [true, false]) {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, after)
    await trustChecks(room, repository, before)
    const session = await asked(room)
    repository.write('answer', '42\n')
    writeConfig(room, { checks: after })
    if (isTrusted) expect((await room.run(['trust', '--yes'])).code).toBe(0)
    const answer = await claim(session)
    const { tampering, yardstickNotes = [] } = lastEvidence(room)
    expect([answer, tampering, yardstickNotes]).toMatchObject(
      isTrusted
        ? [completed('test'), [], [{ file: 'fullstop.json', what: `${what}; you trusted it` }]]
        : [needsPerson(`fullstop.json:5 ${what}`), [{ file: 'fullstop.json', what }], []],
    )
  }
})

test('[trust-revoked] trust that is taken back in the middle of a task stops its checks', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
  const session = await asked(room)
  expect((await room.runAtTerminal(['trust', '--revoke'])).code).toBe(0)
  expect(await claim(session)).toEqual(
    couldNotRun('test', 'the trust in fullstop.json was revoked, or the file it was given for is another'),
  )
  expect(started(room)).toEqual([])
})

test('[trust-environment] FULLSTOP_TRUST names what CI trusts, and nothing else', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, { checks: [{ name: 'test', run: 'true' }] })
  const hash = await hashOf(room)
  expect((await room.run(['check'], { env: { FULLSTOP_TRUST: 'f'.repeat(hash.length) } })).code).toBe(1)
  expect((await room.run(['check'], { env: { FULLSTOP_TRUST: '*' } })).code).toBe(1)
  expect(started(room)).toEqual([])
  expect((await room.run(['check'], { env: { FULLSTOP_TRUST: `${'f'.repeat(8)},${hash}` } })).code).toBe(0)
})

test('[trust-root] the same content in another folder is not trusted; a link to the folder is', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
  const other = join(room.home, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'fullstop.json'), repository.git('show', 'HEAD:fullstop.json'))
  expect((await room.run(['check'], { cwd: other })).code).toBe(1)
  const link = join(room.home, 'link')
  symlinkSync(room.cwd, link)
  expect((await room.run(['check'], { cwd: link })).code).toBe(0)
  expect(realpathSync(link)).toBe(room.cwd)
})

test.skipIf(isVariant)('[trust-needed] a check asked for at a terminal asks for the trust first', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, { checks: [{ name: 'test', run: 'true' }] })
  const after = 'Trust this content in this folder? [y/N] '
  expect((await room.runAtTerminal(['check'], {}, { typed: [{ after, keys: 'n\r' }] })).code).toBe(1)
  expect(started(room)).toEqual([])
  expect((await room.runAtTerminal(['check'], {}, { typed: [{ after, keys: 'y\r' }] })).code).toBe(0)
  await trust(room)
  expect(started(room)).toEqual(['test'])
})

test('[trust-needed project-tightens] what an untrusted file tightens holds, and what it loosens does not', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, { review: 'always' })
  const session = await asked(room)
  const { stdout } = await claim(session)
  expect(stdout).toContain('every completion needs a person here')
  writeConfig(room, { review: 'never' })
  expect((await room.run(['config'])).stdout).toContain('on-warning')
})
