// The checks of a Python project: the test, lint and type tools that its files configure, run as its lockfile says.
import { JUSTFILES, MAKEFILES } from './targets.ts'
import { firstOf, NOTHING, propose, type EcosystemChecks, type Found, type FolderFiles } from './found.ts'
import { iniTables, tomlTables, type Table } from '../tables.ts'

export const PYTHON_FILES = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'requirements.txt',
  'requirements-dev.txt',
  'tox.ini',
  'pytest.ini',
  'Pipfile',
  'noxfile.py',
  'manage.py',
  'conftest.py',
  'uv.lock',
  'poetry.lock',
]

/** Files that test runners of Python look into. */
export const PYTHON_TESTS = /^(?:test_[\w-]*|[\w-]+_test)\.py$/

/** How a tool is started, by the file or section that says which tool manages the environment. */
const MANAGERS: ReadonlyArray<readonly [mark: string, start: string]> = [
  ['uv.lock', 'uv run'],
  ['poetry.lock', 'poetry run'],
  ['pdm.lock', 'pdm run'],
  ['Pipfile.lock', 'pipenv run'],
  ['pixi.lock', 'pixi run'],
  ['[tool.uv]', 'uv run'],
  ['[tool.poetry]', 'poetry run'],
  ['[tool.pdm]', 'pdm run'],
  ['Pipfile', 'pipenv run'],
]

export const PYTHON_LOCKFILES = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'pixi.lock'] as const

interface Project {
  readonly seen: FolderFiles
  readonly sections: ReadonlyArray<readonly [file: string, table: Table]>
  /** "uv run", or nothing: then modules are started by the interpreter. */
  readonly start: string
  /** "python3", or that of the environment in the folder. */
  readonly python: string
}

export function findPython(seen: FolderFiles): EcosystemChecks {
  if (firstOf(seen, PYTHON_FILES) === undefined && !isBare(seen)) return NOTHING
  const text = seen.text('pyproject.toml')
  const pyproject = text === undefined ? [] : tomlTables(text)
  const sections = [
    ...(pyproject ?? []).map((table) => ['pyproject.toml', table] as const),
    ...['setup.cfg', 'tox.ini', 'mypy.ini', '.mypy.ini'].flatMap((file) =>
      iniTables(seen.text(file) ?? '').map((table) => [file, table] as const),
    ),
  ]
  const start = starterOf(seen, sections)
  const project: Project = { seen, sections, start, python: pythonOf(seen, start) }
  const found = [types(project), lint(project), tests(project)].filter((one) => one !== undefined)
  return { found, problems: pyproject === null ? ['pyproject.toml is not valid TOML'] : [] }
}

/** Tests without any file of a project. In a package they would have to start above it, where its name can be imported. */
function isBare(seen: FolderFiles): boolean {
  if (seen.files.includes('__init__.py')) return false
  if (seen.files.some(isTestFile)) return true
  return seen.files.some((name) => name.endsWith('.py')) && testsIn(seen, testFolder(seen)).length > 0
}

function isTestFile(name: string): boolean {
  return PYTHON_TESTS.test(name)
}

function testFolder({ files }: FolderFiles): string | undefined {
  return files.find((name) => /^tests?\/$/.test(name))
}

const MOST_READ = 20

/** The texts of the tests in a folder of this one. */
function testsIn({ inside }: FolderFiles, folder: string | undefined): string[] {
  const seen = folder === undefined ? undefined : inside?.(folder)
  return seen === undefined ? [] : textsOfTests(seen)
}

function textsOfTests({ files, text }: FolderFiles): string[] {
  return files
    .filter(isTestFile)
    .slice(0, MOST_READ)
    .map((name) => text(name) ?? '')
}

function starterOf(seen: FolderFiles, sections: Project['sections']): string {
  const has = (mark: string): boolean =>
    mark.startsWith('[')
      ? sections.some(([file, { name }]) => file === 'pyproject.toml' && `[${name}`.startsWith(mark.slice(0, -1)))
      : seen.files.includes(mark)
  return MANAGERS.find(([mark]) => has(mark))?.[1] ?? ''
}

function pythonOf(seen: FolderFiles, start: string): string {
  if (start !== '') return `${start} python`
  const folder = firstOf(seen, ['.venv/', 'venv/'])
  return folder === undefined ? 'python3' : `${folder}bin/python`
}

/** The first of these files or `file [section]` marks that the project has, as words for `from`. */
function evidence(
  project: Project,
  files: readonly string[],
  marks: ReadonlyArray<readonly [string, RegExp]>,
): string | undefined {
  const file = firstOf(project.seen, files)
  if (file !== undefined) return file
  const section = project.sections.find(([file, { name }]) =>
    marks.some(([of, mark]) => of === file && mark.test(name)),
  )
  return section && `${section[0]}, [${section[1].name}]`
}

/** As a module, so that no script folder has to be on the path. */
function runTool({ start, python }: Project, tool: string, args = ''): string {
  const words = args === '' ? tool : `${tool} ${args}`
  return start === '' ? `${python} -m ${words}` : `${start} ${words}`
}

