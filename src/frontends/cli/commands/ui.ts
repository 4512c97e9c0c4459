// `fullstop ui`: reviews, tasks and figures in the browser. One server for each state folder; a second call uses the first.
import { join } from 'node:path'
import { elapsed } from '../../../adapters/platform/clock.ts'
import { openPage } from '../../../adapters/platform/terminal/open-page.ts'
import { processesAt } from '../../../adapters/platform/network/peers.ts'
import { newSecret, ownNames, serveHttp } from '../../../adapters/platform/network/serve.ts'
import { accountName } from '../../../adapters/platform/account.ts'
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { given } from '../../../contract/given.ts'
import { plural } from '../../../domain/text/plural.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import type { World } from '../../../flows/world.ts'
import { isEvery, type RunningWeb, startWeb } from '../../web/server/server.ts'
import { giveToken, type GrantKind, removeOver, revokeAll, webFolder } from '../../web/server/sessions.ts'
import type { Command, Context } from '../command.ts'
import { refuseStray } from '../person.ts'
import { drawQr, encodeQr } from '../screen/qr.ts'
import { usage } from '../usage.ts'
import { version } from '../version.ts'

const PORT = 7433
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost']

export const command: Command = {
  name: 'ui',
  group: 'Answer',
  summary: 'Open reviews, tasks and figures in the browser',
  args: [],
  options: {
    'no-open': { type: 'boolean', summary: 'print the link, open no browser' },
    port: { type: 'string', value: 'N', summary: `listen on this port instead of ${PORT}; 0: any free one` },
    host: { type: 'string', value: 'ADDRESS', summary: 'listen on this address, for other devices; needs TLS' },
    cert: { type: 'string', value: 'FILE', summary: 'the certificate for TLS, a PEM file' },
    key: { type: 'string', value: 'FILE', summary: 'its private key, a PEM file' },
    insecure: { type: 'boolean', summary: '--host without TLS, in a network that is encrypted already' },
    invite: { type: 'boolean', summary: 'show a QR code that lets another device in, once, within 10 minutes' },
    revoke: { type: 'boolean', summary: 'sign out all browsers and cancel all links' },
  },
  examples: [
    { line: 'fullstop ui', does: 'starts the server on this machine and opens your browser' },
    { line: 'fullstop ui --no-open --port 8080', does: 'prints a link that works once' },
    { line: 'fullstop ui --invite', does: 'a QR code for your phone; `ui.url` says how it reaches this machine' },
    { line: 'fullstop ui --host 100.64.0.7 --cert c.pem --key k.pem', does: 'for other devices, without a proxy' },
    { line: 'fullstop ui --revoke', does: 'locks out a lost phone' },
  ],
  run: async (context) => {
    refuseStray(context, 'ui')
    const world = context.openWorld()
    try {
      if (context.options['revoke'] === true) return await revoke(world, context)
      return await openUi(world, context)
    } finally {
      world.store.close()
    }
  },
}

async function revoke(world: World, context: Context): Promise<number> {
  const { sessions, links } = await revokeAll(world)
  context.print(`${plural(sessions, 'session')} ended, ${plural(links, 'unused link')} revoked.\n`)
  return exitCode.yes
}

/** Written by the server that runs. */
interface Running {
  readonly url: string
  /** Other devices can reach it. */
  readonly isOpen: boolean
  /** `ui.url` when it was started: it answers to no other name. */
  readonly publicUrl?: string
}

function runningFile(world: World): string {
  return join(webFolder(world), 'server.json')
}

async function openUi(world: World, context: Context): Promise<number> {
  const listening = toListening(context)
  const publicUrl = await publicUrlOf(world, context)
  const { takeLock, disk } = await world.openWorkshop()
  disk.makeFolder(webFolder(world))
  const lock = takeLock(join(webFolder(world), 'server.lock'))
  if (!lock) return await useRunning(world, context, publicUrl)
  try {
    await removeOver(world)
    const isOpen = !LOOPBACK.includes(listening.host)
    const web = listen(world, context, { ...listening, publicUrl, isOpen })
    const running: Running = { url: web.url, isOpen, ...given({ publicUrl }) }
    disk.writeWhole(runningFile(world), `${JSON.stringify(running)}\n`)
    const ended = new Promise<void>((resolve) => context.onInterrupt(() => resolve()))
    await show(world, context, running)
    context.print('Ctrl-C ends it; reviews wait in the store.\n')
    await ended
    await web.close()
    return exitCode.yes
  } finally {
    disk.remove(runningFile(world))
    disk.remove(openFolder(world))
    lock.release()
  }
}

async function useRunning(world: World, context: Context, publicUrl: string | undefined): Promise<number> {
  const read = world.files.readText(runningFile(world), 10_000)
  if (read.kind !== 'text') {
    throw new FullstopError('usage', 'another `fullstop ui` is just starting or ending', 'try again')
  }
  const running = JSON.parse(read.text) as Running
  const wanted = context.options['port']
  if (wanted !== undefined && wanted !== '0' && !running.url.endsWith(`:${String(wanted)}/`)) {
    throw usage(command, `it runs already, at ${running.url}`, 'end that one first, or leave out --port')
  }
  if (context.options['invite'] === true && publicUrl !== running.publicUrl) {
    const known = running.publicUrl === undefined ? 'without a `ui.url`' : `for ${running.publicUrl}`
    throw new FullstopError(
      'usage',
      `the server that runs was started ${known}: it refuses other names`,
      'end it (Ctrl-C where it runs), then run `fullstop ui --invite` again',
    )
  }
  context.print('It runs already.\n')
  await show(world, context, running)
  return exitCode.yes
}

