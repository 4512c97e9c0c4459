// The environment variables that decide which programs a check starts and what they load. Checks of a task run with the
// values from its beginning: an agent's shell can call us too, with any others.
import { lazily } from '../../contract/lazily.ts'

const names = lazily(
  () =>
    new Set([
      'PATH',
      'PATHEXT',
      'HOME',
      'XDG_CONFIG_HOME',
      // Shells
      'BASH_ENV',
      'ENV',
      'SHELLOPTS',
      'BASHOPTS',
      'ZDOTDIR',
      // JavaScript
      'NODE_OPTIONS',
      'NODE_PATH',
      'BUN_OPTIONS',
      'DENO_DIR',
      // Python
      'PYTHONPATH',
      'PYTHONHOME',
      'PYTHONSTARTUP',
      'PYTHONUSERBASE',
      'PYTHONOPTIMIZE',
      'PYTEST_ADDOPTS',
      'PYTEST_PLUGINS',
      // Ruby, Perl, PHP
      'RUBYOPT',
      'RUBYLIB',
      'GEM_PATH',
      'GEM_HOME',
      'BUNDLE_GEMFILE',
      'SPEC_OPTS',
      'PERL5OPT',
      'PERL5LIB',
      'PHPRC',
      'PHP_INI_SCAN_DIR',
      // JVM and .NET
      'JAVA_TOOL_OPTIONS',
      '_JAVA_OPTIONS',
      'JDK_JAVA_OPTIONS',
      'JAVA_HOME',
      'CLASSPATH',
      'MAVEN_OPTS',
      'MAVEN_ARGS',
      'GRADLE_OPTS',
      'DOTNET_STARTUP_HOOKS',
      // Go, Rust, make
      'GOFLAGS',
      'GOPATH',
      'GOROOT',
      'RUSTC',
      'RUSTC_WRAPPER',
      'RUSTC_WORKSPACE_WRAPPER',
      'RUSTFLAGS',
      'MAKEFLAGS',
      'GNUMAKEFLAGS',
      'MAKEFILES',
    ]),
)

const PATTERNS = /^(?:LD_|DYLD_|BASH_FUNC_|npm_config_|NPM_CONFIG_|YARN_|CARGO_TARGET_|VITEST_|JEST_|MOCHA_)/

/** Such a value is the user's secret: it is left as it is, and never stored. */
const SECRET = /auth|token|passw|secret|credential|[_-]key/i

const LONGEST = 16 * 1024

type Environment = Readonly<Record<string, string | undefined>>

/** The values that are kept with a task. */
export function programVariables(env: Environment): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && isKept(name) && value.length <= LONGEST) kept[name] = value
  return kept
}

/** The environment with those values as they were; what was not set then is not set now. */
export function withPrograms(env: Environment, kept: Readonly<Record<string, string>> | undefined): Environment {
  if (!kept) return env
  const others = Object.entries(env).filter(([name, value]) => !isKept(name) || (value ?? '').length > LONGEST)
  return { ...Object.fromEntries(others), ...kept }
}

function isKept(name: string): boolean {
  return (names().has(name) || PATTERNS.test(name)) && !SECRET.test(name)
}
