// The import table and the other rules of structure: reads the source, lists the offenders.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { agents } from '../src/agents/index.ts'
import { otherMarks, otherPrograms } from '../src/agents/others.ts'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')

interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  readonly isLazy: boolean
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
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
  for (const match of code.matchAll(/import\('([^']+)'\)(\.[A-Z])?/g)) {
    const isType = match[2] !== undefined
    found.push({ from: file, to: resolve(file, match[1] ?? ''), isType, isLazy: !isType })
  }
  return found
}

function resolve(file: string, target: string): string {
  return target.startsWith('.') ? relative(src, join(src, dirname(file), target)) : target
}

const isOurs = (path: string): boolean =>
  product.includes(path) || path.endsWith('.sql') || path.endsWith('.txt') || path.includes('package.json')

/** The room of a file: `contract`, `agents`, `domain/gate`, `flows/world.ts`, `adapters/store`, `frontends/web/app`, … */
function roomOf(path: string): string {
  const [wing = '', room = '', part = ''] = path.split('/')
  if (room === 'web') return `${wing}/${room}/${part}`
  return wing === 'contract' || wing === 'agents' ? wing : `${wing}/${room}`
}

interface Rule {
  readonly may: readonly string[]
  /** Rooms that may be imported as types only. */
  readonly types?: readonly string[]
  readonly packages?: readonly string[]
}

const domain = (...below: readonly string[]): Rule => ({ may: ['contract', ...below] })

/** Each room of flows may import the rooms above it in this list. */
const FLOWS = [
  'world.ts',
  'home',
  'project',
  'notify',
  'verify',
  'transcript',
  'session',
  'memory',
  'hook',
  'claim',
  'install',
  'stint',
  'acp',
  'run',
  'subtasks',
  'lists',
  'review',
  'doctor',
  'scan',
]

const flows = Object.fromEntries(
  FLOWS.map((room, index): [string, Rule] => [
    `flows/${room}`,
    {
      may: ['contract', 'domain/*', 'agents', ...FLOWS.slice(0, index).map((name) => `flows/${name}`)],
      types: ['adapters/*'],
      packages: ['node:path', 'zod', 'jsonc-parser'],
    },
  ]),
)

