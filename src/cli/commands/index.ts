// The table of commands. Each is loaded only when it is called: the hook must start fast.
import type { Command } from '../command.ts'

export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  hook: async () => (await import('./hook.ts')).command,
  tasks: async () => (await import('./tasks.ts')).command,
  show: async () => (await import('./show.ts')).command,
  log: async () => (await import('./log.ts')).command,
  checks: async () => (await import('./checks.ts')).command,
  trust: async () => (await import('./trust.ts')).command,
  check: async () => (await import('./check.ts')).command,
  wait: async () => (await import('./wait.ts')).command,
  evidence: async () => (await import('./evidence.ts')).command,
  brief: async () => (await import('./brief.ts')).command,
  context: async () => (await import('./context.ts')).command,
  claim: async () => (await import('./claim.ts')).command,
  mcp: async () => (await import('./mcp.ts')).command,
  cancel: async () => (await import('./cancel.ts')).command,
  pause: async () => (await import('./pause.ts')).command,
  unpause: async () => (await import('./unpause.ts')).command,
  forget: async () => (await import('./forget.ts')).command,
  detect: async () => (await import('./detect.ts')).command,
  config: async () => (await import('./config.ts')).command,
  checklist: async () => (await import('./checklist.ts')).command,
  runner: async () => (await import('./runner.ts')).runner,
  reaper: async () => (await import('./runner.ts')).reaper,
}
