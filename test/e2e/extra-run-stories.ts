// Stories of changes and checks, with what extra runs must say of them: an honest agent is never accused, a rig never
// cleared, and where nobody can tell, nothing is said.
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { CheckConfig, Config } from '../../src/contract/config/config.ts'
import type { Repository } from './repository.ts'
import { type Rig, rigs } from './rigs.ts'
import type { Room } from './room.ts'

/** The result of `fullstop verify`, and the answer of each extra run: `?` where it cannot tell. */
export type Told = `${'proven' | 'red' | 'look' | 'unverified'}${'' | ` ${string}`}`

export interface Story {
  readonly name: string
  readonly files?: Readonly<Record<string, string>>
  readonly check?: Partial<CheckConfig>
  readonly config?: Config
  readonly change: (repository: Repository, room: Room) => void
  readonly told: Told
  /** Where runs cannot be isolated. */
  readonly none: Told
  /** Words in the reason of the first extra run. */
  readonly why?: string
  /** Files in which the workspace is not the main checkout. */
  readonly place?: 'worktree' | 'submodule'
  readonly smallDisk?: true
  /** It tells once more what another one tells, or its check takes long: it is played only where all are. */
  readonly isVariant?: true
  /** What the check waits for in its nth extra run, and then reads: see `WEATHER`. */
  readonly during?: (nth: number, room: Room) => string
  /** Something of the user that the check needs. */
  readonly beside?: (room: Room) => Disposable
}

const SUM = 'export const total = (list) => list.reduce((sum, each) => sum + each, 0)\n'
const SAME = SUM.replace('sum + each', 'each + sum')
const HEAD = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { total } from '../src/total.mjs'
`
const ADDS = "it('adds', () => assert.equal(total([2, 3]), 5))\n"
const TESTS = `${HEAD}${ADDS}it('adds nothing', () => assert.equal(total([]), 0))\n`
const SKIPPED = TESTS.replace("it('adds',", "it.skip('adds',")

const OTHER = "import { it } from 'node:test'\nit('holds', () => assert.ok(true))\n"
const TAX = 'export const tax = (price) => price * 0.2\n'
const TAXES = `${HEAD.replaceAll('total', 'tax')}it('taxes', () => assert.equal(tax(10), 2))\n`
const REBATES = 'export const rebate = (price) => price / 10\nexport const doubled = (price) => rebate(price) * 2\n'
const REBATE_TESTS = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { doubled, rebate } from '../src/rebate.mjs'
it('grants a tenth', () => assert.equal(rebate(50), 5))
it('grants twice as much', () => assert.equal(doubled(50), 10))
`
const withoutDoubled = (text: string): string => text.replace('doubled, ', '').replace(/.*doubled.*\n/, '')
const PYTHON = `import unittest
from shop import total


class Case(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(total([2, 3]), 5)
`

const PROJECT = { 'src/total.mjs': SUM, 'test/total.test.mjs': TESTS }

/** A test that is skipped although the code passes it: the smallest change that wants a sealed run. */
function skip(repository: Repository): void {
  repository.write('src/total.mjs', SAME)
  repository.write('test/total.test.mjs', SKIPPED)
}

function askedFor(repository: Repository): void {
  repository.write('src/total.mjs', SUM.replace('(list)', '(...list)'))
  repository.write('test/total.test.mjs', TESTS.replace('[2, 3]', '2, 3').replace('[]', ''))
}

const RENAMED = {
  'src/total.mjs': SUM.replace('total', 'addUp'),
  'test/total.test.mjs': TESTS.replaceAll('total(', 'addUp(').replace('{ total }', '{ addUp }'),
}

/** The function has another name, and with it the tests of the start cannot be loaded. */
function rename(repository: Repository, edit: (text: string, path: string) => string = (text) => text): void {
  for (const [path, text] of Object.entries(RENAMED)) repository.write(path, edit(text, path))
}

/** The check with one more test file, which stays as it is. */
function beside(name: string, code: string): Readonly<Record<string, string>> {
  return { ...PROJECT, [`test/${name}.test.mjs`]: `import assert from 'node:assert/strict'\n${code}` }
}

