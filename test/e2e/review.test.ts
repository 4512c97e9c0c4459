// Reviews of claims in hook sessions, from the shell: the list, the page, the answers, and how they reach the agent.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import type { ReviewMaterial, WaitingReview } from '../../src/contract/view/review.ts'
import type { ClaudeSession } from '../fake-agents/claude-session.ts'
import { amount, isVariant } from '../rounds.ts'
import { asked, claim, completed, gated, letGo, needsPerson, outcomes, until, verifying } from './checking.ts'
import { claudeServerEnv, serve, structured, success, textOf } from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'
import { HOOK_LIMIT } from '../limits.ts'

interface Waiting {
  readonly room: Room
  readonly repository: Repository
  readonly session: ClaudeSession
  readonly task: string
}

/** A task whose claim waits for a person: the check passes, and every completion needs one. */
async function waiting(room: Room, config: Config = {}, run = 'true'): Promise<Waiting> {
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [{ name: 'test', run }], { review: 'always', ...config })
  const session = await asked(room)
  repository.write('src/api.ts', 'export const limit = 10\nexport const burst = 2\n')
  expect(await claim(session, 'The limit is ten.')).toEqual(needsPerson('every completion needs a person here'))
  const [task] = await room.tasks()
  return { room, repository, session, task: task?.id ?? '' }
}

const review = (room: Room, ...args: readonly string[]): Promise<Output> => room.run(['review', ...args])
const answer = (room: Room, ...args: readonly string[]): Promise<Output> => room.run(['review', ...args, '--yes'])
const kinds = (room: Room, prefix = 'review.'): string[] =>
  room
    .allEvents()
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith(prefix))
/** What a prompt hook gives the agent beside the prompt. */
const given = ({ stdout }: Output): string =>
  (JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } }).hookSpecificOutput
    ?.additionalContext ?? ''

test.skipIf(isVariant)('[review-list] nothing waits', async () => {
  using room = newRoom()
  expect(await review(room)).toEqual({ code: 1, stdout: 'Nothing waits for you.\n', stderr: '' })
  expect(await review(room, '--json')).toEqual({ code: 1, stdout: '[]\n', stderr: '' })
})

test('[review-list] what waits is listed with its age, folder and reason, for people and for scripts', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const { code, stdout } = await review(room)
  expect([code, stdout.split('\n').map((line) => line.replace(/ \d+s /, ' AGE '))]).toEqual([
    0,
    [
      `TASK           WAITS FOR  AGE  ${'FOLDER'.padEnd(room.cwd.length)}  WHY`,
      `${task}  review     AGE   ${room.cwd}  every completion needs a person here`,
      '',
    ],
  ])
  const [only] = JSON.parse((await review(room, '--json')).stdout) as WaitingReview[]
  expect(only).toEqual({
    review: expect.stringMatching(/^rev_/),
    kind: 'claim',
    task,
    agent: 'claude',
    title: 'Write the answer.',
    folder: room.cwd,
    why: [{ code: 'review-needed', text: 'every completion needs a person here' }],
    since: expect.any(String),
  })
})

test('[review-show] the page shows everything in order', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const { code, stdout } = await review(room, task)
  const lines = stdout
    .replaceAll(/\b\d+(?:\.\d)? ?m?s\b/g, 'TIME')
    .replaceAll(/log: .*/g, 'log: PATH')
    .replaceAll(/[0-9a-f]{12}:/g, 'TREE:')
    .split('\n')
  expect([code, lines]).toEqual([
    0,
    [
      `awaiting-review  ${task}  Write the answer.`,
      `in ${room.cwd}`,
      '',
      'Why it waits, for TIME',
      '  every completion needs a person here',
      '',
      'Request',
      '  Write the answer.',
      '',
      'Claim 1: success, by done-token, TIME ago',
      '  The limit is ten.',
      '',
      'Checks',
      '  passed         test  TIME, exit 0, TIME ago, on this tree',
      '      log: PATH',
      '',
      'Notes',
      '  claim 1 of this task',
      '  uncommitted changes: 1 file',
      '',
      'Tree',
      '  TREE: the files are as they were verified',
      '',
      'Changes since the task began: 1 file',
      '  M src/api.ts  +2 -1',
      '      1 -export const limit = 5',
      '      1 +export const limit = 10',
      '      2 +export const burst = 2',
      '',
      `answer  fullstop review ${task} approve`,
      `answer  fullstop review ${task} request-changes "…"`,
      `answer  fullstop review ${task} reject "…"`,
      '',
    ],
  ])
})

