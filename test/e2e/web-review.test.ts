// The stories of a review in a browser: the same ones as on the terminal's screen, by the same keys.
import { afterAll, expect, test } from 'bun:test'
import { isVariant } from '../rounds.ts'
import { closeBrowser, hasChromium, type Look, openPage, type OpenedPage, startUi } from './browser.ts'
import { outcomes, until } from './checking.ts'
import { drafts, tellReviewStories, waitingTask } from './review-stories.ts'
import { newRoom, type Room } from './room.ts'

afterAll(closeBrowser)

tellReviewStories({
  name: (story) => `[web-review] ${story}`,
  by: 'browser',
  isThere: hasChromium,
  // `web-again` and `review-terminal.test.ts` tell what is left.
  tells: [],
  open: async (room, task) => {
    // As wide as it is still one column: side by side a removed line and its successor are one row.
    const ui = await startUi(room)
    const opened = await openPage(ui, { width: 1000, height: 1600 })
    const { page } = opened
    await opened.goTo(`/tasks/${task}/review`)
    await opened.sees('Why it waits')
    // Its lines come with a request of their own.
    await page.waitForSelector('.line')
    const write = async (words: string): Promise<void> => {
      await page.waitForSelector('textarea:focus')
      await page.keyboard.press('End')
      await page.keyboard.type(words)
      await page.keyboard.press('Control+Enter')
    }
    return {
      sees: opened.sees,
      press: async (keys) => {
        for (const key of keys) {
          // What is agreed to has to be read first.
          if (key === 'y' && (await page.locator('dialog[open]').count()) > 0) await page.waitForSelector('dialog kbd')
          await page.keyboard.press(key)
        }
      },
      write,
      reject: write,
      [Symbol.asyncDispose]: async () => {
        await opened[Symbol.asyncDispose]()
        await ui[Symbol.asyncDispose]()
      },
    }
  },
})

interface OpenedReview extends AsyncDisposable, Pick<OpenedPage, 'page' | 'sees' | 'text'> {
  readonly task: string
}

/** A claim that waits, in one column. */
async function openReview(room: Room, look: Look = {}): Promise<OpenedReview> {
  const { task } = await waitingTask(room)
  const ui = await startUi(room)
  const opened = await openPage(ui, { width: 1000, height: 1600, ...look })
  await opened.goTo(`/tasks/${task}/review`)
  await opened.sees('burst = 2')
  const { page, sees, text } = opened
  return {
    page,
    sees,
    text,
    task,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]()
      await ui[Symbol.asyncDispose]()
    },
  }
}

test.skipIf(isVariant || !hasChromium)(
  '[web-review] words written while the page is slow to read anew are kept',
  async () => {
    using room = newRoom()
    await using opened = await openReview(room, { isOwn: true })
    const { page } = opened
    for (const key of 'njc') await page.keyboard.press(key)
    await page.waitForSelector('textarea:focus')
    await page.keyboard.type('First.')
    // The reading after the draft was kept is overtaken by the one that the notice of the change asks for.
    const slow = Promise.withResolvers<void>()
    let reads = 0
    await page.route('**/api/tasks/*/review', async (route) => {
      if (++reads === 1) await slow.promise
      await route.continue()
    })
    await page.keyboard.press('Control+Enter')
    await opened.sees('First.')
    for (const key of 'gNc') await page.keyboard.press(key)
    await page.waitForSelector('textarea:focus')
    await page.keyboard.press('End')
    await page.keyboard.type(' Second.')
    await page.keyboard.press('Control+Enter')
    slow.resolve()
    await until(async () => (await drafts(room)).includes('First. Second.'))
    await opened.sees('First. Second.')
    expect(await page.locator('textarea').count()).toBe(0)
  },
)

test.skipIf(!hasChromium)('[web-review] words that are typed where no box is open approve nothing', async () => {
  using room = newRoom()
  await using opened = await openReview(room, { isOwn: true })
  const { page } = opened
  // The page's time stands still while somebody types, however slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('say')
  await opened.sees('You approve')
  // Not later either: somebody who types on does not answer.
  await page.keyboard.type('al')
  await page.clock.runFor(5000)
  await page.keyboard.type('ways')
  expect(await page.locator('dialog[open] button[type=submit] kbd').count()).toBe(0)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  await page.keyboard.press('a')
  await opened.sees('You approve')
  await page.clock.runFor(5000)
  await page.waitForSelector('dialog[open] button[type=submit] kbd')
  await page.keyboard.press('y')
  await until(async () => (await outcomes(room))[0] === 'completed')
})

test.skipIf(isVariant || !hasChromium)(
  '[web-review] a range is chosen by a click and a click with Shift on the code',
  async () => {
    using room = newRoom()
    await using opened = await openReview(room)
    const { page } = opened
    await page.getByText('limit = 10').click()
    await page.getByText('burst = 2').click({ modifiers: ['Shift'] })
    await page.keyboard.press('c')
    await page.waitForSelector('textarea:focus')
    await page.keyboard.type('Both?')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await drafts(room)).length > 0)
    const drafted = room.allEvents().find(({ kind }) => kind === 'comment.drafted')
    expect(drafted).toMatchObject({ comment: { line: 1, lastLine: 2 } })
  },
)

test.skipIf(isVariant || !hasChromium)(
  '[web-review] a link that was used already lets its own browser in',
  async () => {
    using room = newRoom()
    await using ui = await startUi(room)
    const link = await ui.link()
    await using opened = await openPage({ ...ui, link: () => Promise.resolve(link) })
    await opened.sees('Nothing waits for you')
    await opened.page.goto('about:blank')
    await opened.page.goto(link)
    await opened.sees('Nothing waits for you')
  },
)

test.skipIf(isVariant || !hasChromium)(
  '[web-review] words that were not sent are found again, also after the review',
  async () => {
    using room = newRoom()
    await using opened = await openReview(room)
    const { page } = opened
    for (const key of 'njvjc') await page.keyboard.press(key)
    await page.waitForSelector('textarea:focus')
    await page.keyboard.type('Left behind.')
    await page.keyboard.press('Escape')
    await opened.sees('1 not sent')
    await page.keyboard.press('r')
    await page.waitForSelector('dialog textarea')
    await page.keyboard.type('Nearly.')
    await page.keyboard.press('Escape')
    await opened.sees('2 not sent')
    expect((await room.run(['review', opened.task, 'reject', 'No.', '--yes'])).code).toBe(0)
    await page.reload()
    await opened.sees('rejected')
    // Words that were left are not opened again by themselves.
    expect(await page.locator('textarea').count()).toBe(0)
    await page.getByText('2 not sent').click()
    for (const text of ['request changes', 'Nearly.', 'src/api.ts:1-2', 'Left behind.']) await opened.sees(text)
    await page.getByText('Forget').first().click()
    await page.getByText('Forget').first().click()
    await page.locator('dialog').getByText('Go back').click()
    await page.waitForSelector('dialog', { state: 'detached' })
    expect(await opened.text()).not.toContain('not sent')
  },
)
