// One row of the review as text with its look.
import type { Piece } from '../../../domain/diff/file-diff.ts'
import type { TokenClass } from '../../../domain/diff/tokens.ts'
import { age } from '../../../domain/view/amount.ts'
import type { Tone } from '../../../domain/view/part.ts'
import type { FileView } from '../../../domain/view/review/files.ts'
import { glyphsOf } from '../screen/frame.ts'
import { cutSpans, type Ink, type InkSpan, shorten, TONE_INK, widthOfSpans } from './ink.ts'
import type { LayoutRow } from './layout.ts'

export interface RowFrame {
  /** Without the column of the cursor. */
  readonly width: number
  readonly left: number
  readonly now: Date
  readonly isPlain: boolean
}

const CLASS_INK: Readonly<Record<TokenClass, Ink>> = {
  keyword: 'magenta',
  string: 'cyan',
  number: 'cyan',
  comment: 'dim',
}
/** From here on both line numbers fit beside the text. */
const WIDE = 100
const NAME_WIDTH = 20

export function drawRow(row: LayoutRow, frame: RowFrame): InkSpan[] {
  const whole = { left: 0, width: frame.width }
  switch (row.kind) {
    case 'blank':
      return []
    case 'title':
      return cutSpans([{ text: row.text, ink: ['bold', 'underline'] }, ...ageOf(row.at, frame)], whole)
    case 'text':
      return cutSpans([{ text: `   ${row.text}` }, ...ageOf(row.at, frame)], whole)
    case 'remark':
      return cutSpans(
        [
          { text: row.isFirst ? ` ${markOf(row.tone, frame)} ` : '   ', ink: ['bold', TONE_INK[row.tone]] },
          { text: row.text, ink: ['bold'] },
        ],
        whole,
      )
    case 'check':
      return shorten(drawCheck(row, frame), frame.width, glyphsOf(frame).ellipsis)
    case 'output':
      return [
        { text: `     ${frame.isPlain ? '|' : '│'} `, ink: ['dim'] },
        ...cutSpans([{ text: row.text }], { left: frame.left, width: frame.width - 7 }),
      ]
    case 'more':
      return cutSpans([{ text: `   ${glyphsOf(frame).ellipsis} ${row.text} (Enter)`, ink: ['dim'] }], whole)
    case 'file':
      return row.file ? drawFile(row.file, row.isOpen, frame) : []
    case 'gap':
      return drawGap(row.lines.length, frame)
    case 'line':
      return drawLine(row, frame)
    case 'said':
      return drawSaid(row, frame)
  }
}

/** What was looked into and is all right stands out less. */
function markOf(tone: Tone, frame: RowFrame): string {
  return tone === 'good' ? glyphsOf(frame).passed : '!'
}

function ageOf(at: string | undefined, { now }: RowFrame): InkSpan[] {
  return at === undefined ? [] : [{ text: `  ${age(at, now)} ago`, ink: ['dim'] }]
}

function drawCheck({ check, isOpen, isWhyBelow }: Extract<LayoutRow, { kind: 'check' }>, frame: RowFrame): InkSpan[] {
  const { passed, failed, notRun, dot } = glyphsOf(frame)
  const mark = check.result === 'passed' ? passed : check.result === 'could-not-run' ? notRun : failed
  const rest = [
    ...(isWhyBelow ? [] : [check.result === 'passed' ? `took ${check.took}` : check.why]),
    ...(check.wasFailing ? ['failed before the task too'] : []),
  ]
  const tree = { this: 'this tree', another: 'another tree', unknown: 'no tree' }[check.tree]
  return [
    { text: ` ${foldMark(isOpen, check.output.length > 0 || check.log !== undefined, frame)} ` },
    { text: `${mark} `, ink: ['bold', TONE_INK[check.tone]] },
    { text: check.name.padEnd(NAME_WIDTH), ink: ['bold'] },
    { text: ` ${check.result.replaceAll('-', ' ')}` },
    { text: ` ${dot} ${age(check.ranAt, frame.now)} ago ${dot} ` },
    check.tree === 'another' ? { text: tree, ink: ['bold', 'orange'] } : { text: tree },
    { text: rest.map((text) => ` ${dot} ${text}`).join(''), ink: ['dim'] },
  ]
}

function foldMark(isOpen: boolean, canOpen: boolean, { isPlain }: RowFrame): string {
  if (!canOpen) return ' '
  if (isPlain) return isOpen ? '-' : '+'
  return isOpen ? '▾' : '▸'
}