test.skipIf(isVariant)(
  '[review-show] a large file shows its changed lines, a larger one its sizes and how to see it',
  async () => {
    using room = newRoom()
    const { task, repository } = await waiting(room)
    const rows = (count: number): string => 'a row of a large file, unchanged\n'.repeat(count)
    const files = { 'large.txt': `${rows(12_000)}end\n`, 'larger.txt': rows(200_000) }
    for (const [path, text] of Object.entries(files)) repository.write(path, text)
    const before = await review(room, task)
    expect(before.stdout).toContain('  A large.txt  +12001 -0\n')
    expect(before.stdout).toContain('  A larger.txt  too large to show: 6.3 MB now\n')
    repository.git('add', '-A')
    repository.git('commit', '-qm', 'large files')
    const session = await asked(room)
    repository.write('large.txt', `${rows(12_000)}changed\n`)
    repository.write('larger.txt', rows(200_001))
    await claim(session, 'Done.')
    const [newest] = await room.tasks()
    const { stdout } = await review(room, newest?.id ?? '')
    expect(stdout).toContain('  12001 -end\n  12001 +changed\n')
    const head = repository.git('rev-parse', 'HEAD').slice(0, 12)
    expect(stdout).toContain(
      `larger.txt  too large to show: 6.3 MB before, 6.3 MB now; see git diff ${head} -- larger.txt\n`,
    )
  },
)

test.skipIf(isVariant)(
  '[review-show] what was uncommitted at the start and is neither source nor test says why it shows no lines',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room, { 'notes.txt': 'one\n' })
    await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
    repository.write('notes.txt', 'one\ntwo\n')
    const session = await asked(room)
    repository.write('notes.txt', 'one\ntwo\nthree\n')
    await claim(session, 'The notes are longer.')
    const [task] = await room.tasks()
    expect((await review(room, task?.id ?? '')).stdout).toContain(
      '  M notes.txt  no lines to show: it was not committed when the task began, and its text was not kept\n',
    )
  },
)

test('[review-changed] a review that opens after the stop keeps the files too: what changed since is known', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [gated(room)], { review: 'always' })
  const session = await asked(room, { within: HOOK_LIMIT })
  repository.write('src/api.ts', 'export const limit = 10\n')
  expect(await claim(session)).toEqual(verifying('gated'))
  letGo(room)
  await until(async () => (await outcomes(room))[0] === 'awaiting-review')
  const [task] = await room.tasks()
  const kept = join(room.state, 'starts', `${task?.review?.id.replace('rev_', 'start_')}.json`)
  await until(() => existsSync(kept))
  repository.write('src/api.ts', 'export const limit = 11\n')
  const material = JSON.parse((await review(room, task?.id ?? '', '--json')).stdout) as ReviewMaterial
  expect(material.tree).toMatchObject({
    kind: 'changed',
    files: [{ path: 'src/api.ts', before: 'export const limit = 10\n', after: 'export const limit = 11\n' }],
  })
})

