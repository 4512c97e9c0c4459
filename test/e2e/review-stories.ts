// The stories of a review, told once and played on two screens: the terminal and the browser. A screen says how its keys
// are pressed; what follows is read from the store.
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from '../../src/contract/event.ts'
import { isVariant } from '../rounds.ts'
import { asked, claim, needsPerson, outcomes, until } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

export interface ReviewScreen extends AsyncDisposable {
  /** Once the text stands there. */
  readonly sees: (text: string) => Promise<void>
  readonly press: (keys: string) => Promise<void>
  /** Types words where they are asked for, and sends or keeps them. */
  readonly write: (words: string) => Promise<void>
  /** A rejection is asked for once more on some screens. */
  readonly reject: (words: string) => Promise<void>
}

export interface ReviewScreens {
  /** The name of the test, with what it cites. */
  readonly name: (story: string) => string
  readonly by: 'terminal' | 'browser'
  readonly isThere: boolean
  /** The stories that this screen tells in any case: the other one has those that are left. */
  readonly tells: readonly string[]
  readonly open: (room: Room, task: string) => Promise<ReviewScreen>
}

interface WaitingTask {
  readonly task: string
  readonly repository: Repository
}

/** A task whose claim waits for a person. */
export async function waitingTask(room: Room): Promise<WaitingTask> {
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = await asked(room)
  repository.write('src/api.ts', 'export const limit = 10\nexport const burst = 2\n')
  expect(await claim(session, 'The limit is ten.')).toEqual(needsPerson('every completion needs a person here'))
  const [task] = await room.tasks()
  return { task: task?.id ?? '', repository }
}

async function eventOf(room: Room, kind: Event['kind']): Promise<Event | undefined> {
  const find = (): Event | undefined => room.allEvents().findLast((event) => event.kind === kind)
  await until(
    () => find() !== undefined,
    () => `no ${kind} in the store`,
  )
  return find()
}

