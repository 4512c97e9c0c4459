// The keys of the review screen: where they lead, and what they ask for.
import { describe, expect, test } from 'bun:test'
import { viewReview } from '../../../domain/view/review/review.ts'
import { commentWith, fileWith, materialWith } from '../../../domain/view/review/review.fixture.ts'
import { hereOf, opened, press, screenOf, SMALL } from './pressing.fixture.ts'
import { heightOf } from './state.ts'
import { step } from './step.ts'

const noticeOf = (keys: string, material = {}): string | undefined => press(opened(material), keys).state.notice?.text

describe('where keys lead', () => {
  const cases: ReadonlyArray<readonly [keys: string, here: string]> = [
    ['', 'Why it waits'],
    ['j', 'A test was skipped, so a person has the last word.'],
    ['jjk', 'A test was skipped, so a person has the last word.'],
    ['k', 'Why it waits'],
    ['\u001b[B\u001b[B\u001b[A', 'A test was skipped, so a person has the last word.'],
    ['n', "1 - test('uploads', async () => {"],
    ['nn', '3 - /** Sends a file. */'],
    ['nnn', '16 - export const LIMIT = 5'],
    ['nnnp', '3 - /** Sends a file. */'],
    [']', '▾ ! test/upload.test.ts ────────────────────────────────── decides checks +1 -1'],
    [']]', '▾ src/upload.ts ───────────────────────────────────────────────────────── +8 -3'],
    [']]]', '▾ docs/logo.png ─────────────────────────────────────────────────── added +0 -0'],
    [']]]]', '▸ package-lock.json ─────────────────────────────────────────── generated +1 -1'],
    [']][', '▾ ! test/upload.test.ts ────────────────────────────────── decides checks +1 -1'],
    ['N', '┃ src/upload.ts:9  await sleep(100)'],
    ['NN', '┃ src/upload.ts:5  for (let attempt = 1; attempt <= 3;'],
    ['NNN', '┃ addressed Three tries are enough.  1h ago'],
    ['NNNPP', '┃ src/upload.ts:9  await sleep(100)'],
    ['G', '▸ package-lock.json ─────────────────────────────────────────── generated +1 -1'],
    ['Gg', 'Why it waits'],
    [' ', '│   5:3  error  sleep is not defined'],
    [' b', 'Why it waits'],
  ]
  test.each(cases)('%j', (keys, here) => expect(hereOf(press(opened(), keys).state)).toBe(here))

  test('the cursor stays in sight, whatever is pressed', () => {
    for (const keys of [
      'jjjjjjjjjjjjjjjjjjjjjjjjjjj',
      'G',
      'Gkkkkkkkkkkkkkkkkkkkkkkkk',
      '   ',
      'nnnppp',
      'GgG',
      'NNNN',
    ]) {
      const { state } = press(opened(), keys)
      expect(state.cursor - state.top).toBeGreaterThanOrEqual(0)
      expect(state.cursor - state.top).toBeLessThan(heightOf(state))
    }
  })

  test('no further one is said', () => {
    expect(noticeOf('nnnnnn')).toBe('there is no further hunk')
    expect(noticeOf('[')).toBe('there is no earlier file')
  })
})