test('[review-approve] approved: completed, the actor is recorded, and the next prompt opens a new task', async () => {
  using room = newRoom()
  const { task, session } = await waiting(room)
  const { code, stdout } = await answer(room, task, 'approve')
  expect([code, stdout, await outcomes(room)]).toEqual([0, `${task} is completed.\n`, ['completed']])
  const approved = room.allEvents().find((event) => event.kind === 'review.approved')
  expect(approved).toMatchObject({ task, by: { by: 'script' }, tree: expect.any(String) })
  const ended = room.allEvents().find((event) => event.kind === 'task.ended')
  expect(ended).toMatchObject({ because: [{ code: 'approved', text: 'a person approved the result' }] })
  expect(await review(room)).toMatchObject({ code: 1, stdout: 'Nothing waits for you.\n' })
  await session.type('Now the docs.')
  expect(await outcomes(room)).toEqual(['open', 'completed'])
})

test.skipIf(isVariant)('[review-approve] approved despite what failed is recorded as that', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'sh -c "echo boom; exit 3"' }], { baseline: 'record' })
  const session = await asked(room)
  repository.write('answer', '42\n')
  const why = 'check "test" fails, as it did when the task began; whether it is worse cannot be told'
  expect(await claim(session)).toEqual(needsPerson(why))
  const [task] = await room.tasks()
  expect((await answer(room, task?.id ?? '', 'approve')).code).toBe(0)
  const ended = room.allEvents().find((event) => event.kind === 'task.ended')
  expect(ended).toMatchObject({
    outcome: 'completed',
    because: [{ code: 'approved-despite', text: `approved despite: ${why}` }],
  })
})

test('[review-approve] what the agent claims while the review waits does not hide what failed', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'false' }], { baseline: 'record' })
  const session = await asked(room)
  repository.write('answer', '42\n')
  await claim(session, 'Half of it fails.')
  const task = (await room.tasks())[0]?.id ?? ''
  await session.shell(['claim', 'success', '--summary', 'All of it passes.'])
  await claim(session, 'All of it passes.')
  const {
    claim: about,
    checks,
    tree,
    notes,
  } = JSON.parse((await review(room, task, '--json')).stdout) as ReviewMaterial
  expect([about?.number, about?.said?.split('\n')[0], checks.map(({ result }) => result), tree.kind]).toEqual([
    1,
    'Half of it fails.',
    ['failed'],
    'same',
  ])
  expect(notes).toContain('the agent has claimed again since: that claim was not verified')
  repository.write('answer', '43\n')
  expect((await answer(room, task, 'approve')).stderr).toContain('the files have changed since the checks ran')
  repository.write('answer', '42\n')
  expect((await answer(room, task, 'approve')).code).toBe(0)
  expect(room.allEvents().findLast(({ kind }) => kind === 'task.ended')).toMatchObject({
    because: [{ code: 'approved-despite' }],
  })
})

test('[review-reject] rejected, with the reason', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  expect(await answer(room, task, 'reject', 'Wrong approach.')).toEqual({
    code: 0,
    stdout: `${task} is rejected.\n`,
    stderr: '',
  })
  const ended = room.allEvents().find((event) => event.kind === 'task.ended')
  expect(ended).toMatchObject({ outcome: 'rejected', because: [{ code: 'rejected', text: 'Wrong approach.' }] })
})

test('[review-late] a late answer is told who answered what: the account, whatever the environment says', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  await room.run(['review', task, 'reject', 'Wrong approach.', '--yes'], { env: { USER: 'ana' } })
  const account = spawnSync('id', ['-un']).stdout.toString().trim()
  expect(await answer(room, task, 'approve')).toEqual({
    code: 1,
    stdout: '',
    stderr: `fullstop: too late: ${account} (by script) rejected it just now: Wrong approach.\n  next: fullstop show ${task}\n`,
  })
  expect(await outcomes(room)).toEqual(['rejected'])
})

test.skipIf(isVariant)('[review-late] a prompt in the session takes it up: an answer comes too late', async () => {
  using room = newRoom()
  const { task, session } = await waiting(room)
  await session.type('Go on, also the docs.')
  expect((await answer(room, task, 'approve')).stderr).toBe(
    `fullstop: too late: the user went on with a prompt just now\n  next: fullstop show ${task}\n`,
  )
  expect(await outcomes(room)).toEqual(['open'])
})

