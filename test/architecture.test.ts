// The import table and the other rules of structure: reads the source, lists the offenders.
import { expect, test } from 'bun:test'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { agents } from '../src/agents/index.ts'
import { hookAgents } from '../src/cli/hook-agents.ts'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  readonly isLazy: boolean
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
)
// Fixtures are data of tests: texts in them that look like imports are none.
const product = sources.filter((file) => !/\.(?:test|suite|fixture)\.ts$|\/fixtures\//.test(file))
const textOf = (file: string): string => readFileSync(join(src, file), 'utf8')
const imports = product.flatMap((file) => importsOf(file, textOf(file)))

function importsOf(file: string, text: string): Import[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  const found: Import[] = []
  for (const match of code.matchAll(/^(?:import|export)\s+(type\s)?([^'"]*?from\s+)?'([^']+)'/gm)) {
    const named = /\{([^}]*)\}/.exec(match[2] ?? '')?.[1]
    const names = named
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const isType =
      match[1] !== undefined ||
      (names !== undefined && names.length > 0 && names.every((name) => name.startsWith('type ')))
    found.push({ from: file, to: resolve(file, match[3] ?? ''), isType, isLazy: false })
  }
  for (const match of code.matchAll(/import\('([^']+)'\)/g)) {
    found.push({ from: file, to: resolve(file, match[1] ?? ''), isType: false, isLazy: true })
  }
  return found
}

function resolve(file: string, target: string): string {
  return target.startsWith('.') ? relative(src, join(src, dirname(file), target)) : target
}

const folderOf = (path: string): string => path.split('/')[0] ?? ''
const isOurs = (path: string): boolean =>
  product.includes(path) || path.endsWith('.sql') || path.includes('package.json')

/** Who may import whom. `types` may be imported as types only. */
const table: Record<string, { may: readonly string[]; types?: readonly string[]; packages?: readonly string[] }> = {
  contract: { may: ['contract'], packages: ['zod'] },
  text: { may: ['text'] },
  detectors: { may: ['detectors', 'contract'] },
  gate: { may: ['gate', 'contract'] },
  tasks: { may: ['tasks', 'contract'] },
  agents: { may: ['agents', 'contract'] },
  install: { may: ['install', 'contract'], packages: ['jsonc-parser', 'toml-eslint-parser'] },
  trial: { may: ['trial'] },
  checks: { may: ['checks', 'contract'] },
  tamper: { may: ['tamper', 'contract'] },
  memory: { may: ['memory', 'contract', 'text'] },
  workspace: {
    may: ['workspace', 'contract'],
    types: ['platform'],
    packages: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:path'],
  },
  store: { may: ['store', 'contract'], packages: ['node:fs', 'node:path', 'node:sqlite'] },
  platform: { may: ['platform'], types: ['contract'], packages: ['node:', 'bun:'] },
  flows: {
    may: [
      'flows',
      'contract',
      'detectors',
      'gate',
      'tasks',
      'text',
      'agents',
      'checks',
      'tamper',
      'memory',
      'workspace',
      'install',
      'trial',
    ],
    types: ['store', 'platform'],
    packages: ['node:path', 'zod', 'jsonc-parser'],
  },
  mcp: {
    may: ['mcp', 'contract', 'gate', 'agents', 'flows'],
    types: ['platform'],
    packages: [
      'zod',
      '@modelcontextprotocol/sdk/server/index.js',
      '@modelcontextprotocol/sdk/server/stdio.js',
      '@modelcontextprotocol/sdk/types.js',
    ],
  },
  supervisor: {
    may: ['supervisor', 'contract', 'flows', 'gate', 'tasks', 'agents', 'text', 'detectors', 'memory'],
    types: ['platform'],
    packages: ['node:path'],
  },
  terminal: { may: ['terminal', 'contract', 'text'], types: ['platform'] },
  cli: {
    may: [
      'cli',
      'mcp',
      'supervisor',
      'terminal',
      'memory',
      'contract',
      'detectors',
      'gate',
      'tasks',
      'text',
      'agents',
      'checks',
      'install',
      'flows',
      'store',
      'platform',
      'workspace',
    ],
    packages: ['node:os', 'node:path', 'node:util'],
  },
}

test('imports follow the table', () => {
  const offenders = imports.filter(({ from, to, isType }) => {
    const rule = table[folderOf(from)]
    if (from === 'index.ts') return false
    if (!rule) return true
    if (!isOurs(to))
      return (
        !isType && !(rule.packages ?? []).some((name) => to === name || (name.endsWith(':') && to.startsWith(name)))
      )
    if (to.includes('package.json')) return from !== 'cli/help.ts'
    if (rule.may.includes(folderOf(to))) return false
    return !(isType && rule.types?.includes(folderOf(to)))
  })
  expect(offenders.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('an agent imports no other agent', () => {
  const offenders = imports.filter(({ from, to }) => {
    const [folder, agent] = from.split('/')
    const [toFolder, toAgent] = to.split('/')
    if (folder !== 'agents' || toFolder !== 'agents' || from === 'agents/index.ts') return false
    return agent !== toAgent && toAgent !== 'agent.ts' && toAgent !== 'formats'
  })
  expect(offenders).toEqual([])
})

test('there are no cycles at run time', () => {
  const edges = new Map<string, string[]>()
  for (const { from, to, isType, isLazy } of imports)
    if (!isType && !isLazy && isOurs(to)) edges.set(from, [...(edges.get(from) ?? []), to])
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const next of edges.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of product) visit(file, [])
  expect(cycles).toEqual([])
})

const only: ReadonlyArray<readonly [string, RegExp, (file: string) => boolean]> = [
  ['process.exit only in cli/main.ts', /process\.exit\(/, (file) => file === 'cli/main.ts'],
  ['the environment is read only in platform/env.ts', /process\.env|Bun\.env/, (file) => file === 'platform/env.ts'],
  [
    'the clock is read only in platform',
    /Date\.now\(|new Date\(\)|performance\.now\(|setTimeout\(/,
    (file) => file.startsWith('platform/'),
  ],
  [
    'random ids are made only in platform',
    /Math\.random\(|randomUUID|randomBytes/,
    (file) => file.startsWith('platform/'),
  ],
  ['Bun APIs only in platform', /\bBun\.\w/, (file) => file.startsWith('platform/')],
  ['no default exports', /^export default/m, () => false],
  ['no TypeScript enums or namespaces', /^\s*(?:export )?(?:const )?(?:enum|namespace) /m, () => false],
  [
    'no await in pure folders',
    /\bawait\b/,
    (file) => !/^(?:detectors|gate|tasks|text|agents|contract|checks|tamper|memory|install|trial)\//.test(file),
  ],
]

for (const [name, pattern, isAllowed] of only) {
  test(name, () => {
    const offenders = product.filter((file) => !isAllowed(file) && pattern.test(withoutComments(textOf(file))))
    expect(offenders).toEqual([])
  })
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '')
}

/** What a hook loads before it does anything. */
function hookGraph(): Set<string> {
  const graph = new Set<string>()
  const visit = (file: string): void => {
    if (graph.has(file)) return
    graph.add(file)
    for (const { from, to, isType, isLazy } of imports) if (from === file && !isType && !isLazy) visit(to)
  }
  visit('cli/main.ts')
  visit('cli/commands/hook.ts')
  return graph
}

test('the hook loads no schema library, and no command but its own', () => {
  const graph = hookGraph()
  const heavy = [...graph].filter((file) =>
    /^(?:zod|jsonc-parser|toml-eslint-parser|@modelcontextprotocol|web|terminal|mcp|store\/postgres)/.test(file),
  )
  const commands = [...graph].filter((file) => file.startsWith('cli/commands/'))
  expect(heavy).toEqual([])
  expect(commands.sort()).toEqual(['cli/commands/hook.ts', 'cli/commands/index.ts'])
})

test('S6: the hook loads no installer, no driver and nothing of a trial, of MCP, of runs or of the terminal', () => {
  const offenders = [...hookGraph()].filter((file) =>
    /^(?:install|trial|mcp|terminal|supervisor|tamper|workspace)\/|^agents\/.*\/(?:driver|install|trial|failure)\.ts$|^bun:/.test(
      file,
    ),
  )
  expect(offenders).toEqual([])
})

test("S6: the hook's table has every agent with hooks, each as in the whole table", () => {
  const whole = agents.filter(({ hook }) => hook).map(({ driver: _driver, install: _install, ...rest }) => rest)
  expect(hookAgents).toEqual(whole)
})

test('no test mocks a module', () => {
  const tests = [...sources.map((file) => join('src', file)), ...testFiles()].filter((file) =>
    /\.(?:test|suite)\.ts$/.test(file),
  )
  const offenders = tests.filter((file) =>
    /mock\.module\(|spyOn\(|jest\.mock\(|vi\.mock\(/.test(
      readFileSync(join(root, file), 'utf8').replaceAll(/\/.*\/\.test/g, ''),
    ),
  )
  expect(offenders.filter((file) => !file.endsWith('architecture.test.ts'))).toEqual([])
})

function testFiles(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('test', file))
    .filter((file) => file.endsWith('.ts'))
}

test('every file says its job in its first line', () => {
  const offenders = sources.filter((file) => !textOf(file).startsWith('// '))
  expect(offenders).toEqual([])
})

/** The tests, their suites and helpers; programs that play an agent or a model are none. */
const testCode = [...sources.map((file) => join('src', file)), ...testFiles()].filter(
  (file) =>
    (file.startsWith('test/') || /\.(?:test|suite)\.ts$/.test(file)) &&
    !/^test\/(?:fake-agents|model-server)\/|\/fixtures\/|^test\/architecture\.test\.ts$/.test(file),
)

const timing: ReadonlyArray<readonly [string, RegExp, readonly string[]]> = [
  [
    'R11: elapsed time is measured in test/clock.ts alone, so that no test expects something to be fast',
    // A date may be made from now; a time that has passed may not be taken from it.
    /\b(?:performance\.now|process\.hrtime|Bun\.nanoseconds)\b|Date\.now\(\) - [a-z]\w*\b(?! \*)/,
    ['test/clock.ts', 'test/until.ts', 'test/e2e/binary.ts', 'test/real-agents/record-hook.ts'],
  ],
  [
    'R11: the time limit of tests is set in test/preload.ts alone',
    /\bsetDefaultTimeout\b|\bjest\.setTimeout\b|\bsetSystemTime\b/,
    ['test/preload.ts'],
  ],
  [
    'R11: no test has a time limit or retries of its own',
    // As the last argument of a test, or in its options.
    /^[ \t]*\}, *(?:[\d_]+|[A-Z][A-Z_]*(?: [*+] [\d_]+)?)\)$|^[ \t]*(?:[\d_]{4,}|[A-Z_]*(?:LIMIT|TIMEOUT)[A-Z_]*),\n[ \t]*\)$|\b(?:retry|repeats): *\d|\}, *\{ *timeout:/m,
    ['test/room.test.ts'],
  ],
]

for (const [name, pattern, allowed] of timing) {
  test(name, () => {
    const offenders = testCode.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    expect(offenders.filter((file) => !allowed.includes(file))).toEqual([])
  })
}

test('R11: a failed test is not tried again', () => {
  const scripts = readdirSync(join(root, 'scripts')).filter((file) => file.endsWith('.ts'))
  const offenders = ['package.json', '.ci/run', 'bunfig.toml', ...scripts.map((file) => join('scripts', file))].filter(
    (file) => /--retry|--rerun-each|\bretry *=/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(offenders).toEqual([])
})
