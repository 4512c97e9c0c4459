// The checks of ecosystems whose own tool knows what to do: Cargo, Go, Maven, Gradle, .NET.
import { firstOf, NOTHING, propose, type EcosystemChecks, type Found, type RootFiles } from './found.ts'
import { tomlTables, type Table } from './tables.ts'

export function findCargo(seen: RootFiles): EcosystemChecks {
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

export function findGo(seen: RootFiles): EcosystemChecks {
  if (!seen.files.includes('go.mod')) return seen.files.includes('go.work') ? WORK_ONLY : NOTHING
  const linter = firstOf(seen, GOLANGCI)
  const found = [
    propose({ name: linter === undefined ? 'lint' : 'vet', run: 'go vet ./...', from: 'go.mod' }),
    propose({ name: 'test', run: 'go test ./...', from: 'go.mod' }),
    propose({ name: 'build', run: 'go build ./...', from: 'go.mod' }),
  ]
  if (linter !== undefined) found.unshift(propose({ name: 'lint', run: 'golangci-lint run', from: linter }))
  return { found, problems: [], covers: ['typecheck'] }
}

/** Go takes `./...` for the module at the root, and there is none. */
const WORK_ONLY: EcosystemChecks = {
  found: [],
  problems: ['go.work without a go.mod: no check is proposed; name the modules, as in "go test ./a/... ./b/..."'],
}

/** `verify` is what a Maven build promises: compiled, tested, and the plugins that check have run. */
export function findMaven(seen: RootFiles): EcosystemChecks {
  if (!seen.files.includes('pom.xml')) return NOTHING
  const run = `${seen.files.includes('mvnw') ? './mvnw' : 'mvn'} -B verify`
  return { found: [propose({ name: 'test', run, from: 'pom.xml' })], problems: [], covers: ['typecheck', 'build'] }
}

export function findGradle(seen: RootFiles): EcosystemChecks {
  const file = firstOf(seen, ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'])
  if (file === undefined) return NOTHING
  const run = `${seen.files.includes('gradlew') ? './gradlew' : 'gradle'} check`
  const found = [propose({ name: 'test', run, from: file })]
  return { found, problems: [], covers: ['typecheck', 'lint', 'build'] }
}

export function findDotnet(seen: RootFiles): EcosystemChecks {
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
