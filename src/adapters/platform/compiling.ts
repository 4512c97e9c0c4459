// When the runtime compiles our code to machine code, and how thoroughly. The binary is built to do so late, because a hook
// ends before compiling pays off (`scripts/binary-flags.ts`).
import { readEnv } from './env.ts'
import { isCompiled } from './processes/self.ts'

/** For commands that run one loop for seconds: compile as early as the runtime does by default. */
export function compileEarly(): void {
  Bun.unsafe.setJITPolicy(1)
}

const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]
/**
 * Read by the runtime at its start, and from nowhere else. The slowest of its compilers takes more time than it saves in a
 * few seconds; and memory is looked through for what can be freed every 32 MiB, not every 8.
 */
const FOR_SECONDS = { BUN_JSC_useFTLJIT: '0', BUN_JSC_largeHeapSize: `${32 * 1024 * 1024}` } as const

/**
 * For commands with a lot of code that all runs for a few seconds. The process becomes the same program again, with the same
 * arguments and these options. Returns where that was done before, from source, or where the system offers no way; call it
 * before anything is opened or printed, before a folder is entered, and before that code is loaded.
 */
export async function beginForSeconds(): Promise<void> {
  if (process.platform !== 'linux' || !isCompiled() || readEnv()['BUN_JSC_useFTLJIT'] !== undefined) return
  const { dlopen, FFIType, ptr } = await import('bun:ffi')
  const words = [process.execPath, ...process.argv.slice(2)].map(toCString)
  const list = new BigUint64Array([...words.map((word) => BigInt(ptr(word))), 0n])
  for (const name of LIBRARIES) {
    try {
      const { symbols } = dlopen(name, {
        setenv: { args: [FFIType.ptr, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
        execv: { args: [FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
      })
      for (const [option, value] of Object.entries(FOR_SECONDS)) symbols.setenv(toCString(option), toCString(value), 1)
      symbols.execv(toCString(process.execPath), list)
    } catch {
      // The library has another name here, or there are no foreign functions: then it only takes longer.
    }
  }
}

function toCString(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}