function types(project: Project): Found | undefined {
  const mypy = evidence(
    project,
    ['mypy.ini', '.mypy.ini'],
    [
      ['pyproject.toml', /^tool\.mypy$/],
      ['setup.cfg', /^mypy$/],
    ],
  )
  if (mypy !== undefined) {
    const config = project.sections.filter(([, { name }]) => name === 'tool.mypy' || name === 'mypy')
    const namesFiles = config.some(([, { lines }]) =>
      lines.some((line) => /^(?:files|packages|modules)\s*=/.test(line)),
    )
    return propose({ name: 'typecheck', run: runTool(project, 'mypy', namesFiles ? '' : '.'), from: mypy })
  }
  const pyright = evidence(project, ['pyrightconfig.json'], [['pyproject.toml', /^tool\.(?:based)?pyright$/]])
  if (pyright === undefined) return undefined
  const tool = pyright.includes('basedpyright') ? 'basedpyright' : 'pyright'
  return propose({ name: 'typecheck', run: project.start === '' ? tool : `${project.start} ${tool}`, from: pyright })
}

function lint(project: Project): Found | undefined {
  const ruff = evidence(project, ['ruff.toml', '.ruff.toml'], [['pyproject.toml', /^tool\.ruff(?:\.|$)/]])
  // Ruff is one binary, often installed outside the environment.
  if (ruff !== undefined)
    return propose({ name: 'lint', run: `${project.start === '' ? '' : `${project.start} `}ruff check`, from: ruff })
  const flake8 = evidence(
    project,
    ['.flake8'],
    [
      ['setup.cfg', /^flake8$/],
      ['tox.ini', /^flake8$/],
    ],
  )
  return flake8 === undefined ? undefined : propose({ name: 'lint', run: runTool(project, 'flake8'), from: flake8 })
}

function tests(project: Project): Found | undefined {
  const task = ownTask(project)
  if (task !== undefined) return task
  const pytest = configuredPytest(project)
  if (pytest !== undefined) return propose({ name: 'test', run: runTool(project, 'pytest'), from: pytest })
  const { seen } = project
  const tox = evidence(
    project,
    [],
    [
      ['tox.ini', /^(?:tox|testenv)/],
      ['pyproject.toml', /^tool\.tox/],
      ['setup.cfg', /^(?:tox:tox|testenv)/],
    ],
  )
  if (tox !== undefined) return propose({ name: 'test', run: 'tox', from: tox })
  if (seen.files.includes('noxfile.py')) return propose({ name: 'test', run: 'nox', from: 'noxfile.py' })
  if (seen.files.includes('manage.py'))
    return propose({
      name: 'test',
      run: `${project.python} manage.py test`,
      from: 'manage.py',
    })
  const place = seen.files.find((name) => /^tests?\/$/.test(name) || isTestFile(name))
  return place === undefined ? undefined : plainTests(project, place)
}

/** A script or task "test" that the project defines for Hatch, Poe or PDM. */
function ownTask({ sections, start }: Project): Found | undefined {
  for (const [file, { name, lines }] of sections) {
    if (file !== 'pyproject.toml') continue
    const from = `pyproject.toml, [${name}]`
    if (/^tool\.hatch\.envs\.hatch-test$/.test(name)) return propose({ name: 'test', run: 'hatch test', from })
    if (!lines.some((line) => /^test\s*=/.test(line))) continue
    const environment = /^tool\.hatch\.envs\.([\w-]+)\.scripts$/.exec(name)?.[1]
    if (environment !== undefined)
      return propose({ name: 'test', run: `hatch run ${environment === 'default' ? '' : `${environment}:`}test`, from })
    if (name === 'tool.poe.tasks')
      return propose({ name: 'test', run: `${start === '' ? '' : `${start} `}poe test`, from })
    if (name === 'tool.pdm.scripts') return propose({ name: 'test', run: 'pdm run test', from })
  }
  return undefined
}

/** Nothing names pytest: the runner that Python brings along, unless it would find no test in them. */
function plainTests(project: Project, place: string): Found {
  const { seen } = project
  const texts = place.endsWith('/') ? testsIn(seen, place) : textsOfTests(seen)
  if (texts.some(isForPytest))
    return propose({ name: 'test', run: runTool(project, 'pytest'), from: `${place}, written for pytest` })
  // From the root it would not look into a folder that is no package, and pass without a test.
  const where = place.endsWith('/') ? ` discover -s ${place.slice(0, -1)}` : ' discover -p "*test*.py"'
  return propose({
    name: 'test',
    run: `${project.python} -m unittest${where}`,
    from: `${place}, and nothing names pytest`,
  })
}

/** A function that tests, outside of any class, is run by pytest alone. */
function isForPytest(text: string): boolean {
  return /^(?:import pytest\b|from pytest\b|(?:async )?def test_)/m.test(text)
}

function configuredPytest(project: Project): string | undefined {
  const config = evidence(
    project,
    ['pytest.ini', '.pytest.ini', 'pytest.toml', '.pytest.toml', 'conftest.py'],
    [
      ['pyproject.toml', /^tool\.pytest(?:\.|$)/],
      ['setup.cfg', /^tool:pytest$/],
      ['tox.ini', /^pytest$/],
    ],
  )
  if (config !== undefined) return config
  const files = [
    'pyproject.toml',
    'requirements.txt',
    'requirements-dev.txt',
    'requirements-test.txt',
    'dev-requirements.txt',
    'Pipfile',
    'tox.ini',
    'setup.cfg',
    'setup.py',
    ...PYTHON_LOCKFILES,
    ...MAKEFILES,
    ...JUSTFILES,
  ]
  // As a whole word: pytest-cov alone also needs pytest, "my-pytest-notes" does not.
  return files.find((file) => /(?:^|[\s"'[,])pytest(?![\w.])/m.test(withoutComments(project.seen.text(file) ?? '')))
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*[#;].*$|\s#.*$/gm, '')
}
