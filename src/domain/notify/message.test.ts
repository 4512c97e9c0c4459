// A moment in words and as JSON.
import { describe, expect, test } from 'bun:test'
import { desktopCommand } from './desktop.ts'
import { toMessage, toVariables } from './message.ts'
import type { Moment } from './moment.ts'
import { ntfyPost, webhookPost } from './post.ts'

const moment = (changes: Partial<Moment> = {}): Moment => ({
  id: 'evt_1',
  at: '2026-11-15T10:00:00.000Z',
  kind: 'needs-you',
  task: 'task_1',
  agent: 'claude',
  status: 'awaiting-review',
  cwd: '/home/u/shop',
  request: 'Fix the <cart> & the till.',
  reason: 'a check is disputed\n| its output',
  notify: { settings: 'ntf_1', targets: ['desktop'] },
  ...changes,
})

const titles: ReadonlyArray<readonly [changes: Partial<Moment>, title: string]> = [
  [{}, 'Fullstop: needs your review, shop'],
  [{ status: 'waiting' }, 'Fullstop: needs your answer, shop'],
  [{ status: 'paused' }, 'Fullstop: paused, needs you, shop'],
  [{ status: 'ended', outcome: 'needs-input' }, 'Fullstop: needs your answer, shop'],
  [{ kind: 'ended', status: 'ended', outcome: 'completed' }, 'Fullstop: completed, shop'],
  [{ kind: 'ended', status: 'ended', outcome: 'stuck' }, 'Fullstop: ended, stuck, shop'],
  [{ cwd: '/tmp/a\u001b[31mb/' }, 'Fullstop: needs your review, a\u{fffd}[31mb'],
  [{ cwd: '/' }, 'Fullstop: needs your review'],
]

describe('toMessage', () => {
  for (const [changes, title] of titles) test(title, () => expect(toMessage(moment(changes)).title).toBe(title))

  test('as a whole', () => {
    const text = 'Fix the <cart> & the till.\na check is disputed\nfullstop review task_1'
    expect(toMessage(moment())).toEqual({
      id: 'evt_1',
      at: '2026-11-15T10:00:00.000Z',
      title: 'Fullstop: needs your review, shop',
      text,
      isUrgent: true,
      isGood: false,
      payload: {
        id: 'evt_1',
        at: '2026-11-15T10:00:00.000Z',
        moment: 'needs-you',
        title: 'Fullstop: needs your review, shop',
        text,
        task: 'task_1',
        status: 'awaiting-review',
        agent: 'claude',
        folder: '/home/u/shop',
        request: 'Fix the <cart> & the till.',
        reason: 'a check is disputed',
      },
    })
  })

  test.each([
    [{}, 'fullstop review task_1'],
    [{ status: 'ended', outcome: 'needs-input' }, 'fullstop review task_1'],
    [{ status: 'waiting' }, 'fullstop show task_1'],
    [{ kind: 'ended', status: 'ended', outcome: 'stuck' }, 'fullstop show task_1'],
  ] satisfies [Partial<Moment>, string][])('%j names %s', (changes, command) =>
    expect(toMessage(moment(changes)).text.split('\n').at(-1)).toBe(command),
  )

  test('text of an agent is printable and short', () => {
    const { text } = toMessage(moment({ request: `\u001b]0;x\u0007${'a'.repeat(500)}`, reason: 'b'.repeat(500) }))
    expect(text.split('\n').map((line) => line.length)).toEqual([120, 200, 22])
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })
})

describe('the page of a task', () => {
  test.each([
    [{}, 'https://mac.example/tasks/task_1/review'],
    [{ kind: 'ended', status: 'ended', outcome: 'completed' }, 'https://mac.example/tasks/task_1'],
    [{ task: '../x?a#b' }, 'https://mac.example/tasks/..%2Fx%3Fa%23b/review'],
  ] satisfies [Partial<Moment>, string][])('%j is at %s', (changes, link) => {
    const message = toMessage(moment(changes), 'https://mac.example/')
    expect(message.payload.link).toBe(link)
    expect(ntfyPost('https://ntfy.sh/topic', message).headers['Click']).toBe(link)
    expect(toVariables(message)['FULLSTOP_LINK']).toBe(link)
  })
})

