// The package managers of JavaScript: how each starts a tool, and a script in all packages of a workspace.

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Before the name of a tool that is installed as a package. */
export function startTool(runner: PackageManager): readonly string[] {
  const starts = { npm: ['npx'], pnpm: ['pnpm', 'exec'], yarn: ['yarn'], bun: ['bunx'] } as const
  return starts[runner]
}

export interface EveryPackage {
  readonly script: string
  /** Yarn 2 or newer: it has other commands for this. */
  readonly isModernYarn: boolean
  /** Every package has that script. */
  readonly isEverywhere: boolean
}

/** Undefined where the runner cannot pass over packages without the script. */
export function inEveryPackage(
  runner: PackageManager,
  { script, isModernYarn, isEverywhere }: EveryPackage,
): string | undefined {
  switch (runner) {
    case 'npm':
      return `npm run ${script} --workspaces --if-present`
    case 'pnpm':
      return `pnpm -r run ${script}`
    case 'bun':
      return `bun run --filter '*' ${script}`
    case 'yarn':
      if (isModernYarn) return `yarn workspaces foreach -A run ${script}`
      return isEverywhere ? `yarn workspaces run ${script}` : undefined
    default:
      return runner satisfies never
  }
}
