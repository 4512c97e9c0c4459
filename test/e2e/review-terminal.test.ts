// A review at a terminal, from the claim to the answer: whole screens of the real command, and what it leaves behind.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen, type Screen } from '../real-agents/tmux.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { asked, claim, needsPerson, outcomes } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { type Env, newRoom, type Output, type Room } from './room.ts'
import { REQUEST, running } from './running.ts'
import { until } from '../until.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

/** A task whose claim waits for a person. */
async function waiting(room: Room): Promise<string> {
  const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = await asked(room)
  repository.write('src/api.ts', 'export const limit = 10\nexport const burst = 2\n')
  expect(await claim(session, 'The limit is ten.')).toEqual(needsPerson('every completion needs a person here'))
  const [task] = await room.tasks()
  return task?.id ?? ''
}

interface Opened extends Disposable {
  readonly screen: Screen
  /** The rows, once one of them holds the text; what differs from run to run is replaced. */
  readonly rows: (text: string) => Promise<string[]>
  /** Once it has exited. */
  readonly code: () => Promise<number | undefined>
}

function open(
  room: Room,
  args: readonly string[],
  size: { columns: number; rows: number },
  env: Env = room.env,
): Opened {
  const screen = openScreen({ argv: [binary, ...args], env, cwd: room.cwd, socketFolder: room.root, ...size })
  return {
    screen,
    rows: async (text) =>
      (await screen.waitFor((seen) => seen.includes(text)))
        .replace(/\n$/, '')
        .replaceAll(/task_\w+/g, 'task_ID')
        .replaceAll(/\b\d+(?:\.\d)? ?m?s\b/g, 'TIME')
        .replaceAll(/\b[0-9a-f]{12}\b/g, 'TREE')
        .split('\n')
        .map((row) => row.replaceAll(/ {2,}(?=waiting TIME)/g, '  ').trimEnd()),
    code: async () => {
      await screen.waitFor(() => screen.exitCode() !== undefined)
      return screen.exitCode()
    },
    [Symbol.dispose]: screen.close,
  }
}

/** In the last row: once it is there, so is the whole screen. */
const KEYS = 'a approve  r request changes'

const SMALL = { columns: 80, rows: 24 }

test.skipIf(!hasTmux)('[review-terminal] a review at 80x24 is read, commented and sent back', async () => {
  using room = newRoom()
  const task = await waiting(room)
  using opened = open(room, ['review', task], SMALL)
  expect(await opened.rows(KEYS)).toEqual([
    ' Review task_ID · claim 1 · Write the answer. · claude  waiting TIME',
    '▌Why it waits',
    '    every completion needs a person here',
    '',
    ' Request',
    '    Write the answer.',
    '',
    ' Claim: success',
    '    The limit is ten.  TIME ago',
    '',
    ' Checks',
    '  ▸ ✓ test                 passed · TIME ago · this tree · took TIME',
    '',
    ' Notes',
    '    claim 1 of this task',
    '    uncommitted changes: 1 file',
    '',
    ' Changes since the task began: 1 file',
    ' ▾ src/api.ts ──────────────────────────────────────────────────────────── +2 -1',
    '   1 - export const limit = 5',
    '   1 + export const limit = 10',
    '   2 + export const burst = 2',
    ' Why it waits                                                              1/21',
    ' a approve  r request changes  x reject  c comment  ? help  q quit  n p hunk',
  ])
  opened.screen.type('njcTen of what?')
  opened.screen.press('Enter')
  await opened.rows('draft Ten of what?')
  opened.screen.type('rNearly there.')
  opened.screen.press('Enter')
  expect((await opened.rows('The feedback is kept')).slice(0, 2).join('')).toBe(
    'The feedback is kept. The agent is told with its next stop, or with the next prompt in its session.',
  )
  expect(await opened.code()).toBe(0)
  const sent = room.allEvents().filter(({ kind }) => kind.startsWith('review.') || kind.startsWith('comment.'))
  expect(sent).toMatchObject([
    { kind: 'review.viewed', by: { by: 'terminal' } },
    { kind: 'comment.drafted', comment: { path: 'src/api.ts', line: 1, side: 'new', words: 'Ten of what?' } },
    { kind: 'review.changes-requested', by: { by: 'terminal' }, words: 'Nearly there.', batch: 1 },
  ])
})

