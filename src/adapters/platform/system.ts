// The runtime's module about the system, loaded when it is first asked for: it takes 0.4 million instructions, and hardly
// any hook asks.
import type * as os from 'node:os'

export function system(): typeof os {
  return process.getBuiltinModule('node:os')
}
