// Programs that start a file they are given, or that look commands up in a file by name: tables.

/** A program whose first plain word is a file that it runs. */
export interface Interpreter {
  /** Options whose next word is their value. */
  readonly valued?: readonly string[]
  /** Options whose value is a file that is run too. */
  readonly loads?: readonly string[]
  /** Options whose value is code. */
  readonly evals?: readonly string[]
  /** Options whose value is the name of a module. */
  readonly modules?: readonly string[]
  /** Words before the file: `run` in `deno run gate.ts`. */
  readonly sub?: readonly string[]
}

const NODE: Interpreter = {
  valued: ['-C', '--conditions', '--env-file', '--test-reporter', '--test-reporter-destination', '--test-name-pattern'],
  loads: ['-r', '--require', '--import', '--loader', '--experimental-loader'],
  evals: ['-e', '--eval', '-p', '--print'],
}
const PYTHON: Interpreter = { valued: ['-W', '-X'], evals: ['-c'], modules: ['-m'] }
const RUBY: Interpreter = { valued: ['-I'], loads: ['-r'], evals: ['-e'] }
const PLAIN: Interpreter = {}
const SUB_RUN: Interpreter = { sub: ['run', 'r', 'script'], loads: ['--preload', '-r'], evals: ['-e'] }

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  ...Object.fromEntries(
    'tsx ts-node ts-node-esm esno vite-node jiti babel-node swc-node coffee nodejs node'
      .split(' ')
      .map((name) => [name, NODE]),
  ),
  ...Object.fromEntries(
    'lua luajit rscript julia osascript tclsh expect guile groovy scala elixir escript swift dart raku java bats busted kotlinc'
      .split(' ')
      .map((name) => [name, PLAIN]),
  ),
  ...Object.fromEntries('deno bun crystal nim zig dotnet go'.split(' ').map((name) => [name, SUB_RUN])),
  ruby: RUBY,
  perl: { ...RUBY, evals: ['-e', '-E'] },
  php: { valued: ['-d', '-c'], loads: ['-f'], evals: ['-r'] },
  awk: { loads: ['-f'] },
  gawk: { loads: ['-f'] },
  pwsh: { loads: ['-File', '-f'], evals: ['-Command', '-c'] },
  powershell: { loads: ['-File', '-f'], evals: ['-Command', '-c'] },
}

export function interpreterOf(program: string): Interpreter | undefined {
  if (/^(?:python|pypy|py)(?:\d(?:\.\d+)?)?$/.test(program)) return PYTHON
  return Object.hasOwn(INTERPRETERS, program) ? INTERPRETERS[program] : undefined
}

export const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'])

export type Definer =
  | 'package'
  | 'make'
  | 'just'
  | 'task'
  | 'deno'
  | 'composer'
  | 'tox'
  | 'pyproject'
  /** Code or settings that are named as a whole. */
  | 'whole'

/** The files are looked for in this order; the first one that is there counts. */
export interface DefinerRule {
  readonly kind: Definer
  readonly files: readonly string[]
  /** Options that name the file. */
  readonly file?: readonly string[]
  /** Options that name the folder. */
  readonly folder?: readonly string[]
  readonly valued?: readonly string[]
}

const whole = (...files: readonly string[]): DefinerRule => ({ kind: 'whole', files })
const MAKE: DefinerRule = {
  kind: 'make',
  files: ['GNUmakefile', 'makefile', 'Makefile'],
  file: ['-f', '--file', '--makefile'],
  folder: ['-C', '--directory'],
  valued: ['-I', '-o', '-W', '-l'],
}

const DEFINERS: Readonly<Record<string, DefinerRule>> = {
  make: MAKE,
  gmake: MAKE,
  just: {
    kind: 'just',
    files: ['justfile', 'Justfile', '.justfile'],
    file: ['-f', '--justfile'],
    folder: ['-d', '--working-directory'],
    valued: ['--set', '--shell'],
  },
  task: {
    kind: 'task',
    files: [
      'Taskfile.yml',
      'taskfile.yml',
      'Taskfile.yaml',
      'taskfile.yaml',
      'Taskfile.dist.yml',
      'Taskfile.dist.yaml',
    ],
    file: ['-t', '--taskfile'],
    folder: ['-d', '--dir'],
  },
  composer: { kind: 'composer', files: ['composer.json'], folder: ['-d', '--working-dir'] },
  tox: { kind: 'tox', files: ['tox.ini', 'setup.cfg', 'pyproject.toml'], file: ['-c', '--conf'] },
  poe: { kind: 'pyproject', files: ['pyproject.toml'], folder: ['-C', '--root'] },
  hatch: { kind: 'pyproject', files: ['pyproject.toml'] },
  pdm: { kind: 'pyproject', files: ['pyproject.toml'] },
  rye: { kind: 'pyproject', files: ['pyproject.toml'] },
  nox: { ...whole('noxfile.py'), file: ['-f', '--noxfile'] },
  invoke: whole('tasks.py'),
  inv: whole('tasks.py'),
  fab: whole('fabfile.py'),
  doit: whole('dodo.py'),
  rake: whole('Rakefile', 'rakefile', 'Rakefile.rb'),
  mage: whole('magefile.go', 'magefiles/magefile.go'),
  ant: whole('build.xml'),
  gulp: whole('gulpfile.js', 'gulpfile.mjs', 'gulpfile.ts'),
  grunt: whole('Gruntfile.js', 'Gruntfile.cjs'),
  ctest: whole('CMakeLists.txt'),
  phing: whole('build.xml'),
  earthly: whole('Earthfile'),
  bats: whole(),
}

export function definerOf(program: string): DefinerRule | undefined {
  if (program === 'go-task') return DEFINERS['task']
  return Object.hasOwn(DEFINERS, program) ? DEFINERS[program] : undefined
}

export const PACKAGE_MANAGERS: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'nr',
  'npm-run-all',
  'run-s',
  'run-p',
  'run-z',
])

/** Options of package managers that name the folder of the package. */
export const PACKAGE_FOLDERS: readonly string[] = ['--prefix', '-C', '--dir', '--cwd', '-w', '--workspace']

/** Words of package managers that run no script of the package. */
export const NO_SCRIPTS =
  /^(?:ci|install|i|add|publish|pack|audit|link|set|config|exec|dlx|x|remove|create|init|why|info|view|outdated|update|upgrade|dedupe|rebuild|version|whoami|login|cache|workspace|workspaces)$/

/** Options of test runners, linters and compilers that name a file they take their rules or code from. */
export const TAKES_FILE =
  /^(?:-c|-p|-r|--(?:config|conf|config-file|project|require|import|preload|setup|setup-?files?|global-?setup|rcfile|ini|inifile|init-?file|rootdir|test-environment|reporter|test-runner|ruleset|rulesdir|options|opts|spec|configuration|bootstrap|settings|define))$/i

/** Programs that compare with a file or read from it. */
export const READERS: ReadonlySet<string> = new Set(
  'diff cmp comm jq yq grep egrep sha256sum sha1sum md5sum shasum cat xmllint'.split(' '),
)
