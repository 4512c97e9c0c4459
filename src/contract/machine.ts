// Names that mean something on one machine only (a folder, a process) carry the id of that machine after an `@`, so that
// several machines can share a store. Version 0.1 knew one machine and wrote the bare names.

/** A machine without an id gives bare names. */
export function withMachine(name: string, machine: string): string {
  return machine === '' || name.includes('@') ? name : `${name}@${machine}`
}

export function withoutMachine(name: string): string {
  return name.split('@', 1)[0] ?? name
}

/** A bare name is one of this machine: an earlier version wrote it here. */
export function isOnMachine(name: string, machine: string): boolean {
  return !name.includes('@') || name === withMachine(withoutMachine(name), machine)
}
