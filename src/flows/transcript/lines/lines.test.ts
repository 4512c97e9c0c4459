// Lines read from the end, by mark and by turn, against the plain way: the whole file split into lines.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { files, type OpenedFile } from '../../../adapters/platform/files/files.ts'
import { absenceOf } from './absence.ts'
import { linesBack } from './lines-back.ts'
import { lastLinesWith, linesOf, linesWith, lineWith, tallyOf } from './marked-lines.ts'
import { sievedBack } from './sieve.ts'
import { startOfTurn } from './turn-start.ts'

const root = mkdtempSync(join(tmpdir(), 'fullstop-lines-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function withFile<T>(text: string, use: (file: OpenedFile) => T): T {
  const path = join(root, 'transcript.jsonl')
  writeFileSync(path, text)
  const opened = files.openFile(path, [root])
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  try {
    return use(opened.file)
  } finally {
    opened.file.close()
  }
}

/** Short lines, long ones, empty ones, and some longer than any piece that is read at once. */
const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 4, arbitrary: fc.constantFrom('', 'MARK', 'äMARK', 'MARKMARK ü', '"id":"a"') },
  { weight: 2, arbitrary: fc.nat(90_000).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.nat(400_000).map((length) => `${'y'.repeat(length)}MARK${'z'.repeat(length % 9)}`) },
)
const file = fc
  .tuple(
    fc.array(
      line.map((text) => text.replaceAll(/[\n\r]/g, ' ')),
      { maxLength: 30 },
    ),
    fc.boolean(),
  )
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''))
const plain = (text: string): string[] => text.split('\n').filter((one) => one !== '')
const whole = ({ size }: OpenedFile): { from: number; to: number } => ({ from: 0, to: size })

test('every line once, newest first', () => {
  fc.assert(
    fc.property(file, (text) => {
      const read = withFile(text, (opened) => [...linesBack(opened, whole(opened))])
      expect(read.map((one) => one.text)).toEqual(plain(text).reverse())
      const bytes = Buffer.from(text)
      for (const { start, text: of } of read) expect(bytes.toString('utf8', start).startsWith(of)).toBe(true)
    }),
  )
})

test('S1: a long line is read in growing pieces, whatever follows it', () => {
  for (const end of ['', '\n', '\nlast', '\nlast\n']) {
    const long = 'x'.repeat(8 * 1024 * 1024)
    const [lines, reads] = withFile(`first\n${long}${end}`, (opened) => {
      let count = 0
      const read: OpenedFile['read'] = (...part) => {
        count++
        return opened.read(...part)
      }
      return [[...linesBack({ ...opened, read }, whole(opened))].map(({ text }) => text), count]
    })
    expect(lines).toEqual([...(end.includes('last') ? ['last'] : []), long, 'first'])
    // Each piece is copied together with the end of its line: pieces of one size would make that quadratic.
    expect(reads).toBeLessThan(12)
  }
})

test('with a mark, the lines that hold it, from either end', () => {
  fc.assert(
    fc.property(file, (text) => {
      const marked = plain(text).filter((one) => one.includes('MARK'))
      const limits = { isOver: () => false, most: 1000 }
      withFile(text, (opened) => {
        const span = whole(opened)
        expect([...linesBack(opened, span, 'MARK')].map((one) => one.text)).toEqual(marked.toReversed())
        expect(linesWith(opened, span, ['MARK', 'KM'], limits).map((one) => one.text)).toEqual(marked)
        expect(lineWith(opened, span, 'MARK', 'first').map((one) => one.text)).toEqual(marked.slice(0, 1))
        expect(lineWith(opened, span, 'MARK', 'last').map((one) => one.text)).toEqual(marked.slice(-1))
      })
    }),
  )
})

test('marks that begin alike are found in one pass, and nothing else that begins so', () => {
  const alike = '"role":"user","content":'
  const marks = [`${alike}"`, `${alike}[{"type":"text"`, `${alike}[{"type":"image"`]
  const some = fc.constantFrom(...marks, alike, `${alike}[`, `${alike}[{"tool_use_id"`, `x${alike}"y`, 'other')
  fc.assert(
    fc.property(fc.array(some, { maxLength: 30 }), (lines) => {
      const expected = lines.filter((one) => marks.some((mark) => one.includes(mark)))
      withFile(lines.join('\n'), (opened) => {
        const limits = { isOver: () => false, most: 1000 }
        expect(linesWith(opened, whole(opened), marks, limits).map((one) => one.text)).toEqual(expected)
      })
    }),
  )
})

