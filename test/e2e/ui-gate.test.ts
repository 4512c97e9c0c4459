// Who gets in at the server of the browser, and who does not: one test for each sentence about it in docs/browser.md.
import { expect, test } from 'bun:test'
import { cpSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { until } from '../until.ts'
import { amount, someOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { browserWith, cookieOf, listen, sendRaw, serveUi, type Ui } from './browsing.ts'
import { newRoom, type Room, runProgram } from './room.ts'

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"

interface Refused {
  readonly code: string
  readonly why: string
  readonly next?: string
}

async function refusal(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as Refused).code]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

test('[ui-session] the shell is for everybody, data for a session alone, and a link without one says how to get it', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  for (const path of ['/', '/app.js', '/app.css', '/icon.svg', '/tasks/task_1/review']) {
    const answer = await fetch(`${ui.base}${path}`)
    expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 200, null])
  }
  const paths = ['waiting', 'tasks', 'lists', 'figures', 'changes', 'tasks/task_1', 'tasks/task_1/review', 'nothing']
  for (const path of paths) {
    expect([path, ...(await refusal(await fetch(`${ui.base}/api/${path}`)))]).toEqual([path, 401, 'no-session'])
  }
  const { next } = (await (await fetch(`${ui.base}/api/waiting`)).json()) as Refused
  expect(next).toContain('fullstop ui')
  const forged = browserWith(ui.base, `fullstop_${ui.port}=${'a'.repeat(43)}`)
  expect(await refusal(await forged.get('/api/waiting'))).toEqual([401, 'no-session'])
})

test('[ui-session] every answer has the headers that keep a page harmless, and no browser keeps data', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const answers = [
    await fetch(`${ui.base}/`),
    await fetch(`${ui.base}/app.js`),
    await browser.get('/api/waiting'),
    await browser.get('/api/nothing'),
    await fetch(`${ui.base}/api/waiting`),
  ]
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toBe(CSP)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('[ui-session] a token buys one session, as a cookie that no script reads; a used or wrong one buys none', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  expect(await refusal(await ui.exchange('wrong'))).toEqual([403, 'bad-token'])
  expect(await refusal(await ui.exchange('../../../etc/passwd'))).toEqual([403, 'bad-token'])
  const [first, second] = await Promise.all([ui.exchange(ui.token), ui.exchange(ui.token)])
  expect([first.status, second.status].toSorted()).toEqual([204, 403])
  const good = first.status === 204 ? first : second
  expect(good.headers.get('set-cookie')).toMatch(
    new RegExp(`^fullstop_${ui.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=\\d+$`),
  )
  expect((await browserWith(ui.base, cookieOf(good)).get('/api/waiting')).status).toBe(200)
  expect(await refusal(await ui.exchange(ui.token))).toEqual([403, 'bad-token'])
})

test('[ui-session] what lies in the state folder is private and gives nobody a session', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const { cookie } = await ui.browse()
  const secret = cookie.split('=')[1] ?? ''
  const files = filesBelow(join(room.state, 'ui'))
  expect(files.some((path) => path.includes('sessions'))).toBe(true)
  for (const path of files) {
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    expect(`${path}${readFileSync(path, 'utf8')}`).not.toContain(secret)
    expect(`${path}${readFileSync(path, 'utf8')}`).not.toContain(ui.token)
  }
})

