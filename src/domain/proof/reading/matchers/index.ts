// The table of matchers for a file.
import { CPP } from './cpp.ts'
import { DOTNET } from './dotnet.ts'
import { ELIXIR } from './elixir.ts'
import { GO } from './go.ts'
import { JAVASCRIPT } from './javascript.ts'
import { JVM } from './jvm.ts'
import type { MatcherTable } from './matcher.ts'
import { PHP } from './php.ts'
import { PYTHON } from './python.ts'
import { RUBY } from './ruby.ts'
import { RUST } from './rust.ts'
import { SWIFT } from './swift.ts'

const TABLES: readonly MatcherTable[] = [JAVASCRIPT, PYTHON, GO, JVM, DOTNET, PHP, RUBY, RUST, SWIFT, CPP, ELIXIR]

export function matchersFor(path: string): MatcherTable | undefined {
  return TABLES.find(({ files }) => files.test(path))
}