test('lines that are counted in passing are read if they are not too many, whatever lies between them', () => {
  const part = fc.constantFrom(
    'LIST',
    'LIST LIST',
    'MARK',
    ' ',
    'x'.repeat(300_000),
    `LIST ${'y'.repeat(300_000)} LIST`,
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.nat(8), (lines, most) => {
      const expected = lines.filter((one) => one.includes('LIST'))
      const text = lines.join('\n')
      withFile(text, (opened) => {
        const tally = tallyOf(['LIST'], most)
        const limits = { isOver: () => false, most: 1000, tally }
        const half = text.indexOf('\n', text.length / 2) + 1
        const marked = [
          ...lastLinesWith(opened, { from: half, to: opened.size }, ['MARK'], limits),
          ...lastLinesWith(opened, { from: 0, to: half }, [], limits),
        ]
        expect(marked.every(({ text }) => text === 'MARK')).toBe(true)
        const found = linesOf(opened, whole(opened), tally, limits)?.map((one) => one.text)
        expect(found).toEqual(expected.length > most ? undefined : expected)
      })
    }),
  )
})

test('S1: the sieve lets idle calls and plain words pass, and yields every other line that is marked, newest first', () => {
  const part = fc.constantFrom('TELL', 'WORD', 'WORD!', 'CALL idle', 'CALL other', ' ', 'x'.repeat(300_000))
  const one = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), fc.nat(5), (lines, opens) => {
      const isYielded = (text: string): boolean => /TELL|WORD!|CALL other/.test(text)
      const marked = lines.filter((text) => /TELL|WORD|CALL/.test(text)).toReversed()
      // Until so many lines were yielded, nothing passes.
      const expected = marked.filter((text, index) => index < opens || isYielded(text))
      withFile(lines.join('\n'), (opened) => {
        const yielded: string[] = []
        let passed = 0
        const isOpen = (): boolean => yielded.length >= opens
        const sieve = {
          telling: ['TELL'],
          words: 'WORD',
          call: 'CALL ',
          ends: 'e',
          endsFrom: 2,
          isIdle: (told: string) => told === 'idl',
          idleBytes: 4,
          passesCalls: (count: number) => isOpen() && (passed += count) >= 0,
          passesWords: (text: string) => isOpen() && !text.includes('WORD!'),
          isOver: () => false,
        }
        for (const { text } of sievedBack(opened, whole(opened), sieve)) yielded.push(text)
        expect(yielded).toEqual(expected)
        const idle = marked.slice(opens).filter((text) => !isYielded(text))
        expect(passed).toBeGreaterThanOrEqual(idle.filter((text) => text.includes('CALL')).length)
      })
    }),
  )
})

test('S1: what one search saw in passing keeps no line from the next one, and bytes without a mark are not read again', () => {
  const part = fc.constantFrom('TELL', 'SEEN', 'SEEN SEEN', 'CALL idle', ' ', 'x'.repeat(150_000), 'y'.repeat(600_000))
  const one = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), fc.nat(20), fc.integer({ min: 1, max: 4 }), (lines, taken, most) => {
      const text = lines.join('\n')
      withFile(text, (opened) => {
        const absences = [absenceOf('TELL'), absenceOf('SEEN'), absenceOf('NEVER')]
        const from = text.indexOf('\n', text.length / 4) + 1
        const sieve = { ...passingAll, telling: ['TELL'], absences }
        let left = taken
        for (const _ of sievedBack(opened, { from, to: opened.size }, sieve)) if (left-- === 0) break
        const limits = { isOver: () => false, most: 1000, absences }
        const found = (marks: readonly string[], few?: ReadonlyMap<string, number>): string[] =>
          lastLinesWith(opened, whole(opened), marks, { ...limits, ...(few ? { few } : {}) }).map((hit) => hit.text)
        const holding = (mark: RegExp): string[] => lines.filter((line) => mark.test(line))
        expect(found(['TELL', 'SEEN'])).toEqual(holding(/TELL|SEEN/))
        expect(found(['SEEN'], new Map([['SEEN', most]])).slice(-most)).toEqual(holding(/SEEN/).slice(-most))
        expect(found(['NEVER'])).toEqual([])
      })
    }),
  )
  withFile('CALL idle\n'.repeat(300_000), (opened) => {
    let read = 0
    const counted: OpenedFile = {
      ...opened,
      read: (start, length, into) => {
        read += length
        return opened.read(start, length, into)
      },
    }
    const absences = [absenceOf('SEEN')]
    for (const _ of sievedBack(opened, whole(opened), { ...passingAll, absences })) throw new Error('it lets all pass')
    expect(lastLinesWith(counted, whole(opened), ['SEEN'], { isOver: () => false, most: 9, absences })).toEqual([])
    expect(read).toBe(0)
  })
})

