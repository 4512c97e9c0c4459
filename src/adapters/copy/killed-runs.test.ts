// A runner that is killed at any moment leaves no process and no mount; the next run removes its files.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { killEach } from '../../../test/processes.ts'
import { until } from '../../../test/until.ts'
import { makePlace, ME, PLAIN, type Place, processesWith, run, skipped, start } from './places.suite.ts'

const copiesOf = ({ stateHome }: Place): string[] => {
  const folder = join(stateHome, 'copies')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** What can be seen from outside while a run is set up, in the order of its coming. */
const moments: readonly (readonly [string, (place: Place) => boolean])[] = [
  ['its folder is there', (place) => copiesOf(place).length > 0],
  ['its folder is furnished', (place) => copiesOf(place).some((path) => existsSync(join(path, 'signal')))],
  ['the command has begun', (place) => copiesOf(place).some((path) => existsSync(join(path, 'signal', 'began')))],
]

for (const user of [ME, PLAIN]) {
  const why = skipped(user)
  describe.skipIf(why !== undefined)(`as ${user.name}${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
    test.each(moments)('killed when %s', async (_name, hasCome) => {
      using place = makePlace(user)
      const word = `killed-${process.pid}-${user.uid}`
      const child = start(user, place, `setsid sh -c 'trap "" TERM HUP; sleep 3600; : ${word}' & sleep 3600; : ${word}`)
      const inside = (): string[] => [...processesWith(place.root), ...processesWith(word)]
      await until(() => hasCome(place))
      child.kill('SIGKILL')
      await until(
        () => inside().length === 0,
        () => `still there: ${inside().join(' ')}`,
      )
      expect(run(user, place, 'true').kind).toBe('ran')
      expect(copiesOf(place)).toEqual([])
    })

    test('a box that somebody else kills says nothing of the command', async () => {
      using place = makePlace(user)
      const child = start(user, place, 'sleep 3600')
      const told = text(child.stdout)
      await until(() => copiesOf(place).some((path) => existsSync(join(path, 'signal', 'began'))))
      killEach(processesWith(place.root).map(Number))
      expect(JSON.parse(await told)).toEqual({ kind: 'not-run', why: 'the run was ended from outside by SIGKILL' })
      expect(copiesOf(place)).toEqual([])
    })
  })
}
