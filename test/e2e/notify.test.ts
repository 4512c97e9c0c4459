// Being told that a task needs a person or has ended: each moment once, by every way that the user configured, whatever
// fails on the way, and never because of a file that nobody trusts.
import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from '../../src/adapters/platform/files/lock.ts'
import type { Event, EventOf } from '../../src/contract/event.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { commandOf, killEach, processesOf } from '../processes.ts'
import { isVariant } from '../rounds.ts'
import { asked, claim, completed, fileIn, strict, until } from './checking.ts'
import { unverified } from './expected.ts'
import { type Receiver, type Received, startReceiver } from './receiver.ts'
import { makeRepository, trust, trustChecks, writeConfig, writeUserConfig } from './repository.ts'
import { maskIds, newRoom, type Room } from './room.ts'
import { ANSWER, finishes, running } from './running.ts'

const SECRET = 'correct horse battery staple'
/** The first pause after a failure; later ones grow from it. */
const quick = { FULLSTOP_NOTIFY_PAUSE_MS: '1' }
/** The sender sleeps until it is killed. */
const patient = { FULLSTOP_NOTIFY_PAUSE_MS: '3600000' }

type Told = EventOf<'notification.sent'> | EventOf<'notification.failed'>

function isTold(event: Event): event is Told {
  return event.kind === 'notification.sent' || event.kind === 'notification.failed'
}

function told(room: Room): Told[] {
  return existsSync(room.database) ? room.allEvents().filter(isTold) : []
}

/** Each in a few words, in the order of the targets. */
function words(room: Room): string[] {
  return told(room)
    .map((event) => {
      const end = event.kind === 'notification.sent' ? 'sent' : `failed: ${event.why}`
      return `${event.moment} by ${event.to} after ${event.tries}: ${end.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')}`
    })
    .toSorted()
}

/** Nothing is due any more, and nobody sends. */
async function allSent(room: Room, count: number): Promise<void> {
  await until(
    () => told(room).length >= count && due(room).length === 0 && senders(room).length === 0,
    () => JSON.stringify([words(room), due(room), senders(room)]),
  )
}

function due(room: Room): string[] {
  const folder = join(room.state, 'notify', 'due')
  return existsSync(folder) ? readdirSync(folder) : []
}

function senders(room: Room): number[] {
  return processesOf(room.root).filter((pid) => commandOf(pid).endsWith(' notifier'))
}

/** Until its lock is free, too: a process that is killed is seen no more a moment before the system has closed its files. */
async function killSenders(room: Room): Promise<void> {
  killEach(senders(room))
  await until(() => senders(room).length === 0 && !isLocked(join(room.state, 'notify', 'sender.lock')))
}

function payload({ body }: Received): Record<string, unknown> {
  return JSON.parse(maskIds(body)) as Record<string, unknown>
}

/** A task that is opened and ended by a claim, in a session of its own. */
async function work(room: Room, env: Readonly<Record<string, string>> = quick): Promise<void> {
  const session = await asked(room, { env })
  expect(await claim(session)).toEqual(unverified)
}

test('[notify-moments notify-retries U9] a webhook that fails first gets it in the end, signed', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(500, 'cut', { status: 429, headers: { 'Retry-After': '1' } }, 200)
  writeUserConfig(room, { notify: { webhook: `${receiver.url}/hook?a=1`, secret: SECRET } })
  await work(room)
  await allSent(room, 1)
  expect(words(room)).toEqual(['ended by webhook after 4: sent'])
  const [first] = receiver.received
  if (!first) throw new Error('nothing arrived')
  expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(4).fill('POST /hook?a=1'))
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  const [end] = room.allEvents().filter(({ kind }) => kind === 'task.ended')
  const text = 'Write the answer.\nclaimed, but no check can prove it\nfullstop show task_ID'
  expect(payload(first)).toEqual({
    id: end?.id,
    at: end?.at,
    moment: 'ended',
    title: 'Fullstop: ended, unverified, project',
    text,
    task: 'task_ID',
    status: 'ended',
    agent: 'claude',
    outcome: 'unverified',
    folder: room.cwd,
    request: 'Write the answer.',
    reason: 'claimed, but no check can prove it',
  })
  for (const { headers, body } of receiver.received) {
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-fullstop-id': end?.id,
      'x-fullstop-timestamp': end?.at,
      'x-fullstop-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    })
  }
  const { stdout } = await room.run(['log'])
  expect(stdout).toEndWith('notify   webhook: told that it has ended (try 4)\n')
})

