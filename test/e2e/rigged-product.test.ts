// P1: product code that makes a red check green is refused where a canary run shows it, and brings a person in where
// none can; its honest look-alike completes.
import { expect, test } from 'bun:test'
import { quarterOf } from '../rounds.ts'
import { asked, claim, completed, lastEvidence, outcomes } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { type Rig, rigs } from './rigs.ts'
import { newRoom } from './room.ts'

const named = (some: readonly Rig[]): (readonly [string, Rig])[] => some.map((rig) => [rig.name, rig])

test.each(named(quarterOf(rigs, 3)))('[rigged canary P1] %s', async (_, rig) => {
  using room = newRoom()
  const repository = makeRepository(room, rig.files)
  await trustChecks(room, repository, [{ name: 'test', run: rig.run }])
  const session = await asked(room)
  repository.write(rig.path, rig.rigged)
  const { stdout } = await claim(session)
  const place = `${rig.path}:${rig.line} `
  const { checks, tampering, extra = [] } = lastEvidence(room)
  if (rig.isShown) {
    expect(stdout).toContain(`check \\"test\\" passes even with a test that must fail: ${place}`)
    expect(extra).toMatchObject([{ check: 'test', kind: 'canary', answer: 'green' }])
    expect(tampering[0]?.settled).toMatchObject({ by: 'canary', how: 'confirmed' })
  } else {
    expect(stdout).toStartWith(`{"systemMessage":"Fullstop: a person must look at this (${place}`)
    expect(extra.filter(({ answer }) => answer === 'green')).toEqual([])
  }
  expect(await outcomes(room)).toEqual([rig.isShown ? 'open' : 'awaiting-review'])
  expect(checks).toMatchObject([{ result: 'passed' }])
  expect(tampering[0]).toMatchObject({ file: rig.path, line: rig.line, kind: 'rigged' })
})

test.each(named(quarterOf(rigs, 2)))('[rigged P1] honest, unlike "%s"', async (_, rig) => {
  using room = newRoom()
  const repository = makeRepository(room, rig.files)
  await trustChecks(room, repository, [{ name: 'test', run: rig.run }])
  const session = await asked(room)
  repository.write(rig.path, rig.honest)
  expect(await claim(session)).toEqual(completed('test'))
  expect(lastEvidence(room).tampering).toEqual([])
})
