// Runs a program of the release and stops everything if it fails.
import { spawnSync } from 'node:child_process'

export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status === 0) return stdout
  const why = error?.message ?? `exit ${status}\n${stdout}${stderr}`.trimEnd()
  throw new Error(`${command} ${args.join(' ')} failed: ${why}`)
}