test('[ui-session] the browser is opened through a private file: no token in an argument list', async () => {
  using room = newRoom()
  const seen = join(room.root, 'seen')
  const bin = join(room.root, 'bin')
  const { mkdirSync } = await import('node:fs')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}.part'\nstat -c %a "$1" >> '${seen}.part'\ncat "$1" >> '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
    { mode: 0o755 },
  )
  const child = Bun.spawn([binary, 'ui', '--port', '0'], {
    cwd: room.cwd,
    env: { ...room.env, PATH: `${bin}:${room.env['PATH']}`, DISPLAY: ':99' },
    stdout: 'pipe',
  })
  try {
    await until(() => readdirSync(room.root).includes('seen'))
    const [argument = '', mode, ...page] = readFileSync(seen, 'utf8').split('\n')
    const token = /#token=([\w-]{43})/.exec(page.join('\n'))?.[1] ?? ''
    expect(token).not.toBe('')
    expect([argument.includes(token), mode, argument.startsWith(join(room.state, 'ui'))]).toEqual([false, '600', true])
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain(token)
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
  expect(readdirSync(join(room.state, 'ui'))).not.toContain('open')
})

test('[ui-gate] a Host that is not ours is refused: a name that an attacker points here gets nothing', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const { cookie } = await ui.browse()
  const hosts = [
    'evil.example',
    `evil.example:${ui.port}`,
    '127.0.0.1',
    `127.0.0.1:${ui.port + 1}`,
    `127.0.0.1.nip.io:${ui.port}`,
  ]
  for (const host of hosts) {
    for (const path of ['/', '/api/waiting']) {
      const text = await sendRaw(
        ui.port,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      )
      expect([host, path, text.split('\r\n')[0]]).toEqual([host, path, 'HTTP/1.1 421 Misdirected Request'])
    }
  }
  const own = await sendRaw(
    ui.port,
    `GET /api/waiting HTTP/1.1\r\nHost: LOCALHOST:${ui.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  )
  expect(own).toContain('200 OK')
})

test('[ui-gate] a foreign Origin is refused, for reading and writing; a write without one as well', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  for (const origin of [
    'https://evil.example',
    'null',
    `http://localhost:${ui.port + 1}`,
    `https://127.0.0.1:${ui.port}`,
  ]) {
    expect([origin, ...(await refusal(await browser.get('/api/waiting', { origin })))]).toEqual([
      origin,
      403,
      'wrong-origin',
    ])
    const sent = await browser.send('POST', '/api/tasks/task_1/cancel', {}, { origin })
    expect([origin, ...(await refusal(sent))]).toEqual([origin, 403, 'wrong-origin'])
  }
  const { cookie } = browser
  const bare = await sendRaw(
    ui.port,
    `POST /api/tasks/task_1/cancel HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  )
  expect(bare).toContain('"code":"wrong-origin"')
  const foreign = await browser.get('/api/waiting', { 'sec-fetch-site': 'cross-site' })
  expect(await refusal(foreign)).toEqual([403, 'wrong-origin'])
  // A link in a notification opens the page, which holds no data.
  expect((await fetch(`${ui.base}/tasks/task_1`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
})

test('[ui-gate] a body that is too large, no JSON or not what is asked for changes nothing', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const huge = await browser.send('POST', '/api/session', { token: 'x'.repeat(600 * 1024) })
  expect(await refusal(huge)).toEqual([413, 'too-large'])
  const monstrous = await browser.send('POST', '/api/session', { token: 'x'.repeat(5 * 1024 * 1024) })
  expect(monstrous.status).toBe(413)
  const endless = `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\nOrigin: ${ui.base}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
  expect(await sendRaw(ui.port, `${endless}${chunk.repeat(8)}0\r\n\r\n`)).toContain('413')
  const form = await fetch(`${ui.base}/api/session`, {
    method: 'POST',
    headers: { origin: ui.base, 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${ui.token}`,
  })
  expect(await refusal(form)).toEqual([400, 'invalid'])
  for (const body of [{ token: 7 }, { token: 'a', more: true }, [], 'x', null]) {
    expect(await refusal(await browser.send('POST', '/api/session', body))).toEqual([400, 'invalid'])
  }
})

test('[ui-gate] too many tries for a session, and too many requests, are refused', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const tries = await Promise.all(Array.from({ length: 40 }, (_, nth) => ui.exchange(`guess-${nth}`)))
  const codes = await Promise.all(tries.map(async (answer) => (await refusal(answer))[1]))
  expect(codes.filter((code) => code === 'bad-token').length).toBeLessThan(30)
  expect(codes).toContain('too-many')
  // Guessing locks out nobody who has a link.
  expect((await ui.exchange(ui.token)).status).toBe(204)
  // The bucket holds 1,500: a machine that answers slower than it fills has no need of it.
  const line = `GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\n\r\n`
  const answers = await sendRaw(
    ui.port,
    `${line.repeat(4000)}GET / HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\nConnection: close\r\n\r\n`,
  )
  expect(answers).toContain('429 Too Many Requests')
})

/** A program that is called `claude` runs this line in its shell. */
async function asAgent(room: Room, line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const claude = join(room.root, 'claude')
  writeFileSync(claude, '#!/bin/sh\nsh -c "$1"\ntrue\n', { mode: 0o755 })
  const { stdout, stderr } = await runProgram(claude, [line], { cwd: room.cwd, env: { ...room.env, ...env } })
  return stdout + stderr
}

function curl({ base }: Ui, cookie: string, path: string, ...args: readonly string[]): string {
  return `curl -s -H 'Cookie: ${cookie}' -H 'Origin: ${base}' ${args.join(' ')} '${base}${path}'`
}

test.skipIf(process.platform !== 'linux')(
  '[ui-gate] a process of an agent is refused, whatever cookie it has found',
  async () => {
    using room = newRoom()
    await using ui = await serveUi(room)
    const { cookie } = await ui.browse()
    const line = curl(ui, cookie, '/api/waiting')
    expect(await asAgent(room, line)).toContain('"code":"agent"')
    expect(await asAgent(room, `env -i PATH="$PATH" ${line}`)).toContain('"code":"agent"')
    const marked = await runProgram('/bin/sh', ['-c', line], { cwd: room.cwd, env: { ...room.env, CLAUDECODE: '1' } })
    expect(marked.stdout).toContain('"code":"agent"')
    const exchange = curl(ui, '', '/api/session', '-H', "'Content-Type: application/json'", '-d', `'{"token":"x"}'`)
    expect(await asAgent(room, exchange)).toContain('"code":"agent"')
    // The same line in a person's shell.
    const person = await runProgram('/bin/sh', ['-c', line], { cwd: room.cwd, env: room.env })
    expect(person.stdout).toContain('"rows":[]')
    const started = await asAgent(room, `'${binary}' ui --no-open --port 0`)
    expect(started).toContain('needs a person')
  },
)

/** Sends these bytes, then leaves as the line says; with so many files open, or as many as the system allows. */
async function sendAndLeave(
  room: Room,
  { port }: Ui,
  text: string,
  { leave, files }: { leave: string; files: number },
): Promise<void> {
  const script = join(room.root, 'leave.cjs')
  writeFileSync(
    script,
    `try { for (let nth = 0; nth < ${files}; nth++) require('node:fs').openSync('/dev/null') } catch {}
const s = require('node:net').connect(${port}, '127.0.0.1', () => s.write(${JSON.stringify(text)}, () => { ${leave} }))\n`,
  )
  await asAgent(room, `node '${script}'`)
}

const leaving: readonly (readonly [how: string, leave: string, files: number])[] = [
  ['closes its side', 's.end()', 0],
  ['closes the connection', 's.destroy()', 0],
  ['resets the connection', 's.resetAndDestroy()', 0],
  ['ends', 'process.exit()', 0],
  ['is killed', "process.kill(process.pid, 'SIGKILL')", 0],
  // Its files are closed one by one, and the connection after all of them.
  ['ends with thousands of open files', 'process.exit()', 15_000],
]
test.skipIf(process.platform !== 'linux').each(someOf(leaving))(
  '[ui-gate] an agent that %s as soon as it has asked is not obeyed',
  async (_how, leave, files) => {
    using room = newRoom()
    await using ui = await serveUi(room)
    const body = JSON.stringify({ token: ui.token })
    const order = `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\nOrigin: ${ui.base}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    for (let nth = 0; nth < 3; nth++) await sendAndLeave(room, ui, order, { leave, files })
    // A request that is obeyed has used the token.
    expect((await ui.exchange(ui.token)).status).toBe(204)
  },
)

const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

test.skipIf(process.platform !== 'linux' || outside === undefined)(
  '[ui-gate] an agent on this machine is refused by any of its addresses',
  async () => {
    using room = newRoom()
    await using ui = await serveUi(room, { args: ['--host', '0.0.0.0', '--insecure'] })
    const { cookie } = await ui.browse()
    const line = `curl -s -H 'Cookie: ${cookie}' 'http://${outside}:${ui.port}/api/waiting'`
    expect(await asAgent(room, line)).toContain('"code":"agent"')
    const person = await runProgram('/bin/sh', ['-c', line], { cwd: room.cwd, env: room.env })
    expect(person.stdout).toContain('"rows":[]')
  },
)

test('[ui-session] a server on another port that sets a cookie of the same name shuts nobody out', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const name = `fullstop_${ui.port}`
  for (const cookie of [
    `${name}=x; ${browser.cookie}`,
    `a=b; ${name}=; ${name}=${'y'.repeat(2000)};${browser.cookie}`,
  ]) {
    expect((await browser.get('/api/waiting', { cookie })).status).toBe(200)
  }
  expect(await refusal(await browser.get('/api/waiting', { cookie: `${name}=x; ${name}=y` }))).toEqual([
    401,
    'no-session',
  ])
})

test.skipIf(process.platform !== 'linux')(
  '[ui-gate] requests whose rest never comes keep nobody waiting and open nothing',
  async () => {
    using room = newRoom()
    await using ui = await serveUi(room)
    const browser = await ui.browse()
    const head = `Host: 127.0.0.1:${ui.port}\r\nOrigin: ${ui.base}\r\nCookie: ${browser.cookie}\r\nContent-Type: application/json\r\n`
    const halves = [
      `GET /api/waiting HTTP/1.1\r\n${head}X-Half: `,
      `POST /api/session HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{`,
      `POST /api/tasks/task_1/comments HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{`,
    ]
    const stuck = Array.from({ length: amount(150) }, (_, nth) => {
      const socket = connect(ui.port, '127.0.0.1')
      socket.write(halves[nth % halves.length] ?? '')
      return socket
    })
    const open = (): string[] => openFiles(ui.pid)
    try {
      await until(() => open().filter((name) => name.startsWith('socket:')).length >= stuck.length)
      expect((await browser.get('/api/waiting')).status).toBe(200)
      expect(open().filter((name) => name.startsWith(room.state) && name.includes('.db'))).toEqual([])
    } finally {
      for (const socket of stuck) socket.destroy()
    }
  },
)

function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch {
      // Closed meanwhile.
      return []
    }
  })
}

