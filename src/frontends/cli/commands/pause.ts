// `fullstop pause TASK`: stops pass until `unpause`; the task stays open.
import { orderCommand } from '../order.ts'

export const command = orderCommand({
  name: 'pause',
  kind: 'task.paused',
  summary: 'Pause a task: stops pass until it is unpaused',
  does: 'the agent may stop; the task stays open',
  done: (task) => `Paused ${task.id}.`,
})
