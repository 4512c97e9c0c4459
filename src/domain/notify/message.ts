// A moment in words, for people, and as JSON, for programs. Text of agents is made printable and kept short.
import { given } from '../../contract/given.ts'
import { oneLine } from '../text/printable.ts'
import type { Moment } from './moment.ts'

export interface Message {
  /** Known again by the receiver if it arrives twice. */
  readonly id: string
  readonly at: string
  readonly title: string
  readonly text: string
  readonly isUrgent: boolean
  readonly isGood: boolean
  readonly payload: NotifyPayload
}

/** What a webhook and a command are given. */
export interface NotifyPayload {
  readonly id: string
  readonly at: string
  readonly moment: Moment['kind'] | 'test'
  readonly title: string
  readonly text: string
  readonly task?: string
  readonly status?: string
  readonly outcome?: string
  readonly agent?: string
  readonly folder?: string
  readonly request?: string
  readonly reason?: string
  /** The page of the task in the browser. */
  readonly link?: string
}

const REQUEST_CHARACTERS = 120
const REASON_CHARACTERS = 200

/** `page`: where `fullstop ui` is found from other devices. */
export function toMessage(moment: Moment, page?: string): Message {
  const { id, at, task, status, outcome, agent, cwd } = moment
  const request = moment.request === undefined ? undefined : oneLine(moment.request, REQUEST_CHARACTERS)
  // Below its first line stands the output of a check.
  const reason =
    moment.reason === undefined ? undefined : oneLine(moment.reason.split('\n')[0] ?? '', REASON_CHARACTERS)
  const title = `Fullstop: ${[headline(moment), folderName(cwd)].filter(Boolean).join(', ')}`
  const text = [request, reason, `fullstop ${canAnswer(moment) ? 'review' : 'show'} ${task}`].filter(Boolean).join('\n')
  const link = page === undefined ? undefined : linkTo(page, moment)
  const more = given({ outcome, folder: cwd, request, reason, link })
  const payload: NotifyPayload = { id, at, moment: moment.kind, title, text, task, status, agent, ...more }
  return { id, at, title, text, isUrgent: moment.kind === 'needs-you', isGood: outcome === 'completed', payload }
}

/** Sent only when a person asks for it. */
export function testMessage(id: string, at: string): Message {
  const title = 'Fullstop: a test'
  const text = 'Notifications arrive here.'
  return { id, at, title, text, isUrgent: false, isGood: true, payload: { id, at, moment: 'test', title, text } }
}

function headline({ kind, status, outcome }: Moment): string {
  if (kind === 'ended') return outcome === 'completed' ? 'completed' : `ended, ${outcome ?? 'without an outcome'}`
  if (status === 'awaiting-review') return 'needs your review'
  return status === 'paused' ? 'paused, needs you' : 'needs your answer'
}

/** It stands in the list of `fullstop review`. */
function canAnswer({ kind, status, outcome }: Moment): boolean {
  return kind === 'needs-you' && (status === 'awaiting-review' || outcome === 'needs-input')
}

function linkTo(page: string, moment: Moment): string {
  return new URL(`/tasks/${encodeURIComponent(moment.task)}${canAnswer(moment) ? '/review' : ''}`, page).href
}

function folderName(cwd: string | undefined): string {
  return oneLine(cwd?.split(/[\\/]/).findLast(Boolean) ?? '', 40)
}

/** For a program that the person named. */
export function toVariables({ payload }: Message): Record<string, string> {
  const { moment, task, status, outcome, title, text, link } = payload
  return {
    FULLSTOP_MOMENT: moment,
    FULLSTOP_TITLE: title,
    FULLSTOP_TEXT: text,
    ...given({ FULLSTOP_TASK: task, FULLSTOP_STATUS: status, FULLSTOP_OUTCOME: outcome, FULLSTOP_LINK: link }),
  }
}