/** The name, a rule across the window, and how many lines it has gained and lost. */
function drawFile(file: FileView, isOpen: boolean, frame: RowFrame): InkSpan[] {
  const { added, removed, how, isYardstick, isGenerated } = file
  const name = file.oldName === undefined ? file.name : `${file.oldName} ${frame.isPlain ? '->' : '→'} ${file.name}`
  const labels = [
    ...(how === 'modified' ? [] : [how]),
    ...(isGenerated ? ['generated'] : []),
    ...(file.why !== undefined && !isOpen ? ['no lines'] : []),
  ]
  const right: InkSpan[] = [
    ...(isYardstick ? [{ text: ' decides checks', ink: ['bold', 'orange'] as const }] : []),
    ...labels.map((text) => ({ text: ` ${text}`, ink: ['dim'] as const })),
    { text: ` +${added}`, ink: ['green'] },
    { text: ` -${removed}`, ink: ['red'] },
  ]
  const head: InkSpan[] = [
    { text: `${foldMark(isOpen, true, frame)} ` },
    ...(isYardstick ? [{ text: '! ', ink: ['bold', 'orange'] as const }] : []),
  ]
  const room = Math.max(1, frame.width - widthOfSpans([...head, ...right]) - 1)
  const shown = shortName(name, room, glyphsOf(frame).ellipsis)
  const left: InkSpan[] = [...head, { text: shown, ink: ['bold'] }, { text: ' ' }]
  const free = frame.width - widthOfSpans(left) - widthOfSpans(right)
  const rule: InkSpan = { text: (frame.isPlain ? '-' : '─').repeat(Math.max(0, free)), ink: ['dim'] }
  return cutSpans([...left, rule, ...right], { left: 0, width: frame.width })
}

/** The end of a path says more than its beginning. */
function shortName(name: string, width: number, ellipsis: string): string {
  const wide = widthOfSpans([{ text: name }])
  if (wide <= width) return name
  const room = Math.max(0, width - ellipsis.length)
  const [kept] = cutSpans([{ text: name }], { left: wide - room, width: room })
  return `${ellipsis}${kept?.text ?? ''}`
}

function drawGap(count: number, frame: RowFrame): InkSpan[] {
  const line = frame.isPlain ? '-' : '┄'
  const text = ` ${count} unchanged lines `
  return cutSpans(
    [{ text: `${line.repeat(5)}${text}${line.repeat(Math.max(0, frame.width - 5 - text.length))}`, ink: ['dim'] }],
    {
      left: 0,
      width: frame.width,
    },
  )
}

function drawLine(row: Extract<LayoutRow, { kind: 'line' }>, frame: RowFrame): InkSpan[] {
  const { line, file } = row
  if (line.kind === 'note')
    return cutSpans([{ text: `      ${textOf(line.pieces)}`, ink: ['dim'] }], { left: 0, width: frame.width })
  const sign = { same: ' ', added: '+', removed: '-' }[line.kind]
  const side: Ink | undefined = { same: undefined, added: 'green' as const, removed: 'red' as const }[line.kind]
  const digits = Math.max(3, `${file ? lastNumber(file) : 0}`.length)
  const number = (of: number | undefined): string => `${of ?? ''}`.padStart(digits)
  const numbers =
    frame.width >= WIDE ? `${number(line.before)} ${number(line.after)}` : number(line.after ?? line.before)
  const gutter: InkSpan[] = [
    { text: `${numbers} `, ink: side ? [side] : ['dim'] },
    { text: sign, ink: side ? ['bold', side] : [] },
    { text: ' ' },
  ]
  const room = Math.max(1, frame.width - widthOfSpans(gutter))
  const text = cutSpans(
    line.pieces.map((piece) => ({ text: piece.text, ink: inkOf(piece, side) })),
    { left: frame.left, width: room },
  )
  return [...gutter, ...text]
}

/** Text that has no class takes the colour of its side; changed words stand out. */
function inkOf(piece: Piece, side: Ink | undefined): Ink[] {
  if (piece.isChanged && side) return ['reverse', side]
  // Dim green or red is too dark to read on some terminals.
  if (piece.class === 'comment') return [side ?? 'dim']
  if (piece.class) return [CLASS_INK[piece.class]]
  return side ? [side] : []
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

function lastNumber({ blocks }: FileView): number {
  const { before = 0, after = 0 } = blocks.at(-1)?.lines.findLast(({ kind }) => kind !== 'note') ?? {}
  return Math.max(before, after)
}

function drawSaid(row: Extract<LayoutRow, { kind: 'said' }>, frame: RowFrame): InkSpan[] {
  const bar = frame.isPlain ? '|' : '┃'
  const ink: Ink[] = row.tone ? ['bold', TONE_INK[row.tone]] : ['bold']
  const label = row.tone !== undefined && row.label === '!' ? markOf(row.tone, frame) : (row.label ?? '')
  return shorten(
    [
      { text: `    ${bar} `, ink: ['bold'] },
      { text: label === '' ? '' : `${label} `, ink },
      { text: row.text, ...(row.label === '' ? { ink: ['dim' as const] } : {}) },
      ...ageOf(row.at, frame),
    ],
    frame.width,
    glyphsOf(frame).ellipsis,
  )
}