export function tellReviewStories({ name, by, isThere, tells, open }: ReviewScreens): void {
  const tell = (story: string, play: () => Promise<void>): void =>
    test.skipIf(!isThere || (isVariant && !tells.includes(story)))(name(story), play)

  tell('a review is read, commented and sent back as one batch', async () => {
    using room = newRoom()
    const { task } = await waitingTask(room)
    await using screen = await open(room, task)
    for (const text of [
      'every completion needs a person here',
      'Write the answer.',
      'The limit is ten.',
      'burst = 2',
    ]) {
      await screen.sees(text)
    }
    await screen.press('njc')
    await screen.write('Ten of what?')
    expect(await eventOf(room, 'comment.drafted')).toMatchObject({
      comment: { path: 'src/api.ts', line: 1, side: 'new', words: 'Ten of what?' },
    })
    await screen.sees('Ten of what?')
    await screen.press('r')
    await screen.write('Nearly there.')
    expect(await eventOf(room, 'review.changes-requested')).toMatchObject({
      by: { by },
      words: 'Nearly there.',
      batch: 1,
    })
    expect(room.allEvents().find(({ kind }) => kind === 'review.viewed')).toMatchObject({ by: { by } })
  })

  tell('a range of lines is commented, the draft is written again and deleted', async () => {
    using room = newRoom()
    const { task } = await waitingTask(room)
    await using screen = await open(room, task)
    await screen.sees('burst = 2')
    await screen.press('njvjc')
    await screen.write('Both?')
    expect(await eventOf(room, 'comment.drafted')).toMatchObject({
      comment: { path: 'src/api.ts', line: 1, lastLine: 2, side: 'new', words: 'Both?' },
    })
    await screen.sees('Both?')
    await screen.press('gNc')
    await screen.write(' Really.')
    await until(async () => (await drafts(room)).includes('Both? Really.'))
    await screen.sees('Both? Really.')
    await screen.press('gNd')
    await eventOf(room, 'comment.removed')
    expect(await drafts(room)).toEqual([])
  })

  tell('a file that was moved and edited is one file, commented on where its line is gone', async () => {
    using room = newRoom()
    const lines = ['one', 'two', 'three', 'four'].map((word, at) => `export const ${word} = ${at + 1}\n`)
    const repository = makeRepository(room, { 'old/values.ts': lines.join('') })
    await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
    const session = await asked(room)
    rmSync(join(room.cwd, 'old'), { recursive: true })
    repository.write('new/values.ts', lines.with(2, 'export const three = 33\n').join(''))
    await claim(session, 'The values are moved.')
    const [task] = await room.tasks()
    await using screen = await open(room, task?.id ?? '')
    await screen.sees('three = 33')
    await screen.sees('old/values.ts → new/values.ts')
    await screen.press('nc')
    await screen.write('Why?')
    expect(await eventOf(room, 'comment.drafted')).toMatchObject({
      comment: { path: 'new/values.ts', line: 3, side: 'old', lineText: 'export const three = 3', words: 'Why?' },
    })
    await screen.sees('Why?')
  })

  tell('an approval shows what it approves, and completes the task', async () => {
    using room = newRoom()
    const { task } = await waitingTask(room)
    await using screen = await open(room, task)
    await screen.sees('burst = 2')
    await screen.press('a')
    await screen.sees('You approve')
    await screen.sees('1 changed')
    await screen.press('y')
    expect(await eventOf(room, 'review.approved')).toMatchObject({ by: { by } })
    await until(async () => (await outcomes(room))[0] === 'completed')
  })

  tell('a rejection ends the task, with its reason', async () => {
    using room = newRoom()
    const { task } = await waitingTask(room)
    await using screen = await open(room, task)
    await screen.sees('burst = 2')
    await screen.press('x')
    await screen.reject('Wrong approach.')
    expect(await eventOf(room, 'review.rejected')).toMatchObject({ by: { by }, words: 'Wrong approach.' })
    await until(async () => (await outcomes(room))[0] === 'rejected')
  })

  tell('the check that the agent disputes stands', async () => {
    using room = newRoom()
    const repository = makeRepository(room, { 'lint.sh': 'echo "answer.txt: forbidden name"\nexit 1\n' })
    await trustChecks(room, repository, [{ name: 'lint', run: 'sh lint.sh' }])
    const session = await asked(room)
    repository.write('answer.txt', '42\n')
    const why = 'It forbids the name that was asked for'
    await session.shell(['claim', 'success', '--summary', 'Written.', '--dispute', 'lint', '--why', why])
    await session.stop()
    const [task] = await room.tasks()
    await using screen = await open(room, task?.id ?? '')
    await screen.sees('the agent says that it is wrong: It forbids')
    await screen.press('s')
    await screen.write('The linter is right.')
    expect(await eventOf(room, 'review.changes-requested')).toMatchObject({ by: { by }, stands: ['lint'] })
  })

  tell('an answer from elsewhere comes first: the screen says so', async () => {
    using room = newRoom()
    const { task } = await waitingTask(room)
    await using screen = await open(room, task)
    await screen.sees('burst = 2')
    await screen.press('a')
    await screen.sees('You approve')
    expect((await room.run(['review', task, 'reject', 'No.', '--yes'])).code).toBe(0)
    await screen.press('y')
    await screen.sees('rejected')
    expect(await outcomes(room)).toEqual(['rejected'])
  })

  tell('files that changed since the checks ran are not approved', async () => {
    using room = newRoom()
    const { task, repository } = await waitingTask(room)
    await using screen = await open(room, task)
    await screen.sees('burst = 2')
    repository.write('src/api.ts', 'export const limit = 11\n')
    await screen.press('ay')
    await screen.sees('changed')
    expect(await outcomes(room)).toEqual(['awaiting-review'])
  })
}

export async function drafts(room: Room): Promise<string[]> {
  const [task] = await room.tasks()
  return task?.review?.comments.filter(({ state }) => state === 'draft').map(({ words }) => words) ?? []
}
