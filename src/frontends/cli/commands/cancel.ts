// `fullstop cancel TASK`: the task ends now, and no stop of its session is refused for it any more.
import { orderCommand } from '../order.ts'

export const command = orderCommand({
  name: 'cancel',
  kind: 'task.cancelled',
  summary: 'Cancel a task: the agent may stop at once',
  does: 'ends the task; the next stop passes, whatever else is under way',
  done: (task) => `Cancelled ${task.id}.`,
})
