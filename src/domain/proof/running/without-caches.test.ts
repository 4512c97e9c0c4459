// Result caches are switched off, and nothing else changes.
import { expect, test } from 'bun:test'
import { argvWithoutCaches, withoutCaches } from './without-caches.ts'

test('task runners run again', () => {
  const { TURBO_FORCE, NX_SKIP_NX_CACHE, NX_DAEMON, WIREIT_CACHE, MOON_CACHE } = withoutCaches({})
  expect([TURBO_FORCE, NX_SKIP_NX_CACHE, NX_DAEMON, WIREIT_CACHE, MOON_CACHE]).toEqual([
    'true',
    'true',
    'false',
    'none',
    'off',
  ])
})

const flags: readonly (readonly [given: string | undefined, flags: string])[] = [
  [undefined, '-count=1 -v'],
  ['-mod=vendor', '-mod=vendor -count=1 -v'],
  ['-count=3 -v', '-count=3 -v'],
]
test.each(flags)('GOFLAGS %p becomes %p', (given, wanted) => {
  expect(withoutCaches({ GOFLAGS: given })['GOFLAGS']).toBe(wanted)
})

test('options of Gradle are kept', () => {
  expect(withoutCaches({ GRADLE_OPTS: '-Xmx2g' })['GRADLE_OPTS']).toBe(
    '-Xmx2g -Dorg.gradle.caching=false -Dorg.gradle.daemon=false',
  )
})

const commands: readonly (readonly [line: string, wanted: string])[] = [
  ['bazel test //...', 'bazel test --nocache_test_results //...'],
  ['bazel build //...', 'bazel build //...'],
  ['gradle test', 'gradle cleanTest test'],
  ['./gradlew :app:test --info', './gradlew :app:cleanTest :app:test --info'],
  ['gradle -q check', 'gradle cleanTest -q check'],
  ['gradle assemble', 'gradle assemble'],
  ['npm test', 'npm test'],
]
test.each(commands)('%s', (line, wanted) => expect(argvWithoutCaches(line.split(' ')).join(' ')).toBe(wanted))
