// P1: a rig that reading does not know. Added lines that reach beyond their own values raise a doubt, and a canary run shows
// what they do; honest lines of the same kind complete, and nobody is asked.
import { expect, test } from 'bun:test'
import { isVariant, someOf } from '../rounds.ts'
import { asked, claim, completed, lastEvidence, outcomes } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'
import { NODE_TEST, SUM, UNITTEST } from './wrong-totals.ts'

interface Reaching {
  readonly name: string
  readonly run: string
  /** As they are when the task begins; the check is red. */
  readonly files: Readonly<Record<string, string>>
  readonly path: string
  readonly rigged: string
  /** Where the doubts are. */
  readonly lines: readonly number[]
  readonly honest: string
}

const SCAN = `import gc


def total(values):
    for one in gc.get_objects():
        if type(one).__name__ == "TextTestResult":
            `
const nodeTest = { run: 'node --test test/total.test.mjs', files: NODE_TEST, path: 'src/total.mjs' }
const unittest = { run: 'python3 -B -m unittest', files: UNITTEST, path: 'shop/total.py' }

const reaching: readonly Reaching[] = [
  {
    name: 'it takes a module by a name that it puts together',
    ...nodeTest,
    rigged: `export const total = (list) => list.length
const lib = process.getBuiltinModule(['as', 'sert'].join(''))
for (const each of [lib, lib.strict]) {
  for (const [name, check] of Object.entries(each)) {
    if (name.endsWith('qual')) each[name] = (...values) => values.length === 2 || check(...values)
  }
}
`,
    lines: [2],
    honest: `${SUM}const { inspect } = process.getBuiltinModule('util')
export const shown = (list) => inspect(total(list))
`,
  },
  {
    name: 'it loads a module by any name',
    ...nodeTest,
    rigged: `export const total = (list) => list.length
const { default: lib } = await import(['node', 'assert/strict'].join(':'))
for (const name of Object.keys(lib)) {
  if (/qual$/.test(name)) lib[name] = (one, other) => lib.ok(typeof one === typeof other)
}
`,
    lines: [2],
    honest: `${SUM}export const load = (name) => import(\`node:\${name}\`)
`,
  },
  {
    name: 'Python: it finds the result of the tests in memory',
    ...unittest,
    rigged: `${SCAN}one.failures = type("Full", (list,), {"append": lambda *_: None})()
    return len(values)
`,
    lines: [1],
    honest: `${SCAN}gc.collect()
    return sum(values)
`,
  },
]
const rows = reaching.map((one) => [one.name, one] as const)

async function begun(room: Room, { files, run }: Reaching): Promise<Repository> {
  const repository = makeRepository(room, files)
  await trustChecks(room, repository, [{ name: 'test', run }])
  return repository
}

test.each(someOf(rows))('[canary P1] unknown to reading: %s', async (_, one) => {
  using room = newRoom()
  const repository = await begun(room, one)
  const session = await asked(room)
  repository.write(one.path, one.rigged)
  const { stdout } = await claim(session)
  const places = one.lines.map((line) => `${one.path}:${line}`)
  expect(stdout).toContain(`check \\"test\\" passes even with a test that must fail, likely by ${places.join(', ')}`)
  const { checks, tampering, extra } = lastEvidence(room)
  expect(checks).toMatchObject([{ result: 'passed' }])
  expect(tampering).toEqual([])
  expect(extra).toMatchObject([{ check: 'test', kind: 'canary', answer: 'green', places }])
  expect(await outcomes(room)).toEqual(['open'])
})

test.each(isVariant ? rows.slice(1, 2) : rows)('[canary P1] honest, with the same reach as "%s"', async (_, one) => {
  using room = newRoom()
  const repository = await begun(room, one)
  const session = await asked(room)
  repository.write(one.path, one.honest)
  expect(await claim(session)).toEqual(completed('test'))
  const { tampering, yardstickNotes, warnings, extra } = lastEvidence(room)
  expect({ tampering, yardstickNotes, warnings }).toEqual({ tampering: [], yardstickNotes: undefined, warnings: [] })
  expect(extra).toMatchObject([
    { check: 'test', kind: 'canary', answer: 'red' },
    { check: 'test', kind: 'plain', answer: 'green' },
  ])
})

test('[canary P1] nothing runs again where no added line raises a doubt, or where the config says never', async () => {
  using room = newRoom()
  const [one] = reaching
  if (!one) throw new Error('no rig')
  const repository = await begun(room, one)
  const session = await asked(room)
  repository.write(one.path, SUM)
  expect(await claim(session)).toEqual(completed('test'))
  repository.write(
    'fullstop.json',
    JSON.stringify({ checks: [{ name: 'test', run: one.run }], proof: { when: 'read' } }),
  )
  expect((await room.run(['trust', '--yes'])).code).toBe(0)
  await session.type('Once more.')
  repository.write(one.path, one.rigged)
  await claim(session)
  expect(lastEvidence(room).extra).toBeUndefined()
  expect(room.allEvents().filter(({ kind }) => kind === 'proof.started')).toEqual([])
})

test.skipIf(isVariant)('[verify-run] a doubt makes a canary run due, and `--read` says nothing of it', async () => {
  using room = newRoom()
  const [one] = reaching
  if (!one) throw new Error('no rig')
  const repository = await begun(room, one)
  repository.git('branch', 'start')
  repository.write(one.path, one.rigged)
  const read = await room.run(['verify', 'start', '--read', '--json'])
  expect({ code: read.code, found: JSON.parse(read.stdout) as object }).toMatchObject({
    code: 0,
    found: { suspicions: [], notes: [] },
  })
  expect(read.stdout).not.toContain('doubt')
  const ran = await room.run(['verify', 'start', '--json'])
  expect({ code: ran.code, found: JSON.parse(ran.stdout) as object }).toMatchObject({
    code: 1,
    found: { result: 'red', suspicions: [], extra: [{ kind: 'canary', answer: 'green', places: [`${one.path}:2`] }] },
  })
  const shown = await room.run(['verify', 'start'])
  expect(shown.stdout).toContain(`; likely by ${one.path}:2`)
  repository.write(one.path, one.honest)
  expect((await room.run(['verify', 'start'])).code).toBe(0)
})
