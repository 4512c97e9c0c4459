// Claude Code and a person in a real browser: its work is commented there, it is sent back and taken up again there, replies
// to each comment, and is approved there. Nothing is typed into a terminal after the run has begun.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { closeBrowser, hasChromium, openPage, startUi, type OpenedPage } from '../e2e/browser.ts'
import { readableText, textsOf, type ModelRequest, type Step } from '../model-server/script.ts'
import { until } from '../until.ts'
import { openProject } from './checked-project.ts'
import { completeTask, eventsIn, outcomesIn, ourTool } from './gate.ts'
import { installAgent } from './install.ts'
import { agentSessionsIn, countIn, openBench, stintsIn, waitForNothing } from './run-agent.ts'
import { claude } from './run-claude.ts'

const installed = await installAgent(claude.package)
const missing = [
  ...(installed.kind === 'unavailable' ? [installed.reason] : []),
  ...(hasChromium ? [] : ['no Chromium is installed']),
]
const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join('; ')})`
const it = missing.length === 0 ? test : test.skip

beforeAll(() => {
  if (missing.length > 0) console.warn(`Claude Code reviewed in a browser${reason}`)
})
afterAll(closeBrowser)

const COMMENTS = [
  ['one', 'Why one? <b>"Really"</b>'],
  ['two', 'Say it in capitals.'],
  ['three', 'Is this the last?'],
] as const
const REPLIES = [
  'It is the first now.',
  'It is in capitals.',
  'Yes, nothing follows. <script>alert(1)</script>',
] as const

const write = (...lines: readonly string[]): string => `printf '${lines.join('\\n')}\\n' > made.txt`

/** A model that does as it was told: it copies the id of the nth comment. */
function reply(nth: number): Step {
  return (request) => {
    const ids = [...readableText(request).matchAll(/^(cmt_\w+) made\.txt:/gm)].map(([, id = '']) => id)
    return ourTool('address_comment', { id: ids[nth] ?? '', what: REPLIES[nth] ?? '' })
  }
}

async function comment({ page, sees }: OpenedPage, line: string, words: string): Promise<void> {
  await page.locator('.line', { hasText: line }).first().click()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.waitForSelector('textarea:focus')
  await page.keyboard.type(words)
  await page.getByRole('button', { name: 'Keep as a draft' }).click()
  await page.waitForSelector('textarea', { state: 'detached' })
  await sees(words)
}

it(`Claude Code is sent back by comments made in a browser, replies to each, and is approved there${reason}`, async () => {
  const { room } = openProject({ checks: [{ name: 'made', run: 'test -e made.txt' }], review: 'always' })
  const first = [claude.shell(write('one', 'two', 'three')), completeTask(), 'It is written.']
  const second = [claude.shell(write('first', 'TWO', 'three')), reply(0), reply(1), reply(2), completeTask(), 'Done.']
  const agentBinary = installed.kind === 'installed' ? installed.binary : ''
  const bench = await openBench(claude, agentBinary, { room, script: [...first, ...second] })
  const { home, model, env } = bench
  try {
    expect((await bench.run('Write made.txt.')).exitCode).toBe(9)
    const place = {
      cwd: room.cwd,
      env,
      run: (args: string[]) => Promise.resolve(home.fullstop(...args)),
    }
    {
      await using ui = await startUi(place)
      await using opened = await openPage(ui, { width: 1000, height: 1600 })
      const { page, sees } = opened
      await opened.goTo('/')
      await page.click('.card')
      await sees('every completion needs a person here')
      await page.waitForSelector('.line')
      for (const [line, words] of COMMENTS) await comment(opened, line, words)
      await page.getByRole('button', { name: 'Request changes' }).click()
      await page.waitForSelector('textarea:focus')
      await page.keyboard.type('Nearly there.')
      await page.getByRole('button', { name: 'Send to the agent' }).click()
      await sees('The feedback is kept.')
      expect(model.mainRequests()).toHaveLength(first.length)

      await page.click('.review-head a')
      await page.getByRole('button', { name: 'Resume …' }).click()
      await page.getByRole('button', { name: 'Resume', exact: true }).click()
      await until(
        () => stintsIn(room).join() === 'first stopped,same stopped' && outcomesIn(room).join() === 'awaiting-review',
        () => `${stintsIn(room).join()} ${outcomesIn(room).join()}`,
      )
      const requests = model.mainRequests()
      expect(requests).toHaveLength(first.length + second.length)
      const told = textsOf(requests[first.length] as ModelRequest, 'user').join('\n')
      expect(told).toContain('Please address this feedback: Nearly there.')
      COMMENTS.forEach(([line, words], nth) => {
        expect(told).toMatch(
          new RegExp(`cmt_\\w+ made\\.txt:${nth + 1}\n  > ${line}\n  ${words.replace(/\W/g, '\\$&')}`),
        )
        expect(requests.map((request) => Math.min(1, countIn(request, words)))).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1])
      })
      expect(new Set(agentSessionsIn(room)).size).toBe(1)
      const by = eventsIn(room).flatMap((event) => (event.kind === 'review.changes-requested' ? [event.by.by] : []))
      expect(by).toEqual(['browser'])

      // The page of the task heard of it; the review is another one now, with a reply below each comment.
      await page.getByRole('link', { name: 'Review it' }).click()
      for (const what of [...COMMENTS.map(([, words]) => words), ...REPLIES, 'TWO']) await sees(what)
      await page.getByRole('button', { name: 'Approve' }).click()
      await sees('You approve')
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await sees('is completed.')
      expect(outcomesIn(room)).toEqual(['completed'])
      expect(model.mainRequests()).toHaveLength(first.length + second.length)
      expect(opened.errors).toEqual([])
    }
    await waitForNothing(room)
  } finally {
    await bench.close()
  }
})
