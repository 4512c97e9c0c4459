// The table of commands. Each is loaded only when it is called: the hook must start fast.
import type { Command } from '../command.ts'

type Table = Readonly<Record<string, () => Promise<Command>>>

/** What the command line looks a name up in. A function, so that a hook does not make the tables. */
export function commandNamed(name: string): (() => Promise<Command>) | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

export function isOwnProcess(name: string): boolean {
  return Object.hasOwn(ownProcesses, name)
}

export function commandNames(): string[] {
  return Object.keys(commands)
}

export function allCommands(): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()))
}

/** Started by ourselves alone. */
export const ownProcesses: Table = {
  runner: async () => (await import('../own-processes/runner.ts')).command,
  reaper: async () => (await import('../own-processes/reaper.ts')).command,
  notifier: async () => (await import('../own-processes/notifier.ts')).command,
  resumer: async () => (await import('../own-processes/resumer.ts')).command,
  complete: async () => (await import('../own-processes/complete.ts')).command,
  host: async () => (await import('../own-processes/host.ts')).host,
  'scan-reader': async () => (await import('../own-processes/scan-reader.ts')).command,
  'stint-reaper': async () => (await import('../own-processes/host.ts')).stintReaper,
}

export const commands: Table = {
  run: async () => (await import('./run.ts')).command,
  resume: async () => (await import('./resume.ts')).command,
  acp: async () => (await import('./acp.ts')).command,
  attach: async () => (await import('./attach.ts')).command,
  scan: async () => (await import('./scan.ts')).command,
  init: async () => (await import('./init.ts')).command,
  doctor: async () => (await import('./doctor.ts')).command,
  agents: async () => (await import('./agents.ts')).command,
  uninstall: async () => (await import('./uninstall.ts')).command,
  hook: async () => (await import('./hook.ts')).command,
  status: async () => (await import('./status.ts')).command,
  tasks: async () => (await import('./tasks.ts')).command,
  show: async () => (await import('./show.ts')).command,
  stats: async () => (await import('./stats.ts')).command,
  log: async () => (await import('./log.ts')).command,
  review: async () => (await import('./review.ts')).command,
  ui: async () => (await import('./ui.ts')).command,
  checks: async () => (await import('./checks.ts')).command,
  trust: async () => (await import('./trust.ts')).command,
  check: async () => (await import('./check.ts')).command,
  wait: async () => (await import('./wait.ts')).command,
  verify: async () => (await import('./verify.ts')).command,
  evidence: async () => (await import('./evidence.ts')).command,
  explain: async () => (await import('./explain.ts')).command,
  brief: async () => (await import('./brief.ts')).command,
  context: async () => (await import('./context.ts')).command,
  claim: async () => (await import('./claim.ts')).command,
  mcp: async () => (await import('./mcp.ts')).command,
  cancel: async () => (await import('./cancel.ts')).command,
  pause: async () => (await import('./pause.ts')).command,
  unpause: async () => (await import('./unpause.ts')).command,
  forget: async () => (await import('./forget.ts')).command,
  detect: async () => (await import('./detect.ts')).command,
  notify: async () => (await import('./notify.ts')).command,
  config: async () => (await import('./config.ts')).command,
  checklist: async () => (await import('./checklist.ts')).command,
  completions: async () => (await import('./completions.ts')).command,
  version: async () => (await import('./version.ts')).command,
  ...ownProcesses,
}