interface Listening {
  readonly host: string
  readonly port: number
  readonly tls?: { readonly cert: string; readonly key: string }
}

function toListening({ options }: Context): Listening {
  const { host = LOOPBACK[0], port = PORT, cert, key, insecure } = options
  const number = /^\d{1,5}$/.test(String(port)) ? Number(port) : -1
  if (number < 0 || number > 65_535) throw usage(command, '--port is a number from 0 to 65535')
  if ((cert === undefined) !== (key === undefined)) throw usage(command, '--cert and --key belong together')
  const tls = cert === undefined ? {} : { tls: { cert: String(cert), key: String(key) } }
  if (!LOOPBACK.includes(String(host)) && cert === undefined && insecure !== true) {
    throw usage(
      command,
      '--host lets others listen: it needs --cert and --key',
      'in a network that is encrypted already (a VPN), add --insecure; a proxy such as `tailscale serve` needs no --host',
    )
  }
  return { host: String(host), port: number, ...tls }
}

interface Opened extends Listening {
  readonly publicUrl: string | undefined
  readonly isOpen: boolean
}

function listen(world: World, context: Context, { host, port, tls, publicUrl, isOpen }: Opened): RunningWeb {
  try {
    return startWeb({
      host,
      port,
      tls,
      names: isOpen ? [...(isEvery(host) ? [] : [host]), ...ownNames()] : [],
      publicUrl,
      version,
      by: { name: accountName(context.env), by: 'browser' },
      openWorld: () => context.openWorld('call'),
      serve: serveHttp,
      newSecret,
      elapsed,
      processesOf: processesAt,
    })
  } catch (error) {
    throw asError(error, { host, port, home: world.stateHome })
  }
}

function asError(error: unknown, { host, port }: { host: string; port: number; home: string }): unknown {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === 'EADDRINUSE') {
    const next = `choose another: fullstop ui --port ${port === PORT ? PORT + 1 : PORT}`
    return new FullstopError('usage', `another program listens on port ${port}`, next)
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOENT' || /\b(?:PEM|key|cert)/i.test(message)) {
    return new FullstopError('usage', `cannot listen on ${host}, port ${port}: ${message}`, 'see `fullstop ui --help`')
  }
  return error
}

/** Of the person's own file, wherever this is started. An address that cannot be used is said, and keeps no page away. */
async function publicUrlOf(world: World, context: Context): Promise<string | undefined> {
  const { settings, problems } = await loadPolicy(world, { cwd: undefined, attended: true })
  if (problems.length > 0 && context.options['invite'] === true) {
    throw new FullstopError('config-invalid', problems.join('; '), 'fix it, then run this again')
  }
  for (const problem of problems) context.complain(`fullstop: ${problem}\n`)
  const value = settings.find(({ key }) => key === 'ui.url')?.value
  return typeof value === 'string' ? value : undefined
}

async function show(world: World, context: Context, running: Running): Promise<void> {
  if (context.options['invite'] === true) return invite(world, context, running)
  const link = await linkTo(world, running.url, 'opened')
  const isOpened = context.options['no-open'] !== true && (await openLink(world, context, link))
  // The address alone would ask for a session, so only the link is shown.
  context.print(isOpened ? 'Fullstop opens in your browser. If it does not, open' : 'To see Fullstop, open')
  context.print(` this link; it works once, within 10 minutes:\n  ${link}\n`)
}

async function invite(world: World, context: Context, running: Running): Promise<void> {
  const base = running.publicUrl ?? (running.isOpen ? running.url : undefined)
  if (base === undefined) {
    context.complain(
      `fullstop: only this machine can reach ${running.url}\n  next: fullstop config set ui.url ADDRESS, the address by which your phone reaches it (docs/browser.md)\n`,
    )
    return
  }
  const link = await linkTo(world, base, 'invited')
  const code = encodeQr(link)
  const lines = code ? drawQr(code) : []
  // White on black, whatever the colours of the window are: some readers take nothing else.
  const isColoured = context.terminal.output && (context.env['NO_COLOR'] ?? '') === ''
  for (const line of lines) context.print(isColoured ? `\u001b[97;40m${line}\u001b[0m\n` : `${line}\n`)
  context.print(`It lets one device in, within 10 minutes: ${link}\n`)
  context.print('`fullstop ui --revoke` takes that back.\n')
}

async function linkTo(world: World, base: string, kind: GrantKind): Promise<string> {
  const token = newSecret()
  await giveToken(world, token, kind)
  const url = new URL(base)
  url.hash = `token=${token}`
  return url.href
}

function openFolder(world: World): string {
  return join(webFolder(world), 'open')
}

/** The token stands in a private file: in the arguments of a program everybody on the machine could read it. */
async function openLink(world: World, context: Context, link: string): Promise<boolean> {
  const { disk } = await world.openWorkshop()
  const file = join(openFolder(world), `${world.newId('page')}.html`)
  disk.writeWhole(
    file,
    `<!doctype html>\n<meta charset="utf-8">\n<meta name="referrer" content="no-referrer">\n<title>Fullstop</title>\n` +
      `<meta http-equiv="refresh" content="0; url=${link}">\n<p><a href="${link}">Open Fullstop</a></p>\n`,
  )
  return openPage(file, context.env)
}
