// What a person does in the browser, carried out by the same flows as at the terminal. Every answer is a value with a
// sentence to show.
import { join } from 'node:path'
import type { Answerer } from '../../../contract/view/comment.ts'
import type { TaskState } from '../../../contract/state.ts'
import type { AnswerRequest, CommentRequest, Done, ResumeRequest, ViewedRequest } from '../../../contract/view/web.ts'
import { given } from '../../../contract/given.ts'
import { followEvents, newestNumber } from '../../../flows/home/follow.ts'
import type { Commented } from '../../../flows/review/comment.ts'
import { onAnswer, onComment, onFileRead, onLook, onRemoveComment } from '../../../flows/review/on-review.ts'
import { whatFollows, whyRefused } from '../../../flows/review/say-answer.ts'
import { isSupervised } from '../../../flows/run/leave-run.ts'
import { onOrder } from '../../../flows/run/on-order.ts'
import type { World } from '../../../flows/world.ts'
import { refuse, respondJson } from './respond.ts'
import { webFolder } from './sessions.ts'

export interface Ordering {
  readonly world: World
  readonly task: TaskState
  readonly by: Answerer
}

export async function answer({ world, task, by }: Ordering, body: AnswerRequest): Promise<Response> {
  const { review, answer: kind, words, tree } = body
  if (kind === 'reject' && (words ?? '').trim() === '') return refuse('wordless', 'say why it is rejected')
  const answered = await onAnswer(world, task.id, { kind, words, by, review, tree })
  if (answered.kind === 'given') return done(await whatFollows(world, answered.task))
  return refuse(answered.kind, whyRefused(answered, world.now()))
}

export async function comment({ world, task, by }: Ordering, body: CommentRequest): Promise<Response> {
  return commented(await onComment(world, task.id, { ...body, by }), 'The draft is kept: it is sent with your answer.')
}

export async function removeComment({ world, task, by }: Ordering, id: string): Promise<Response> {
  return commented(await onRemoveComment(world, task.id, { comment: id, by }), 'The draft is removed.')
}

function commented(result: Commented, text: string): Response {
  return result.kind === 'kept' ? done(text, result.comment) : refuse('unfit', result.why)
}

export async function look({ world, task, by }: Ordering): Promise<Response> {
  await onLook(world, task, by)
  return done('')
}

export async function viewed({ world, task, by }: Ordering, body: ViewedRequest): Promise<Response> {
  const { path, mark, isViewed } = body
  const isKept = await onFileRead(world, task.id, { path, mark: isViewed ? mark : undefined, by })
  return isKept ? done('') : refuse('nothing-waits', 'nothing waits for a person there')
}

export async function cancel({ world, task }: Ordering): Promise<Response> {
  const ordered = await onOrder(world, task, { order: 'task.cancelled', actor: 'browser' })
  if (ordered.kind === 'pointless') return refuse('unfit', `${task.id} ${ordered.why}`)
  return done(`Cancelled ${task.id}.`)
}

/** The name of the process that takes a run up again, beside the server. */
export const RESUMER = 'resumer'

export interface ResumeOrder {
  readonly task: string
  readonly words?: string
}

const LOOK_MS = 100
const MOST_LOOKS = 100
const MOST_BYTES = 500_000

function orderFile(world: World, order: string): string {
  return join(webFolder(world), 'resume', `${order}.json`)
}

function refusalFile(world: World, order: string): string {
  return join(webFolder(world), 'resume', `${order}.refused`)
}

/** In a process of its own: the run must not end with the server. Waits until it has begun, or says why not. */
export async function resume({ world, task }: Ordering, { words }: ResumeRequest): Promise<Response> {
  if (!task.run) return refuse('unfit', 'this task is not one of `fullstop run`: continue it in its session')
  if (task.outcome === 'completed') return refuse('unfit', `${task.id} is completed: there is nothing left to do`)
  if (await isSupervised(world, { session: task.session })) return refuse('unfit', `${task.id} is being worked on`)
  const { disk, startSelf } = await world.openWorkshop()
  const order = world.newId('ord')
  const text = words?.trim() === '' ? undefined : words
  const written: ResumeOrder = { task: task.id, ...given({ words: text }) }
  disk.writeWhole(orderFile(world, order), `${JSON.stringify(written)}\n`)
  const nextEvents = followEvents(world, task.id, await newestNumber(world))
  startSelf([RESUMER, order], {
    env: world.env,
    log: join(webFolder(world), 'resume.log'),
    cwd: world.stateHome,
  })
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await world.sleep(LOOK_MS)
    const refused = world.files.readText(refusalFile(world, order), MOST_BYTES)
    if (refused.kind === 'text') {
      disk.remove(refusalFile(world, order))
      return refuse('unfit', refused.text.trim())
    }
    if ((await nextEvents()).length > 0) return done(`${task.id} continues.`)
  }
  return done(`${task.id} was asked to continue.`)
}

/** What the process was asked for. Read once: an order is not obeyed twice. Undefined: there is no such order. */
export async function takeResumeOrder(world: World, order: string): Promise<ResumeOrder | undefined> {
  if (!/^ord_\w+$/.test(order)) return undefined
  const { disk } = await world.openWorkshop()
  const read = world.files.readText(orderFile(world, order), MOST_BYTES)
  disk.remove(orderFile(world, order))
  return read.kind === 'text' ? (JSON.parse(read.text) as ResumeOrder) : undefined
}

export async function refuseResume(world: World, order: string, why: string): Promise<void> {
  const { disk } = await world.openWorkshop()
  disk.writeWhole(refusalFile(world, order), `${why}\n`)
}

function done(text: string, id?: string): Response {
  const value: Done = { kind: 'done', text, ...given({ comment: id }) }
  return respondJson(value)
}
