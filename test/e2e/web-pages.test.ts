// The pages of the browser on real stores: what they show, in both themes and at the width of a phone, while something
// changes, when the server dies, and when the text on them is hostile.
import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeBrowser, findBarriers, hasChromium, openPage, type OpenedPage, startUi } from './browser.ts'
import { asked, claim, outcomes, until } from './checking.ts'
import { isVariant, quarterOf, someOf } from '../rounds.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { waitingTask } from './review-stories.ts'
import { newRoom } from './room.ts'
import { running } from './running.ts'

afterAll(closeBrowser)

const pagesOf = (task: string): readonly string[] => [
  '/',
  '/tasks',
  `/tasks/${task}`,
  `/tasks/${task}/changes`,
  `/tasks/${task}/checks`,
  `/tasks/${task}/brief`,
  `/tasks/${task}/review`,
  '/figures',
]

/** A run that was sent back once and waits for a person. */
async function sentBack(): ReturnType<typeof running> {
  const at = await running(undefined, { review: 'always' })
  const say = { do: 'say', text: 'Done.\n\n{token}' } as const
  at.script([
    [{ do: 'write', file: 'answer', text: '41\n' }, say, { do: 'stop', cost: 0.5 }],
    [{ do: 'write', file: 'answer', text: '42\n' }, say, { do: 'stop', cost: 0.25 }],
  ])
  await at.run(['--json'])
  return at
}

const isTooWide = (opened: OpenedPage): Promise<number> =>
  opened.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

/** A page follows theme and width while it is open, so it is loaded once for all of them. */
const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [
  { theme, width: 1280, height: 900, lines: '.line.split' },
  { theme, width: 400, height: 800, lines: '.line:not(.split)' },
])

/** Of the nth page: one of them, where not all is played. The next page is seen in another one. */
function looksOf(nth: number): typeof LOOKS {
  return quarterOf(LOOKS, nth)
}

test.skipIf(!hasChromium)('[web-access] no page has a barrier in either theme, on a desk or a phone', async () => {
  using at = await sentBack()
  const task = (await at.room.tasks())[0]?.id ?? ''
  await using ui = await startUi(at.room)
  await using opened = await openPage(ui)
  const { page } = opened
  // Without motion a colour is its new one at once, and nothing is measured half way between two themes.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let nth = 0
  const expectNone = async (what: string, hasLines: boolean): Promise<void> => {
    for (const { theme, width, height, lines } of looksOf(nth++)) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height })
      if (hasLines) await page.waitForSelector(lines)
      const barriers = await findBarriers(page, theme === 'light' ? 'all' : 'colours')
      expect([what, theme, width, barriers]).toEqual([what, theme, width, []])
      expect([what, theme, width, Math.max(0, await isTooWide(opened))]).toEqual([what, theme, width, 0])
    }
  }
  for (const path of isVariant ? pagesOf(task).filter((_, at) => at % 2 === 0) : pagesOf(task)) {
    await opened.goTo(path)
    await expectNone(path, /review|changes/.test(path))
  }
  for (const keys of someOf(['a', 'r', '?', 'njc'])) {
    await opened.goTo(`/tasks/${task}/review`)
    await page.waitForSelector('.line')
    for (const key of keys) await page.keyboard.press(key)
    await page.waitForSelector('dialog[open], textarea')
    await expectNone(keys, false)
  }
  expect(opened.errors).toEqual([])
})

test.skipIf(!hasChromium)('[web-pages] a run that was sent back is told from its request to what it cost', async () => {
  using at = await sentBack()
  const task = (await at.room.tasks())[0]?.id ?? ''
  await using ui = await startUi(at.room)
  await using opened = await openPage(ui)
  await opened.sees('every completion needs a person here')
  await opened.page.click('.card')
  await opened.sees('Earlier refusals')
  await opened.page.waitForSelector('.line.added, .half.added')
  await opened.goTo(`/tasks/${task}`)
  for (const text of ['Write the answer.', 'refused: check "answer" failed', '$0.75', 'Review it'])
    await opened.sees(text)
  // U15: the claim stands before the check that it was refused for.
  const subjects = await opened.page.locator('.moment-subject').allTextContents()
  expect(subjects.filter((one) => one === 'claim' || one === 'check')).toEqual(['claim', 'check', 'claim', 'check'])
  await opened.goTo(`/tasks/${task}/checks`)
  await opened.sees('the answer is wrong')
  await opened.page.getByText('All of its output').first().click()
  await opened.page.waitForSelector('.log pre')
  await opened.goTo(`/tasks/${task}/brief`)
  await opened.sees('What a new session of this task would be told')
  await opened.goTo('/figures')
  for (const text of [
    'Was it worth refusing?',
    'claimed done, but a check failed',
    'When an agent says done, is it?',
    // The words of `fullstop stats`.
    'undecided: no check could decide it, and no person has',
  ]) {
    await opened.sees(text)
  }
  await until(async () => (await opened.page.title()) === '(1) Figures · Fullstop')
  await opened.goTo(`/tasks/${task}/review`)
  await until(async () => (await opened.page.title()) === `(1) Review of ${task} · Fullstop`)
  expect(opened.errors).toEqual([])
})

