// The environment of a command in the box: without the variables that lead to the user's daemons, and with a temporary
// folder that exists.
import type { RunEnv } from './machine-facts.ts'

const WAYS_OUT = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'GPG_AGENT_INFO',
  'DBUS_SESSION_BUS_ADDRESS',
  'DBUS_SYSTEM_BUS_ADDRESS',
  'DOCKER_HOST',
  'DOCKER_CONTEXT',
  'CONTAINER_HOST',
  'KUBECONFIG',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'TMUX',
  'STY',
  'WSL_INTEROP',
] as const

/** They may name a folder that is read-only in the box; without them programs use `/tmp`. */
const TEMPORARY = ['TMPDIR', 'TMP', 'TEMP'] as const

/** Git must find the repository from the folder: these variables may name the user's own index. */
const GIT_PLACES = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY'] as const

export function toCopyEnv(env: RunEnv): RunEnv {
  const dropped: readonly string[] = [...WAYS_OUT, ...TEMPORARY, ...GIT_PLACES]
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.includes(name)))
}
