// What a person calls the program of a command line: the script or tool, where an interpreter or a runner starts it.

const STARTS_OTHERS = /^(?:(?:ba|da|k|z)?sh|python[\d.]*|node|bun|deno|ruby|perl|php|npx|bunx|pnpx|uvx)$/

/** An option may take a value, so that nothing behind one is guessed at, but for a module of Python. */
export function programTitle(command: readonly string[]): string {
  const [program = '', ...rest] = command
  const own = lastPart(program)
  if (!STARTS_OTHERS.test(own)) return own
  const at = rest[0] === 'run' ? 1 : 0
  const started = own.startsWith('python') && rest[at] === '-m' ? rest[at + 1] : rest[at]
  return started === undefined || !/^[\w.@/\\:~ +]/.test(started) ? own : lastPart(started) || own
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}
