// The stories of a review in a browser: the same ones as on the terminal's screen, by the same keys.
import { afterAll, expect, test } from 'bun:test'
import { closeBrowser, hasChromium, openPage, startUi } from './browser.ts'
import { until } from './checking.ts'
import { drafts, tellReviewStories, waitingTask } from './review-stories.ts'
import { newRoom } from './room.ts'

afterAll(closeBrowser)

tellReviewStories({
  name: (story) => `[web-review] ${story}`,
  by: 'browser',
  isThere: hasChromium,
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
        for (const key of keys) await page.keyboard.press(key)
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

test.skipIf(!hasChromium)('[web-review] words written while the page is slow to read anew are kept', async () => {
  using room = newRoom()
  const { task } = await waitingTask(room)
  await using ui = await startUi(room)
  await using opened = await openPage(ui, { width: 1000, height: 1600 })
  const { page } = opened
  await opened.goTo(`/tasks/${task}/review`)
  await page.waitForSelector('.line')
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
})
