// Ends the process at once. The runtime's own exit closes every SQLite connection, and the last one to close copies the
// write-ahead log into the file and removes it: four more syncs at every stop, for a log that the next stop makes anew.

const LIBRARIES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['libSystem.B.dylib'],
  linux: ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`],
}

/**
 * Returns only where the system offers no way to do it; the caller then exits as usual. Committed transactions are safe:
 * they were synced to the log, as before a kill. Everything printed must be written by now.
 */
export async function leaveNow(code: number): Promise<void> {
  const names = LIBRARIES[process.platform]
  if (!names) return
  try {
    const { dlopen, FFIType } = await import('bun:ffi')
    for (const name of names)
      leaveBy(() => dlopen(name, { _exit: { args: [FFIType.i32], returns: FFIType.void } }), code)
  } catch {
    // No foreign functions on this system: the usual exit costs more, and loses nothing.
  }
}

function leaveBy(open: () => { readonly symbols: { readonly _exit: (code: number) => void } }, code: number): void {
  try {
    open().symbols._exit(code)
  } catch {
    // The library has another name here.
  }
}
