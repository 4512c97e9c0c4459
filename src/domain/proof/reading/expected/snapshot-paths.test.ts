// Whose recorded results a file holds, by its path.
import { expect, test } from 'bun:test'
import { isSnapshot, ownerOf } from './snapshot-paths.ts'

const rows: readonly (readonly [path: string, is: boolean, owner: string | undefined])[] = [
  ['src/__snapshots__/a.test.ts.snap', true, 'src/a.test.ts'],
  ['tests/__snapshots__/test_a.ambr', true, 'tests/test_a.py'],
  ['e2e/home.spec.ts-snapshots/home-linux.png', true, 'e2e/home.spec.ts'],
  ['test/__image_snapshots__/a-snap.png', true, undefined],
  ['test/golden/out.bin', true, undefined],
  ['tests/fixtures/logo.png', false, undefined],
  ['src/snapshots.ts', false, undefined],
]

test.each(rows)('%s', (path, is, owner) => {
  expect({ is: isSnapshot(path), owner: ownerOf(path) }).toEqual({ is, owner })
})