test.skipIf(isVariant)('[notify-retries] ntfy that fails first gets it in the end', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(503, 'cut', { status: 429, headers: { 'Retry-After': '0' } }, 200)
  writeUserConfig(room, { review: 'always', notify: { ntfy: `${receiver.url.replace('//', '//:tk_123@')}/topic` } })
  await asked(room, { env: quick }).then(claim)
  await allSent(room, 1)
  expect(words(room)).toEqual(['needs-you by ntfy after 4: sent'])
  expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(4).fill('POST /topic'))
  expect(receiver.received[3]?.headers).toMatchObject({
    title: 'Fullstop: needs your review, project',
    priority: 'high',
    tags: 'raising_hand',
    authorization: `Basic ${btoa(':tk_123')}`,
  })
  expect(maskIds(receiver.received[3]?.body ?? '').split('\n')).toEqual([
    'Write the answer.',
    'every completion needs a person here',
    'fullstop review task_ID',
  ])
})

test('[doctor] says whether notifications arrive, without sending any', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200, 403)
  const found = async (): Promise<unknown[]> => {
    const { stdout } = await room.run(['doctor', '--no-trial', '--json'])
    const findings = JSON.parse(stdout) as { what: string; result: string; detail: string; fix?: string }[]
    return findings
      .filter(({ what }) => what.startsWith('notifies'))
      .map(({ what, result, detail, fix }) => [what, result, detail, fix])
  }
  expect(await found()).toEqual([])
  writeUserConfig(room, { notify: { ntfy: `${receiver.url}/topic` } })
  const TEST = 'fullstop notify --test'
  expect(await found()).toEqual([['notifies by ntfy', 'not proven', 'nothing was sent yet', TEST]])
  await work(room)
  await allSent(room, 1)
  expect(await found()).toEqual([
    ['notifies by ntfy', 'ok', expect.stringContaining('the last one was sent '), undefined],
  ])
  await work(room)
  await allSent(room, 2)
  expect(await found()).toEqual([['notifies by ntfy', 'not ok', expect.stringContaining('403'), TEST]])
  expect(receiver.received.length).toBe(2)
})

test('[notify-retries] one that never answers well is given up, and the log says so', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(500)
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  await work(room)
  await allSent(room, 1)
  expect(words(room)).toEqual(['ended by webhook after 10: failed: HOST answered 500; tried 10 times'])
  expect(receiver.received.length).toBe(10)
  const { stdout } = await room.run(['log'])
  expect(stdout).toMatch(/notify {3}webhook: not sent, 127\.0\.0\.1:\d+ answered 500; tried 10 times\n$/)
})

test('[notify-retries] what is refused for good is not tried again, and no other host gets it', async () => {
  using room = newRoom()
  await using other = await startReceiver(200)
  await using receiver = await startReceiver({ status: 307, headers: { Location: `${other.url}/taken` } }, 404)
  writeUserConfig(room, { notify: { webhook: `${receiver.url}/a`, ntfy: `${receiver.url}/b` } })
  await work(room)
  await allSent(room, 2)
  expect(words(room).map((line) => line.replace(/^ended by \w+ /, ''))).toEqual(
    expect.arrayContaining([
      'after 1: failed: HOST answered 307 and sends on to HOST, which is not followed',
      'after 1: failed: HOST answered 404',
    ]),
  )
  expect([receiver.received.length, other.received.length]).toEqual([2, 0])
})