test.skipIf(!hasTmux)('[review-terminal dispute] at 80x24 a disputed check is shown and s answers it', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'lint.sh': 'echo "answer.txt: forbidden name"\nexit 1\n' })
  await trustChecks(room, repository, [{ name: 'lint', run: 'sh lint.sh' }])
  const session = await asked(room)
  repository.write('answer.txt', '42\n')
  const why = 'It forbids the name that was asked for'
  await session.shell(['claim', 'success', '--summary', 'Written.', '--dispute', 'lint', '--why', why])
  await session.stop()
  const [task] = await room.tasks()
  using opened = open(room, ['review', task?.id ?? ''], SMALL)
  expect(await opened.rows('s check stands')).toEqual([
    ' Review task_ID · claim 1 · Write the answer. · claude  waiting TIME',
    '▌Why it waits',
    '    check "lint" failed (exit 1), and the agent says that it is wrong: It',
    '    forbids the name that was asked for',
    '',
    ' Request',
    '    Write the answer.',
    '',
    ' Claim: success',
    '    Written.  TIME ago',
    '    It disputes lint',
    '',
    ' Checks',
    '  ▸ ✗ lint                 failed · TIME ago · this tree · exit 1',
    '      │ answer.txt: forbidden name',
    '',
    ' Notes',
    '    claim 1 of this task',
    '    uncommitted changes: 1 file',
    '',
    ' Changes since the task began: 1 file',
    ' ▾ answer.txt ────────────────────────────────────────────────────── added +1 -0',
    ' Why it waits                                                              1/22',
    ' a approve  r changes  s check stands  x reject  c comment  ? help  q quit',
  ])
  opened.screen.type('sThe linter is right.')
  expect((await opened.rows('> The linter is right.')).slice(-2)).toEqual([
    ' The check stands (words optional) · Enter: send · Ctrl-G: editor · Esc: back',
    '> The linter is right.',
  ])
  opened.screen.press('Enter')
  expect(await opened.code()).toBe(0)
  expect(room.allEvents().findLast(({ kind }) => kind === 'review.changes-requested')).toMatchObject({
    by: { by: 'terminal' },
    stands: ['lint'],
    words: 'The check "lint" stands: make the work pass, do not change the check. The linter is right.',
  })
})

test.skipIf(!hasTmux)('[review-terminal] Ctrl-Z gives the terminal back, and fg draws the review again', async () => {
  using room = newRoom()
  const task = await waiting(room)
  const argv = ['sh', '-i']
  const env = { ...room.env, PS1: 'ready> ' }
  const screen = openScreen({ argv, env, cwd: room.cwd, socketFolder: room.root, ...SMALL })
  try {
    const shows = (text: string): Promise<string> => screen.waitFor((seen) => seen.includes(text))
    const enter = (line: string): void => {
      screen.type(line)
      screen.press('Enter')
    }
    await shows('ready>')
    enter(`${binary} review ${task}`)
    await shows('a approve')
    screen.type('j')
    await shows('2/21')
    screen.press('C-z')
    // What the shell printed before stands there again, and it echoes what is typed.
    await screen.waitFor((seen) => seen.includes('Stopped') && !seen.includes('a approve'))
    enter('echo back $((40 + 2))')
    await shows('back 42')
    enter('fg')
    const drawn = await screen.waitFor((seen) => seen.includes('a approve') && !seen.includes('back 42'))
    expect(drawn).toContain('Why it waits')
    expect(drawn).toContain('2/21')
    screen.type('q')
    await shows('back 42')
    enter('echo left $?')
    await shows('left 0')
  } finally {
    screen.close()
  }
})

test.skipIf(isVariant || !hasTmux)(
  '[review-terminal] an approval shows what it approves, and completes the task',
  async () => {
    using room = newRoom()
    const task = await waiting(room)
    using opened = open(room, ['review', task], SMALL)
    await opened.rows('Why it waits')
    opened.screen.type('a')
    expect((await opened.rows('You approve')).slice(2, 9)).toEqual([
      ' You approve',
      '',
      '   tree      TREE',
      '   files     1 changed, +2 -1',
      '   checks    ✓ test passed TIME ago, on this tree',
      '',
      ' y approve, any other key goes back',
    ])
    opened.screen.type('y')
    expect((await opened.rows('is completed'))[0]).toBe('task_ID is completed.')
    expect([await opened.code(), await outcomes(room)]).toEqual([0, ['completed']])
  },
)

test.skipIf(isVariant || !hasTmux)(
  '[review-terminal] an answer from elsewhere comes first: the screen says whose it was',
  async () => {
    using room = newRoom()
    const task = await waiting(room)
    using opened = open(room, ['review', task], SMALL)
    await opened.rows('Why it waits')
    expect((await room.run(['review', task, 'reject', 'No.', '--yes'])).code).toBe(0)
    opened.screen.type('ay')
    await opened.rows('! too late: ')
    opened.screen.type('q')
    expect([await outcomes(room)]).toEqual([['rejected']])
  },
)

