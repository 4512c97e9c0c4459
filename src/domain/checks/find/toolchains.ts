// The checks of ecosystems whose own tool knows what to do: Cargo, Go, Maven, Gradle, .NET, Elixir, Swift, CMake,
// Bazel.
import { firstOf, NOTHING, propose, type EcosystemChecks, type Found, type FolderFiles } from './found.ts'
import { tomlTables, type Table } from '../tables.ts'

export function findCargo(seen: FolderFiles): EcosystemChecks {
  const text = seen.text('Cargo.toml')
  if (text === undefined) return NOTHING
  const tables = tomlTables(text)
  if (tables === null) return { found: [], problems: ['Cargo.toml is not valid TOML'] }
  const names = tables.map(({ name }) => name)
  if (!names.some((name) => /^(?:package|workspace)(?:\.|$)/.test(name))) return NOTHING
  const scope = names.some((name) => /^workspace(?:\.|$)/.test(name)) ? ' --workspace' : ''
  const lints = tables.find(hasClippyLints)?.name
  const clippy = firstOf(seen, ['clippy.toml', '.clippy.toml']) ?? (lints && `Cargo.toml, [${lints}]`)
  const found: Found[] = []
  if (clippy !== undefined)
    found.push(propose({ name: 'lint', run: `cargo clippy${scope} --all-targets`, from: clippy }))
  found.push(propose({ name: 'test', run: `cargo test${scope}`, from: 'Cargo.toml' }))
  return { found, problems: [], covers: ['typecheck', 'build'] }
}

function hasClippyLints({ name, lines }: Table): boolean {
  if (/^(?:workspace\.)?lints\.clippy(?:\.|$)/.test(name)) return true
  return /^(?:workspace\.)?lints$/.test(name) && lines.some((line) => /^clippy\b/.test(line))
}

const GOLANGCI = ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json']

export function findGo(seen: FolderFiles): EcosystemChecks {
  const modules = workModules(seen.text('go.work'))
  const isModule = seen.files.includes('go.mod')
  if (!isModule && modules.length === 0) return seen.files.includes('go.work') ? EMPTY_WORK : NOTHING
  // `./...` is the module at the root alone, so the others of a workspace have to be named.
  const which = modules.length === 0 ? './...' : modules.join(' ')
  const from = modules.length === 0 ? 'go.mod' : 'go.work'
  const linter = isModule ? firstOf(seen, GOLANGCI) : undefined
  const found = [
    propose({ name: linter === undefined ? 'lint' : 'vet', run: `go vet ${which}`, from }),
    propose({ name: 'test', run: `go test ${which}`, from }),
    propose({ name: 'build', run: `go build ${which}`, from }),
  ]
  if (linter !== undefined) found.unshift(propose({ name: 'lint', run: 'golangci-lint run', from: linter }))
  return { found, problems: [], covers: ['typecheck'] }
}

const MOST_MODULES = 50

/** `use ./a` and `use ( ./a ./b )`, as patterns of packages. */
function workModules(text = ''): string[] {
  const folders: string[] = []
  let isInside = false
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\/\/.*$/, '').trim()
    if (/^use\s*\($/.test(line)) isInside = true
    else if (line === ')') isInside = false
    else {
      const folder = isInside ? line : /^use\s+(\S+)$/.exec(line)?.[1]
      if (folder && /^\.(?:\/[\w./-]*)?$/.test(folder) && !folder.includes('..')) folders.push(folder)
    }
  }
  return folders.slice(0, MOST_MODULES).map((folder) => `${folder.replace(/\/+$/, '')}/...`)
}

const EMPTY_WORK: EcosystemChecks = {
  found: [],
  problems: ['go.work names no module below it: no check is proposed'],
}

/** `verify` is what a Maven build promises: compiled, tested, and the plugins that check have run. */
export function findMaven(seen: FolderFiles): EcosystemChecks {
  if (!seen.files.includes('pom.xml')) return NOTHING
  const run = `${seen.files.includes('mvnw') ? './mvnw' : 'mvn'} -B verify`
  return { found: [propose({ name: 'test', run, from: 'pom.xml' })], problems: [], covers: ['typecheck', 'build'] }
}

export const GRADLE_FILES = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'] as const