test('[notify-moments] a command gets it as JSON and variables, a desktop as arguments', async () => {
  using room = newRoom()
  const bin = join(room.root, 'bin')
  mkdirSync(bin)
  const script = '#!/bin/sh\nfor word in "$@"; do printf "[%s]\\n" "$word"; done > "$HOME/desktop"\n'
  writeFileSync(join(bin, 'notify-send'), script)
  writeFileSync(
    join(bin, 'my beeper'),
    '#!/bin/sh\n{ echo "$1|$#|$FULLSTOP_MOMENT|$FULLSTOP_OUTCOME|$FULLSTOP_TITLE"; cat; } > "$HOME/command"\nyes | head -c 1000000\n',
  )
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
  writeUserConfig(room, { notify: { desktop: true, command: `'${join(bin, 'my beeper')}' "a $HOME b"` } })
  const session = claudeSession(room, { env: { ...strict, PATH: `${bin}:${room.env['PATH']}` } })
  await session.type('Write <b>it</b> & go; $(touch x).')
  expect(await claim(session)).toEqual(unverified)
  await allSent(room, 2)
  expect(words(room)).toEqual(['ended by command after 1: sent', 'ended by desktop after 1: sent'])
  expect(maskIds(readFileSync(join(room.home, 'desktop'), 'utf8'))).toBe(
    [
      '[--app-name=Fullstop]',
      '[--urgency=normal]',
      '[--]',
      '[Fullstop: ended, unverified, project]',
      '[Write &lt;b&gt;it&lt;/b&gt; &amp; go; $(touch x).',
      'claimed, but no check can prove it',
      'fullstop show task_ID]\n',
    ].join('\n'),
  )
  const [head = '', json = ''] = readFileSync(join(room.home, 'command'), 'utf8').split('\n')
  expect(head).toBe('a $HOME b|1|ended|unverified|Fullstop: ended, unverified, project')
  expect(JSON.parse(json)).toMatchObject({
    moment: 'ended',
    outcome: 'unverified',
    request: 'Write <b>it</b> & go; $(touch x).',
  })
})

test.skipIf(isVariant)('[notify-moments] a program that is missing or fails is one line of the log', async () => {
  using room = newRoom()
  writeUserConfig(room, { notify: { desktop: true, command: ['sh', '-c', 'exit 3'] } })
  const bin = join(room.root, 'bin')
  mkdirSync(bin)
  // Everything but the program for the desktop.
  for (const name of ['sh', 'git']) {
    writeFileSync(join(bin, name), `#!/bin/sh\nPATH='${room.env['PATH']}' exec ${name} "$@"\n`)
    chmodSync(join(bin, name), 0o755)
  }
  await work(room, { PATH: bin })
  await allSent(room, 2)
  expect(words(room)).toEqual([
    'ended by command after 1: failed: sh ended with exit 3',
    'ended by desktop after 1: failed: notify-send is not installed',
  ])
})

test('[notify-trusted] a program inside the repository is never the one that is told', async () => {
  using room = newRoom()
  makeRepository(room)
  const bin = join(room.cwd, 'bin')
  mkdirSync(bin)
  for (const name of ['notify-send', 'beeper']) {
    writeFileSync(join(bin, name), `#!/bin/sh\ntouch '${join(room.root, 'taken')}'\n`)
    chmodSync(join(bin, name), 0o755)
  }
  writeUserConfig(room, { notify: { desktop: true, command: 'beeper' } })
  await work(room, { PATH: `${bin}:bin:${room.env['PATH']}` })
  await allSent(room, 2)
  expect(words(room)).toContain('ended by command after 1: failed: beeper is not installed')
  expect(existsSync(join(room.root, 'taken'))).toBe(false)
})

test.skipIf(isVariant)('[notify-moments] a question, its answer, and the end', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200)
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  const session = await asked(room, { env: quick })
  session.edit()
  await session.sayAndStop('Which of the two files should I change?')
  await receiver.got(1)
  await session.type('The first.')
  expect(await claim(session)).toEqual(unverified)
  await allSent(room, 2)
  expect(
    receiver.received.map(payload).map(({ moment, status, outcome, title }) => [moment, status, outcome, title]),
  ).toEqual([
    ['needs-you', 'waiting', undefined, 'Fullstop: needs your answer, project'],
    ['ended', 'ended', 'unverified', 'Fullstop: ended, unverified, project'],
  ])
})