test('[review-list review-late] a question leaves the list when its session goes on', async () => {
  using room = newRoom()
  const session = await asked(room)
  const needs = ['claim', 'blocked', '--summary', 'Tried it.', '--remaining', 'the key', '--needs', 'credentials']
  await session.shell(needs)
  await session.sayAndStop('I need the key.')
  const [task] = await room.tasks()
  const { stdout } = await room.run(['review', '--json'])
  expect((JSON.parse(stdout) as { task: string; kind: string }[]).map((one) => [one.task, one.kind])).toEqual([
    [task?.id ?? '', 'question'],
  ])
  await session.type('Leave the key, write the docs instead.')
  expect((await room.run(['review'])).stdout).toContain('Nothing waits for you.')
  expect((await answer(room, task?.id ?? '', 'answer', 'It is in the safe.')).stderr).toContain(
    'its session has gone on with another task',
  )
})

const MANY = amount(100)

test('[review-late] answers by the dozen at once: one counts, all the others are told', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, nth) =>
      nth % 2 === 0 ? answer(room, task, 'approve') : answer(room, task, 'reject', `No ${nth}.`),
    ),
  )
  const won = answers.filter(({ code }) => code === 0)
  const late = answers.filter(({ code, stderr }) => code === 1 && stderr.startsWith('fullstop: too late: '))
  expect([won.length, late.length]).toEqual([1, MANY - 1])
  const [outcome] = await outcomes(room)
  expect(won[0]?.stdout).toBe(`${task} is ${outcome}.\n`)
  expect(new Set(late.map(({ stderr }) => stderr.replace(/^.*\) (\S+).*$/s, '$1')))).toEqual(
    new Set([outcome === 'completed' ? 'approved' : 'rejected']),
  )
  expect(kinds(room, 'task.ended')).toEqual(['task.ended'])
})

test('[review-changed] what changed since is not approved, and shown; as it was before, it is', async () => {
  using room = newRoom()
  const { task, repository } = await waiting(room)
  await review(room, task)
  repository.write('src/api.ts', 'export const limit = 1000\n')
  const { code, stdout, stderr } = await answer(room, task, 'approve')
  expect([code, stderr]).toEqual([
    1,
    `fullstop: not approved: the files have changed since the checks ran\n  next: fullstop review ${task}, or fullstop review ${task} request-changes "claim again"\n`,
  ])
  expect(stdout).toContain('  M src/api.ts  +1 -2\n')
  expect(stdout).toContain('      1 +export const limit = 1000\n')
  expect(await outcomes(room)).toEqual(['awaiting-review'])
  repository.write('src/api.ts', 'export const limit = 10\nexport const burst = 2\n')
  expect((await answer(room, task, 'approve')).code).toBe(0)
})

test.skipIf(isVariant)(
  '[review-changed] a file that can be executed since is another one, and the page says what changed',
  async () => {
    using room = newRoom()
    const { task } = await waiting(room)
    chmodSync(join(room.cwd, 'src/api.ts'), 0o755)
    const { code, stdout } = await answer(room, task, 'approve')
    expect(code).toBe(1)
    expect(stdout).toContain('  M src/api.ts  +0 -0  its lines are the same: its mode or its line ends changed\n')
    chmodSync(join(room.cwd, 'src/api.ts'), 0o644)
    expect((await answer(room, task, 'approve')).code).toBe(0)
  },
)

