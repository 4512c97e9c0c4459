// Variables that test runners and compilers take their options from: options that weaken may stand there.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { isWeaker } from '../weaker-command.ts'

/** Whose options each of them holds. */
const VARIABLES: Readonly<Record<string, string>> = {
  PYTEST_ADDOPTS: 'pytest',
  GOFLAGS: 'go test ./...',
  MAVEN_ARGS: 'mvn verify',
  MAVEN_OPTS: 'mvn verify',
  JAVA_TOOL_OPTIONS: 'mvn verify',
}
/** Loads the project's own code into every run. */
const PRELOAD =
  /(?:^|[\s"'])(?:(?:-r|--require|--import|--loader|--experimental-loader|--test-(?:name|skip)-pattern)[= ]|--test-only\b)/
const LOOSE_RUST = /--cap-lints|-A[ \w:]/

/** Does a variable with this value make the checks prove less? */
export function weakens(name: string, value: string): boolean {
  const runner = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined
  if (runner !== undefined) return isWeaker(runner, `${runner} ${value}`)
  if (name === 'NODE_OPTIONS' || name === 'BUN_OPTIONS') return PRELOAD.test(value)
  if (name === 'PYTHONOPTIMIZE') return /^[^0\s]/.test(value)
  return name === 'RUSTFLAGS' && LOOSE_RUST.test(value)
}

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

export function weakerEnvironment(file: string, { old, now }: Sides): TamperFinding[] {
  const known = new Set(old.map(({ path, value }) => `${String(path.at(-1))}=${value}`))
  return now.flatMap(({ path, value, line }) => {
    const name = String(path.at(-1))
    if (!weakens(name, value) || known.has(`${name}=${value}`)) return []
    return [finding('ci', file, line, `${name} set to ${quote(value)}`)]
  })
}
