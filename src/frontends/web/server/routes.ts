// The table of requests for data: which page or order each is. Every request that gets here has a session.
import type { z } from 'zod'
import type { Answerer } from '../../../contract/view/comment.ts'
import type { TaskState } from '../../../contract/state.ts'
import { AnswerRequest, CommentRequest, ResumeRequest, ViewedRequest } from '../../../contract/view/web.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import type { World } from '../../../flows/world.ts'
import { readBody } from './body.ts'
import { logsIn, readLog } from './logs.ts'
import * as orders from './orders.ts'
import { briefPage, figuresPage, listsPage, taskPage, tasksPage, timelinePage, waitingPage } from './pages.ts'
import { refuse, respondJson } from './respond.ts'
import { filesPage, linesOf, reviewPage, type ShownDiffs } from './review-pages.ts'

export interface WebAsked {
  readonly world: World
  readonly request: Request
  readonly url: URL
  readonly by: Answerer
  readonly shown: ShownDiffs
}

interface AskedOfTask extends WebAsked {
  readonly task: TaskState
  /** What stands behind the name of the request. */
  readonly rest: string
}

type Answering = (asked: WebAsked) => Promise<Response>
type AnsweringOfTask = (asked: AskedOfTask) => Promise<Response>

const DAYS = 30
const MOST_DAYS = 3650

const PAGES: Readonly<Record<string, Answering>> = {
  'GET waiting': async ({ world }) => respondJson(await waitingPage(world)),
  'GET tasks': async ({ world, url }) =>
    respondJson(
      await tasksPage(world, {
        state: textIn(url, 'state'),
        agent: textIn(url, 'agent'),
        text: textIn(url, 'text'),
        after: textIn(url, 'after'),
      }),
    ),
  'GET lists': async ({ world }) => respondJson(await listsPage(world)),
  'GET figures': async ({ world, url }) => {
    const days = numberIn(url, 'days', DAYS)
    if (days < 1 || days > MOST_DAYS) return refuse('invalid', `days is a number from 1 to ${MOST_DAYS}`)
    return respondJson(await figuresPage(world, days))
  },
}

const OF_TASK: Readonly<Record<string, AnsweringOfTask>> = {
  'GET ': async ({ world, task }) => respondJson(await taskPage(world, task)),
  'GET timeline': async ({ world, task, url }) =>
    respondJson(await timelinePage(world, task.id, Math.max(0, numberIn(url, 'after', 0)))),
  'GET brief': async ({ world, task }) => respondJson(await briefPage(world, task)),
  'GET files': async ({ world, task, shown }) => respondJson(await filesPage(world, task, shown)),
  'GET review': async ({ world, task, shown }) => {
    const page = await reviewPage(world, task, shown)
    return page ? respondJson(page) : refuse('nothing-waits', `${task.id} never waited for a person`)
  },
  'GET diff': async ({ world, task, url, shown }) => {
    const [diff = '', path = '', version = ''] = ['diff', 'path', 'version'].map((name) => textIn(url, name))
    const lines = await linesOf(world, task, { diff, path, version }, shown)
    if (lines === 'changed') return refuse('changed', 'the files have changed since you saw them: load the page again')
    return lines === 'unknown' ? refuse('unknown', 'there is no such file in this diff') : respondJson(lines)
  },
  'GET evidence': async ({ world, task, rest, url }) => {
    const path = logsIn(await eventsOf(world, task.id, 'last'), world).get(rest)
    const part = path === undefined ? undefined : readLog(world, path, numberIn(url, 'offset', 0))
    return part ? respondJson(part) : refuse('unknown', 'there is no such log: logs are kept for 14 days')
  },
  'POST answer': (asked) => withBody(asked, AnswerRequest, (body) => orders.answer(asked, body)),
  'POST comments': (asked) => withBody(asked, CommentRequest, (body) => orders.comment(asked, body)),
  'DELETE comments': (asked) => orders.removeComment(asked, asked.rest),
  'POST look': (asked) => orders.look(asked),
  'POST viewed': (asked) => withBody(asked, ViewedRequest, (body) => orders.viewed(asked, body)),
  'POST resume': (asked) => withBody(asked, ResumeRequest, (body) => orders.resume(asked, body)),
  'POST cancel': (asked) => orders.cancel(asked),
}

/** These have something behind their name. */
const WITH_REST: readonly string[] = ['GET evidence', 'DELETE comments']

export async function answerFor(asked: WebAsked): Promise<Response> {
  const { request, url, world } = asked
  const [, , first = '', id = '', name = '', rest = '', ...more] = url.pathname.split('/')
  const page = id === '' ? pick(PAGES, `${request.method} ${first}`) : undefined
  if (page) return page(asked)
  const key = `${request.method} ${name}`
  const ofTask = first === 'tasks' && id !== '' ? pick(OF_TASK, key) : undefined
  if (!ofTask || more.length > 0 || (rest !== '') !== WITH_REST.includes(key)) return unknown()
  const { state: task } = await world.store.loadTask(id)
  return task ? ofTask({ ...asked, task, rest }) : refuse('unknown', 'there is no such task')
}

function unknown(): Response {
  return refuse('unknown', 'there is nothing at this address')
}

function pick<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

async function withBody<T>(
  { request }: WebAsked,
  schema: z.ZodType<T>,
  order: (body: T) => Promise<Response>,
): Promise<Response> {
  const body = await readBody(request, schema)
  return body instanceof Response ? body : order(body)
}

function textIn({ searchParams }: URL, name: string): string | undefined {
  const text = searchParams.get(name)
  return text === null || text === '' ? undefined : text
}

function numberIn(url: URL, name: string, fallback: number): number {
  const text = textIn(url, name)
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : fallback
}