describe('Enter', () => {
  test('opens a folded file, and folds it again', () => {
    const folded = press(opened(), ']]]]').state
    const open = press(folded, '\r').state
    expect(screenOf(open).slice(-6, -2)).toEqual([
      '',
      '▌▾ package-lock.json ─────────────────────────────────────────── generated +1 -1',
      '   1 - {}',
      '   1 + { "a": 1 }',
    ])
    expect(press(open, 'o').state.rows).toEqual(folded.rows)
  })

  test('folds a file from a line of it', () => {
    expect(hereOf(press(opened(), 'nnjjj\r').state)).toBe(
      '▸ src/upload.ts ───────────────────────────────────────────────────────── +8 -3',
    )
  })

  test('opens an unchanged part', () => {
    const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`)
    const file = fileWith({ path: 'a.txt', before: text.join(''), after: text.with(14, 'x\n').join('') })
    const start = opened({ comments: [], diff: { kind: 'known', from: 'start', left: 0, files: [file] } })
    const gap = press(start, ']j').state
    expect(hereOf(gap)).toMatch(/^┄+ 11 unchanged lines ┄+$/)
    expect(hereOf(press(gap, '\r').state)).toBe('1   line 1')
    expect(hereOf(press(gap, '\rj\r').state)).toMatch(/^┄+ 11 unchanged lines ┄+$/)
  })

  test('goes from a suspicion and from a comment to the line', () => {
    expect(hereOf(press(opened(), 'jjjjjjjjjjjjj\r').state)).toBe("1 + test.skip('uploads', async () => {")
    expect(hereOf(press(opened(), 'N\r').state)).toBe('9 +     await sleep(100)')
  })

  test('opens the output of a check, then asks for its log', () => {
    const check = press(opened(), `${'j'.repeat(18)}`).state
    expect(hereOf(check)).toBe('▸ ✗ lint                 failed · 6m ago · this tree · exit 1')
    const { state, effects } = press(check, '\rjjjjj\r')
    expect(effects).toEqual([{ kind: 'read-log', path: '/state/runs/chk_1/lint.log', name: 'lint' }])
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`)
    const log = step(state, { kind: 'log-read', name: 'lint', lines }).state
    expect(screenOf(log).slice(1, 4)).toEqual([' line 80', ' line 81', ' line 82'])
    expect(screenOf(press(log, 'g').state)[1]).toBe(' line 1')
    expect(press(log, 'q').state.mode).toEqual({ kind: 'reading' })
  })
})

describe('comments', () => {
  test('on the line under the cursor', () => {
    const { effects, state } = press(opened(), 'nnjcUse a constant.\r')
    const place = { path: 'src/upload.ts', line: 3, side: 'new', lineText: '/** Sends a file, up to three times. */' }
    expect(effects).toEqual([{ kind: 'comment', place, words: 'Use a constant.' } as never])
    expect(state.mode.kind).toBe('busy')
  })

  test('on a line that is gone', () => {
    const place = { path: 'src/upload.ts', line: 3, side: 'old', lineText: '/** Sends a file. */' }
    expect(press(opened(), 'nncWhy?\r').effects).toEqual([{ kind: 'comment', place, words: 'Why?' } as never])
  })

  test('a draft is changed and deleted', () => {
    const comments = [commentWith({ state: 'draft', words: 'So' })]
    const draft = press(opened({ comments }), 'N').state
    const place = { path: 'src/upload.ts', line: 9, side: 'new', lineText: 'await sleep(100)', draft: 'cmt_1' }
    expect(press(draft, 'c it is\r').effects).toEqual([{ kind: 'comment', place, words: 'So it is' } as never])
    expect(press(draft, 'd').effects).toEqual([{ kind: 'remove-comment', id: 'cmt_1' }])
  })

  test('on a range of lines, from either end', () => {
    const place = { path: 'src/upload.ts', line: 3, side: 'new', lineText: '/** Sends a file, up to three times. */' }
    const comment = { kind: 'comment', place: { ...place, lastLine: 4 }, words: 'All of it.' }
    for (const keys of ['nnjvjjcAll of it.\r', 'nnjvvvcAll of it.\r', 'nnjjjvkkcAll of it.\r', 'nnvjjjcAll of it.\r']) {
      expect([keys, press(opened(), keys).effects]).toEqual([keys, [comment as never]])
    }
    expect(press(opened(), 'nnjvjj\u001bkkcOne.\r').effects).toEqual([
      { kind: 'comment', place, words: 'One.' } as never,
    ])
    expect(screenOf(press(opened(), 'nnjvj').state).filter((row) => /^[▌▏]/.test(row))).toEqual([
      expect.stringMatching(/^▏ +3 \+/),
      expect.stringMatching(/^▌ +\d/),
    ])
    const bars = ['nnjvjk', 'nnjvj', 'nnjvjj', 'nnjv]]k', 'nnjvjj\u001b'].map(
      (keys) => screenOf(press(opened(), keys).state).at(-2)?.trim().split(/ {2,}/)[0],
    )
    expect(bars).toEqual([
      'range src/upload.ts:3 · c comments on it, Esc leaves it',
      'range src/upload.ts:3-4 · c comments on it, Esc leaves it',
      'range src/upload.ts:3-4 · c comments on it, Esc leaves it',
      'a range stays within one file: Esc leaves it',
      'src/upload.ts:5',
    ])
    expect(noticeOf('v')).toBe('a range begins at a line of a file: go to one and press v')
    expect(noticeOf('nnjv]]c')).toBe('a range stays within one file: Esc leaves it')
  })

  test('a second one on the same line changes the draft', () => {
    const state = opened({ comments: [commentWith({ state: 'draft', words: 'So', lastLine: 10 })] })
    const onLine = press(state, 'N\r').state
    const { mode } = press(onLine, 'c').state
    expect(mode).toMatchObject({
      kind: 'typing',
      text: 'So',
      purpose: { place: { line: 9, lastLine: 10, draft: 'cmt_1' } },
    })
    expect(screenOf(press(onLine, 'c').state).at(-2)).toContain('Your draft on lines 9-10')
  })

  test('not without a line, without words, or on what was sent', () => {
    expect(noticeOf('c')).toBe('a comment belongs to a line of a file: go to one and press c')
    expect(noticeOf('nc\r')).toBe('no words, no comment')
    expect(noticeOf('Nd')).toBe('d deletes a draft: go to one first')
  })
})

