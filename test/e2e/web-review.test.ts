// The stories of a review in a browser: the same ones as on the terminal's screen, by the same keys.
import { afterAll } from 'bun:test'
import { closeBrowser, hasChromium, openPage, startUi } from './browser.ts'
import { tellReviewStories } from './review-stories.ts'

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
