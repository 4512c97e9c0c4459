// Many pages in one browser: it has six connections to a server for all of them together.
import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { isExhaustive } from '../rounds.ts'
import { closeBrowser, hasChromium, openPage, startUi } from './browser.ts'
import { waitingTask } from './review-stories.ts'
import { newRoom } from './room.ts'

afterAll(closeBrowser)

/** More than it has connections. */
const TABS = isExhaustive ? 9 : 7

/** As when the person turns to another tab, and back. Without a window the browser itself shows all of them. */
async function show(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${!isSeen} });
     document.dispatchEvent(new Event('visibilitychange'))`,
  )
}

test.skipIf(!hasChromium)(
  '[ui-live] more tabs of one browser than it has connections are all served, and each is up to date once it is seen',
  async () => {
    using room = newRoom()
    await using ui = await startUi(room)
    await using first = await openPage(ui, { isOwn: true })
    const tabs = [first.page]
    await first.sees('Nothing waits for you')
    while (tabs.length < TABS) {
      for (const tab of tabs.slice(-1)) await show(tab, false)
      const tab = await first.page.context().newPage()
      await tab.goto(`${ui.url}/`)
      await tab.getByText('Nothing waits for you').waitFor()
      tabs.push(tab)
    }
    await waitingTask(room)
    await tabs.at(-1)?.getByText('every completion needs a person here').waitFor()
    // One of those that nobody sees still tells by its title that something waits.
    const told = async (): Promise<number> => {
      const titles = await Promise.all(tabs.slice(0, -1).map((tab) => tab.title()))
      return titles.filter((title) => title.startsWith('(1)')).length
    }
    await until(async () => (await told()) === 1)
    for (const tab of tabs) {
      for (const other of tabs) await show(other, other === tab)
      await tab.getByText('every completion needs a person here').waitFor()
    }
    expect(first.errors).toEqual([])
  },
)