test('[ui-gate] what is no plain request gets no data: other methods, upgrades, and two readings of one request', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const { cookie } = await ui.browse()
  const head = `Host: 127.0.0.1:${ui.port}\r\nCookie: ${cookie}\r\n`
  const inner = `GET /api/waiting HTTP/1.1\r\n${head}\r\n`
  const lines = [
    ...['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'PATCH', 'CONNECT', 'BREW'].flatMap((method) => [
      `${method} /api/waiting HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
      `${method} /api/waiting HTTP/1.1\r\n${head}Origin: ${ui.base}\r\nConnection: close\r\n\r\n`,
    ]),
    ...[
      `Content-Length: ${5 + inner.length}\r\nTransfer-Encoding: chunked`,
      `Content-Length: 0\r\nContent-Length: ${inner.length}`,
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding : chunked',
      'Content-Length: +5',
    ].map((length) => `POST /api/session HTTP/1.1\r\n${head}Origin: ${ui.base}\r\n${length}\r\n\r\n0\r\n\r\n${inner}`),
    `GET /api/waiting HTTP/1.1\r\nHost: evil.example\r\n${head}Connection: close\r\n\r\n`,
    `GET /api/waiting HTTP/1.1\r\n${head}Host: evil.example\r\nConnection: close\r\n\r\n`,
    `GET /api/waiting HTTP/1.0\r\nCookie: ${cookie}\r\n\r\n`,
  ]
  for (const line of lines) {
    const answer = await sendRaw(ui.port, line)
    expect([line, answer.includes('200 OK'), answer.includes('"rows"')]).toEqual([line, false, false])
  }
  const upgrade = `${head}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
  expect(await sendRaw(ui.port, `GET /api/waiting HTTP/1.1\r\n${upgrade}`)).not.toContain('101')
})

test('[ui-address] it listens on loopback alone; another address needs TLS, or a word that says so', async () => {
  using room = newRoom()
  const bare = await room.run(['ui', '--no-open', '--host', '0.0.0.0'])
  expect([bare.code, bare.stderr.includes('--cert and --key')]).toEqual([2, true])
  const half = await room.run(['ui', '--no-open', '--host', '0.0.0.0', '--cert', 'c.pem'])
  expect([half.code, half.stderr.includes('belong together')]).toEqual([2, true])
  {
    await using ui = await serveUi(room)
    const table = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8')).join('\n')
    const port = ui.port.toString(16).toUpperCase().padStart(4, '0')
    const listening = table.split('\n').filter((line) => line.includes(`:${port} `) && / 0A /.test(line))
    expect(listening.map((line) => line.trim().split(/\s+/)[1])).toEqual([`0100007F:${port}`])
  }
  await using open = await serveUi(room, { args: ['--host', '0.0.0.0', '--insecure'] })
  expect((await fetch(`${open.base}/`)).status).toBe(200)
})

test('[ui-address] with TLS the cookie is for TLS alone', async () => {
  using room = newRoom()
  const [cert, key] = [join(room.root, 'cert.pem'), join(room.root, 'key.pem')]
  const made = await runProgram(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { cwd: room.root, env: room.env },
  )
  expect(made.code).toBe(0)
  await using ui = await serveUi(room, { args: ['--host', '0.0.0.0', '--cert', cert, '--key', key] })
  expect(ui.base).toStartWith('https://')
  const answer = await fetch(`${ui.base}/api/session`, {
    method: 'POST',
    headers: { origin: ui.base, 'content-type': 'application/json' },
    body: JSON.stringify({ token: ui.token }),
    tls: { rejectUnauthorized: false },
  })
  expect([answer.status, answer.headers.get('set-cookie')?.endsWith('; Secure')]).toEqual([204, true])
})

test('[ui-address] a second call uses the server that runs; a port of others is named', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const second = await room.run(['ui', '--no-open'])
  expect([second.code, second.stdout.split('\n')[0]]).toEqual([0, 'It runs already.'])
  const token = /#token=(\S+)/.exec(second.stdout)?.[1] ?? ''
  expect((await ui.exchange(token)).status).toBe(204)
  const elsewhere = await room.run(['ui', '--no-open', '--port', '9'])
  expect([elsewhere.code, elsewhere.stderr.includes(ui.base)]).toEqual([2, true])
  using other = newRoom()
  const busy = await other.run(['ui', '--no-open', '--port', `${ui.port}`])
  expect([busy.code, busy.stderr]).toEqual([
    2,
    `fullstop: another program listens on port ${ui.port}\n  next: choose another: fullstop ui --port 7433\n`,
  ])
})