test.skipIf(isVariant)('[review-changed] where nobody looked before, the change is shown too', async () => {
  using room = newRoom()
  const { task, repository } = await waiting(room)
  repository.write('src/api.ts', 'export const limit = 1000\n')
  const { code, stdout } = await answer(room, task, 'approve')
  const lines = stdout.replace(/[0-9a-f]{12}$/m, 'TREE').split('\n')
  expect([code, lines]).toEqual([
    1,
    [
      'Changed since tree TREE',
      '  M src/api.ts  +1 -2',
      '      1 -export const limit = 10',
      '      2 -export const burst = 2',
      '      1 +export const limit = 1000',
      '',
    ],
  ])
})

test.skipIf(isVariant)('[review-changed] where that was not kept, all changes are shown', async () => {
  using room = newRoom()
  const { task, repository } = await waiting(room)
  const kept = (await room.tasks())[0]?.review?.id.replace('rev_', 'start_')
  rmSync(join(room.state, 'starts', `${kept}.json`))
  repository.write('src/api.ts', 'export const limit = 1000\n')
  const { code, stdout } = await answer(room, task, 'approve')
  const lines = stdout.replace(/[0-9a-f]{12}$/m, 'TREE').split('\n')
  expect([code, lines]).toEqual([
    1,
    [
      'Changed since tree TREE',
      '  which files is not known',
      '',
      'Changes since the task began: 1 file',
      '  M src/api.ts  +1 -1',
      '      1 -export const limit = 5',
      '      1 +export const limit = 1000',
      '',
    ],
  ])
})

test('[review-changed] where no check ran, what changed since the claim or the last look is not approved', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [], { review: 'always' })
  const session = await asked(room)
  repository.write('src/api.ts', 'export const limit = 10\n')
  await claim(session)
  const task = (await room.tasks())[0]?.id ?? ''
  repository.write('src/api.ts', 'export const limit = 100\n')
  const unseen = await answer(room, task, 'approve')
  expect([unseen.code, unseen.stderr.split('\n')[0]]).toEqual([
    1,
    'fullstop: not approved: the files have changed since the agent claimed',
  ])
  expect(unseen.stdout).toStartWith('Changed since the claim\n  M src/api.ts  +1 -1\n')
  repository.write('src/api.ts', 'export const limit = 10\n')
  await review(room, task)
  repository.write('src/api.ts', 'export const limit = 1000\n')
  const { code, stdout, stderr } = await answer(room, task, 'approve')
  expect([code, stderr]).toEqual([
    1,
    `fullstop: not approved: the files have changed since the last look\n  next: fullstop review ${task}\n`,
  ])
  expect(stdout).toContain('      1 -export const limit = 10\n      1 +export const limit = 1000\n')
  await review(room, task)
  expect([(await answer(room, task, 'approve')).code, await outcomes(room)]).toEqual([0, ['completed']])
})

test('[review-changed] files that cannot be read are not approved', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const away = `${room.cwd}-away`
  renameSync(room.cwd, away)
  const refused = await room.run(['review', task, 'approve', '--yes'], { cwd: room.state })
  renameSync(away, room.cwd)
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: `fullstop: not approved: the files cannot be read\n  next: fullstop review ${task}\n`,
  })
  expect(await outcomes(room)).toEqual(['awaiting-review'])
})

test.skipIf(isVariant)(
  '[review-changes] feedback with comments reaches the agent with the next prompt, once',
  async () => {
    using room = newRoom()
    const { task, session } = await waiting(room)
    const commented = await answer(room, task, 'comment', 'src/api.ts:2', 'Why two?')
    const id = commented.stdout.split(' ')[0] ?? ''
    expect(commented).toEqual({ code: 0, stdout: `${id} is kept: request-changes sends it\n`, stderr: '' })
    expect(await answer(room, task, 'request-changes', 'Nearly there.')).toEqual({
      code: 0,
      stdout: 'The feedback is kept. The agent is told with its next stop, or with the next prompt in its session.\n',
      stderr: '',
    })
    expect(await outcomes(room)).toEqual(['open'])
    expect(given(await session.type('Please go on.'))).toBe(
      [
        'Please address this feedback: Nearly there.',
        `${id} src/api.ts:2\n  > export const burst = 2\n  Why two?`,
        'Say for each comment what you did about it: call address_comment {id, what}, or name its id in your answer.',
      ].join('\n\n'),
    )
    expect(await session.type('And the docs.')).toEqual({ code: 0, stdout: '', stderr: '' })
  },
)