test('[notify-apart] neither a hook nor a run waits for a server that does not answer', async () => {
  using at = await running([ANSWER])
  const { room } = at
  await using receiver = await startReceiver('hold')
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  at.script([finishes])
  const { code } = await at.run([], { env: quick })
  expect(code).toBe(0)
  await receiver.got(1)
  expect(payload(receiver.received[0] as Received)).toMatchObject({ moment: 'ended', outcome: 'completed' })
  const session = await asked(room, { env: quick })
  expect(await claim(session)).toEqual(completed('answer'))
  await receiver.got(2)
  expect(told(room)).toEqual([])
})

test('[notify-killed notify-once] a sender that is killed is taken up by the next command, and the tries count on', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(500)
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  await work(room, patient)
  await receiver.got(1)
  await until(() => senders(room).length === 1)
  receiver.reply(200)
  await killSenders(room)
  expect([due(room).length, told(room).length]).toEqual([1, 0])
  expect((await room.run(['tasks'])).code).toBe(0)
  await allSent(room, 1)
  expect(words(room)).toEqual(['ended by webhook after 2: sent'])
  const [first, second] = receiver.received
  expect(second?.body).toBe(first?.body as string)
  expect(receiver.received.length).toBe(2)
})

test.skipIf(isVariant)('[notify-killed] one that is killed at every try is given up all the same', async () => {
  using room = newRoom()
  await using receiver = await startReceiver('hold')
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  await work(room, patient)
  for (let count = 1; count <= 10; count++) {
    await receiver.got(count)
    await killSenders(room)
    expect((await room.run(['tasks'])).code).toBe(0)
  }
  await allSent(room, 1)
  expect(words(room)).toEqual(['ended by webhook after 10: failed: tried 10 times'])
  expect(receiver.received.length).toBe(10)
})

test('[notify-moments] where nobody is ever told of anything, there is nothing to send', async () => {
  using room = newRoom()
  expect(await room.run(['notifier'])).toMatchObject({ code: 0, stderr: '' })
})

test.skipIf(isVariant)(
  '[notify-killed] what was never recorded, or is damaged, is dropped and sends nothing',
  async () => {
    using room = newRoom()
    await using receiver = await startReceiver(200)
    writeUserConfig(room, { notify: { webhook: receiver.url } })
    await work(room)
    await allSent(room, 1)
    const folder = join(room.state, 'notify', 'due')
    const [task] = await room.tasks()
    const since = '2026-01-01T00:00:00.000Z'
    writeFileSync(join(folder, 'evt_1.json'), JSON.stringify({ id: 'evt_1', task: task?.id, since }))
    writeFileSync(join(folder, 'evt_2.json'), '{"id":"evt_2","ta')
    // The event of a moment that was sent already.
    const [end] = room.allEvents().filter(({ kind }) => kind === 'task.ended')
    writeFileSync(join(folder, `${end?.id}.json`), JSON.stringify({ id: end?.id, task: task?.id, since }))
    expect((await room.run(['notifier'])).code).toBe(0)
    expect([due(room), words(room), receiver.received.length]).toEqual([[], ['ended by webhook after 1: sent'], 1])
  },
)

test('[notify-once] many processes at once send it once', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(500)
  writeUserConfig(room, { notify: { webhook: receiver.url } })
  await work(room, patient)
  await receiver.got(1)
  await killSenders(room)
  receiver.reply(200)
  const ends = await Promise.all(
    Array.from({ length: 8 }, (_, index) => room.run(index % 2 === 0 ? ['notifier'] : ['tasks'])),
  )
  expect(ends.map(({ code }) => code)).toEqual(Array(8).fill(0))
  await allSent(room, 1)
  expect(words(room)).toEqual(['ended by webhook after 2: sent'])
  expect(receiver.received.length).toBe(2)
})

