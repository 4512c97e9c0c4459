// What a person is about to answer. An approval: the tree, the files and the checks with their age; failed checks by name.
import { age } from '../../../domain/view/amount.ts'
import { toneOfResult } from '../../../domain/view/evidence.ts'
import type { ApprovedCheck } from '../../../domain/view/review/review.ts'
import { glyphsOf } from '../screen/frame.ts'
import { type InkSpan, type DrawOptions, shorten, TONE_INK } from './ink.ts'
import { wrapText } from '../screen/wrap.ts'
import type { ScreenState } from './state.ts'

const LABEL_WIDTH = 10
const TREE_WIDTH = 12

export function drawApproval({ view, size }: ScreenState, options: DrawOptions): InkSpan[][] {
  const { tree, files, checks, despite } = view.approval
  const width = Math.max(10, size.columns - LABEL_WIDTH - 5)
  const row = (label: string, texts: readonly InkSpan[][]): InkSpan[][] =>
    texts.map((spans, index) => [
      { text: `   ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}`, ink: ['dim'] },
      ...spans,
    ])
  const words = (label: string, text: string, ink: InkSpan['ink'] = []): InkSpan[][] =>
    row(
      label,
      wrapText(text, width).map((line) => [{ text: line, ink }]),
    )
  return [
    [],
    [{ text: ' You approve', ink: ['bold', 'underline'] }],
    [],
    ...words('tree', tree?.slice(0, TREE_WIDTH) ?? 'not known'),
    ...words('files', files ? `${files.count} changed, +${files.added} -${files.removed}` : 'not known'),
    ...row(
      'checks',
      checks.length === 0
        ? [[{ text: 'none ran', ink: ['bold', 'orange'] }]]
        : checks.map((check) => shorten(drawCheck(check, options), width, glyphsOf(options).ellipsis)),
    ),
    ...(despite.length === 0
      ? []
      : words(
          'despite',
          `${despite.join(', ')}: recorded as "approved despite" ${despite.length === 1 ? 'it' : 'them'}`,
          ['bold'],
        )),
    ...(view.drafts === 0
      ? []
      : words(
          'drafts',
          `${view.drafts} ${view.drafts === 1 ? 'comment is' : 'comments are'} not sent: r sends ${view.drafts === 1 ? 'it' : 'them'} instead`,
          ['bold'],
        )),
    [],
    [{ text: ' y', ink: ['bold'] }, { text: ' approve, any other key goes back' }],
  ]
}

export function drawRejection({ size }: ScreenState, words: string): InkSpan[][] {
  const width = Math.max(10, size.columns - 5)
  return [
    [],
    [{ text: ' You reject: the task ends', ink: ['bold', 'underline'] }],
    [],
    ...words.split('\n').flatMap((line) => wrapText(line, width).map((text) => [{ text: `   ${text}` }])),
    [],
    [{ text: ' y', ink: ['bold'] }, { text: ' reject, any other key goes back' }],
  ]
}

function drawCheck({ name, result, ranAt, isOnThisTree }: ApprovedCheck, options: DrawOptions): InkSpan[] {
  const { passed, failed, notRun } = glyphsOf(options)
  const mark = result === 'passed' ? passed : result === 'could-not-run' ? notRun : failed
  return [
    { text: `${mark} `, ink: ['bold', TONE_INK[toneOfResult(result)]] },
    { text: name, ink: ['bold'] },
    { text: ` ${result.replaceAll('-', ' ')} ${age(ranAt, new Date(options.nowMs))} ago, ` },
    { text: isOnThisTree ? 'on this tree' : 'not on this tree', ink: isOnThisTree ? [] : ['bold', 'orange'] },
  ]
}
