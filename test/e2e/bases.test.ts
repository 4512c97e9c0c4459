// What only files that did not change can tell: a config builds on a weaker base that stood there before, and tests look for
// their cases where there are none. Each has an honest twin.
import { expect, test } from 'bun:test'
import { isVariant, someOf } from '../rounds.ts'
import { asked, claim, completed, lastEvidence, outcomes } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom } from './room.ts'

const TOKEN = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0iL3oR6'}`

/** It fails on a dangling note wherever the config, with all that it builds on, is strict. */
const CHECK = `import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
const [config, word] = process.argv.slice(2)
const texts = []
for (let file = config; file !== undefined; ) {
  const text = readFileSync(file, 'utf8')
  texts.push(text)
  const base = /extends"?\\s*[:=]\\s*"([^"]+)"/.exec(text)?.[1]
  file = base === undefined ? undefined : join(dirname(file), base)
}
if (texts.some((text) => text.includes(word)) && readFileSync('src/app.txt', 'utf8').includes('TODO')) process.exit(1)
`

interface Swap {
  readonly name: string
  readonly config: string
  /** The word by which the check knows that the config is strict. */
  readonly word: string
  /** The config, by the base that it builds on. */
  readonly on: (base: string) => string
  readonly bases: readonly [strict: string, loose: string, same: string]
  readonly texts: readonly [strict: string, loose: string, same: string]
  readonly what: string
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const swaps: readonly Swap[] = [
  {
    name: 'tsconfig',
    config: 'tsconfig.json',
    word: '"strict": true',
    on: (base) => json({ extends: base, include: ['src'] }),
    bases: ['./tsconfig.base.json', './tsconfig.loose.json', './config/tsconfig.json'],
    texts: [
      json({ compilerOptions: { strict: true, noUncheckedIndexedAccess: true } }),
      json({ compilerOptions: { strict: false } }),
      json({ compilerOptions: { noUncheckedIndexedAccess: true, strict: true } }),
    ],
    what: 'strict set to false with the base "./tsconfig.loose.json"',
  },
  {
    name: 'eslint',
    config: '.eslintrc.json',
    word: '"no-undef": "error"',
    on: (base) => json({ root: true, extends: base }),
    bases: ['./lint/strict.json', './lint/loose.json', './lint/team.json'],
    texts: [
      json({ rules: { 'no-undef': 'error', 'no-unused-vars': 'error' } }),
      json({ rules: { 'no-undef': 'off', 'no-unused-vars': 'error' } }),
      json({ rules: { 'no-unused-vars': 'error', 'no-undef': 'error', eqeqeq: 'error' } }),
    ],
    what: 'with the base "./lint/loose.json"',
  },
  {
    name: 'ruff',
    config: 'ruff.toml',
    word: '"F"',
    on: (base) => `extend = "${base}"\nline-length = 100\n`,
    bases: ['lint/ruff-base.toml', 'lint/ruff-loose.toml', 'lint/ruff-team.toml'],
    texts: [
      '[lint]\nselect = ["E", "F", "B"]\n',
      '[lint]\nselect = ["E"]\n',
      '[lint]\nselect = ["E", "F", "B", "I"]\n',
    ],
    what: 'with the base "lint/ruff-loose.toml"',
  },
]
const rows = swaps.map((one) => [one.name, one] as const)

function filesOf({ config, on, bases, texts }: Swap, extended = bases[0]): Record<string, string> {
  const known = bases.map((base, at) => [base.replace('./', ''), texts[at] ?? ''])
  return { [config]: on(extended), ...Object.fromEntries(known), 'src/app.txt': 'done\n', 'tools/look.mjs': CHECK }
}

function checkOf({ config, word }: Swap): { name: string; run: string[] } {
  return { name: 'look', run: ['node', 'tools/look.mjs', config, word] }
}

test.each(someOf(rows))('[tamper] %s builds on a weaker base that stood there before', async (_, one) => {
  using room = newRoom()
  const repository = makeRepository(room, filesOf(one))
  await trustChecks(room, repository, [checkOf(one)])
  const session = await asked(room)
  repository.write('src/app.txt', 'TODO\n')
  repository.write(one.config, one.on(one.bases[1]))
  await claim(session)
  expect(lastEvidence(room).tampering[0]).toMatchObject({ file: one.config, kind: 'config' })
  expect(lastEvidence(room).tampering[0]?.what).toContain(one.what)
  expect(await outcomes(room)).toEqual(['awaiting-review'])
})

test.each(isVariant ? rows.slice(1, 2) : rows)(
  '[tamper] honest: %s builds on another base that says the same or more',
  async (_, one) => {
    using room = newRoom()
    const repository = makeRepository(room, filesOf(one))
    await trustChecks(room, repository, [checkOf(one)])
    const session = await asked(room)
    repository.write('src/app.txt', 'more is done\n')
    repository.write(one.config, one.on(one.bases[2]))
    expect(await claim(session)).toEqual(completed('look'))
    expect(lastEvidence(room).tampering).toEqual([])
  },
)

test('[tamper] the weaker base came with the task, or was bent before it was left', async () => {
  const [, eslint] = swaps
  if (!eslint) throw new Error('no case')
  using room = newRoom()
  const { 'lint/loose.json': loose = '', ...files } = filesOf(eslint)
  const repository = makeRepository(room, files)
  await trustChecks(room, repository, [checkOf(eslint)])
  const session = await asked(room)
  repository.write('src/app.txt', 'TODO\n')
  repository.write('lint/loose.json', loose)
  repository.write('lint/strict.json', loose)
  repository.write(eslint.config, eslint.on(eslint.bases[1]))
  await claim(session)
  expect(lastEvidence(room).tampering[0]).toMatchObject({ file: eslint.config, kind: 'config' })
  expect(lastEvidence(room).tampering[0]?.what).toContain(eslint.what)
})

test.skipIf(isVariant)('[tamper] without a commit: the base that was left is known from the start', async () => {
  const [tsconfig] = swaps
  if (!tsconfig) throw new Error('no case')
  using room = newRoom()
  const repository = makeRepository(room, {})
  await trustChecks(room, repository, [checkOf(tsconfig)])
  for (const [file, text] of Object.entries(filesOf(tsconfig))) repository.write(file, text)
  const session = await asked(room)
  repository.write('src/app.txt', 'TODO\n')
  repository.write(tsconfig.config, tsconfig.on(tsconfig.bases[1]))
  await claim(session)
  expect(lastEvidence(room).tampering).toContainEqual(
    expect.objectContaining({ file: 'tsconfig.json', what: tsconfig.what }),
  )
})

test('[secrets] a secret in a base that did not change is told masked', async () => {
  const [, , ruff] = swaps
  if (!ruff) throw new Error('no case')
  using room = newRoom()
  const secret = `[lint]\nselect = ["E", "${TOKEN}"]\n`
  const repository = makeRepository(room, { ...filesOf(ruff), 'lint/ruff-base.toml': secret })
  await trustChecks(room, repository, [{ name: 'look', run: 'true' }])
  const session = await asked(room)
  repository.write(ruff.config, ruff.on(ruff.bases[1]))
  await claim(session)
  expect(lastEvidence(room).tampering[0]?.what).toContain('removed from select')
  expect(JSON.stringify(room.allEvents())).not.toContain(TOKEN.slice(0, 12))
})

const GLOBBED = (pattern: string): string => `import glob
import json
import unittest

from shop.double import double


class DoubleTest(unittest.TestCase):
    def test_doubles_each_case(self):
        for name in glob.glob("${pattern}", recursive=True):
            with open(name) as file:
                case = json.load(file)
            self.assertEqual(double(case["value"]), case["twice"])
`
const DOUBLE = {
  'shop/__init__.py': '',
  'shop/double.py': 'def double(value):\n    return value * 2\n',
  'cases/one.case.json': '{ "value": 2, "twice": 4 }\n',
  'cases/more/two.case.json': '{ "value": 3, "twice": 6 }\n',
  'tests/__init__.py': '',
  'tests/test_double.py': GLOBBED('cases/*.case.json'),
}
const DOUBLES = { name: 'test', run: 'python3 -B -m unittest' }

test('[tamper] a test looks for its cases where there are none', async () => {
  using room = newRoom()
  const repository = makeRepository(room, DOUBLE)
  await trustChecks(room, repository, [DOUBLES])
  const session = await asked(room)
  repository.write('shop/double.py', 'def double(value):\n    return value + 3\n')
  repository.write('tests/test_double.py', GLOBBED('cases/*.cases.json'))
  await claim(session)
  expect(lastEvidence(room).tampering).toMatchObject([
    {
      file: 'tests/test_double.py',
      kind: 'vacuous',
      what: 'the pattern cases/*.cases.json of the tests finds no file',
    },
  ])
  expect(await outcomes(room)).toEqual(['awaiting-review'])
})

test('[tamper] honest: a test looks for its cases in another folder that stood there before', async () => {
  using room = newRoom()
  const repository = makeRepository(room, DOUBLE)
  await trustChecks(room, repository, [DOUBLES])
  const session = await asked(room)
  repository.write('shop/double.py', 'def double(value):\n    return value + value\n')
  repository.write('tests/test_double.py', GLOBBED('cases/**/*.case.json'))
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).tampering).toEqual([])
})