/** Who may import whom. A room may always import itself. */
const table: Readonly<Record<string, Rule>> = {
  contract: { may: [], packages: ['zod'] },
  'domain/text': domain(),
  'domain/shell': domain(),
  'domain/checks': domain('domain/shell'),
  'domain/diff': domain('domain/text'),
  'domain/edits': { ...domain('domain/diff', 'domain/shell'), packages: ['jsonc-parser', 'toml-eslint-parser'] },
  'domain/gate': domain('domain/strategies'),
  'domain/policy': domain('domain/strategies', 'domain/text'),
  'domain/lists': { ...domain('domain/shell', 'domain/text'), packages: ['jsonc-parser'] },
  'domain/memory': domain('domain/text'),
  // Judging a run needs what its output says; sealing a mixed file needs the parts of it.
  'domain/proof': {
    ...domain('domain/shell', 'domain/checks', 'domain/diff', 'domain/text'),
    packages: ['toml-eslint-parser'],
  },
  'domain/last-words': domain('domain/text'),
  // A claim does not stand where the same message leaves work.
  'domain/strategies': domain('domain/last-words'),
  'domain/review': domain('domain/text', 'domain/diff'),
  'domain/tasks': domain('domain/gate', 'domain/last-words', 'domain/review', 'domain/shell', 'domain/text'),
  'domain/facts': domain('domain/gate', 'domain/last-words', 'domain/review', 'domain/subtasks', 'domain/tasks'),
  'domain/subtasks': domain('domain/gate', 'domain/tasks', 'domain/text'),
  'domain/notify': domain('domain/text', 'domain/tasks'),
  'domain/view': domain(
    'domain/text',
    'domain/lists',
    'domain/diff',
    'domain/review',
    'domain/tasks',
    'domain/gate',
    'domain/checks',
    'domain/shell',
  ),
  agents: domain('domain/shell', 'domain/strategies'),
  ...flows,
  'adapters/platform': { may: [], types: ['contract'], packages: ['node:', 'bun:'] },
  'adapters/store': { may: ['contract'], packages: ['node:fs', 'node:path', 'node:sqlite'] },
  'adapters/workspace': {
    may: ['contract'],
    types: ['adapters/platform'],
    packages: ['bun', 'node:fs', 'node:fs/promises', 'node:path'],
  },
  'adapters/worktree': {
    may: ['contract', 'adapters/workspace'],
    types: ['adapters/platform'],
    packages: ['bun', 'node:fs', 'node:path'],
  },
  'adapters/copy': { may: [], types: ['adapters/platform'], packages: ['node:fs', 'node:path'] },
  'frontends/mcp': {
    may: ['contract', 'domain/*', 'agents', 'flows/*'],
    types: ['adapters/*'],
    packages: [
      'zod',
      '@modelcontextprotocol/sdk/server/index.js',
      '@modelcontextprotocol/sdk/server/stdio.js',
      '@modelcontextprotocol/sdk/types.js',
    ],
  },
  // The page of the browser knows the values that it draws by their types alone.
  'frontends/web/app': {
    may: [],
    types: ['contract', 'domain/view'],
    packages: ['preact', 'preact/hooks', '@preact/signals', 'highlight.js/', 'uplot'],
  },
  // The bundler runs while the binary is built, and starts Bun.
  'frontends/web/server': {
    may: ['contract', 'domain/*', 'agents', 'flows/*', 'adapters/platform'],
    types: ['adapters/*'],
    packages: ['zod', 'node:child_process', 'node:fs', 'node:path'],
  },
  'frontends/cli': {
    may: ['contract', 'domain/*', 'agents', 'flows/*', 'adapters/platform', 'frontends/mcp', 'frontends/web/server'],
    types: ['adapters/*'],
    packages: ['node:os', 'node:path', 'node:util'],
  },
}

const isIn = (room: string, list: readonly string[] = []): boolean =>
  list.includes(room) || list.includes(`${room.split('/')[0]}/*`)

function isAllowed({ from, to, isType }: Import): boolean {
  const rule = table[roomOf(from)]
  if (from === 'index.ts') return true
  if (!rule) return false
  if (to.includes('package.json')) return from === 'frontends/cli/version.ts'
  if (!isOurs(to)) {
    const isNamed = (name: string): boolean => to === name || (/[:/]$/.test(name) && to.startsWith(name))
    return isType || (rule.packages ?? []).some(isNamed)
  }
  // The folds are the one part of the domain that a store needs.
  if (from === 'adapters/store/projection.ts' && to.startsWith('domain/')) return true
  // Adapters are put together in one place.
  if (from === 'frontends/cli/wire.ts' && to.startsWith('adapters/')) return true
  const room = roomOf(to)
  return room === roomOf(from) || isIn(room, rule.may) || (isType && isIn(room, rule.types))
}