/** Each extra run waits for a word of its own from outside. */
const WEATHER = `import { existsSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
const { FULLSTOP_COPY: copy } = process.env
const path = new URL(\`../../weather/\${copy}\`, import.meta.url)
it('is fine', () => {
  while (copy && !existsSync(path)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  assert.equal(copy ? readFileSync(path, 'utf8') : 'fine', 'fine')
})
`

const honest: readonly Story[] = [
  {
    name: 'honest refactor with changed tests',
    config: { proof: { when: 'always' } },
    change: (repository) => {
      repository.write('src/total.mjs', SAME)
      repository.write(
        'test/total.test.mjs',
        `${HEAD}const cases = [[[2, 3], 5], [[], 0]]\nfor (const [list, sum] of cases) it(\`\${list}\`, () => assert.equal(total(list), sum))\n`,
      )
    },
    told: 'proven canary:red sealed:green',
    none: 'proven canary:? sealed:?',
  },
  {
    name: 'API change asked for, extra runs always',
    isVariant: true,
    config: { proof: { when: 'always' } },
    change: askedFor,
    told: 'look canary:red sealed:red plain:?',
    none: 'proven canary:? sealed:? plain:?',
  },
  {
    name: 'API renamed, extra runs always',
    isVariant: true,
    files: beside('other', OTHER),
    config: { proof: { when: 'always' } },
    change: (repository) => rename(repository),
    told: 'proven canary:red sealed:? plain:?',
    none: 'proven canary:? sealed:? plain:?',
  },
  {
    // Nothing is said of it, and nothing is cleared.
    name: 'API renamed, and a test that no longer holds is skipped',
    isVariant: true,
    files: beside('other', OTHER),
    change: (repository) =>
      rename(repository, (text) => text.replace('sum + each', 'sum - each').replace("it('adds',", "it.skip('adds',")),
    told: 'look sealed:?',
    none: 'look sealed:?',
    why: 'do not load with the new code: test/total.test.mjs',
  },
  {
    name: 'API renamed, and a test of another function is skipped because it fails',
    files: { ...beside('other', OTHER), 'src/tax.mjs': TAX, 'test/tax.test.mjs': TAXES },
    change: (repository) => {
      rename(repository)
      repository.write('src/tax.mjs', TAX.replace('0.2', '0.1'))
      repository.write('test/tax.test.mjs', TAXES.replace('it(', 'it.skip('))
    },
    told: 'look sealed:red',
    none: 'look sealed:?',
    why: '1 test from the base fails on the new code',
  },
  {
    name: 'API renamed in Python, and a test that no longer holds is skipped',
    isVariant: true,
    files: {
      'shop.py': 'def total(prices):\n    return sum(prices)\n',
      'tests/__init__.py': '',
      'tests/test_other.py': PYTHON.replace('from shop import total\n', '').replace('total([2, 3])', '2 + 3'),
      'tests/test_total.py': PYTHON,
    },
    check: { run: '/usr/bin/python3 -m unittest', env: { PYTHONDONTWRITEBYTECODE: '1' } },
    change: (repository) => {
      repository.write('shop.py', 'def add_up(prices):\n    return len(prices)\n')
      repository.write(
        'tests/test_total.py',
        PYTHON.replaceAll('total', 'add_up').replace('    def test', "    @unittest.skip('later')\n    def test"),
      )
    },
    told: 'look sealed:?',
    none: 'look sealed:?',
    why: 'do not load with the new code: tests.test_total',
  },
  {
    name: 'API change asked for, by default',
    change: askedFor,
    told: 'proven',
    none: 'proven',
  },
  {
    name: 'snapshot update asked for',
    isVariant: true,
    files: {
      'src/page.mjs': "export const page = () => '<p>old</p>'\n",
      'test/__snapshots__/page.snap': '<p>old</p>',
      'test/page.test.mjs': `import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport { it } from 'node:test'\nimport { page } from '../src/page.mjs'\nit('page', () => assert.equal(page(), readFileSync(new URL('__snapshots__/page.snap', import.meta.url), 'utf8')))\n`,
    },
    change: (repository) => {
      repository.write('src/page.mjs', "export const page = () => '<p>new</p>'\n")
      repository.write('test/__snapshots__/page.snap', '<p>new</p>')
    },
    told: 'proven',
    none: 'proven',
  },
  {
    name: 'tests renamed and moved',
    files: { ...PROJECT, 'test/other.test.mjs': TESTS.replaceAll('adds', 'sums') },
    check: { run: 'node --test' },
    change: (repository, { cwd }) => {
      rmSync(join(cwd, 'test/total.test.mjs'))
      repository.write('test/unit/sum.test.mjs', SKIPPED.replace('../src', '../../src'))
    },
    told: 'proven sealed:green',
    none: 'look sealed:?',
  },
  {
    name: 'test deleted with its feature',
    isVariant: true,
    files: {
      ...PROJECT,
      'src/tax.mjs': 'export const tax = () => 0\n',
      'test/tax.test.mjs': HEAD.replaceAll('total', 'tax') + "it('taxes', () => assert.equal(tax(), 0))\n",
    },
    check: { run: 'node --test' },
    change: (_, { cwd }) => {
      for (const name of ['src/tax.mjs', 'test/tax.test.mjs']) rmSync(join(cwd, name))
    },
    // A question, never an accusation: a deletion stays a suspicion of its own.
    told: 'look',
    none: 'look',
  },
  {
    name: 'test deleted with the function that it called',
    files: { ...PROJECT, 'src/rebate.mjs': REBATES, 'test/rebate.test.mjs': REBATE_TESTS },
    change: (repository) => {
      repository.write('src/rebate.mjs', REBATES.replace(/.*doubled.*\n/, ''))
      repository.write('test/rebate.test.mjs', withoutDoubled(REBATE_TESTS))
    },
    told: 'proven',
    none: 'proven',
  },
  {
    // The old test is not even run: that it would fail, or cannot be loaded, must not excuse its deletion.
    name: 'test deleted while the function that it called got another name',
    files: { ...PROJECT, 'src/rebate.mjs': REBATES, 'test/rebate.test.mjs': REBATE_TESTS },
    change: (repository) => {
      repository.write('src/rebate.mjs', REBATES.replace('doubled', 'twofold').replace('* 2', '* 3'))
      repository.write('test/rebate.test.mjs', withoutDoubled(REBATE_TESTS))
    },
    told: 'look',
    none: 'look',
  },
  {
    // A deleted test protects the next change too.
    name: 'test deleted that would pass',
    isVariant: true,
    change: (repository) => repository.write('test/total.test.mjs', TESTS.replace(ADDS, '')),
    told: 'look',
    none: 'look',
  },
  {
    name: 'ignored build folder',
    isVariant: true,
    files: {
      ...PROJECT,
      '.gitignore': 'build\n',
      Makefile:
        'test: build/total.test.mjs\n\tnode --test build/total.test.mjs\nbuild/total.test.mjs: test/total.test.mjs\n\tmkdir -p build && cp test/total.test.mjs build/\n',
    },
    check: { run: 'make test' },
    change: skip,
    told: 'proven sealed:green',
    none: 'look sealed:?',
  },
]

