// OpenCode: who it is, and what it can do. Formats as of 1.18.18. Every hook call loads this file, so the driver and the
// installer are imported only when they are needed.
import type { Agent } from '../agent.ts'

export const opencode: Agent = {
  id: 'opencode',
  title: 'OpenCode',
  tested: '1.18.18',
  program: 'opencode',
  npmPackage: 'opencode-ai',
  marks: ['OPENCODE', 'OPENCODE_PID'],
  driver: () => import('./driver.ts'),
}
