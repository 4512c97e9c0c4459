// `npm run picture:browser`: takes the pictures of docs/browser.md, every page in both themes and on a phone, of a store
// that real runs have filled. Not part of the tests; `bun test` gives it their rooms.
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { closeBrowser, openPage, startUi, type Look } from './browser.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom } from './room.ts'
import { claims, type Running, runningIn } from './running.ts'
import type { Act, Turn } from '../fake-agents/script.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures', 'browser')
const LOOKS: Readonly<Record<string, Look>> = {
  light: { theme: 'light', width: 1280, height: 860 },
  dark: { theme: 'dark', width: 1280, height: 860 },
  phone: { theme: 'light', width: 400, height: 860 },
}
const CHECKS = [{ name: 'test', run: 'sh test.sh' }]
const saysDone: Act = { do: 'say', text: 'Done, and the tests pass.\n\n{token}', tokens: 900 }
const REQUEST = 'Try an upload up to three times, with a growing pause between the attempts.'

const BEFORE = `import { send } from './send.ts'

/** Sends a file. */
export async function upload(file: File): Promise<void> {
  await send(file)
}

export function nameOf(file: File): string {
  return file.name
}
`
const AFTER = `import { send } from './send.ts'
import { sleep } from './sleep.ts'

const ATTEMPTS = 3

/** Sends a file, up to three times. */
export async function upload(file: File): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // A lost connection is worth another try.
    if (await send(file)) return
    await sleep(100 * 2 ** attempt)
  }
  throw new Error(\`\${nameOf(file)} was not sent\`)
}

export function nameOf(file: File): string {
  return file.name
}
`
const TEST = "import { test } from 'node:test'\n\ntest('uploads', () => {})\n"

afterAll(closeBrowser)

test('every page', async () => {
  using at = await filled()
  const { room } = at
  const waiting = (await room.tasks()).find(({ status }) => status === 'awaiting-review')
  const task = waiting?.id ?? ''
  await using ui = await startUi(room, { env: at.env })
  for (const [name, look] of Object.entries(LOOKS)) {
    await using opened = await openPage(ui, look)
    const { page } = opened
    const take = (what: string): Promise<Buffer> =>
      page.screenshot({ path: join(FOLDER, `${what}-${name}.png`), animations: 'disabled' })
    for (const [what, path, sign] of [
      ['waiting', '/', '.card'],
      ['tasks', '/tasks', 'main a'],
      ['task', `/tasks/${task}`, '.story'],
      ['changes', `/tasks/${task}/changes`, '.line, .half'],
      ['checks', `/tasks/${task}/checks`, 'main h1'],
      ['brief', `/tasks/${task}/brief`, 'main pre'],
      ['figures', '/figures', 'main h2'],
      ['review', `/tasks/${task}/review`, 'main h2'],
    ] as const) {
      await opened.goTo(path)
      await page.waitForSelector(sign)
      await take(what)
    }
    await opened.sees('Why it waits')
    for (const key of ']]njjj') await page.keyboard.press(key)
    if (name === 'light') {
      await page.keyboard.press('c')
      await page.waitForSelector('textarea:focus')
      await page.keyboard.type('Why not ask the caller how often?')
      await page.keyboard.press('Control+Enter')
    }
    await opened.sees('Why not ask the caller how often?')
    await take('diff')
  }
})

/** A task that was completed, a list that waits for a person at one item, and a run that was sent back once. */
async function filled(): Promise<Running> {
  const room = newRoom()
  const repository = makeRepository(room, {
    'src/upload.ts': BEFORE,
    'src/upload.test.ts': TEST,
    'test.sh':
      'grep -rq "await sleep" src || ! grep -rq ATTEMPTS src || { echo "no pause between attempts"; exit 1; }\n',
    'TODO.md': '# Next\n\n- [ ] Show the size of each file\n- [ ] Sort files by name\n- [ ] Remember the last folder\n',
  })
  repository.git('config', 'user.name', 'Ada')
  repository.git('config', 'user.email', 'ada@example.com')
  await trustChecks(room, repository, CHECKS)
  const at = runningIn(room, repository)
  const write = (file: string, text: string): Act => ({ do: 'write', file, text })
  const turn = (...acts: readonly Act[]): Turn => [...acts, { do: 'stop', cost: 0.2 }]
  at.script([
    turn(write('README.md', '# Project\n\nDrop a folder to upload it.\n'), saysDone),
    turn(write('src/size.ts', 'export const size = 1\n'), saysDone),
    turn(write('src/sort.ts', 'export const sort = 1\n'), saysDone),
    [claims('blocked', { remaining_work: 'all of it', needs: 'credentials' }), { do: 'stop', cost: 0.1 }],
    turn(write('src/upload.ts', AFTER.replace('    await sleep(100 * 2 ** attempt)\n', '')), saysDone),
    turn(
      write('src/upload.ts', AFTER),
      write('src/upload.test.ts', `${TEST}\ntest('tries three times', () => {})\n`),
      saysDone,
    ),
  ])
  expect((await at.run([], { prompt: 'Say in the README how to upload a folder.' })).code).toBe(0)
  repository.commit('Say how to upload a folder')
  expect((await at.goOn(['run', '--tasks', 'TODO.md', '--agent', 'claude'])).code).toBe(4)
  await trustChecks(room, repository, CHECKS, { review: 'always' })
  expect((await at.run([], { prompt: REQUEST })).code).toBe(9)
  return at
}