describe('answers', () => {
  test('approve asks first', () => {
    const asked = press(opened(), 'a')
    expect([asked.effects, asked.state.mode.kind]).toEqual([[], 'confirming'])
    expect(press(asked.state, 'y').effects).toEqual([{ kind: 'approve' }])
    for (const key of ['n', '\r', '\u001b', 'a', 'Y']) {
      const back = press(asked.state, key)
      expect([back.effects, back.state.mode.kind]).toEqual([[], 'reading'])
    }
  })

  test('files that changed are not approved', () => {
    const tree = { kind: 'changed', tree: 'one', now: 'two' } as const
    expect(press(opened({ tree }), 'ay').effects).toEqual([])
    expect(noticeOf('a', { tree })).toBe('the files changed since the checks ran: nothing to approve yet')
  })

  test('a disputed check stands, with or without words; without a dispute the key says so', () => {
    const claim = {
      id: 'c',
      status: 'success',
      channel: 'tool',
      text: '',
      disputedChecks: [{ check: 'lint', why: 'x' }],
    } as const
    const disputed = opened({
      claim: { claim: { ...claim, disputedChecks: [...claim.disputedChecks] }, at: '', number: 1 },
    })
    expect(press(disputed, 's\r').effects).toEqual([{ kind: 'stands', words: '' }])
    expect(press(disputed, 'sIt is right.\r').effects).toEqual([{ kind: 'stands', words: 'It is right.' }])
    expect(press(opened(), 's\r').effects).toEqual([])
  })

  test('request changes and reject take words', () => {
    expect(press(opened(), 'rMore tests.\r').effects).toEqual([{ kind: 'request-changes', words: 'More tests.' }])
    expect(press(opened(), 'xNot needed.\ry').effects).toEqual([{ kind: 'reject', words: 'Not needed.' }])
    expect(press(opened(), 'r\r').effects).toEqual([])
    expect(noticeOf('x \r')).toBe('say it in a few words; Esc goes back')
  })

  test('reject asks first, and any other key goes back to the words', () => {
    const asked = press(opened(), 'xNot needed.\r')
    expect([asked.effects, asked.state.mode.kind]).toEqual([[], 'confirming'])
    for (const key of ['n', '\r', '\u001b']) {
      const back = press(asked.state, key)
      expect([back.effects, back.state.mode]).toMatchObject([[], { kind: 'typing', text: 'Not needed.' }])
    }
  })

  test('drafts are enough to request changes', () => {
    const state = opened({ comments: [commentWith({ state: 'draft' })] })
    expect(press(state, 'r\r').effects).toEqual([{ kind: 'request-changes', words: '' }])
  })

  test('an editor takes what was typed and gives back what was written', () => {
    const { state, effects } = press(opened(), 'rMore\u0007')
    expect(effects).toEqual([{ kind: 'edit', text: 'More', about: 'What should the agent change?' }])
    const edited = step(state, { kind: 'edited', text: 'More\n\ntests.\n' }).state
    expect(press(edited, '\r').effects).toEqual([{ kind: 'request-changes', words: 'More\n\ntests.' }])
    expect(step(state, { kind: 'edited' }).state).toEqual(state)
  })

  test('Escape sends nothing', () => {
    const { state, effects } = press(opened(), 'rMore\u001b')
    expect([effects, state.mode.kind]).toEqual([[], 'reading'])
  })

  test('a question is replied to or rejected, not approved', () => {
    const question = { kind: 'question', question: 'Which port?' } as const
    expect(press(opened(question), 'r8080\r').effects).toEqual([{ kind: 'answer', words: '8080' }])
    expect(press(opened(question), 'xNo.\ry').effects).toEqual([{ kind: 'reject', words: 'No.' }])
    expect(press(opened(question), 'ay').effects).toEqual([])
    expect(noticeOf('a', question)).toBe('the agent asks a question: r answers it, x rejects')
  })

  test('a review that is over takes none', () => {
    const end = { kind: 'approve', at: '2026-07-30T15:29:00.000Z', by: { name: 'bo', by: 'terminal' } } as const
    expect(press(opened({ end }), 'ayrx').effects).toEqual([])
    expect(noticeOf('r', { end })).toBe('this review is over: approved by bo (at a terminal)')
  })

  test('keys wait while an answer is on its way; a refusal is shown', () => {
    const sent = press(opened(), 'rMore.\r').state
    expect(press(sent, 'q').effects).toEqual([])
    expect(press(sent, '\u0003').effects).toEqual([{ kind: 'quit' }])
    const refused = step(sent, { kind: 'failed', text: 'bo approved it' }).state
    expect([refused.mode.kind, refused.notice]).toEqual(['reading', { text: 'bo approved it', tone: 'bad' }])
  })
})