test.skipIf(!hasTmux)(
  '[review-terminal] a draft that is sent while it is written again stays, and an old screen approves nothing new',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room, { 'src/api.ts': 'export const limit = 5\n' })
    await trustChecks(room, repository, [], { review: 'always' })
    const session = await asked(room)
    repository.write('src/api.ts', 'export const limit = 10\n')
    await claim(session)
    const task = (await room.tasks())[0]?.id ?? ''
    const review = (...args: readonly string[]): Promise<Output> => room.run(['review', task, ...args, '--yes'])
    expect((await review('comment', 'src/api.ts:1', 'Why ten?')).code).toBe(0)
    using opened = open(room, ['review', task], SMALL)
    await opened.rows(KEYS)
    opened.screen.type('Nc Or five?')
    await opened.rows('> Why ten? Or five?')
    await review('request-changes', 'Say why.')
    await session.type('Go on.')
    await claim(session)
    opened.screen.press('Enter')
    await opened.rows('kept as a draft')
    const comments = (await room.tasks())[0]?.review?.comments.map(({ words, state }) => [words, state])
    expect(comments).toEqual([
      ['Why ten?', 'sent'],
      ['Why ten? Or five?', 'draft'],
    ])
    // Somebody else looks at files that this screen has not shown.
    repository.write('src/api.ts', 'export const limit = 1000\n')
    await room.run(['review', task])
    opened.screen.type('ay')
    await opened.rows('! not approved: the files have changed since the last look')
    expect(await outcomes(room)).toEqual(['awaiting-review'])
    opened.screen.type('gnjc')
    await opened.rows('Comment on line 1')
    repository.write('src/api.ts', 'export const limit = 7\n')
    opened.screen.type('Seven?')
    opened.screen.press('Enter')
    await opened.rows('has changed since you saw it')
    opened.screen.type('q')
  },
)

test.skipIf(isVariant || !hasTmux)('[review-terminal] left waiting, it goes on waiting', async () => {
  using room = newRoom()
  const task = await waiting(room)
  using opened = open(room, ['review', task], SMALL)
  await opened.rows('Why it waits')
  opened.screen.type('q')
  expect([await opened.code(), await outcomes(room)]).toEqual([0, ['awaiting-review']])
})

test.skipIf(isVariant || !hasTmux)(
  '[review-terminal] a run asks at 120x40, goes on with the feedback, and ends approved',
  async () => {
    using at = await running(undefined, { review: 'always' })
    at.script(
      [],
      [{ do: 'write', file: 'answer', text: '42\n' }, { do: 'say', text: 'Done.\n\n{token}' }, { do: 'stop' }],
    )
    const size = { columns: 120, rows: 40 }
    using opened = open(at.room, ['run', '--agent', 'claude', REQUEST], size, { ...at.room.env, ...at.env })
    expect(await opened.rows(KEYS)).toEqual([
      ' Review task_ID · claim 1 · Write the answer. It is 42. · claude  waiting TIME',
      '▌Why it waits',
      '    every completion needs a person here',
      '',
      ' Request',
      '    Write the answer.',
      '    It is 42.',
      '',
      ' Claim: success',
      '    Done.  TIME ago',
      '',
      ' Checks',
      '  ▸ ✓ answer               passed · TIME ago · this tree · took TIME',
      '',
      ' Notes',
      '    claim 1 of this task',
      '    uncommitted changes: 1 file',
      '',
      ' Changes since the task began: 1 file',
      ` ▾ answer ${'─'.repeat(98)} added +1 -0`,
      '       1 + 42',
      ...Array.from({ length: 17 }, () => ''),
      ` Why it waits${' '.repeat(102)}1/20`,
      ' a approve  r request changes  x reject  c comment  ? help  q quit  n p hunk  ] [ file  Enter fold',
    ])
    opened.screen.type('ncTwice, please.')
    opened.screen.press('Enter')
    await opened.rows('draft Twice, please.')
    opened.screen.type('r')
    opened.screen.press('Enter')
    await opened.rows('claim 2')
    await opened.rows(KEYS)
    expect(at.calls()[1]?.prompt).toContain('Please address this feedback:')
    expect(at.calls()[1]?.prompt).toContain('Twice, please.')
    opened.screen.type('ay')
    expect(await opened.code()).toBe(0)
    expect(await outcomes(at.room)).toEqual(['completed'])
  },
)