test.skipIf(isVariant)(
  '[review-changes] feedback reaches the agent at the next stop, where no prompt comes first',
  async () => {
    using room = newRoom()
    const { task, session } = await waiting(room)
    await answer(room, task, 'request-changes', 'Use the cache.')
    const stopped = await session.sayAndStop('I thought about it once more.')
    expect(JSON.parse(stopped.stdout)).toEqual({
      decision: 'block',
      reason: 'Please address this feedback: Use the cache.',
    })
    const { stdout } = await claim(session)
    expect(stdout).toContain('a person must look at this')
  },
)

test('[review-changes] the next review shows the comments, and what changed since the last look', async () => {
  using room = newRoom()
  const { task, session, repository } = await waiting(room)
  await review(room, task)
  await answer(room, task, 'comment', 'src/api.ts:1', 'Too much.')
  await answer(room, task, 'request-changes', 'Nearly there.')
  await session.type('Go on.')
  repository.write('src/api.ts', 'export const limit = 7\nexport const burst = 2\n')
  await claim(session)
  const material = JSON.parse((await review(room, task, '--json')).stdout) as ReviewMaterial
  expect(material.comments).toMatchObject([{ state: 'sent', batch: 1, path: 'src/api.ts', line: 1 }])
  expect(material.sinceLook?.files).toMatchObject([
    {
      path: 'src/api.ts',
      before: 'export const limit = 10\nexport const burst = 2\n',
      after: 'export const limit = 7\nexport const burst = 2\n',
    },
  ])
  expect(material.prompts.map(({ text }) => text.split('\n')[0])).toEqual([
    'Write the answer.',
    'Please address this feedback: Nearly there.',
    'Go on.',
  ])
  expect((await answer(room, task, 'approve')).code).toBe(0)
})

test.skipIf(isVariant)('[review-reply] the agent replies to the comments of its own task alone', async () => {
  using room = newRoom()
  const { task, session, repository } = await waiting(room)
  const commented = async (line: number): Promise<string> =>
    (await answer(room, task, 'comment', `src/api.ts:${line}`, 'Why?')).stdout.split(' ')[0] ?? ''
  const [first, second] = [await commented(1), await commented(2)]
  await using server = await serve(room, { env: claudeServerEnv(session.id) })
  const draft = await server.call('address_comment', { id: first, what: 'Too early.' })
  expect([draft.isError, textOf(draft)]).toEqual([
    true,
    `Nothing was recorded: there is no comment "${first}" on the work of this session.\nNext: continue; nobody has commented on your work.`,
  ])
  await answer(room, task, 'request-changes', 'Nearly there.')
  await session.type('Go on.')
  const done = await server.call('address_comment', { id: first, what: 'Made it seven.' })
  expect(structured(done)).toEqual({
    message: `Recorded what you did about ${first}. Still without an answer: ${second}.`,
    task_id: task,
    open: [second],
  })
  await using stranger = await serve(room, { env: claudeServerEnv('another'), ownHost: true })
  expect((await stranger.call('address_comment', { id: second, what: 'Mine.' })).isError).toBe(true)
  repository.write('src/api.ts', 'export const limit = 7\nexport const burst = 2\n')
  await claim(session)
  const material = JSON.parse((await review(room, task, '--json')).stdout) as ReviewMaterial
  expect(material.comments.map(({ id, state, reply }) => [id, state, reply?.what])).toEqual([
    [first, 'addressed', 'Made it seven.'],
    [second, 'sent', undefined],
  ])
})