describe('what stays', () => {
  test('the row, after a resize', () => {
    const state = press(opened(), 'nn').state
    for (const size of [
      { columns: 120, rows: 40 },
      { columns: 30, rows: 8 },
      { columns: 3, rows: 2 },
    ]) {
      const resized = step(state, { kind: 'resized', size }).state
      expect(resized.rows[resized.cursor]?.id).toBe('task:src/upload.ts@3:')
      expect(step(resized, { kind: 'resized', size: SMALL }).state.cursor).toBe(state.cursor)
    }
  })

  test('the row and the folds, after the review was read again', () => {
    const state = press(opened(), ']]]]\r[[n').state
    const view = viewReview(materialWith({ comments: [], notes: [] }))
    const loaded = step(state, { kind: 'loaded', view, said: 'read again' }).state
    expect(hereOf(loaded)).toBe(hereOf(state))
    expect(loaded.rows.at(-1)?.kind).toBe('line')
    expect(loaded.notice).toEqual({ text: 'read again', tone: 'good' })
  })
})

test('quit, suspend, reload and help', () => {
  expect(press(opened(), 'q').effects).toEqual([{ kind: 'quit' }])
  expect(press(opened(), 'rabc\u0003').effects).toEqual([{ kind: 'quit' }])
  expect(press(opened(), '\u001a').effects).toEqual([{ kind: 'suspend' }])
  expect(press(opened(), 'R').effects).toEqual([{ kind: 'reload' }])
  expect(press(opened(), '?').state.mode).toEqual({ kind: 'help', top: 0 })
  expect(press(opened(), '?jq').state.mode).toEqual({ kind: 'reading' })
  expect(noticeOf('Z')).toBe('Z does nothing here; ? shows the keys')
})

test('pasted text runs no keys', () => {
  const { state, effects } = press(opened(), '\u001b[200~ay\rq\u001b[201~')
  expect([effects, state.mode.kind]).toEqual([[], 'reading'])
})
