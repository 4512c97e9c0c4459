// A review in the browser: hostile content, live pages, and answers that race with those of a terminal.
import { expect, test } from 'bun:test'
import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import type { Config } from '../../src/contract/config/config.ts'
import type { FileLines, LogPart, ReviewPage, TaskPage, TimelinePage, WaitingPage } from '../../src/domain/view/web.ts'
import { until } from '../until.ts'
import { type Browser, browserWith, listen, serveUi, type Ui } from './browsing.ts'
import { asked, claim } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const SCRIPT = '<script>alert(1)</script>'
const ODD = 'src/"><img src=x onerror=alert(1)>\'.ts'

interface Waiting {
  readonly repository: Repository
  readonly task: string
}

/** A claim that waits for a person, from a real session with a real check. */
async function waiting(room: Room, config: Config = {}, run = 'true'): Promise<Waiting> {
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [{ name: 'test', run }], { review: 'always', ...config })
  const session = await asked(room)
  repository.write('src/api.ts', `export const limit = 10 // ${SCRIPT}\n`)
  repository.write(ODD, 'export const odd = "\u001b[31mred\u001b[0m"\n')
  await claim(session, `The limit is ten. ${SCRIPT}`)
  const [task] = await room.tasks()
  return { repository, task: task?.id ?? '' }
}

async function opened(ui: Ui, task: string): Promise<{ browser: Browser; page: ReviewPage }> {
  const browser = await ui.browse()
  return { browser, page: await browser.json<ReviewPage>(`/api/tasks/${task}/review`) }
}

const kinds = (room: Room): string[] => room.allEvents().map(({ kind }) => kind)

test('[ui-hostile] script tags, quotes and escape sequences are data in JSON, and no path of a log is told', async () => {
  using room = newRoom()
  const { task } = await waiting(room, {}, `printf '\\033[31mred\\033[0m ${SCRIPT}\\n'`)
  await using ui = await serveUi(room)
  const { browser, page } = await opened(ui, task)
  const answer = await browser.get(`/api/tasks/${task}/review`)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await answer.text()
  expect(text).not.toContain('\\u001b')
  expect(text).not.toContain(room.state)
  const files = page.view.diffs.find(({ name }) => name === 'task')?.files ?? []
  expect(files.map(({ path }) => path).toSorted()).toEqual([ODD, 'src/api.ts'].toSorted())
  for (const { path, lines } of files) {
    const query = new URLSearchParams({ diff: 'task', path, version: page.version })
    const { blocks } = await browser.json<FileLines>(`/api/tasks/${task}/diff?${query}`)
    const drawn = blocks.flatMap((block) => block.lines)
    expect(drawn).toHaveLength(lines)
    expect(drawn.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('')).not.toContain('\u001b')
  }
  const check = page.view.sections.flatMap(({ rows }) => rows).find((row) => row.kind === 'check')
  const evidence = check?.kind === 'check' ? (check.check.evidence ?? '') : ''
  const log = await browser.json<LogPart>(`/api/tasks/${task}/evidence/${evidence}`)
  expect(log.text.trim()).toBe(`red ${SCRIPT}`)
  for (const path of ['', '/timeline', '/brief', '/files']) {
    const body = await (await browser.get(`/api/tasks/${task}${path}`)).text()
    expect([path, body.includes('\\u001b'), body.startsWith('{')]).toEqual([path, false, true])
  }
})

test('[ui-hostile] only evidence that an event names can be read, however its name is written', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const names = ['..%2F..%2Ffullstop.db', '%2Fetc%2Fpasswd', 'a'.repeat(24), '%00', 'fullstop.db', '__proto__']
  for (const name of names) {
    const answer = await browser.get(`/api/tasks/${task}/evidence/${name}`)
    expect([name, answer.status]).toEqual([name, 404])
  }
  for (const path of ['/api/tasks/..%2f..%2fx/evidence/y', '/../fullstop.db', '/ui/server.json', '/api/__proto__']) {
    expect([path, (await browser.get(path)).status]).toEqual([path, 404])
  }
})

test('[ui-hostile] a log of 50 MB is read in pieces, from either end', async () => {
  using room = newRoom()
  const { task } = await waiting(room, {}, 'echo first')
  await using ui = await serveUi(room)
  const { browser } = await opened(ui, task)
  const { rounds } = await browser.json<TaskPage>(`/api/tasks/${task}`)
  const evidence = rounds.at(-1)?.checks[0]?.evidence ?? ''
  const log =
    room.allEvents().flatMap((event) => (event.kind === 'check.finished' ? (event.check.log ?? []) : []))[0] ?? ''
  const line = `${'0123456789'.repeat(10)}é\n`
  truncateSync(log, 0)
  const piece = line.repeat(10_000)
  for (let size = 0; size < 50_000_000; size += Buffer.byteLength(piece)) appendFileSync(log, piece)
  appendFileSync(log, 'the end\n')
  const size = Buffer.byteLength(readFileSync(log))
  const part = (offset: number): Promise<LogPart> =>
    browser.json<LogPart>(`/api/tasks/${task}/evidence/${evidence}?offset=${offset}`)
  const first = await part(0)
  expect([first.offset, first.size, first.text.length < 300_000]).toEqual([0, size, true])
  const second = await part(first.next ?? 0)
  expect([second.offset, second.text.startsWith(line.trim())]).toEqual([first.next ?? -1, true])
  const last = await part(-1000)
  expect([last.next, last.text.trimEnd().endsWith('the end'), last.text.startsWith(line.trim())]).toEqual([
    undefined,
    true,
    true,
  ])
})

