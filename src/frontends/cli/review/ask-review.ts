// Asks a person about a review and tells what became of their answer: for the command and for a run at a terminal.
import { stringWidth, windowSize } from '../../../adapters/platform/terminal/window.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { ReviewAnswerKind, ReviewMaterial } from '../../../contract/view/review.ts'
import { endText } from '../../../domain/review/end-text.ts'
import { shownTree } from '../../../domain/review/shown-tree.ts'
import type { ReviewAnswered } from '../../../flows/review/answer.ts'
import { onAnswer, onOpen } from '../../../flows/review/on-review.ts'
import { SINCE, whatFollows } from '../../../flows/review/say-answer.ts'
import type { World } from '../../../flows/world.ts'
import { answererOf } from './answerer.ts'
import type { Context } from '../command.ts'
import { hasScreen, reviewOnScreen } from './review-at-terminal.ts'
import { type Page, showChanged, showReview } from '../screen/show-review.ts'
import { styleFor } from '../screen/style.ts'

export const ANSWERS = [
  'approve',
  'request-changes',
  'stands',
  'reject',
  'answer',
] as const satisfies readonly ReviewAnswerKind[]

export const REJECT_WHY = 'say why it is rejected: reject "…"'

export interface ReviewAsked {
  readonly task: string
  /** Nobody needs the answer any more. */
  readonly signal: AbortSignal
}

function questionOf({ claim }: ReviewMaterial): string {
  const stands = claim?.claim.disputedChecks === undefined ? '' : ' stands (the disputed check is right),'
  return `\napprove, request-changes …,${stands} reject …, or Enter to leave it for later\n> `
}

/** In a run at a terminal: shows the review, then asks until there is an answer that counts, or the person leaves it. */
export async function askReview(world: World, context: Context, { task: id, signal }: ReviewAsked): Promise<void> {
  const { state: task } = await world.store.loadTask(id)
  const material = task && (await onOpen(world, task, answererOf(context)))
  if (!material || material.end) return
  if (hasScreen(context)) {
    const answered = await reviewOnScreen(world, context, { material, signal, isUnasked: true })
    if (answered) await tellAnswer(world, context, { task: id, answered })
    return
  }
  context.print(`\n${showReview(material, pageOf(world, context)).join('\n')}\n`)
  for (;;) {
    const line = (await context.ask(questionOf(material), signal))?.trim() ?? ''
    if (line === '' || signal.aborted) return
    const [, word = '', words = ''] = /^(\S+)\s*([\s\S]*)$/.exec(line) ?? []
    const kind = ANSWERS.find((one) => one === word)
    if (kind === undefined) continue
    if (kind === 'reject' && words === '') {
      context.complain(`fullstop: ${REJECT_WHY}\n`)
      continue
    }
    const by = answererOf(context)
    const answered = await onAnswer(world, id, {
      kind,
      words,
      by,
      review: material.review,
      tree: shownTree(material.tree),
    })
    await tellAnswer(world, context, { task: id, answered })
    if (answered.kind === 'given' || answered.kind === 'late' || answered.kind === 'nothing-waits') return
  }
}

interface Answered {
  readonly task: string
  readonly answered: ReviewAnswered
}

/** Tells what became of the answer. */
export async function tellAnswer(world: World, context: Context, { task: id, answered }: Answered): Promise<number> {
  const complain = (what: string, next: string): void =>
    context.complain(`fullstop: ${what}\n  next: fullstop ${next}\n`)
  switch (answered.kind) {
    case 'given':
      if (context.options['json'] === true) {
        context.print(answered.events.map((event) => `${JSON.stringify(event)}\n`).join(''))
      } else context.print(`${await whatFollows(world, answered.task)}\n`)
      return exitCode.yes
    case 'late':
      complain(`too late: ${endText(answered.end, world.now())}`, `show ${id}`)
      return exitCode.no
    case 'changed': {
      const { material, since } = answered
      const { task } = material
      const next = since === 'checks' ? `, or fullstop review ${task} request-changes "claim again"` : ''
      complain(`not approved: the files have changed since ${SINCE[since]}`, `review ${task}${next}`)
      context.print(`${showChanged(material, pageOf(world, context)).join('\n')}\n`)
      return exitCode.no
    }
    case 'nothing-waits':
      complain(answered.why, `show ${id}`)
      return exitCode.no
    case 'unfit':
      complain(answered.why, `review ${id}`)
      return exitCode.no
    case 'wordless':
      complain(answered.why, `review ${id} request-changes "…"`)
      return exitCode.usage
  }
}

export function pageOf(world: World, context: Context): Page {
  // A pipe has no width, but the window of its reader has.
  const columns = context.terminal.output ? windowSize().columns : 120
  return { columns, now: world.now(), style: styleFor(context), widthOf: stringWidth }
}