test.skipIf(isVariant)(
  '[review-reply] replies in words count: at a stop and in a claim; what stays open is sent again',
  async () => {
    using room = newRoom()
    const { task, session, repository } = await waiting(room)
    const commented = async (line: number): Promise<string> =>
      (await answer(room, task, 'comment', `src/api.ts:${line}`, 'Why?')).stdout.split(' ')[0] ?? ''
    const replies = async (): Promise<(readonly [string, string, string | undefined])[]> =>
      (JSON.parse((await review(room, task, '--json')).stdout) as ReviewMaterial).comments.map(
        ({ id, state, reply }) => [id, state, reply?.what],
      )
    const [first, second, third] = [await commented(1), await commented(2), await commented(2)]
    await answer(room, task, 'request-changes', 'Nearly there.')
    const told = given(await session.type('Go on.'))
    await using server = await serve(room, { env: claudeServerEnv(session.id) })
    await session.call(server, 'address_comment', { id: first, what: 'Made it seven.' })
    repository.write('src/api.ts', 'export const limit = 7\nexport const burst = 2\n')
    const echo = told.replaceAll(/^/gm, '> ')
    await claim(session, `${echo}\n\n- ${first}: see above\n- \`${second}\`: Two, with password=hunter2hunter2.`)
    expect(await replies()).toEqual([
      [first, 'addressed', 'Made it seven.'],
      [second, 'addressed', 'Two, with password=[masked].'],
      [third, 'sent', undefined],
    ])
    expect((await review(room, task)).stdout).toContain(`${third}  src/api.ts:2  open, batch 1\n`)
    await answer(room, task, 'request-changes', 'Once more.')
    expect(given(await session.type('Go on.'))).toBe(
      [
        'Please address this feedback: Once more.',
        'Still open from before:',
        `${third} src/api.ts:2\n  > export const burst = 2\n  Why?`,
        'Say for each comment what you did about it: call address_comment {id, what}, or name its id in your answer.',
      ].join('\n\n'),
    )
    await session.call(server, 'complete_task', success({ summary: `All done.\n\n${third}: It is the default.` }))
    await session.sayAndStop(`${third}: As I said.`)
    expect((await replies()).at(-1)).toEqual([third, 'addressed', 'It is the default.'])
    expect(kinds(room, 'comment.addressed').length).toBe(3)
  },
)

test('[review-comments] drafts are kept until they are sent, and can be taken back', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const first = (await answer(room, task, 'comment', 'src/api.ts:1', 'One.')).stdout.split(' ')[0] ?? ''
  await answer(room, task, 'comment', 'src/api.ts:1-2', 'Two.')
  expect(await answer(room, task, 'remove', first)).toEqual({ code: 0, stdout: `${first} is removed\n`, stderr: '' })
  expect((await review(room, task)).stdout).toContain('request-changes "…" (with 1 draft)')
  expect(await answer(room, task, 'request-changes')).toMatchObject({ code: 0 })
  expect((await answer(room, task, 'remove', first)).code).toBe(1)
})

test('[review-comments review-hostile] a file of any name can be commented on', async () => {
  using room = newRoom()
  const { task, repository } = await waiting(room)
  const path = `${'d'.repeat(40)}/a\nb\u001b[2J:7.txt`
  repository.write(path, 'one\ntwo\n')
  const kept = await answer(room, task, 'comment', `${path}:2`, 'Why?')
  expect([kept.code, kept.stderr]).toEqual([0, ''])
  const { stdout } = await review(room, task)
  expect(stdout).toContain(String.raw`/a\nb\u001b[2J:7.txt:2  draft`)
  expect(stdout).not.toContain('\u001b')
})

test.skipIf(isVariant)('[review-comments] an approval says which drafts were not sent', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  await answer(room, task, 'comment', 'src/api.ts:1', 'One.')
  expect((await answer(room, task, 'approve')).stdout).toBe(`${task} is completed. 1 draft was not sent.\n`)
})