test('imports follow the table', () => {
  const offenders = imports.filter((each) => !isAllowed(each))
  expect(offenders.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('A6: a store contains no rule of the domain: no kind of event and no field of a state', () => {
  const isRule = /'(?:session|task|request|prompt|claim|stop|checks?|context|stint|wait)\.[a-z-]+'|->>?|json_/
  const stores = product.filter((file) => /^adapters\/store\/[^/]+\//.test(file))
  expect(stores.length).toBeGreaterThan(3)
  expect(stores.filter((file) => isRule.test(textOf(file)))).toEqual([])
})

test('git is started by two doors alone: one that writes nothing, and one for branches and worktrees of ours', () => {
  const starting = imports.filter(({ to, isType }) => to === 'adapters/workspace/start-git.ts' && !isType)
  const doors = ['adapters/workspace/git.ts', 'adapters/worktree/git-write.ts']
  // read-tree.ts takes a text from there.
  const starters = starting.map(({ from }) => from).filter((file) => file !== 'adapters/workspace/tree/read-tree.ts')
  expect(starters.toSorted()).toEqual(doors)
  const named = product.filter((file) => file.startsWith('adapters/') && /\['git'[,\]]/.test(textOf(file)))
  expect(named).toEqual(['adapters/workspace/start-git.ts'])
})

test('A4: every file that builds or judges facts has its table beside it, which names every builder', () => {
  const judges = product.filter(
    (file) => /^domain\/(?:facts|gate)\//.test(file) && /^export function /m.test(textOf(file)),
  )
  const tableOf = (file: string): string => file.replace(/\.ts$/, '.test.ts')
  const bare = judges.filter((file) => !sources.includes(tableOf(file)))
  expect(bare).toEqual([])
  const missing = judges
    .filter((file) => file.startsWith('domain/facts/'))
    .flatMap((file) => [...textOf(file).matchAll(/^export function (\w+)/gm)].map(([, name = '']) => ({ file, name })))
    .filter(({ file, name }) => !new RegExp(`\\b${name}\\b`).test(textOf(tableOf(file))))
  expect(missing).toEqual([])
})

test('A4: what gathers facts does not decide', () => {
  const gathering = imports.filter(({ from }) => /^flows\/.*\/gather[\w-]*\.ts$/.test(from))
  expect(gathering.length).toBeGreaterThan(20)
  expect(gathering.filter(({ to }) => to.startsWith('domain/gate/decide')).map(({ from }) => from)).toEqual([])
})

test('A5: a call, a run and a late result do not pretend to be the stop of a hook', () => {
  const others = product.filter((file) => /^flows\/(?:claim|run|verify)\/|^domain\/facts\/of-(?!stop)/.test(file))
  expect(others.filter((file) => /\bStopRequested\b|'stop-requested'/.test(textOf(file)))).toEqual([])
})

test('A8: the command line holds no rule of a run', () => {
  const rules =
    /^domain\/(?:gate\/(?:decide|guard|consequences)|tasks\/(?:run\/run|fold-session|fold-task))\.ts$|^flows\/run\/(?:run|step|on-run-stop)\.ts$/
  const offenders = imports.filter(({ from, to }) => from.startsWith('frontends/') && rules.test(to))
  expect(offenders.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('A8: the words of an event are chosen in domain/view, which knows no terminal', () => {
  const kinds = /case '[a-z]+\.[a-z-]+':/
  const choosing = product.filter((file) => file.startsWith('frontends/') && kinds.test(textOf(file)))
  const views = product.filter((file) => file.startsWith('domain/view/'))
  expect(choosing).toEqual([])
  expect(views.filter((file) => /\\(?:u001b|x1b)|\bcolumns\b|padEnd\(|\bstyle\b/i.test(textOf(file)))).toEqual([])
})

test('A8: the store is followed in one place', () => {
  const followers = product.filter((file) => /\bstore\.changes\(/.test(textOf(file)))
  expect(followers).toEqual(['flows/home/follow.ts'])
})

test('A10: a word of the contract names one type', () => {
  const schemas = product
    .filter((file) => file.startsWith('contract/'))
    .flatMap((file) => [...textOf(file).matchAll(/^export type (\w+) = z\.infer</gm)].map(([, name = '']) => name))
  expect(schemas.length).toBeGreaterThan(40)
  // Front ends are left out: nobody imports their words.
  const others = product
    .filter((file) => !file.startsWith('frontends/'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export )?(?:interface|type) ([A-Z]\w*)\b(?! = z\.infer)/gm)]
        .filter(([, name = '']) => schemas.includes(name))
        .map(([, name = '']) => `${file}: ${name}`),
    )
  expect(others).toEqual([])
})

test('A10: no two files export a type of the same name', () => {
  const files = new Map<string, Set<string>>()
  for (const file of product) {
    for (const [, name = ''] of textOf(file).matchAll(/^export (?:interface|type|class) ([A-Z]\w*)/gm)) {
      files.set(name, (files.get(name) ?? new Set()).add(file))
    }
  }
  expect(files.size).toBeGreaterThan(400)
  expect([...files].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([])
})

/** What stands at the top of a file before its first line of code. */
const headOf = (file: string): string => /^(?:\/\/.*\n)+/.exec(textOf(file))?.[0] ?? ''

test.each(FLOWS.filter((room) => room !== 'world.ts'))('flows/%s has one entrance, which lists the room', (room) => {
  const inside = product.filter((file) => file.startsWith(`flows/${room}/`))
  const entrances = inside.filter((file) => headOf(file).startsWith('// The entrance to '))
  expect(entrances).toHaveLength(1)
  const [entrance = ''] = entrances
  const listed = [...headOf(entrance).matchAll(/^\/\/ {3}(\S+) {2}/gm)].map(([, name = '']) => name)
  const parts = inside.filter((file) => file !== entrance).map((file) => file.split('/').slice(2))
  const names = parts.map(([name = '', ...below]) => (below.length > 0 ? `${name}/` : name))
  expect(listed.toSorted()).toEqual([...new Set(names)].toSorted())
  const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n')
  const row = map.find((line) => line.startsWith('|') && line.includes(`\`flows/${room}/\``))
  expect(row).toContain(`\`${entrance.split('/').at(-1)}\``)
})

test('flows name the folders of FULLSTOP_HOME in one place, and docs/internals/store.md says what each holds', () => {
  const naming = /\bjoin\((?:\w+\.)?stateHome, '[a-z]+'/
  const offenders = product.filter((file) => /^(?:flows|frontends)\//.test(file) && naming.test(textOf(file)))
  expect(offenders).toEqual([])
  const folders = [...textOf('flows/home/state-folder.ts').matchAll(/^ {2}'([a-z]+)',$/gm)].map(([, name = '']) => name)
  const table = readFileSync(join(root, 'docs/internals/store.md'), 'utf8')
  expect(folders.length).toBeGreaterThan(10)
  expect(folders.filter((name) => !table.includes(`| \`${name}/`))).toEqual([])
})

test('an agent imports no other agent', () => {
  const offenders = imports.filter(({ from, to }) => {
    const [folder, agent] = from.split('/')
    const [toFolder, toAgent] = to.split('/')
    if (folder !== 'agents' || toFolder !== 'agents' || from === 'agents/index.ts') return false
    // The interface is put together from its parts; everybody else imports the interface.
    if (from === 'agents/agent.ts') return toAgent !== 'parts'
    return agent !== toAgent && toAgent !== 'agent.ts' && toAgent !== 'formats'
  })
  expect(offenders).toEqual([])
})

/** Examples in the help of a command are text for people. */
const EXAMPLE = /^\s*(?:\{ )?(?:line|does): ['"`].*$/gm

test('A3: an agent is named only in agents', () => {
  const programs = [...agents.map(({ id }) => id), ...otherPrograms.map(([program]) => program)]
  const marks = [...agents.flatMap((agent) => agent.marks), ...otherMarks]
  const makers = /claude|codex|anthropic|openai|gemini|qwen|copilot|opencode/i
  const names = new RegExp(`${makers.source}|(?<![\\w&])(?:${[...programs, ...marks].join('|')})(?!\\w)`, 'i')
  const offenders = product.filter(
    (file) => !file.startsWith('agents/') && names.test(textOf(file).replaceAll(EXAMPLE, '')),
  )
  expect(offenders).toEqual([])
})

test('A9: there are no cycles, not even of types or lazy imports', () => {
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) if (isOurs(to)) edges.set(from, [...(edges.get(from) ?? []), to])
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
  ['process.exit only in cli/main.ts', /process\.exit\(/, (file) => file === 'frontends/cli/main.ts'],
  [
    'the environment is read only in platform/env.ts',
    /process\.env|Bun\.env/,
    (file) => file === 'adapters/platform/env.ts',
  ],
  [
    'the clock is read only in platform',
    /Date\.now\(|\bDate\(\)|performance\.now\(|set(?:Timeout|Interval)\(/,
    // The page in a browser has a clock of its own.
    (file) => file.startsWith('adapters/platform/') || file.startsWith('frontends/web/app/'),
  ],
  [
    'random ids are made only in platform',
    /Math\.random\(|randomUUID|randomBytes/,
    (file) => file.startsWith('adapters/platform/'),
  ],
  ['Bun APIs only in platform', /\bBun\.\w/, (file) => file.startsWith('adapters/platform/')],
  [
    'A1: facts are plain data, with no getters where they are built',
    /\bget (?:\w+|'[^'\n]*'|\[[^\]\n]*\])\(\)|\bObject\.definePropert|__defineGetter__/,
    (file) => !/^(?:contract|domain\/facts|flows)\//.test(file),
  ],
  [
    'A3: the number of a rule is read, compared and written only in domain/gate',
    /\.rule\b|\brule: \d|\brule (?:===|!==|[<>]=?) \d|\{[^{}\n]*\brule\b[^{}\n]*\} = /,
    // A rule of the proof is a pattern of rigged code.
    (file) => /^domain\/(?:gate|proof)\//.test(file),
  ],
  [
    'A9: a key that may be missing is left out by `given` in contract/given.ts',
    // Also `x !== undefined && { x }`. Two keys that come and go together are no optional key.
    /\.\.\.\([\w.?]+ (?:=== undefined\s+\?\s+\{\}\s+:|!== undefined\s+(?:&&|\?))\s+\{ [\w[\]]+(?:: (?:[^,{}()]|\([^()]*\)|\{[^{}]*\})*)? \}/,
    // The page of the browser loads types of ours alone.
    (file) => file.startsWith('frontends/web/app/'),
  ],
  [
    'A9: flows try again in the one retry loop, home/until-recorded.ts',
    /\b(?:MOST_TRIES|MOST_ATTEMPTS|MOST_RETRIES)\b|\b(?:for \(let|while \()[^)\n]*\b(?:nth|tries|tried|attempts?|retries)\b|=== 'conflict'\) (?:return )?(?:await )?\w+\(/,
    (file) => !file.startsWith('flows/') || file === 'flows/home/until-recorded.ts',
  ],
  [
    'A9: a command line is split into words and commands by domain/shell alone',
    /\b(?:command|cmd|written|script|recipe|shell)\w*(?:\.trim\(\))?\s*\.split\((?:' '|\/\\s|\/\[ )|\.split\(\/(?:[^/\\\n]|\\.)*?(?:&&|\\\|\\\|)|'\\\\''/,
    (file) =>
      file.startsWith('domain/shell/') ||
      // Conditions in the code of tests, and a line of our own that a narrow screen breaks.
      file === 'domain/proof/reading/tests/guards/guard-condition.ts' ||
      file === 'frontends/cli/screen/show-scan.ts',
  ],
  [
    'A9: tools and policy keys have the types of their schemas, without a cast',
    /\bas (?!const\b)(?:\w+\s*[<[;,)\n]|\{|\(|readonly |unknown|any\b|never\b)/,
    (file) => !/^(?:frontends\/mcp|domain\/policy)\//.test(file),
  ],
  ['no default exports', /^export default/m, () => false],
  ['no TypeScript enums or namespaces', /^\s*(?:export )?(?:const )?(?:enum|namespace) /m, () => false],
  // A text may begin with the word: keywords of languages are data.
  ['no await in the pure wings', /(?<!')\bawait\b/, (file) => !/^(?:contract|domain|agents)\//.test(file)],
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
  return graphOf('frontends/cli/main.ts', 'frontends/cli/commands/hook.ts')
}

/** What these files load, and they themselves. */
function graphOf(...files: readonly string[]): Set<string> {
  const graph = new Set<string>()
  const visit = (file: string): void => {
    if (graph.has(file)) return
    graph.add(file)
    for (const { from, to, isType, isLazy } of imports) if (from === file && !isType && !isLazy) visit(to)
  }
  for (const file of files) visit(file)
  return graph
}

test('the hook loads no schema library, and no command but its own', () => {
  const graph = hookGraph()
  const heavy = [...graph].filter((file) =>
    /^(?:zod|jsonc-parser|toml-eslint-parser|@modelcontextprotocol|frontends\/(?:web|mcp|cli\/(?:review|run|screen|own-processes))|adapters\/store\/postgres)/.test(
      file,
    ),
  )
  const commands = [...graph].filter((file) => file.startsWith('frontends/cli/commands/'))
  expect(heavy).toEqual([])
  expect(commands.sort()).toEqual(['frontends/cli/commands/hook.ts', 'frontends/cli/commands/index.ts'])
})

test('S6: the hook loads no installer, no driver and nothing of a trial, of MCP, of runs or of the terminal', () => {
  const offenders = [...hookGraph()].filter((file) =>
    /^(?:domain\/(?:edits|proof)|agents\/wires|frontends\/(?:mcp|cli\/(?:review|run|screen|own-processes))|flows\/(?:run|install|doctor)|adapters\/workspace)\/|^agents\/.*\/(?:driver|install|trial|failure)\.ts$|^bun:/.test(
      file,
    ),
  )
  expect(offenders).toEqual([])
})

test('A2: the hook loads the table of strategies, and nothing of the grammar of their detectors', () => {
  const hook = hookGraph()
  const heavy = [...graphOf('domain/strategies/grammar.ts')].filter((file) => hook.has(file))
  expect([hook.has('domain/strategies/index.ts'), heavy]).toEqual([true, []])
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

/** Folders that may hold more files than one can take in: each has a reason, which docs/architecture.md gives. */
const FLAT = ['frontends/cli/commands']

test('a folder holds at most 20 files, beside their tests', () => {
  const count = new Map<string, number>()
  for (const file of product) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1)
  expect(count.size).toBeGreaterThan(80)
  const tooMany = [...count].filter(([folder, files]) => files > 20 && !FLAT.includes(folder))
  expect(tooMany).toEqual([])
  const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  expect(FLAT.filter((folder) => (count.get(folder) ?? 0) <= 20 || !map.includes(`\`${folder}/\` stays flat`))).toEqual(
    [],
  )
})

test('every file says its job in its first line', () => {
  const offenders = sources.filter((file) => !textOf(file).startsWith('// '))
  expect(offenders).toEqual([])
})

test('U19: comments are written in plain English', () => {
  const stilted =
    /\bthe very \w|\bfor so long\b|\bmend(?:s|ed)?\b|\b(?:goes|went) on\b|\bwho(?:so)?ever\b|\btaken for\b|\bforebears?\b|\bcode of now\b/i
  // Rules that read prose quote such words.
  const written = sources.filter((file) => !/^domain\/(?:strategies|last-words)\//.test(file))
  const comments = written.flatMap((file) =>
    [...textOf(file).matchAll(/^\s*(?:\/\/|\/\*\*?|\*) (.*)$/gm)].map(([, text = '']) => `${file}: ${text}`),
  )
  expect(comments.length).toBeGreaterThan(5000)
  expect(comments.filter((line) => stilted.test(line))).toEqual([])
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
    // A page of a browser waits as long as everything else does, by its own method of that name.
    ['test/preload.ts', 'test/e2e/browser.ts'],
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

const maps = [
  'docs/architecture.md',
  ...readdirSync(join(root, 'docs/internals')).map((name) => `docs/internals/${name}`),
]

test.each(maps)('%s names only files and folders that exist', (map) => {
  const text = readFileSync(join(root, map), 'utf8')
  const wings = 'contract|domain|agents|flows|adapters|frontends'
  const named = [...text.matchAll(new RegExp(`\`((?:${wings})/[\\w./-]*)\``, 'g'))].map(([, path = '']) => path)
  expect(named.filter((path) => !existsSync(join(src, path)))).toEqual([])
})

test('every link of the glossary leads to a file', () => {
  const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  const linked = [...text.matchAll(/\]\(\.\.\/(src\/[^)]+)\)/g)].map(([, path = '']) => path)
  expect(linked.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('docs/architecture.md names every room', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const rooms = [...new Set(product.filter((file) => file !== 'index.ts').map(roomOf))]
  expect(rooms.length).toBeGreaterThan(35)
  expect(rooms.filter((room) => !text.includes(`\`${room}${room.endsWith('.ts') ? '' : '/'}`))).toEqual([])
})

test('docs/architecture.md is a map: at most 200 lines', () => {
  const lines = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(200)
})