test.skipIf(isVariant || !hasChromium)(
  '[web-live] what waits, and what happened to it, comes to an open page by itself',
  async () => {
    using room = newRoom()
    await using ui = await startUi(room)
    await using opened = await openPage(ui)
    await opened.sees('Nothing waits for you')
    const { task } = await waitingTask(room)
    await opened.sees('every completion needs a person here')
    await opened.goTo('/tasks')
    await opened.sees('awaiting review')
    await opened.page.selectOption('select[aria-label="State"]', 'awaiting-review')
    await opened.sees('Write the answer.')
    await opened.page.fill('input[type=search]', 'no such request')
    await opened.sees('No task matches')
    await opened.page.fill('input[type=search]', '')
    await opened.sees('Write the answer.')
    await opened.goTo(`/tasks/${task}/review`)
    await opened.page.waitForSelector('.line')
    // Somebody answers at a shell: a banner says so, and what is on the page stays until it is asked for.
    expect((await room.run(['review', task, 'approve', '--yes'])).code).toBe(0)
    await opened.sees('This review is over: approved')
    expect(await opened.page.locator('.bar').getByText('Approve').count()).toBe(1)
    await opened.page.keyboard.press('R')
    await opened.sees('What else waits')
    // Where nothing waits, an address without a page opens on the tasks.
    await opened.goTo('/')
    await until(async () => (await opened.page.title()) === 'Tasks · Fullstop')
    await opened.page.getByRole('link', { name: 'Waiting' }).click()
    await opened.sees('Nothing waits for you')
    await opened.goTo('/waiting')
    await opened.sees('Nothing waits for you')
  },
)

test.skipIf(!hasChromium)('[web-live] a banner tells of a change, and no letter of a comment is lost', async () => {
  using room = newRoom()
  const { task, repository } = await waitingTask(room)
  await using ui = await startUi(room)
  await using opened = await openPage(ui, { width: 1000 })
  await opened.goTo(`/tasks/${task}/review`)
  await opened.page.waitForSelector('.line')
  for (const key of 'njc') await opened.page.keyboard.press(key)
  await opened.page.keyboard.type('Half a sen')
  repository.write('src/other.ts', 'export const more = 1\n')
  expect((await room.run(['review', task, 'comment', 'src/api.ts:2', 'From a shell.', '--yes'])).code).toBe(0)
  await opened.page.waitForSelector('.notice')
  await opened.page.keyboard.type('tence.')
  expect(await opened.page.inputValue('textarea')).toBe('Half a sentence.')
  expect(await opened.text()).not.toContain('From a shell.')
  await opened.page.click('.notice button')
  await opened.sees('From a shell.')
  expect(await opened.page.inputValue('textarea')).toBe('Half a sentence.')
  await opened.page.focus('textarea')
  await opened.page.keyboard.press('Control+Enter')
  await until(async () =>
    ((await room.tasks())[0]?.review?.comments ?? []).some(({ words }) => words === 'Half a sentence.'),
  )
})

test.skipIf(!hasChromium)(
  '[web-killed] the server dies in mid-review: words and drafts are kept, and can be sent',
  async () => {
    using room = newRoom()
    const { task } = await waitingTask(room)
    const first = await startUi(room)
    await using opened = await openPage(first, { width: 1000 })
    await opened.goTo(`/tasks/${task}/review`)
    await opened.page.waitForSelector('.line')
    for (const key of 'njc') await opened.page.keyboard.press(key)
    await opened.page.keyboard.type('Kept?')
    await first.kill('SIGKILL')
    await opened.sees('The server is away')
    await opened.page.keyboard.press('Control+Enter')
    await opened.sees('The server does not answer')
    await using second = await startUi(room, { port: first.port })
    // A page that is loaded anew has the words, too.
    await opened.goTo(`/tasks/${task}/review`)
    await opened.page.waitForSelector('textarea')
    expect(await opened.page.inputValue('textarea')).toBe('Kept?')
    await opened.page.focus('textarea')
    await opened.page.keyboard.press('Control+Enter')
    await until(async () => ((await room.tasks())[0]?.review?.comments ?? []).some(({ words }) => words === 'Kept?'))
    expect(second.port).toBe(first.port)
  },
)

test.skipIf(!hasChromium)('[web-at-once] two browsers and a shell answer at once: one answer counts', async () => {
  using room = newRoom()
  const { task } = await waitingTask(room)
  await using ui = await startUi(room)
  await using one = await openPage(ui)
  await using other = await openPage(ui)
  for (const { goTo, page } of [one, other]) {
    await goTo(`/tasks/${task}/review`)
    await page.waitForSelector('.line')
    await page.keyboard.press('a')
    await page.waitForSelector('dialog[open]')
  }
  const shell = room.run(['review', task, 'reject', 'No.', '--yes'])
  await Promise.all([one.page.keyboard.press('y'), other.page.keyboard.press('y'), shell])
  const isAnswer = (kind: string): boolean => /^review\.(?:approved|rejected)$/.test(kind)
  await until(() => room.allEvents().some(({ kind }) => isAnswer(kind)))
  const sees = ({ text }: OpenedPage): Promise<boolean> =>
    text().then((seen) => /What else waits|too late|over:/i.test(seen))
  await until(async () => (await sees(one)) && (await sees(other)))
  const answers = room.allEvents().filter(({ kind }) => isAnswer(kind))
  expect(answers).toHaveLength(1)
  expect(await outcomes(room)).toEqual([answers[0]?.kind === 'review.approved' ? 'completed' : 'rejected'])
})

