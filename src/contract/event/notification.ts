// Events of notifications: each moment of a task, to each place where it was to go.
import { z } from 'zod'
import { MomentKind, NotifyTarget } from '../config/notify.ts'
import { Head } from './head.ts'

const Notification = {
  ...Head,
  task: z.string(),
  /** The event that brought the moment about. */
  of: z.string(),
  moment: MomentKind,
  to: NotifyTarget,
  tries: z.int().min(0),
}

export const NotificationSent = z.strictObject({
  ...Notification,
  kind: z.literal('notification.sent').describe('A notification reached its target.'),
})

export const NotificationFailed = z.strictObject({
  ...Notification,
  kind: z.literal('notification.failed').describe('A notification could not be sent, and is not tried again.'),
  why: z.string(),
})
