// How the binary is built; benchmarks build what they compare it with in the same way.

/**
 * Bytecode and splitting make the hook start fast: each command loads only its own part. A process this short never
 * earns back what compiling its code costs. Nothing is loaded from the working folder: it may be anybody's repository,
 * and a bunfig.toml there could run code.
 */
export const binaryFlags: readonly string[] = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm',
  '--splitting',
  '--compile-jit-policy=1000',
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  '--no-compile-autoload-tsconfig',
  '--no-compile-autoload-package-json',
]