export function findGradle(seen: FolderFiles): EcosystemChecks {
  const file = firstOf(seen, GRADLE_FILES)
  if (file === undefined) return NOTHING
  const run = `${seen.files.includes('gradlew') ? './gradlew' : 'gradle'} check`
  const found = [propose({ name: 'test', run, from: file })]
  return { found, problems: [], covers: ['typecheck', 'lint', 'build'] }
}

export function findDotnet(seen: FolderFiles): EcosystemChecks {
  const candidates = ['.slnx', '.sln', '.csproj', '.fsproj', '.vbproj'].flatMap((end) =>
    seen.files.filter((name) => name.endsWith(end)).sort(),
  )
  const [file] = candidates
  if (file === undefined) return NOTHING
  // With more than one in a folder the tool refuses to choose.
  const which = candidates.length > 1 ? [file] : []
  const found = [
    propose({ name: 'test', run: ['dotnet', 'test', ...which], from: file }),
    propose({ name: 'build', run: ['dotnet', 'build', ...which], from: file }),
  ]
  return { found, problems: [], covers: ['typecheck'] }
}

export function findElixir(seen: FolderFiles): EcosystemChecks {
  if (!seen.files.includes('mix.exs')) return NOTHING
  const hasCredo = /:credo\b/.test(seen.text('mix.exs') ?? '')
  const found = [propose({ name: 'test', run: 'mix test', from: 'mix.exs' })]
  if (hasCredo) found.unshift(propose({ name: 'lint', run: 'mix credo', from: 'mix.exs, :credo' }))
  else if (seen.files.includes('.formatter.exs'))
    found.unshift(propose({ name: 'lint', run: 'mix format --check-formatted', from: '.formatter.exs' }))
  return { found, problems: [], covers: ['typecheck', 'build'] }
}

export function findSwift(seen: FolderFiles): EcosystemChecks {
  const project = seen.files.find((name) => /\.xcodeproj\/$|\.xcworkspace\/$/.test(name))
  if (!seen.files.includes('Package.swift')) {
    if (project === undefined) return NOTHING
    const why = 'no check is proposed, because xcodebuild needs a scheme and a destination'
    return { found: [], problems: [`${project.slice(0, -1)} without a Package.swift: ${why}`] }
  }
  const lint = firstOf(seen, ['.swiftlint.yml', '.swiftlint.yaml'])
  const found = [propose({ name: 'test', run: 'swift test', from: 'Package.swift' })]
  if (lint !== undefined) found.unshift(propose({ name: 'lint', run: 'swiftlint lint --strict', from: lint }))
  return { found, problems: [], covers: ['typecheck', 'build'] }
}

const BUILD_FOLDERS = ['build', '_build', 'out', 'cmake-build-debug', '.build']

/** Built and tested in a folder that git ignores, since a check must not change the tree. */
export function findCmake(seen: FolderFiles): EcosystemChecks {
  const text = seen.text('CMakeLists.txt')
  if (text === undefined) return NOTHING
  const code = text.replaceAll(/#.*$/gm, '')
  const hasTests =
    /\b(?:enable_testing|add_test|gtest_discover_tests|catch_discover_tests)\s*\(|\binclude\s*\(\s*CTest\b/i
  const ignored = (seen.text('.gitignore') ?? '').split('\n').map((line) => line.trim().replaceAll(/^\/|\/?\*?$/g, ''))
  const folder = BUILD_FOLDERS.find((name) => ignored.includes(name))
  const into = folder ?? 'build'
  const build = `cmake -S . -B ${into} && cmake --build ${into}`
  const problems = folder === undefined ? ['CMakeLists.txt: add build/ to .gitignore, where its check would build'] : []
  if (!hasTests.test(code))
    return { found: [propose({ name: 'build', run: build, shell: true, from: 'CMakeLists.txt' })], problems }
  const run = `${build} && ctest --test-dir ${into} --output-on-failure`
  return {
    found: [propose({ name: 'test', run, shell: true, from: 'CMakeLists.txt' })],
    problems,
    covers: ['typecheck', 'build'],
  }
}

export const BAZEL_FILES = ['MODULE.bazel', 'WORKSPACE.bazel', 'WORKSPACE'] as const

export function findBazel(seen: FolderFiles, isMissing: (name: string) => boolean): EcosystemChecks {
  const file = firstOf(seen, BAZEL_FILES)
  if (file === undefined || !isMissing('test')) return NOTHING
  return { found: [propose({ name: 'test', run: 'bazel test //...', from: file })], problems: [] }
}
