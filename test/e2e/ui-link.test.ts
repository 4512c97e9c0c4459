// `ui.url`: the address in notifications, by every way that they are sent, and who may set it.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import { until } from '../until.ts'
import { sendRaw, serveUi, type Ui } from './browsing.ts'
import { asked, claim } from './checking.ts'
import { startReceiver } from './receiver.ts'
import { makeRepository, trust, writeConfig, writeUserConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const PAGE = 'https://mac.example'

/** The links in what was sent of one moment, by the way it was sent. */
interface Links {
  readonly click: string | undefined
  readonly webhook: string | undefined
  readonly command: string
}

/** A claim that a person has to look at, told by all ways that the user configured. */
async function tell(room: Room, config: Config): Promise<{ readonly task: string; readonly links: Links }> {
  await using receiver = await startReceiver(200)
  const said = join(room.root, 'said')
  const command = ['sh', '-c', `printf '%s\\n' "$FULLSTOP_LINK" > '${said}.part' && mv '${said}.part' '${said}'`]
  writeUserConfig(room, {
    ...config,
    review: 'always',
    notify: { ntfy: `${receiver.url}/topic`, webhook: `${receiver.url}/hook`, command },
  })
  await claim(await asked(room))
  await receiver.got(2)
  await until(() => existsSync(said))
  const at = (path: string) => receiver.received.find((one) => one.path === path)
  const [task] = await room.tasks()
  const click = at('/topic')?.headers['click']
  return {
    task: task?.id ?? '',
    links: {
      click: Array.isArray(click) ? click.join() : click,
      webhook: (JSON.parse(at('/hook')?.body ?? '{}') as { link?: string }).link,
      command: readFileSync(said, 'utf8').trim(),
    },
  }
}

/** As a proxy at the address passes it on. */
async function statusAt({ port }: Ui, host: string, path: string): Promise<string> {
  const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  return text.split('\r\n')[0] ?? ''
}

test('[ui-link] ntfy, a webhook and a command link to the review, and the server answers under that name', async () => {
  using room = newRoom()
  const { task, links } = await tell(room, { ui: { url: PAGE } })
  const link = `${PAGE}/tasks/${task}/review`
  expect(links).toEqual({ click: link, webhook: link, command: link })
  await using ui = await serveUi(room)
  expect(await statusAt(ui, 'mac.example', new URL(link).pathname)).toBe('HTTP/1.1 200 OK')
  // The page is for everybody; what it shows needs a session, under this name too.
  expect(await statusAt(ui, 'mac.example', '/api/waiting')).toBe('HTTP/1.1 401 Unauthorized')
  expect(await statusAt(ui, 'mac.example.evil.example', '/')).toBe('HTTP/1.1 421 Misdirected Request')
  // A browser that reached a proxy by TLS keeps the cookie to TLS.
  const body = JSON.stringify({ token: ui.token })
  const answer = await sendRaw(
    ui.port,
    `POST /api/session HTTP/1.1\r\nHost: mac.example\r\nOrigin: ${PAGE}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
  expect(/^set-cookie: (.*)$/im.exec(answer)?.[1]).toMatch(/; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+; Secure$/)
})

test('[ui-link] without an address nothing is linked', async () => {
  using room = newRoom()
  expect((await tell(room, {})).links).toEqual({ click: undefined, webhook: undefined, command: '' })
})

test('[ui-link] an address in a repository is not believed, trusted or not', async () => {
  using room = newRoom()
  makeRepository(room)
  writeConfig(room, { ui: { url: 'https://evil.example' } })
  expect((await tell(room, {})).links).toEqual({ click: undefined, webhook: undefined, command: '' })
  await trust(room)
  const { task, links } = await tell(room, { ui: { url: PAGE } })
  const link = `${PAGE}/tasks/${task}/review`
  expect(links).toMatchObject({ click: link, webhook: link })
  await using ui = await serveUi(room)
  expect(await statusAt(ui, 'evil.example', '/')).toBe('HTTP/1.1 421 Misdirected Request')
  const set = await room.run(['config', 'set', 'ui.url', 'https://evil.example', '--project'])
  expect([set.code, set.stderr.includes('ui.url can only be set in your own file')]).toEqual([2, true])
})

test.each([
  'mac.example',
  'javascript:alert(1)',
  'ftp://mac.example',
  'https://mac.example/path',
  'https://you:secret@mac.example',
  'https://mac.example\r\nX-Evil: 1',
  'https://mac.example#token=x',
  'https://[mac.example',
])('[ui-link] %j is no address: it is said, and nothing is linked', async (url) => {
  using room = newRoom()
  const set = await room.run(['config', 'set', 'ui.url', url])
  expect([set.code, set.stderr.includes('an address such as')]).toEqual([2, true])
  const file = join(room.env['XDG_CONFIG_HOME'] ?? join(room.home, '.config'), 'fullstop', 'config.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ui: { url } }))
  const invited = await room.run(['ui', '--invite', '--port', '0'])
  expect([invited.code, invited.stdout]).toEqual([2, ''])
  expect(invited.stderr).toMatch(
    /^fullstop: .*config\.json.*ui\.url.*an address such as .*\n {2}next: fix it, then run this again\n$/s,
  )
  await using ui = await serveUi(room)
  expect(ui.output()).toContain('an address such as')
  expect(await statusAt(ui, 'mac.example', '/')).toBe('HTTP/1.1 421 Misdirected Request')
})