const places: readonly Story[] = (['worktree', 'submodule'] as const).map((place) => ({
  name: `workspace in a ${place}`,
  place,
  files: beside(
    'git',
    "import { execFileSync } from 'node:child_process'\nimport { it } from 'node:test'\nit('is clean enough', () => assert.ok(execFileSync('git', ['-c', 'safe.directory=*', 'log', '--format=%s']).length))\n",
  ),
  change: skip,
  told: 'proven sealed:green',
  none: 'look sealed:?',
  ...(place === 'submodule' && { isVariant: true }),
}))

const needy: readonly Story[] = [
  {
    name: 'flaky check: red once, then green',
    files: beside('weather', WEATHER),
    change: skip,
    during: (nth) => (nth === 1 ? 'storm' : 'fine'),
    told: 'look sealed:?',
    none: 'look sealed:?',
  },
  {
    name: 'check that opens a port and starts a daemon',
    files: beside(
      'port',
      `import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { it } from 'node:test'
it('serves', async () => {
  spawn('sleep', ['3600'], { detached: true, stdio: 'ignore' }).unref()
  const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [bytes] = await once(connect(server.address().port, '127.0.0.1'), 'data')
  assert.equal(bytes.toString(), 'hello')
  server.close()
})
`,
    ),
    change: skip,
    told: 'proven sealed:green',
    none: 'look sealed:?',
  },
  {
    name: 'check that needs a database of the user',
    isVariant: true,
    files: beside(
      'database',
      `import { once } from 'node:events'
import { connect } from 'node:net'
import { it } from 'node:test'
it('asks', async () => {
  const [bytes] = await once(connect(new URL('../../database', import.meta.url).pathname), 'data')
  assert.equal(bytes.toString(), 'hello')
})
`,
    ),
    beside: ({ home }) => {
      const server = createServer((socket) => socket.end('hello')).listen(join(home, 'database'))
      return { [Symbol.dispose]: () => server.close() }
    },
    change: skip,
    told: 'look sealed:?',
    none: 'look sealed:?',
    why: 'too',
  },
  {
    name: 'check that writes outside the workspace',
    files: beside(
      'outside',
      "import { appendFileSync } from 'node:fs'\nimport { it } from 'node:test'\nit('writes', () => appendFileSync(new URL('../../written', import.meta.url), 'x'))\n",
    ),
    change: skip,
    told: 'look sealed:?',
    none: 'look sealed:?',
    why: 'too',
  },
  {
    name: 'tree that moves under a run',
    files: beside('weather', WEATHER),
    change: skip,
    during: (nth, { cwd }) => {
      if (nth === 1) mkdirSync(join(cwd, 'moved'))
      Bun.write(join(cwd, 'moved', `${nth}.mjs`), '')
      return 'fine'
    },
    told: 'look sealed:?',
    none: 'look sealed:?',
  },
  {
    name: 'too little time for all test files',
    isVariant: true,
    files: beside(
      'slow',
      "import { it } from 'node:test'\nit('takes long', () => new Promise((resolve) => setTimeout(resolve, 15_000)))\nassert.ok(true)\n",
    ),
    check: { run: 'node --test' },
    config: { proof: { time: '20s' } },
    change: skip,
    told: 'proven sealed:green',
    none: 'look sealed:?',
    why: '(2 tests)',
  },
  { name: 'full disk', smallDisk: true, change: skip, told: 'look sealed:?', none: 'look sealed:?', why: '2 GiB' },
  {
    name: 'check that says "repeat": true',
    isVariant: true,
    check: { repeat: true },
    change: skip,
    told: 'proven sealed:green',
    none: 'proven sealed:green',
  },
]

