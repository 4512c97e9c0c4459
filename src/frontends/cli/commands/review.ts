// `fullstop review`: what waits for a person, one of them in full, and the answer to it.
import { exitCode } from '../../../contract/exit-code.ts'
import { given } from '../../../contract/given.ts'
import type { TaskState } from '../../../contract/state.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { findTask } from '../../../flows/home/tasks/find-task.ts'
import type { Commented } from '../../../flows/review/comment.ts'
import { onAnswer, onComment, onList, onOpen, onRemoveComment } from '../../../flows/review/on-review.ts'
import type { World } from '../../../flows/world.ts'
import { answererOf } from '../review/answerer.ts'
import { ANSWERS, pageOf, REJECT_WHY, tellAnswer } from '../review/ask-review.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { isFromAgent, requirePerson } from '../person.ts'
import { hasScreen, reviewOnScreen } from '../review/review-at-terminal.ts'
import { paperFor } from '../screen/paper.ts'
import { showReview, showWaiting } from '../screen/show-review.ts'
import { usage } from '../usage.ts'

const ORDERS = [...ANSWERS, 'comment', 'remove'] as const

export const command: Command = {
  name: 'review',
  group: 'Answer',
  summary: 'List what waits for you, look at it, and answer it',
  args: ['[TASK]', '[ORDER]', '[WORDS…]'],
  options: { yes: { type: 'boolean', summary: 'answer without a terminal' }, ...jsonOption },
  choices: { ORDER: ORDERS },
  completes: { TASK: 'waiting' },
  examples: [
    { line: 'fullstop review', does: 'everything that waits for you: claims and questions; exit 1: nothing' },
    { line: 'fullstop review task_7k3f', does: 'the claim, its checks, the changes, and what was said of them' },
    { line: 'fullstop review task_7k3f approve', does: 'the task is completed; refused if the files changed since' },
    {
      line: 'fullstop review task_7k3f comment src/api.ts:42 "Why five?"',
      does: 'a draft, sent with the next request-changes; "remove ID" takes it back',
    },
    {
      line: 'fullstop review task_7k3f request-changes "Use the cache"',
      does: 'the agent is told, with all drafts: at once in a run, else with its next prompt or `resume`',
    },
    {
      line: 'fullstop review task_7k3f stands',
      does: 'the check that the agent disputes is right: the agent is told to make it pass',
    },
    { line: 'fullstop review task_7k3f reject "Wrong approach"', does: 'the task ends as rejected' },
    { line: 'fullstop review task_7k3f answer "The staging key"', does: 'answers a question of the agent' },
    { line: 'fullstop review task_7k3f approve --yes', does: 'in a script, without a terminal' },
  ],
  run: async (context) => {
    const [name, order, ...words] = context.args
    const world = context.openWorld()
    try {
      if (name === undefined) return await list(world, context)
      if (order === undefined) return await show(world, context, await findTask(world, name))
      return await obey(world, context, { task: () => findTask(world, name), order, words })
    } finally {
      world.store.close()
    }
  },
}

async function list(world: World, context: Context): Promise<number> {
  const waiting = await onList(world)
  if (context.options['json'] === true) context.print(`${JSON.stringify(waiting, null, 2)}\n`)
  else if (waiting.length === 0) context.print('Nothing waits for you.\n')
  else context.print(`${showWaiting(waiting, world.now(), paperFor(context)).join('\n')}\n`)
  return waiting.length > 0 ? exitCode.yes : exitCode.no
}

async function show(world: World, context: Context, task: TaskState): Promise<number> {
  const viewer = isFromAgent(context) ? undefined : answererOf(context)
  const material = await onOpen(world, task, viewer)
  if (!material) {
    context.complain(`fullstop: ${task.id} never waited for a person\n  next: fullstop show ${task.id}\n`)
    return exitCode.no
  }
  if (viewer && !material.end && hasScreen(context)) {
    const answered = await reviewOnScreen(world, context, { material })
    if (answered) return tellAnswer(world, context, { task: task.id, answered })
  } else if (context.options['json'] === true) context.print(`${JSON.stringify(material, null, 2)}\n`)
  else context.print(`${showReview(material, pageOf(world, context)).join('\n')}\n`)
  return material.end ? exitCode.no : exitCode.yes
}

interface Ordered {
  readonly task: () => Promise<TaskState>
  readonly order: string
  readonly words: readonly string[]
}

async function obey(world: World, context: Context, { task, order, words }: Ordered): Promise<number> {
  const known = ORDERS.find((one) => one === order)
  if (known === undefined) {
    const near = nearest(order, ORDERS)
    const hint = near === undefined ? undefined : `did you mean ${near}?`
    throw usage(command, `"${oneLine(order, 40)}" is not one of ${ORDERS.join(', ')}`, hint)
  }
  requirePerson(context, 'review')
  const by = answererOf(context)
  if (known === 'comment') return comment(world, context, await task(), words)
  if (known === 'remove') {
    const [id] = only(words, 1, 'the id of a comment is missing')
    return tellComment(await onRemoveComment(world, (await task()).id, { comment: id ?? '', by }), context)
  }
  const [said = ''] = words.length === 0 ? [] : only(words, 1, '')
  if (said.trim() === '' && known === 'reject') throw usage(command, REJECT_WHY)
  if (said.trim() === '' && known === 'answer') throw usage(command, 'an answer needs words: answer "…"')
  const { id } = await task()
  return tellAnswer(world, context, { task: id, answered: await onAnswer(world, id, { kind: known, words: said, by }) })
}

function only(words: readonly string[], most: number, missing: string): readonly string[] {
  if (words.length < most) throw usage(command, missing)
  if (words.length > most) throw usage(command, `"${oneLine(words[most] ?? '', 60)}" is one argument too many`)
  return words
}

async function comment(world: World, context: Context, task: TaskState, words: readonly string[]): Promise<number> {
  const [where = '', said = ''] = only(words, 2, 'say where and what: comment PATH:LINE "…"')
  const at = /^(?<path>.+):(?<line>\d{1,7})(?:-(?<last>\d{1,7}))?$/s.exec(where)?.groups
  if (!at) throw usage(command, `"${oneLine(where, 60)}" is no PATH:LINE`)
  if (said.trim() === '') throw usage(command, 'a comment needs words: comment PATH:LINE "…"')
  const lastLine = at['last'] === undefined ? undefined : Number(at['last'])
  const commented = await onComment(world, task.id, {
    path: at['path'] ?? '',
    line: Number(at['line']),
    ...given({ lastLine }),
    side: 'new',
    words: said,
    by: answererOf(context),
  })
  return tellComment(commented, context)
}

function tellComment(commented: Commented, context: Context): number {
  if (commented.kind === 'refused') {
    context.complain(`fullstop: ${oneLine(commented.why, 300)}\n  next: fullstop review --help\n`)
    return exitCode.no
  }
  if (context.options['json'] === true) context.print(`${JSON.stringify(commented.event)}\n`)
  else {
    const isDraft = commented.event.kind === 'comment.drafted'
    context.print(`${commented.comment} ${isDraft ? 'is kept: request-changes sends it' : 'is removed'}\n`)
  }
  return exitCode.yes
}
