// `fullstop unpause TASK`: the gate holds for the task again.
import { orderCommand } from '../order.ts'

export const command = orderCommand({
  name: 'unpause',
  kind: 'task.unpaused',
  summary: 'Take up a paused task again',
  does: 'stops are gated again',
  done: (task) => `Unpaused ${task.id}.`,
})
