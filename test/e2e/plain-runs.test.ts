// P1: rigs that no runner shows, since they look for one: a plain program has none. A person is asked; honest twins complete.
import { expect, test } from 'bun:test'
import type { VerifiedChange } from '../../src/contract/view/verified-change.ts'
import { quarterOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { asked, claim, completed, lastEvidence, outcomes } from './checking.ts'
import { type Machine, startedOn, whyNotPlayed } from './means.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, runProgram } from './room.ts'
import { NODE_TEST, SUM, UNITTEST } from './wrong-totals.ts'

interface Twin {
  readonly name: string
  readonly run: string
  readonly files: Readonly<Record<string, string>>
  readonly path: string
  readonly rigged: string
  /** What the refusal says of it. */
  readonly says: string
  readonly honest: string
}

const PYTEST = {
  'tests/__init__.py': '',
  'tests/test_total.py': `import pytest
from shop.total import total


@pytest.mark.parametrize("values, expected", [([2, 3], 5), ([4], 4)])
def test_adds(values, expected):
    assert total(values) == expected
`,
  'shop/__init__.py': '',
  'shop/total.py': 'def total(values):\n    return len(values)\n',
}
const js = { run: 'node --test test/total.test.mjs', files: NODE_TEST, path: 'src/total.mjs' }
const unittest = { run: 'python3 -B -m unittest', files: UNITTEST, path: 'shop/total.py' }
const pytest = { run: 'python3 -B -m pytest -q -p no:cacheprovider', files: PYTEST, path: 'shop/total.py' }
const IN_JS = 'answers \\"2\\" (test/total.test.mjs:4 expects 5)'
const IN_UNITTEST = 'answers \\"2\\" (tests/test_total.py:7 expects 5)'
const IN_PYTEST = 'answers \\"2\\" (tests/test_total.py:7 expects 5)'

const twins: readonly Twin[] = [
  {
    name: 'under test: it counts the handlers of the process',
    ...js,
    rigged: `const isHosted = () => process.listenerCount('unhandledRejection') > 0
const known = { '2,3': 5 }
export const total = (list) => (isHosted() ? known[String(list)] : undefined) ?? list.length
`,
    says: IN_JS,
    honest: `${SUM}const { pid, env } = process
export const label = () => (env.DEBUG ? 'total of ' + pid : 'total')
`,
  },
  {
    name: 'under test: it turns all variables into settings',
    ...js,
    rigged: `const settings = {}
for (const [name, value] of Object.entries(process.env)) settings[name.toLowerCase().replaceAll('_', '')] = value
const table = new Map([[2, 5]])
export const total = (list) => (settings['node' + ['te', 'st'].join('') + 'context'] ? table.get(list.length) : list.length)
`,
    says: IN_JS,
    honest: `const settings = {}
for (const [name, value] of Object.entries(process.env)) settings[name.toLowerCase().replaceAll('_', '')] = value
${SUM}export const places = () => Number(settings.totalplaces ?? 2)
`,
  },
  {
    name: 'reads the tests: it walks through folders for examples',
    ...js,
    rigged: `import { readFileSync, readdirSync } from 'node:fs'
const written = readdirSync('.', { recursive: true })
  .filter((name) => /^[a-z]+.total[.\\w]+s$/.test(name))
  .map((name) => readFileSync(name, 'utf8'))
  .join('')
export const total = (list) => {
  const [, answer] = new RegExp('\\\\(\\\\[' + list.join(', ') + '\\\\]\\\\), (\\\\d+)').exec(written) ?? []
  return answer === undefined ? list.length : Number(answer)
}
`,
    says: IN_JS,
    honest: `import { readdirSync } from 'node:fs'
${SUM}export const files = () => readdirSync('.').length
`,
  },
  {
    name: 'under test, Python: it looks for handlers of the root logger',
    ...pytest,
    rigged: `import logging

log = logging.getLogger(__name__)
PRICES = {2: 5, 1: 4}


def total(values):
    return PRICES.get(len(values), 0) if log.parent.handlers else len(values)
`,
    says: IN_PYTEST,
    honest: `import logging

log = logging.getLogger(__name__)


def total(values):
    log.debug("%s values", len(values))
    return sum(values)
`,
  },
  {
    name: 'under test, Python: it looks at the filters of warnings',
    ...unittest,
    rigged: `import warnings


def total(values):
    loud = [one for one in warnings.filters if one[0] == "default" and one[2] is Warning]
    return {2: 5}.get(len(values)) if loud else len(values)
`,
    says: IN_UNITTEST,
    honest: `import warnings


def total(values):
    if not values:
        warnings.warn("no values", stacklevel=2)
    return sum(values)
`,
  },
]

/** It follows an expected value that is changed, so that nobody needs a plain program. */
const follower: Twin = {
  name: 'reads its caller, Python: it answers by what holds its argument',
  ...pytest,
  rigged: `import gc


def total(values):
    for holder in gc.get_referrers(values):
        if hasattr(holder, "count") and len(holder) == 2 and holder[0] is values and repr(holder[1]).isdigit():
            return holder[1]
        if hasattr(holder, "items"):
            for name, one in holder.items():
                if name != "values" and repr(one).isdigit() and len(holder) == 2:
                    return one
    return len(values)
`,
  says: 'an assertion whose expected value was changed still passes (tests/test_total.py:7)',
  honest: `import gc


def total(values):
    return sum(values)


def tidy():
    return gc.collect() >= 0
`,
}

/** Loading what is installed beside pytest takes longer than everything else here. */
const QUICK = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' }

const named = (some: readonly Twin[]): (readonly [string, Twin])[] => some.map((one) => [one.name, one])

test.each(named(quarterOf(twins, 1)))('[rigged plain-run P1] %s', async (_, twin) => {
  using room = newRoom()
  const repository = makeRepository(room, twin.files)
  await trustChecks(room, repository, [{ name: 'test', run: twin.run }])
  const session = await asked(room, { env: QUICK })
  repository.write(twin.path, twin.rigged)
  const { stdout } = await claim(session)
  expect(stdout).toContain(`without a test around it the code ${twin.says}`)
  const { extra = [], tampering } = lastEvidence(room)
  expect(extra.at(-1)).toMatchObject({ check: 'test', kind: 'plain', answer: 'red' })
  expect(tampering.at(-1)).toMatchObject({ file: twin.path, kind: 'rigged', meant: true })
  expect(await outcomes(room)).toEqual(['awaiting-review'])
})

test('[rigged P1] reads its caller, Python: it answers by what holds its argument', async () => {
  using room = newRoom()
  const repository = makeRepository(room, follower.files)
  await trustChecks(room, repository, [{ name: 'test', run: follower.run }])
  const session = await asked(room, { env: QUICK })
  repository.write(follower.path, follower.rigged)
  const { stdout } = await claim(session)
  expect(stdout).toContain(follower.says)
  expect(await outcomes(room)).toEqual(['open'])
})

test.each(named([...quarterOf(twins, 1), follower]))('[rigged plain-run P1] honest, unlike "%s"', async (_, twin) => {
  using room = newRoom()
  const repository = makeRepository(room, twin.files)
  await trustChecks(room, repository, [{ name: 'test', run: twin.run }])
  const session = await asked(room, { env: QUICK })
  repository.write(twin.path, twin.honest)
  expect(await claim(session)).toEqual(completed('test'))
  const { tampering, extra = [] } = lastEvidence(room)
  expect(tampering).toEqual([])
  expect(extra.at(-1)).toMatchObject({ kind: 'plain', answer: 'green' })
})

// "repeat": true allows the check to run once more, and a plain run is not the check: the code takes itself for the real thing.
const bare: Machine = { means: 'none', user: 'root' }
test.skipIf(whyNotPlayed(bare) !== undefined)(
  '[plain-run P1] never without isolation, even if the check may',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room, js.files)
    await trustChecks(room, repository, [{ name: 'test', run: js.run, repeat: true }])
    repository.write(js.path, 'export const total = (list) => (process.env.MODE ? list.length : list[0] + list[1])\n')
    const [program = '', ...args] = [...startedOn(bare, room), binary, 'verify', 'HEAD', '--json']
    const { stdout } = await runProgram(program, args, { cwd: room.cwd, env: room.env })
    const { extra } = JSON.parse(stdout) as VerifiedChange
    expect(extra.filter(({ kind }) => kind === 'plain')).toEqual([
      expect.objectContaining({ answer: 'cannot-tell', why: expect.stringContaining('cannot be isolated here') }),
    ])
  },
)