test.skipIf(!hasChromium)('[web-hostile] whatever a repository or an agent wrote stays text', async () => {
  using room = newRoom()
  const evil = '<img src=x onerror="document.title=`owned`"><script>document.title="owned"</script>'
  const name = 'a "quoted" <b>name</b>&amp;.ts'
  const repository = makeRepository(room, { [name]: 'const a = 1\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'sh evil.sh' }], { review: 'always', baseline: 'off' })
  writeFileSync(join(room.cwd, 'evil.sh'), `printf '%s\\n\\033[31mred\\033[0m\\n' '${evil.replaceAll("'", '')}'\n`)
  const session = await asked(room)
  repository.write(name, `const a = 2 // ${evil}\n\u001b]0;owned\u0007\n`)
  await claim(session, `Done. ${evil}`)
  const task = (await room.tasks())[0]?.id ?? ''
  await using ui = await startUi(room)
  await using opened = await openPage(ui, { width: 1000, height: 1600 })
  for (const path of pagesOf(task)) {
    await opened.goTo(path)
    if (/review|changes/.test(path)) await opened.page.waitForSelector('.line')
    const made = await opened.page.locator('main img, main script, main b, main iframe').count()
    expect([path, made, await opened.page.title().then((title) => title.includes('owned'))]).toEqual([path, 0, false])
  }
  await opened.goTo(`/tasks/${task}/review`)
  await opened.sees(evil)
  await opened.sees('a "quoted" <b>name</b>&amp;.ts')
  expect(await opened.text()).not.toContain('\u001b')
  expect(opened.errors).toEqual([])
})

test.skipIf(isVariant || !hasChromium)(
  '[web-diff] files are marked as viewed, stay so, and unread again once they change',
  async () => {
    using room = newRoom()
    const { task, repository } = await waitingTask(room)
    await using ui = await startUi(room)
    await using opened = await openPage(ui)
    const isViewed = async (): Promise<boolean> => {
      await opened.goTo(`/tasks/${task}/review`)
      await opened.page.waitForSelector('.row-file')
      return opened.page.isChecked('.viewed input')
    }
    await opened.goTo(`/tasks/${task}/review`)
    await opened.page.waitForSelector('.half.added')
    await opened.page.check('.viewed input')
    await until(
      async () => (await opened.page.locator('.line').count()) === 0,
      () => 'the file stays open',
    )
    expect(await isViewed()).toBe(true)
    repository.write('src/api.ts', 'export const limit = 12\n')
    expect(await isViewed()).toBe(false)
  },
)

test.skipIf(!hasChromium)('[web-diff] side by side from 1,100 pixels, in one column below', async () => {
  using room = newRoom()
  const { task } = await waitingTask(room)
  await using ui = await startUi(room)
  await using opened = await openPage(ui, { width: 1100 })
  await opened.goTo(`/tasks/${task}/review`)
  await opened.page.waitForSelector('.line.split')
  expect(await opened.page.locator('.half.removed + .half.added').innerText()).toContain('export const limit = 10')
  expect(await opened.page.locator('.half.added .word').first().innerText()).toBe('10')
  await opened.page.setViewportSize({ width: 1099, height: 900 })
  await opened.page.waitForSelector('.line.added')
  expect(await opened.page.locator('.line.split').count()).toBe(0)
  await opened.page.setViewportSize({ width: 400, height: 800 })
  await opened.page.waitForSelector('.line.added')
  expect(await isTooWide(opened)).toBe(0)
})

test.skipIf(!hasChromium)('[web-orders] a task is cancelled from its page', async () => {
  using room = newRoom()
  const { task } = await waitingTask(room)
  await using ui = await startUi(room)
  await using opened = await openPage(ui)
  await opened.goTo(`/tasks/${task}`)
  await opened.page.getByRole('button', { name: 'Cancel …' }).click()
  await opened.page.getByRole('button', { name: 'Cancel the task' }).click()
  await until(async () => (await outcomes(room))[0] === 'cancelled')
  await opened.sees('cancelled')
})

test.skipIf(!hasChromium)('[web-theme] the theme is chosen by the person, and stays', async () => {
  using room = newRoom()
  await using ui = await startUi(room)
  await using opened = await openPage(ui, { theme: 'light' })
  const background = (): Promise<string> =>
    opened.page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await opened.page.click('.theme')
  await opened.page.click('.theme')
  const dark = await background()
  expect(dark).not.toBe(light)
  await opened.goTo('/tasks')
  expect(await background()).toBe(dark)
})