test('[ui-invite] a QR code lets one device in, once; it expires, and can be revoked with all sessions', async () => {
  using room = newRoom()
  {
    await using before = await serveUi(room)
    const without = await room.run(['ui', '--invite'])
    expect(without.stderr).toContain('ui.url')
    await room.run(['config', 'set', 'ui.url', 'https://mac.example', '--user'])
    // The server would refuse the name in that link.
    const early = await room.run(['ui', '--invite'])
    expect([early.code, early.stdout, early.stderr.split('\n')[0]]).toEqual([
      2,
      '',
      'fullstop: the server that runs was started without a `ui.url`: it refuses other names',
    ])
    const plain = await room.run(['ui', '--no-open'])
    expect([plain.code, plain.stdout.includes(before.base)]).toEqual([0, true])
  }
  await using ui = await serveUi(room)
  const invite = async (): Promise<string> => {
    const { stdout } = await room.run(['ui', '--invite'])
    expect(stdout.split('\n').filter((line) => /^[█▀▄ ]{25,}$/.test(line)).length).toBeGreaterThan(10)
    return /https:\/\/mac\.example\/#token=(\S+)/.exec(stdout)?.[1] ?? ''
  }
  const token = await invite()
  const answer = await ui.exchange(token)
  expect(answer.status).toBe(204)
  expect(await refusal(await ui.exchange(token))).toEqual([403, 'bad-token'])
  const phone = browserWith(ui.base, cookieOf(answer))
  expect((await phone.get('/api/waiting')).status).toBe(200)
  // Ten minutes later, as its file tells it.
  const late = await invite()
  const [file = ''] = filesBelow(join(room.state, 'ui', 'tokens')).filter((path) =>
    readFileSync(path, 'utf8').includes('invited'),
  )
  writeFileSync(file, JSON.stringify({ kind: 'invited', until: '2026-01-01T00:00:00.000Z' }))
  expect(await refusal(await ui.exchange(late))).toEqual([403, 'bad-token'])
  const unused = await invite()
  expect((await room.run(['ui', '--revoke'])).stdout).toBe('1 session ended, 4 unused links revoked.\n')
  expect(await refusal(await ui.exchange(unused))).toEqual([403, 'bad-token'])
  expect(await refusal(await phone.get('/api/waiting'))).toEqual([401, 'no-session'])
})