const passingAll = {
  telling: [],
  words: 'WORD',
  call: 'CALL ',
  ends: 'e',
  endsFrom: 2,
  isIdle: () => true,
  idleBytes: 4,
  passesCalls: () => true,
  passesWords: () => true,
  isOver: () => false,
}

test('R6: a long line full of marks is read once, from whichever end it is looked for', () => {
  const long = `${'MARK '.repeat(1_000_000)}\n`
  withFile(`first\n${long}last\n`, (opened) => {
    let read = 0
    const counted: OpenedFile = {
      ...opened,
      read: (from, length, into) => {
        read += length
        return opened.read(from, length, into)
      },
    }
    const limits = { isOver: () => false, most: 10 }
    for (const find of [linesWith, lastLinesWith]) {
      read = 0
      expect(find(counted, whole(opened), ['MARK'], limits).map((one) => one.start)).toEqual([6])
      expect(read).toBeLessThan(4 * opened.size)
    }
  })
})

test('looking for marks ends where the time is up, or where there are enough', () => {
  withFile('MARK\n'.repeat(100_000), (opened) => {
    expect(linesWith(opened, whole(opened), ['MARK'], { isOver: () => true, most: 10 })).toEqual([])
    expect(linesWith(opened, whole(opened), ['MARK'], { isOver: () => false, most: 10 })).toHaveLength(10)
    expect(linesWith(opened, whole(opened), [], { isOver: () => false, most: 10 })).toEqual([])
  })
  const numbered = Array.from({ length: 50_000 }, (_, index) => `MARK ${index}\n`).join('')
  withFile(numbered, (opened) => {
    const last = lastLinesWith(opened, whole(opened), ['MARK 4999'], { isOver: () => false, most: 3 })
    expect(last.map((one) => one.text)).toEqual(['MARK 49997', 'MARK 49998', 'MARK 49999'])
  })
})

test('S1: the start of a turn is found wherever it is, by looking at little of the file', () => {
  const filler = 'w'.repeat(300)
  const turn = fc.record({ lines: fc.integer({ min: 1, max: 4000 }), every: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
      const texts = turns.map(({ lines, every }, id) =>
        Array.from({ length: lines }, (_, index) =>
          index % every === 0 ? `{"id":"turn-${id}","n":${index}}\n` : `{"n":"${filler}"}\n`,
        ).join(''),
      )
      const text = texts.join('')
      let read = 0
      const start = withFile(text, (opened) => {
        const counted: OpenedFile = {
          ...opened,
          read: (from, length, into) => {
            read += length
            return opened.read(from, length, into)
          },
        }
        return startOfTurn(counted, whole(opened), '"id":"', `turn-${turns.length - 1}`)
      })
      expect(start).toBe(Buffer.byteLength(texts.slice(0, -1).join('')))
      expect(read).toBeLessThan(3 * 1024 * 1024)
    }),
    { numRuns: 20 },
  )
})

test('S1: ids that are cut off do not hide the start of a turn', () => {
  const turn = (id: string): string =>
    Array.from({ length: 39_987 }, (_, index) => {
      const text = `{"id":"${id}","n":"${'w'.repeat(200)}"}`
      return `${index % 20 === 0 ? text : text.slice(0, 7 + (index % 4))}\n`
    }).join('')
  withFile(turn('one-1') + turn('two-2').repeat(4), (opened) => {
    expect(startOfTurn(opened, whole(opened), '"id":"', 'two-2')).toBe(turn('one-1').length)
  })
})

test('a turn that is not there has no start', () => {
  withFile('{"id":"a"}\n'.repeat(100_000), (opened) => {
    expect(startOfTurn(opened, whole(opened), '"id":"', 'b')).toBeUndefined()
    expect(startOfTurn(opened, whole(opened), '"other":"', 'a')).toBeUndefined()
  })
})
