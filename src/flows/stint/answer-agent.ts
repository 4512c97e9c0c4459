// Sends the driver's answers to an agent that expects them. Each is an order to the host, which alone writes to the pipe.
// The orders are the record: a supervisor that takes the stint up derives the same answers from the output, and sends
// only those that are not among the orders yet.
import type { StintOrder } from '../../contract/agent/stint.ts'
import { linesToSend, withAllSent } from '../../domain/tasks/run/conversation.ts'
import type { StintReading } from '../../domain/tasks/run/stint.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { LARGEST_ORDERS, ordersFile } from '../home/stint-files.ts'
import type { World } from '../world.ts'

export function agentAnswerer(
  world: World,
  { disk }: Pick<Workshop, 'disk'>,
  stint: string,
): (reading: StintReading) => StintReading {
  const path = ordersFile(world, stint)
  let given: number | undefined
  return (reading) => {
    const { conversation } = reading
    if (!conversation || conversation.unsent.length === 0) return reading
    given ??= sentBefore(world, disk, path)
    for (const line of linesToSend(conversation, given)) {
      const order: StintOrder = { kind: 'send', ...line }
      disk.appendLine(path, JSON.stringify(order))
    }
    return { ...reading, conversation: withAllSent(conversation) }
  }
}

/** How many lines an earlier supervisor has sent in this turn. An order that it could not finish writing counts as not given. */
function sentBefore(world: World, disk: Workshop['disk'], path: string): number {
  const read = world.files.readText(path, LARGEST_ORDERS)
  const lines = read.kind === 'text' ? read.text.split('\n') : ['']
  // The host waits for the end of such an order, and ignores it.
  if (lines.pop() !== '') disk.appendLine(path, '')
  const kinds = lines.map(kindOf)
  return kinds.slice(kinds.lastIndexOf('turn') + 1).filter((kind) => kind === 'send').length
}

function kindOf(line: string): StintOrder['kind'] | undefined {
  try {
    return (JSON.parse(line) as StintOrder | null)?.kind
  } catch {
    // Not an order.
    return undefined
  }
}
