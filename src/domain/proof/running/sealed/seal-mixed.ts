// Files in which the yardstick and other things stand together: scripts and the sections of runners as they were, and
// dependencies, which the current code needs, as they are.
import { sealMakefile } from './seal-makefile.ts'
import { sealToml } from './seal-toml.ts'

export type Sealed =
  | { readonly kind: 'sealed'; readonly text: string }
  /** It stays as it is. */
  | { readonly kind: 'left'; readonly why: string }

interface MixedRule {
  readonly files: RegExp
  readonly seal: (before: string, after: string, calls: readonly string[]) => string | undefined
}

/** Sections of package.json that belong to tools which measure. */
const PACKAGE_KEYS: ReadonlySet<string> = new Set(
  `jest vitest mocha ava tap nyc c8 jasmine eslintConfig eslintIgnore stylelint prettier xo standard wireit nx lint-staged
  husky commitlint size-limit tsd knip pre-commit simple-git-hooks`.split(/\s+/),
)

/** Sections of pyproject.toml that say how a project is built, and what it needs. */
const BUILDS: ReadonlySet<string> = new Set(
  `poetry pdm uv hatch setuptools flit rye pixi maturin cibuildwheel setuptools_scm setuptools-scm scikit-build
  bumpversion bumpver commitizen semantic_release briefcase towncrier conda-lock meson-python pyodide`.split(/\s+/),
)

const RULES: readonly MixedRule[] = [
  { files: /(?:^|\/)package\.json$/, seal: sealPackage },
  { files: /(?:^|\/)deno\.jsonc?$/, seal: sealDeno },
  {
    files: /(?:^|\/)pyproject\.toml$/,
    seal: (before, after) =>
      sealToml(before, after, ([top, tool = '', part, ...rest]) => {
        if (top !== 'tool') return false
        if (!BUILDS.has(tool)) return true
        return part === 'scripts'
          ? tool !== 'poetry'
          : part === 'tasks' || (tool === 'hatch' && rest.includes('scripts'))
      }),
  },
  {
    files: /(?:^|\/)Cargo\.toml$/,
    seal: (before, after) =>
      sealToml(before, after, ([top, part = '']) => {
        if (top === 'test' || top === 'lints') return true
        if (top === 'profile') return part === 'test'
        if (top === 'workspace') return part === 'lints'
        if (top === 'lib') return part === 'test' || part === 'doctest' || part === 'harness'
        return top === 'package' && part === 'autotests'
      }),
  },
  { files: /(?:^|\/)setup\.cfg$/, seal: sealSections },
  { files: /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$|(?:^|\/)\.?[Jj]ustfile$/, seal: sealMakefile },
]

/** Nothing in these but what the project needs, or no way to tell the parts apart. */
const LEFT =
  /(?:^|\/)(?:go\.(?:mod|sum|work)|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|Directory\.Build\.(?:props|targets)|[\w.-]+\.(?:cs|fs|vb)proj|CMakeLists\.txt|mix\.exs|composer\.json|Gemfile)$/

export function isMixed(path: string): boolean {
  return LEFT.test(path) || RULES.some(({ files }) => files.test(path))
}

/** `calls`: scripts or targets in it that a check calls. */
export function sealMixed(path: string, before: string, after: string, calls: readonly string[]): Sealed {
  if (LEFT.test(path)) return { kind: 'left', why: 'it holds what the current code needs' }
  const text = RULES.find(({ files }) => files.test(path))?.seal(before, after, calls)
  return text === undefined ? { kind: 'left', why: 'its parts cannot be told apart' } : { kind: 'sealed', text }
}

function sealPackage(before: string, after: string): string | undefined {
  return sealKeys(before, after, (key) => PACKAGE_KEYS.has(key), ['scripts'])
}

function sealDeno(before: string, after: string): string | undefined {
  return sealKeys(before, after, (key) => /^(?:test|lint|fmt|bench|exclude)$/.test(key), ['tasks'])
}

type Fields = Readonly<Record<string, unknown>>

function sealKeys(
  before: string,
  after: string,
  isOld: (key: string) => boolean,
  scripts: readonly string[],
): string | undefined {
  const [was, is] = [toFields(before), toFields(after)]
  if (!was || !is) return undefined
  const kept = Object.entries(is).filter(([key]) => !isOld(key) && !scripts.includes(key))
  const restored = Object.entries(was).filter(([key]) => isOld(key))
  const called = scripts.flatMap((key) => {
    const merged = sealScripts(was[key], is[key])
    return merged === undefined ? [] : [[key, merged] as const]
  })
  return `${JSON.stringify(Object.fromEntries([...kept, ...restored, ...called]), null, 2)}\n`
}

/** New scripts stay for those who call them, unless they would run before or after an old one. */
function sealScripts(was: unknown, is: unknown): unknown {
  if (!isFields(was)) return isFields(is) ? {} : undefined
  const fresh = Object.entries(isFields(is) ? is : {}).filter(
    ([name]) => !Object.hasOwn(was, name) && !Object.hasOwn(was, name.replace(/^(?:pre|post)/, '')),
  )
  return Object.fromEntries([...Object.entries(was), ...fresh])
}

function toFields(text: string): Fields | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return isFields(value) ? value : undefined
  } catch {
    // With comments, or damaged: the parts are not known.
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const SECTION = /^\[([^\]\n]+)\][^\n]*$/gm
const BUILD_SECTION =
  /^(?:metadata|options(?:\..*)?|bdist_\w+|egg_info|build\w*|install|develop|aliases|files|entry_points)$/

/** An INI file: the sections of tools as they were. */
function sealSections(before: string, after: string): string | undefined {
  const now = sectionsOf(after).filter(({ name }) => name === '' || BUILD_SECTION.test(name))
  const old = sectionsOf(before).filter(({ name }) => name !== '' && !BUILD_SECTION.test(name))
  return `${[...now, ...old].map(({ text }) => text.trimEnd()).join('\n\n')}\n`
}

function sectionsOf(text: string): { readonly name: string; readonly text: string }[] {
  const starts = [...text.matchAll(SECTION)]
  const first = { name: '', text: text.slice(0, starts[0]?.index ?? text.length) }
  return [
    first,
    ...starts.map(({ 1: name = '', index }, at) => ({
      name: name.trim(),
      text: text.slice(index, starts[at + 1]?.index ?? text.length),
    })),
  ]
}
