// The table of ecosystems: what each is called, the files that show it, the files that are read, and who finds its checks.
import { DENO_FILES, findDeno } from './deno.ts'
import type { Ecosystem, Finder, FolderFiles, GapFinder } from './found.ts'
import { findNode } from './node.ts'
import { findPhp } from './php.ts'
import { findPython, PYTHON_FILES, PYTHON_LOCKFILES, PYTHON_TESTS } from './python.ts'
import { findRuby, GEMFILES, RAKEFILES } from './ruby.ts'
import { findTaskfile, TASKFILES } from './taskfile.ts'
import { findTestScript, TEST_SCRIPTS } from './test-script.ts'
import { findJust, findMake, JUSTFILES, MAKEFILES } from './targets.ts'
import {
  BAZEL_FILES,
  findBazel,
  findCargo,
  findCmake,
  findDotnet,
  findElixir,
  findGo,
  findGradle,
  findMaven,
  findSwift,
  GRADLE_FILES,
} from './toolchains.ts'

const NODE_READS = ['package.json', 'pnpm-workspace.yaml', 'turbo.json', 'turbo.jsonc', 'nx.json', 'project.json']
const PYTHON_READS = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'mypy.ini',
  '.mypy.ini',
  'requirements.txt',
  'requirements-dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'Pipfile',
  ...PYTHON_LOCKFILES,
]

/** The first one keeps the plain names, the others put their own before it: `go-test`. */
export const LANGUAGES: ReadonlyArray<Ecosystem<Finder>> = [
  {
    id: 'node',
    title: 'npm, pnpm, yarn and Bun scripts, Turborepo, Nx',
    marks: ['package.json'],
    reads: NODE_READS,
    find: findNode,
  },
  { id: 'deno', title: 'Deno', marks: DENO_FILES, reads: DENO_FILES, find: findDeno },
  { id: 'python', title: 'Python', marks: [...PYTHON_FILES, PYTHON_TESTS], reads: PYTHON_READS, find: findPython },
  {
    id: 'ruby',
    title: 'Ruby',
    marks: [...GEMFILES, ...RAKEFILES, /\.gemspec$/],
    reads: [...GEMFILES, ...RAKEFILES],
    find: findRuby,
  },
  { id: 'php', title: 'PHP', marks: ['composer.json'], reads: ['composer.json', 'Makefile'], find: findPhp },
  { id: 'elixir', title: 'Elixir', marks: ['mix.exs'], reads: ['mix.exs'], find: findElixir },
  { id: 'cargo', title: 'Rust', marks: ['Cargo.toml'], reads: ['Cargo.toml'], find: findCargo },
  { id: 'go', title: 'Go', marks: ['go.work', 'go.mod'], reads: ['go.work'], find: findGo },
  { id: 'maven', title: 'Maven', marks: ['pom.xml'], reads: [], find: findMaven },
  { id: 'gradle', title: 'Gradle', marks: GRADLE_FILES, reads: [], find: findGradle },
  { id: 'dotnet', title: '.NET', marks: [/\.(?:slnx?|csproj|fsproj|vbproj)$/], reads: [], find: findDotnet },
  { id: 'swift', title: 'Swift', marks: ['Package.swift', /\.xcodeproj\/$/], reads: [], find: findSwift },
  { id: 'cmake', title: 'CMake', marks: ['CMakeLists.txt'], reads: ['CMakeLists.txt', '.gitignore'], find: findCmake },
]

/** Their targets mostly call what a language brings, so they only fill the gaps. */
export const RUNNERS: ReadonlyArray<Ecosystem<GapFinder>> = [
  { id: 'make', title: 'make', marks: MAKEFILES, reads: MAKEFILES, find: findMake },
  { id: 'just', title: 'just', marks: JUSTFILES, reads: JUSTFILES, find: findJust },
  { id: 'task', title: 'Task', marks: TASKFILES, reads: TASKFILES, find: findTaskfile },
  { id: 'bazel', title: 'Bazel', marks: BAZEL_FILES, reads: [], find: findBazel },
  { id: 'script', title: 'test.sh', marks: TEST_SCRIPTS, reads: ['test', ...TEST_SCRIPTS], find: findTestScript },
]

const ALL: ReadonlyArray<Ecosystem<Finder | GapFinder>> = [...LANGUAGES, ...RUNNERS]

/** What is looked for, as users call it. */
export const TITLES: readonly string[] = ALL.map(({ title }) => title)

/** The files whose content decides, by their whole name. */
export const NEEDED_FILES: readonly string[] = [...new Set(ALL.flatMap(({ reads }) => reads))]

export function isNeeded(name: string): boolean {
  return NEEDED_FILES.includes(name) || PYTHON_TESTS.test(name) || /^[\w.-]+\.gemspec$/.test(name)
}

/** For each ecosystem that is used in this folder, the file that shows it. */
export function marksIn({ files }: Pick<FolderFiles, 'files'>): string[] {
  return ALL.flatMap(({ marks }) => {
    const mark = marks
      .map((each) => files.find((name) => (typeof each === 'string' ? name === each : each.test(name))))
      .find((name) => name !== undefined)
    return mark === undefined ? [] : [mark]
  })
}
