// Stories of a person at the browser, on stores that real runs and sessions have written: a second review, a question, a run
// that is resumed, lists and subtasks, a server that dies, and pages that stay where they are while something changes.
import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import { closeBrowser, hasChromium, openPage, type OpenedPage, startUi } from './browser.ts'
import { asked, claim, outcomes, strict, until } from './checking.ts'
import { listing, makes } from './listing.ts'
import { claudeServerEnv, serve } from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { drafts } from './review-stories.ts'
import { newRoom, type Room } from './room.ts'
import { claims, finishes, running } from './running.ts'

afterAll(closeBrowser)

const LINES = 200
const numbered = (changed: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: LINES }, (_, at) => `${changed[at + 1] ?? `export const value${at + 1} = ${at + 1}`}\n`).join('')

interface Reviewed {
  readonly session: ClaudeSession
  readonly repository: Repository
  readonly task: string
}

/** Two files have changed, and the claim waits for a person. */
async function waits(room: Room): Promise<Reviewed> {
  const repository = makeRepository(room, { 'src/long.ts': numbered(), 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = await asked(room)
  repository.write('src/api.ts', 'export const limit = 10\n')
  repository.write('src/long.ts', numbered({ 20: 'const twenty = 1', 100: 'const hundred = 1', 180: 'const more = 1' }))
  await claim(session, 'Both files are written.')
  return { session, repository, task: (await room.tasks())[0]?.id ?? '' }
}

async function openReview(opened: OpenedPage, task: string): Promise<void> {
  await opened.goTo(`/tasks/${task}/review`)
  await opened.page.waitForSelector('.line')
}

async function commentOn(opened: OpenedPage, text: string, words: string): Promise<void> {
  await opened.page.locator('.line', { hasText: text }).last().click()
  await opened.page.keyboard.press('c')
  await opened.page.waitForSelector('textarea:focus')
  await opened.page.keyboard.type(words)
  await opened.page.keyboard.press('Control+Enter')
  await opened.page.waitForSelector('.comment.draft')
}

/** Presses a key in the moment in which the text stands on the page, sooner than any person. */
async function pressOnceSeen(page: Page, text: string, key: string): Promise<void> {
  await page.evaluate(
    `new MutationObserver((_, observer) => {
      if (!document.body.innerText.includes(${JSON.stringify(text)})) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`,
  )
}

test.skipIf(!hasChromium)(
  '[web-again] the next review shows what was done about each comment, and first what changed since the last look',
  async () => {
    using room = newRoom()
    const { session, repository, task } = await waits(room)
    await using ui = await startUi(room)
    await using opened = await openPage(ui, { width: 1000, height: 1600 })
    const { page } = opened
    await openReview(opened, task)
    expect(await opened.text()).not.toContain('Since your last look')
    await commentOn(opened, 'limit = 10', 'Seven is enough.')
    await page.keyboard.press('r')
    await page.waitForSelector('dialog[open] textarea')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await outcomes(room))[0] === 'open')
    const [comment] = (await room.tasks())[0]?.review?.comments ?? []
    await session.type('Go on.')
    repository.write('src/api.ts', 'export const limit = 7\n')
    await claim(session, `${comment?.id}: It is seven now.`)
    await openReview(opened, task)
    const titles = await page.locator('.row-title').allInnerTexts()
    const diffs = titles.filter((title) => /\d files?/.test(title)).map((title) => title.replace(/\s+/g, ' ').trim())
    expect(diffs).toHaveLength(2)
    expect(diffs[0]).toMatch(/^Since your last look.*: 1 file/i)
    // What was seen at the last look is folded; its head is there.
    expect(await page.locator('.row-file').allInnerTexts()).toEqual([
      expect.stringContaining('src/api.ts'),
      expect.stringContaining('src/api.ts'),
      expect.stringContaining('src/long.ts'),
    ])
    expect(await page.locator('.line').allInnerTexts()).toEqual([
      expect.stringContaining('limit = 10'),
      expect.stringContaining('limit = 7'),
    ])
    await opened.sees('Seven is enough.')
    await opened.sees('It is seven now.')
    expect(opened.errors).toEqual([])
  },
)