test('[ui-invite] a revoked browser hears nothing more: its stream ends by itself, before the next change', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const pages = [listen(ui.base, browser), listen(ui.base, browser)]
  await until(() => pages.every(({ notices }) => notices.length > 0))
  await room.run(['ui', '--revoke'])
  expect(await Promise.all(pages.map(({ done }) => done))).toEqual(['ended', 'ended'])
  expect(pages.flatMap(({ notices }) => notices)).toHaveLength(2)
  expect(await refusal(await browser.get('/api/changes'))).toEqual([401, 'no-session'])
})

test('[ui-invite] a session or a link that is just being written while all are revoked is worthless', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const link = /#token=(\S+)/.exec((await room.run(['ui', '--no-open'])).stdout)?.[1] ?? ''
  const [folder, copy] = [join(room.state, 'ui'), join(room.root, 'before')]
  cpSync(folder, copy, { recursive: true })
  await room.run(['ui', '--revoke'])
  for (const name of ['sessions', 'tokens']) cpSync(join(copy, name), join(folder, name), { recursive: true })
  expect(await refusal(await browser.get('/api/waiting'))).toEqual([401, 'no-session'])
  expect(await refusal(await ui.exchange(link))).toEqual([403, 'bad-token'])
  // The server of before lets in who comes with a link of now.
  const next = /#token=(\S+)/.exec((await room.run(['ui', '--no-open'])).stdout)?.[1] ?? ''
  expect((await ui.exchange(next)).status).toBe(204)
})

test('[ui-session] a session outlives the server', async () => {
  using room = newRoom()
  const first = await serveUi(room)
  const { cookie } = await first.browse()
  await first.kill('SIGKILL')
  await using second = await serveUi(room, { port: first.port })
  expect((await browserWith(second.base, cookie).get('/api/waiting')).status).toBe(200)
})