test('[ui-answer] drafts, read files and looks are kept by the store: a server that is killed loses nothing', async () => {
  using room = newRoom()
  const { task, repository } = await waiting(room)
  const first = await serveUi(room)
  const { browser, page } = await opened(first, task)
  const path = 'src/api.ts'
  const draft = { path, line: 1, side: 'new', words: 'Why ten?' }
  expect((await browser.send('POST', `/api/tasks/${task}/comments`, draft)).status).toBe(200)
  const gone = await browser.send('POST', `/api/tasks/${task}/comments`, { ...draft, line: 99 })
  expect([gone.status, ((await gone.json()) as { why: string }).why]).toEqual([422, 'src/api.ts has no line 99'])
  const mark = page.view.diffs.at(-1)?.files.find((file) => file.path === path)?.mark
  await browser.send('POST', `/api/tasks/${task}/viewed`, { path, mark, isViewed: true })
  await browser.send('POST', `/api/tasks/${task}/look`, {})
  await first.kill('SIGKILL')
  await using second = await serveUi(room, { port: first.port })
  const again = browserWith(second.base, browser.cookie)
  const after = await again.json<ReviewPage>(`/api/tasks/${task}/review`)
  const file = after.view.diffs.at(-1)?.files.find((one) => one.path === path)
  expect([after.view.drafts, after.version, file?.isViewed]).toEqual([1, page.version, true])
  repository.write(path, 'export const limit = 11\n')
  const moved = await again.json<ReviewPage>(`/api/tasks/${task}/review`)
  expect(moved.view.diffs.at(-1)?.files.find((one) => one.path === path)?.isViewed).toBe(false)
  const query = new URLSearchParams({ diff: 'task', path, version: page.version })
  const stale = await again.get(`/api/tasks/${task}/diff?${query}`)
  expect([stale.status, ((await stale.json()) as { code: string }).code]).toEqual([409, 'changed'])
  const { review } = moved.view
  const approved = await again.send('POST', `/api/tasks/${task}/answer`, {
    review,
    answer: 'approve',
    tree: after.tree,
  })
  expect([approved.status, ((await approved.json()) as { code: string }).code]).toEqual([409, 'changed'])
  const asked = await again.send('POST', `/api/tasks/${task}/answer`, { review, answer: 'request-changes' })
  expect(asked.status).toBe(200)
  const sent = room.allEvents().find((event) => event.kind === 'review.changes-requested')
  expect(sent?.kind === 'review.changes-requested' && sent.by.by).toBe('browser')
})

test('[ui-answer] two browsers and a terminal answer at once: one counts, the others are told by whom', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  await using ui = await serveUi(room)
  const { browser, page } = await opened(ui, task)
  const { review } = page.view
  const send = (): Promise<Response> =>
    browser.send('POST', `/api/tasks/${task}/answer`, { review, answer: 'approve', tree: page.tree })
  const [one, other, terminal] = await Promise.all([send(), send(), room.run(['review', task, 'approve', '--yes'])])
  const statuses = [one.status, other.status, terminal.code === 0 ? 200 : 409].toSorted()
  expect(statuses).toEqual([200, 409, 409])
  expect(kinds(room).filter((kind) => kind === 'review.approved')).toHaveLength(1)
  const late = (await (await send()).json()) as { code: string; why: string }
  expect([late.code, /^too late: .+ \((?:in a browser|by script)\) approved/.test(late.why)]).toEqual(['late', true])
  expect((await browser.json<WaitingPage>('/api/waiting')).rows).toEqual([])
})

test('[ui-answer] cancel is recorded as the order of a browser; a rejection needs a reason', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  await using ui = await serveUi(room)
  const { browser, page } = await opened(ui, task)
  const rejected = await browser.send('POST', `/api/tasks/${task}/answer`, {
    review: page.view.review,
    answer: 'reject',
  })
  expect(rejected.status).toBe(422)
  expect((await browser.send('POST', `/api/tasks/${task}/resume`, {})).status).toBe(422)
  expect((await browser.send('POST', `/api/tasks/${task}/cancel`, {})).status).toBe(200)
  const event = room.allEvents().find(({ kind }) => kind === 'task.cancelled')
  expect(event?.kind === 'task.cancelled' && event.actor).toBe('browser')
  expect((await browser.send('POST', `/api/tasks/${task}/cancel`, {})).status).toBe(422)
})

test('[ui-live] pages hear of changes, and after a reconnect nothing is missing', async () => {
  using room = newRoom()
  await using ui = await serveUi(room)
  const browser = await ui.browse()
  const page = listen(ui.base, browser)
  await until(() => page.notices.length > 0)
  const { task } = await waiting(room)
  await until(() => page.notices.some(({ tasks }) => tasks.includes(task)))
  page.close()
  const before = page.notices.at(-1)?.id ?? 0
  await room.run(['cancel', task, '--yes'])
  const again = listen(ui.base, browser, before)
  await until(() => again.notices.some(({ tasks }) => tasks.includes(task)))
  expect(again.notices[0]?.id).toBeGreaterThan(before)
  const { entries } = await browser.json<TimelinePage>(`/api/tasks/${task}/timeline?after=${before}`)
  expect(entries.map(({ event }) => event)).toContain('task.cancelled')
  // U15: a claim that comes in after its checks names the first of them, and has its moment.
  const all = (await browser.json<TimelinePage>(`/api/tasks/${task}/timeline?after=0`)).entries
  const claim = all.find(({ event }) => event === 'claim.made')
  const first = all.find(({ event }) => event === 'checks.started')
  expect([claim?.before, claim?.at]).toEqual([first?.number, first?.at])
  const late = await browser.json<TimelinePage>(`/api/tasks/${task}/timeline?after=${(claim?.number ?? 0) - 1}`)
  expect(late.entries[0]).toEqual(claim as never)
  again.close()
})