test.skipIf(!hasChromium)(
  '[web-question] a question is answered in the browser, and the run is resumed with the answer',
  async () => {
    using at = await running()
    at.script([[claims('blocked', { remaining_work: 'Which key shall I use?', needs: 'credentials' })], finishes])
    expect((await at.run()).code).toBe(12)
    await using ui = await startUi(at.room, { env: at.env })
    await using opened = await openPage(ui)
    const { page } = opened
    await opened.sees('the agent needs credentials')
    const task = (await at.room.tasks())[0]?.id ?? ''
    await opened.goTo(`/tasks/${task}`)
    await opened.sees('Answer it')
    await opened.goTo('/')
    await opened.sees('the agent needs credentials')
    expect(await opened.text()).not.toContain('Which key shall I use?')
    await pressOnceSeen(page, 'Which key shall I use?', 'a')
    await page.click('.card')
    // There is nothing to approve: `a` says what can be done instead.
    await opened.sees('r answers it')
    await page.keyboard.press('r')
    await page.waitForSelector('dialog[open] textarea')
    await page.keyboard.type('The one of the test account.')
    await page.keyboard.press('Control+Enter')
    await until(() => at.room.allEvents().some(({ kind }) => kind === 'review.answered'))
    await page.getByRole('link', { name: 'Its task' }).click()
    await page.getByRole('button', { name: 'Resume …' }).click()
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await until(async () => (await outcomes(at.room))[0] === 'completed')
    expect(at.calls()[1]?.prompt).toStartWith('The user answers your question: The one of the test account.')
    await opened.sees('completed')
    await opened.goTo('/waiting')
    await opened.sees('Nothing waits for you')
    // An empty list says what comes here, and shows what the agents did last.
    await opened.sees('When an agent needs an answer or a review from you, it appears here.')
    await page.getByRole('heading', { name: 'Newest tasks' }).waitFor()
    await page.locator('a.task-row', { hasText: 'completed' }).waitFor()
  },
)

test.skipIf(isVariant || !hasChromium)(
  '[web-orders] a run that gave up is resumed from its page, with words for it',
  async () => {
    using at = await running()
    at.script([...Array.from({ length: 4 }, () => [{ do: 'say', text: 'That is all.' } as const]), finishes])
    await at.run(['--max-continuations', '3'])
    const before = at.calls().length
    expect((await outcomes(at.room))[0]).not.toBe('completed')
    const task = (await at.room.tasks())[0]?.id ?? ''
    await using ui = await startUi(at.room, { env: at.env })
    await using opened = await openPage(ui)
    await opened.goTo(`/tasks/${task}`)
    await opened.page.getByRole('button', { name: 'Resume …' }).click()
    await opened.page.waitForSelector('dialog[open] textarea')
    await opened.page.keyboard.type('The answer is 42.')
    await opened.page.keyboard.press('Control+Enter')
    await until(async () => (await outcomes(at.room))[0] === 'completed')
    expect(at.calls()[before]?.prompt).toContain('The answer is 42.')
    await opened.sees('completed')
  },
)

test.skipIf(!hasChromium)('[web-trees] lists stand with their items, and subtasks below their task', async () => {
  using at = await listing('# To do\n\n- [ ] Write a\n- [ ] Write b\n  after: Write a\n')
  at.script(['a', 'b'].map((name) => makes({ [`${name}.txt`]: 'good\n' })))
  expect((await at.runList()).items).toEqual({ 'write-a': 'completed', 'write-b': 'completed' })
  const { room } = at
  await using server = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  const session = claudeSession(room, { id: 'one', pid: server.host, env: strict })
  await session.type('Write the book.')
  await session.call(server, 'start_subtask', { request: 'Write the first chapter.' })
  await session.call(server, 'start_subtask', { request: 'Write the second chapter.' })
  await using ui = await startUi(room)
  await using opened = await openPage(ui)
  const { page } = opened
  await opened.goTo('/tasks')
  await page.waitForSelector('a.task-row')
  const rows = page.locator('a.task-row')
  const told = await rows.evaluateAll((all: readonly { className: string; innerText: string }[]) =>
    all.map(({ className, innerText }) => [/depth-\d/.exec(className)?.[0], /Write .*/.exec(innerText)?.[0]]),
  )
  expect(told.slice(0, 3)).toEqual([
    ['depth-0', 'Write the book.'],
    ['depth-1', 'Write the first chapter.'],
    ['depth-1', 'Write the second chapter.'],
  ])
  await page.getByRole('button', { name: 'By list' }).click()
  await opened.sees('2 of 2 proven done')
  await opened.sees('TODO.md')
  expect(await page.locator('.list-row a').allInnerTexts()).toEqual(['Write a', 'Write b'])
  await page.getByRole('link', { name: 'Write b' }).click()
  await opened.sees('Timeline')
  await opened.sees('Write b')
})