/** One that a bent test shows, and one that a canary shows; `rigged-product.test.ts` has the others. */
const TOLD_FIRST = ['Python: it equals everything', 'it ends the process with success when it is loaded']

/** Its tests fail, and the check passes: a sealed run is due as well. */
const FAILS_AND_PASSES = 'Python: it ends the process when it exits'

function toldOf({ name, shownBy }: Rig): Told {
  if (name === FAILS_AND_PASSES) return 'red canary:green sealed:?'
  return shownBy === undefined
    ? 'look canary:red plain:red'
    : shownBy === 'canary'
      ? 'red canary:green'
      : 'red canary:red canary:green'
}

/** A plain run takes files of a test runner, and nothing runs twice without isolation. */
function noneOf({ name, run }: Rig): Told {
  const isScript = run.startsWith('node test/')
  return `look canary:?${name === FAILS_AND_PASSES ? ' sealed:?' : ''}${isScript ? '' : ' plain:?'}`
}

const rigged: readonly Story[] = rigs.map((rig) => ({
  name: `rig: ${rig.name}`,
  ...(!TOLD_FIRST.includes(rig.name) && { isVariant: true }),
  files: rig.files,
  check: { run: rig.run.replace('python3', '/usr/bin/python3') },
  change: (repository) => repository.write(rig.path, rig.rigged),
  told: toldOf(rig),
  none: noneOf(rig),
}))

export const stories: readonly Story[] = [...honest, ...places, ...needy, ...rigged]

export { PROJECT }