test('[notify-trusted] a project file that nobody trusts sends nothing and runs nothing', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200)
  makeRepository(room)
  const mark = join(room.root, 'mark')
  const { url } = receiver
  writeConfig(room, {
    notify: { desktop: true, command: ['touch', mark], webhook: url, secret: 'env:HOME', ntfy: `${url}/t` },
  })
  await work(room)
  expect((await room.run(['notify'])).stdout).toBe(
    'No notifications are configured: the project file sets "notify", but it is not trusted.\nTo read and trust it: fullstop trust\n',
  )
  expect((await room.run(['notify', '--test'])).code).toBe(1)
  expect([existsSync(join(room.state, 'notify')), existsSync(mark), receiver.received.length]).toEqual([
    false,
    false,
    0,
  ])
  await trust(room)
  await work(room)
  await fileIn(join(room.state, 'fullstop.db'))
  await until(() => existsSync(mark) && told(room).length === 4)
  expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/', '/t'])
})

test('[notify-trusted] trust that is taken back in mid-task counts', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200)
  makeRepository(room)
  writeConfig(room, { notify: { webhook: receiver.url } })
  await trust(room)
  const session = await asked(room, { env: quick })
  expect((await room.runAtTerminal(['trust', '--revoke'])).code).toBe(0)
  expect(await claim(session)).toEqual(unverified)
  await allSent(room, 1)
  expect(words(room)).toEqual(['ended by webhook after 0: failed: the project file is not trusted any more'])
  expect(receiver.received).toEqual([])
})

test.skipIf(isVariant)('[notify-frozen] a task tells where its config said when it opened', async () => {
  using room = newRoom()
  await using before = await startReceiver(200)
  await using after = await startReceiver(200)
  writeUserConfig(room, { notify: { webhook: before.url } })
  const session = await asked(room, { env: quick })
  writeUserConfig(room, { notify: { webhook: after.url } })
  expect(await claim(session)).toEqual(unverified)
  await allSent(room, 1)
  expect([before.received.length, after.received.length]).toEqual([1, 0])
  await work(room)
  await allSent(room, 2)
  expect([before.received.length, after.received.length]).toEqual([1, 1])
})

test('[notify-secret] secrets are shown nowhere and leave one private file alone', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200, 404)
  const notify = {
    webhook: receiver.url.replace('//', '//me:pa55word@').concat('/T0KEN/x'),
    secret: SECRET,
    ntfy: `${receiver.url}/T0PIC`,
  }
  writeUserConfig(room, { notify })
  await work(room)
  await allSent(room, 2)
  const shown = await Promise.all(
    [
      ['config'],
      ['config', '--json'],
      ['notify'],
      ['notify', '--test'],
      ['tasks', '--json'],
      ['log', '--json'],
      ['log'],
      ['show'],
    ].map((args) => room.run(args)),
  )
  const printed = shown.map(({ stdout, stderr }) => stdout + stderr).join('')
  for (const secret of [SECRET, 'pa55word', 'T0KEN', 'T0PIC']) expect(printed).not.toContain(secret)
  expect(shown[0]?.stdout).toContain('notify.secret           "[masked]"')
  const holders = readdirSync(room.state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'config.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /correct horse|pa55word|T0KEN|T0PIC/.test(readFileSync(path, 'latin1')))
  expect(holders.map((path) => path.replace(/ntf_\w+/, 'ntf_ID'))).toEqual([
    join(room.state, 'notify', 'settings', 'ntf_ID.json'),
  ])
})

test('[notify-secret] a secret may stand in a variable or a file; without it nothing is sent', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200)
  const signature = (key: string): string =>
    `sha256=${createHmac('sha256', key)
      .update(receiver.received.at(-1)?.body ?? '')
      .digest('hex')}`
  const test = async (secret: string, env = {}) => {
    writeUserConfig(room, { notify: { webhook: receiver.url, secret } })
    return room.run(['notify', '--test'], { env })
  }
  expect((await test('env:HOOK_KEY', { HOOK_KEY: 'k1' })).code).toBe(0)
  expect(receiver.received.at(-1)?.headers['x-fullstop-signature']).toBe(signature('k1'))
  writeFileSync(join(room.home, '.hook'), 'k2\n')
  expect((await test('file:~/.hook')).code).toBe(0)
  expect(receiver.received.at(-1)?.headers['x-fullstop-signature']).toBe(signature('k2'))
  const missing = await test('env:HOOK_KEY')
  expect([missing.code, missing.stdout]).toEqual([
    1,
    expect.stringContaining('failed: notify.secret names the variable HOOK_KEY, which is not set'),
  ])
  expect(receiver.received.length).toBe(2)
})