const REFUSED: readonly (readonly [string, readonly string[], number, string])[] = [
  ['a question that nobody asked', ['answer', 'The first.'], 1, 'this is no question: approve'],
  ['changes without a word', ['request-changes'], 2, 'say what is to be changed'],
  ['a comment on a file that is as it was', ['comment', 'README.md:1', 'x'], 1, 'README.md has not changed'],
  ['a comment on a line that is not there', ['comment', 'src/api.ts:99', 'x'], 1, 'src/api.ts has no line 99'],
  ['a comment on lines beyond the end', ['comment', 'src/api.ts:1-99', 'x'], 1, 'src/api.ts has no line 99'],
  ['a comment on lines backwards', ['comment', 'src/api.ts:2-1', 'x'], 1, 'lines 2-1 run backwards'],
  ['a comment without a line', ['comment', 'src/api.ts', 'x'], 2, '"src/api.ts" is no PATH:LINE'],
  ['a comment without words', ['comment', 'src/api.ts:1', ' '], 2, 'a comment needs words'],
  ['changes in blanks', ['request-changes', ' '], 2, 'say what is to be changed'],
  ['a rejection without a word', ['reject'], 2, 'say why it is rejected'],
  ['a rejection in blanks', ['reject', ' '], 2, 'say why it is rejected'],
  ['an answer without a word', ['answer'], 2, 'an answer needs words'],
  ['an unknown answer', ['accept'], 2, '"accept" is not one of approve'],
  ['a word too many', ['reject', 'No.', 'Never.'], 2, '"Never." is one argument too many'],
]

test('[review-refused] an answer that cannot be taken says why, and changes nothing', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const before = room.allEvents()
  for (const [name, args, code, why] of REFUSED) {
    const refused = await answer(room, task, ...args)
    expect([name, refused.code, refused.stderr]).toEqual([name, code, expect.stringContaining(why)])
    expect([name, await outcomes(room)]).toEqual([name, ['awaiting-review']])
  }
  expect(room.allEvents()).toEqual(before)
})

test('[review-refused] without a terminal an answer needs --yes', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  const { code, stderr } = await review(room, task, 'approve')
  expect([code, stderr]).toEqual([
    1,
    'fullstop: review needs a person at a terminal\n  next: run it in a terminal of your own, or with --yes where there is none\n',
  ])
  const { code: yes } = await room.runAtTerminal(['review', task, 'approve'])
  expect([yes, await outcomes(room)]).toEqual([0, ['completed']])
})

test('[review-hostile] escape sequences and long lines cannot steer the terminal', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = await asked(room)
  repository.write('evil\u001b[2J.ts', `x\u001b[31m${'y'.repeat(100_000)}\n\u202eafter\n`)
  repository.write('binary', '\0\u0001\u0002')
  await session.sayAndStop(`Done \u001b]0;title\u0007.\n\n${session.token}`)
  const [task] = await room.tasks()
  const { code, stdout } = await review(room, task?.id ?? '')
  expect(code).toBe(0)
  expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(stdout)).toBe(false)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  expect(stdout).toContain('A binary  no lines to show: binary, or too much text (3 bytes now)')
})

test('[review-forget] a forgotten task leaves nothing of its reviews behind', async () => {
  using room = newRoom()
  const { task } = await waiting(room)
  await review(room, task)
  await answer(room, task, 'reject', 'No.')
  expect((await room.runAtTerminal(['forget', task, '--yes'])).code).toBe(0)
  const starts = join(room.state, 'starts')
  expect(existsSync(starts) ? readdirSync(starts) : []).toEqual([])
})

test.skipIf(isVariant)(
  '[review-approve] a claim without a word from a person is completed where nobody must look',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, [{ name: 'test', run: 'true' }])
    const session = await asked(room)
    repository.write('answer', '42\n')
    expect(await claim(session)).toEqual(completed('test'))
    expect((await review(room)).stdout).toBe('Nothing waits for you.\n')
  },
)