test.skipIf(isVariant || !hasChromium)(
  '[web-killed] a draft and half a sentence outlive the server: both are sent as one batch by the next',
  async () => {
    using room = newRoom()
    const { task } = await waits(room)
    const first = await startUi(room)
    await using opened = await openPage(first, { width: 1000, height: 1600 })
    const { page } = opened
    await openReview(opened, task)
    await commentOn(opened, 'limit = 10', 'A draft.')
    await page.locator('.line', { hasText: 'const twenty' }).click()
    await page.keyboard.press('c')
    await page.waitForSelector('textarea:focus')
    await page.keyboard.type('Half a')
    await first.kill('SIGKILL')
    await opened.sees('The server is away')
    await page.keyboard.type(' sentence.')
    expect(await page.inputValue('textarea')).toBe('Half a sentence.')
    await using second = await startUi(room, { port: first.port })
    // The page connects again by itself; nothing has to be loaded.
    await until(async () => !(await opened.text()).includes('The server is away'))
    expect(await page.inputValue('textarea')).toBe('Half a sentence.')
    await page.focus('textarea')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await drafts(room)).length === 2)
    expect((await drafts(room)).toSorted()).toEqual(['A draft.', 'Half a sentence.'])
    await page.waitForSelector('textarea', { state: 'detached' })
    await page.keyboard.press('r')
    await page.waitForSelector('dialog[open] textarea')
    await page.keyboard.press('Control+Enter')
    await until(() => room.allEvents().some(({ kind }) => kind === 'review.changes-requested'))
    const comments = (await room.tasks())[0]?.review?.comments ?? []
    expect(comments.map(({ state, batch }) => [state, batch])).toEqual([
      ['sent', 1],
      ['sent', 1],
    ])
    expect(second.port).toBe(first.port)
  },
)

/** What a person would notice if something moved. */
async function standing({ page }: OpenedPage): Promise<unknown> {
  return page.evaluate<unknown>(`({
    scroll: scrollY,
    focus: document.activeElement.tagName + ' ' + document.activeElement.selectionStart,
    text: document.activeElement.value,
    lines: [...document.querySelectorAll('.line')].map((line) => [line.innerText, line.getBoundingClientRect().top]),
  })`)
}

test.skipIf(isVariant || !hasChromium)(
  '[web-live] while something changes, a page keeps its place, its focus and the cursor in the text',
  async () => {
    using room = newRoom()
    const { task, repository } = await waits(room)
    await using ui = await startUi(room)
    await using opened = await openPage(ui, { width: 1000, height: 700 })
    const { page } = opened
    await openReview(opened, task)
    // The last change of the longer file, far below.
    for (const key of ']]') await page.keyboard.press(key)
    await opened.sees('const twenty')
    for (const key of 'nnnjc') await page.keyboard.press(key)
    await page.waitForSelector('textarea:focus')
    await opened.sees('const more')
    await page.keyboard.type('Half a sentence.')
    for (let back = 0; back < 5; back++) await page.keyboard.press('ArrowLeft')
    const before = await standing(opened)
    repository.write('src/api.ts', `export const limit = 11\n${'// more\n'.repeat(30)}`)
    expect((await room.run(['review', task, 'comment', 'src/long.ts:20', 'From a shell.', '--yes'])).code).toBe(0)
    await page.waitForSelector('.notice')
    expect(await standing(opened)).toEqual(before)
    // Asked for, the rows above have changed; what is in sight and the words stay.
    const field = page.locator('textarea')
    const box = await field.boundingBox()
    await page.evaluate(`window.field = document.querySelector('textarea')`)
    await page.click('.notice button')
    await page.waitForSelector('.notice', { state: 'detached' })
    expect(await page.evaluate<boolean>(`window.field.isConnected`)).toBe(true)
    const after = await field.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(2)
    expect(await page.inputValue('textarea')).toBe('Half a sentence.')
    expect(opened.errors).toEqual([])
  },
)

test.skipIf(isVariant || !hasChromium)(
  '[web-diff] a folded part opens where it was clicked, with comments before and behind it',
  async () => {
    using room = newRoom()
    const { task } = await waits(room)
    for (const line of [50, 60, 140]) {
      expect((await room.run(['review', task, 'comment', `src/long.ts:${line}`, `On ${line}.`, '--yes'])).code).toBe(0)
    }
    await using ui = await startUi(room)
    await using opened = await openPage(ui, { width: 1000, height: 900 })
    const { page } = opened
    await openReview(opened, task)
    // Behind the comment on line 60, before the change of line 100.
    const gap = page.locator('.row-gap', { hasText: /^33 unchanged lines$/ })
    await until(async () => {
      if ((await gap.count()) === 0) await page.evaluate('scrollBy(0, 300)')
      return (await gap.count()) > 0
    })
    await gap.click()
    await page.locator('.line', { hasText: 'value80 ' }).waitFor()
    expect(await page.locator('.line', { hasText: 'value30 ' }).count()).toBe(0)
  },
)