test('[notify-test] what is configured, and whether it works', async () => {
  using room = newRoom()
  await using receiver = await startReceiver(200, 500)
  expect(await room.run(['notify'])).toEqual({
    code: 1,
    stdout: [
      'No notifications are configured. To be told on this desktop:',
      '  fullstop config set notify.desktop true',
      '`notify.ntfy`, `notify.webhook` and `notify.command` reach you elsewhere:',
      '`fullstop config list` explains them.',
      '',
    ].join('\n'),
    stderr: '',
  })
  expect((await room.run(['config', 'set', 'notify.desktop', 'true'])).code).toBe(0)
  expect((await room.run(['notify'])).stdout).toContain('desktop  this desktop')
  rmSync(join(room.home, '.config'), { recursive: true })
  writeUserConfig(room, { notify: { command: ['sh', '-c', 'cat > "$HOME/said"'], webhook: receiver.url } })
  const host = receiver.url
  expect(await room.run(['notify'])).toEqual({
    code: 0,
    stdout: [
      'TO       WHERE                       FROM',
      `command  sh -c 'cat > "$HOME/said"'  user file`,
      `webhook  ${host.padEnd(26)}  user file`,
      '',
    ].join('\n'),
    stderr: '',
  })
  const tested = await room.run(['notify', '--test'])
  expect([tested.code, tested.stdout.split('\n').map((line) => line.split(/ {2,}/).at(-1))]).toEqual([
    0,
    ['RESULT', 'sent', 'sent', ''],
  ])
  expect(JSON.parse(readFileSync(join(room.home, 'said'), 'utf8'))).toMatchObject({
    moment: 'test',
    title: 'Fullstop: a test',
  })
  const failing = await room.run(['notify', '--test', '--json'])
  expect([failing.code, JSON.parse(failing.stdout)]).toEqual([
    1,
    [
      { target: 'command', where: `sh -c 'cat > "$HOME/said"'`, from: 'user file', result: 'sent' },
      { target: 'webhook', where: host, from: 'user file', result: 'failed: it answered 500' },
    ],
  ])
  expect(receiver.received.length).toBe(2)
  expect(told(room)).toEqual([])
})

test('[notify-trusted] trust shows what a project file would run and where it would send', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, { notify: { desktop: true, command: 'beep -f 440', webhook: 'https://example.org/T0KEN' } })
  const { screen } = await room.runAtTerminal(['trust', '--yes'], { NO_COLOR: '1' })
  expect(screen).toContain(
    [
      '  when a task needs you or ends, it runs: beep -f 440',
      '  when a task needs you or ends, it sends to: https://example.org/…',
    ].join('\n'),
  )
})

test('[notify-frozen] a command that cannot be read is said, and everything else works', async () => {
  using room = newRoom()
  writeUserConfig(room, { notify: { command: "beep 'x" } })
  expect((await room.run(['config'])).stderr).toBe("fullstop: notify.command cannot be read: a ' is not closed\n")
})

test.skipIf(isVariant)('[notify-trusted] trusted checks and notify of one file work together', async () => {
  using room = newRoom()
  await using receiver: Receiver = await startReceiver(200)
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'ok', run: 'true' }], { notify: { webhook: receiver.url } })
  const session = await asked(room, { env: quick })
  expect(await claim(session)).toEqual(completed('ok'))
  await allSent(room, 1)
  expect(receiver.received.map(payload).map(({ title }) => title)).toEqual(['Fullstop: completed, project'])
})
