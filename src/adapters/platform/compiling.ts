// When the runtime compiles our code to machine code. The binary is built to do so late, because a hook ends before
// compiling pays off (`scripts/binary-flags.ts`).

/** For commands that run one loop for seconds: compile as early as the runtime does by default. */
export function compileEarly(): void {
  Bun.unsafe.setJITPolicy(1)
}