test('variables of a command', () => {
  expect(toVariables(toMessage(moment({ kind: 'ended', status: 'ended', outcome: 'completed' })))).toEqual({
    FULLSTOP_MOMENT: 'ended',
    FULLSTOP_TITLE: 'Fullstop: completed, shop',
    FULLSTOP_TEXT: 'Fix the <cart> & the till.\na check is disputed\nfullstop show task_1',
    FULLSTOP_TASK: 'task_1',
    FULLSTOP_STATUS: 'ended',
    FULLSTOP_OUTCOME: 'completed',
  })
})

describe('desktopCommand', () => {
  const message = toMessage(moment({ reason: undefined as never }))
  test('linux: the text is no markup', () =>
    expect(desktopCommand('linux', message)).toEqual([
      'notify-send',
      '--app-name=Fullstop',
      '--urgency=critical',
      '--',
      'Fullstop: needs your review, shop',
      'Fix the &lt;cart&gt; &amp; the till.\nfullstop review task_1',
    ]))
  test('macOS: the text is no part of the script', () =>
    expect(desktopCommand('darwin', message)).toEqual([
      'osascript',
      '-e',
      'on run argv',
      '-e',
      'display notification (item 2 of argv) with title (item 1 of argv)',
      '-e',
      'end run',
      'Fullstop: needs your review, shop',
      'Fix the <cart> & the till.\nfullstop review task_1',
    ]))
  test('Windows: the text is no part of the script, in whatever letters', () => {
    const [title, text] = [
      "x'); Remove-Item C:\\ -Recurse; ('",
      `$(calc) \`"' <b>&amp; 世界 🎉 ’; calc\n${'y'.repeat(5000)}`,
    ]
    const argv = desktopCommand('win32', { ...message, title, text }) ?? []
    expect(argv.slice(0, -1)).toEqual(['powershell.exe', '-NoProfile', '-NonInteractive', '-EncodedCommand'])
    expect(argv.join(' ').length).toBeLessThan(30_000)
    const decode = (code = ''): string => Buffer.from(code, 'base64').toString('utf16le')
    const script = decode(argv.at(-1))
    expect([...script.matchAll(/FromBase64String\('([A-Za-z0-9+/=]*)'\)/g)].map(([, code]) => decode(code))).toEqual([
      title,
      text.slice(0, 1000),
    ])
    expect(script.replaceAll(/FromBase64String\('[A-Za-z0-9+/=]*'\)/g, 'TEXT')).toMatchSnapshot()
  })
  test('another system', () => expect(desktopCommand('freebsd', message)).toBeUndefined())
})

describe('posts', () => {
  const message = toMessage(moment())
  test('a webhook, signed', () =>
    expect(webhookPost('https://example.org/h?a=1#x', message, (body) => `of ${body.length}`)).toEqual({
      url: 'https://example.org/h?a=1',
      headers: {
        'Content-Type': 'application/json',
        'X-Fullstop-Id': 'evt_1',
        'X-Fullstop-Timestamp': '2026-11-15T10:00:00.000Z',
        'X-Fullstop-Signature': `sha256=of ${JSON.stringify(message.payload).length}`,
      },
      body: JSON.stringify(message.payload),
    }))
  test('a webhook with a login, not signed', () => {
    const { url, headers } = webhookPost('https://me:a%20b@example.org/h', message)
    expect([url, headers['Authorization'], headers['X-Fullstop-Signature']]).toEqual([
      'https://example.org/h',
      `Basic ${btoa('me:a b')}`,
      undefined,
    ])
  })
  test('ntfy', () =>
    expect(ntfyPost('https://:tk_1@ntfy.sh/topic', message)).toEqual({
      url: 'https://ntfy.sh/topic',
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        Title: 'Fullstop: needs your review, shop',
        Priority: 'high',
        Tags: 'raising_hand',
        Authorization: `Basic ${btoa(':tk_1')}`,
      },
      body: message.text,
    }))
  test('ntfy: an end, in other letters', () => {
    const ended = toMessage(moment({ kind: 'ended', status: 'ended', outcome: 'completed', cwd: '/büro' }))
    expect(ntfyPost('https://ntfy.sh/topic', ended).headers).toEqual({
      'Content-Type': 'text/plain; charset=utf-8',
      Title: `=?UTF-8?B?${Buffer.from('Fullstop: completed, büro').toString('base64')}?=`,
      Priority: 'default',
      Tags: 'white_check_mark',
    })
  })
})