test.skipIf(isVariant || !hasTmux)('[review-terminal] the end of a log of 50 MB opens from its check', async () => {
  using room = newRoom()
  const task = await waiting(room)
  const log = room.allEvents().flatMap((event) => (event.kind === 'check.finished' ? [event.check.log ?? ''] : []))[0]
  writeFileSync(log ?? '', `${'a line of the log \u001b[2J\n'.repeat(2_500_000)}the last line\n`)
  using opened = open(room, ['review', task], SMALL)
  await opened.rows('Why it waits')
  opened.screen.type('jjjjjjjjjj')
  opened.screen.press('Enter')
  const rows = await opened.rows('20000/20000')
  expect(rows.slice(20, 23)).toEqual([
    ' a line of the log \u{fffd}[2J',
    ' the last line',
    ' Log of test                                                        20000/20000',
  ])
  opened.screen.type('q')
  await opened.rows('Why it waits')
})

test.skipIf(!hasTmux)('[review-terminal] a run takes no key that was typed before its review was open', async () => {
  const gate = 'until test -e ../go; do sleep 0.1; done'
  using at = await running([{ name: 'slow', run: gate }], { review: 'always' })
  at.script(
    [],
    [{ do: 'write', file: 'answer', text: '42\n' }, { do: 'say', text: 'Done.\n\n{token}' }, { do: 'stop' }],
  )
  const go = join(at.room.cwd, '..', 'go')
  using opened = open(at.room, ['run', '--agent', 'claude', REQUEST], SMALL, { ...at.room.env, ...at.env })
  await opened.rows('slow')
  opened.screen.type('x and the rest of a sentence')
  writeFileSync(go, '')
  const rows = await opened.rows(KEYS)
  expect(rows.slice(-2)[0]).toMatch(/^ Why it waits/)
  opened.screen.type('xWrong.')
  opened.screen.press('Enter')
  await opened.rows('You reject: the task ends')
  opened.screen.type('y')
  expect([await opened.code(), await outcomes(at.room)]).toEqual([6, ['rejected']])
  expect(opened.screen.readAll()).not.toContain('verifying')
})

/** Begins and ends an update that a terminal shows at once, where it knows of such updates. */
const [BEGIN, END] = ['\u001b[?2026h', '\u001b[?2026l']

/** Each row that was written, with its number. */
function rowsWritten(written: string): [row: string, text: string][] {
  const rows = written
    .replaceAll(BEGIN, '')
    .replaceAll(END, '')
    .split(/\u001b\[(\d+);1H/)
  return Array.from({ length: (rows.length - 1) / 2 }, (_, index) => [
    rows[2 * index + 1] ?? '',
    rows[2 * index + 2] ?? '',
  ])
}

/** A row that tells how old something is changes by itself. */
const ageless = (text: string): string => text.replaceAll(/\d+ ?(?:ms|s|m)\b/g, 'TIME')

test('[review-flicker] a key rewrites the rows that changed and no other, all at once, and never clears the screen', async () => {
  using room = newRoom()
  const task = await waiting(room)
  let written = ''
  const child = Bun.spawn([binary, 'review', task], {
    cwd: room.cwd,
    env: { ...room.env, TERM: 'xterm-256color' },
    terminal: { cols: 80, rows: 24, data: (_terminal, piece) => void (written += Buffer.from(piece).toString()) },
  })
  await until(() => written.includes('request changes') && written.endsWith(END))
  // Opening takes the other screen and clears that one, once.
  expect(written.split('\u001b[2J')).toHaveLength(2)
  const shown = new Map(rowsWritten(written))
  const updates = (): string[] => written.split(END).slice(0, -1)
  let seen = updates().length
  /** The rows of the next update. */
  const next = async (): Promise<number> => {
    await until(() => updates().length > seen)
    const update = updates()[seen++] ?? ''
    // Begun and ended once: nothing is seen half done.
    expect(update.lastIndexOf(BEGIN)).toBe(0)
    // The rest of a row may be erased once the row is written; never rows, the screen, or the row before.
    expect(update).not.toMatch(/\u001b\[[0-3]?J|\u001b\[[12]K|\u001b\[\?1049|\u001bc/)
    const rows = rowsWritten(update)
    expect(rows.filter(([row, text]) => shown.get(row) === text)).toEqual([])
    const changed = rows.filter(([row, text]) => ageless(shown.get(row) ?? '') !== ageless(text)).length
    for (const [row, text] of rows) shown.set(row, text)
    // The hands of the clock move by themselves.
    return changed > 0 ? changed : next()
  }
  const answersTo: Record<string, number> = {}
  for (const key of ['j', 'k', 'c', 'j', '?', 'q', 'a', 'b', 'g']) {
    child.terminal?.write(key)
    const changed = await next()
    answersTo[key] ??= changed
  }
  // The row that was left, the row that was reached, and the bar that counts them.
  expect([answersTo['j'], answersTo['k']]).toEqual([3, 3])
  child.terminal?.write('q')
  expect(await child.exited).toBe(0)
  child.terminal?.close()
})
