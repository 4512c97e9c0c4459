// OpenCode: who it is, and what it can do. Formats as of 1.18.18. Every hook call loads this file, so the driver and the
// installer are imported only when they are needed.
import type { Agent } from '../agent.ts'
import { hook } from './hook.ts'

export const opencode: Agent = {
  id: 'opencode',
  title: 'OpenCode',
  tested: '1.18.18',
  program: 'opencode',
  npmPackage: 'opencode-ai',
  marks: ['OPENCODE', 'OPENCODE_PID'],
  // Its calls name no session: the process that started our server runs it.
  callOf: () => undefined,
  // One process for all clients: that it lives says nothing of a session.
  isDaemon: (command) => /\s(?:serve|web|acp)(?:\s|$)/.test(command),
  hook,
  install: () => import('./install.ts'),
  driver: () => import('./driver.ts'),
}
