// What a job of GitHub gets from `fullstop verify`: annotations, a summary and SARIF; and what a hostile change can put there.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig } from '../../src/contract/config/config.ts'
import { makeRepository, type Repository } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'
import { sarifProblems } from './sarif.ts'

const TESTS = "import test from 'node:test'\ntest('adds', () => {})\n"
const SKIPPED = TESTS.replace("test('adds'", "test.skip('adds'")
/** A file name can hold all of this. */
const HOSTILE = [
  'a\n::error::forged.test.mjs',
  'b,line=9,title=forged::x%0A.test.mjs',
  '##[error]c.test.mjs',
  '<img src=x onerror=alert(1)>|`[d](http:evil)`.test.mjs',
  '-rf.test.mjs',
  'a:b?c#d é.test.mjs',
]

function project(room: Room, checks: readonly CheckConfig[]): Repository {
  const repository = makeRepository(room, {
    'fullstop.json': JSON.stringify({ checks }),
    ...Object.fromEntries(HOSTILE.map((name) => [name, TESTS])),
  })
  repository.git('switch', '--quiet', '--create', 'feature')
  for (const name of HOSTILE) repository.write(name, SKIPPED)
  repository.commit('Done\n\n::error::forged by a message')
  return repository
}

async function inJob(room: Room, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Output> {
  const FULLSTOP_TRUST = (await room.run(['trust', '--hash'])).stdout.trim()
  const summary = join(room.home, 'summary.md')
  return room.run(['verify', ...args], {
    env: { FULLSTOP_TRUST, GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: room.cwd, GITHUB_STEP_SUMMARY: summary, ...env },
  })
}

/** As the runner reads a log: the lines that it obeys. */
function commandsIn(log: string): string[] {
  let stopped: string | undefined
  return log.split(/\r\n|\r|\n/).filter((line) => {
    const text = line.trimStart()
    if (stopped !== undefined) {
      if (text === `::${stopped}::`) stopped = undefined
      return false
    }
    const stop = /^::stop-commands::(.+)$/.exec(text)?.[1]
    if (stop !== undefined) stopped = stop
    return stop === undefined && (text.startsWith('::') || text.includes('##['))
  })
}

const SAID = String.raw`printf '::error::forged by a check\n##[set-env name=A;]b\n::stop-commands::x\n<b>out</b>\n'; exit 1`

test('[verify-ci] no name of a file and no output of a check is a command, and each suspicion is annotated', async () => {
  using room = newRoom()
  project(room, [{ name: '::error::forged, by a name', run: SAID, shell: true }])
  const { code, stdout, stderr } = await inJob(room, ['main'])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toContain('::error::forged by a check')
  const commands = commandsIn(stdout)
  expect(commands).toHaveLength(1 + HOSTILE.length)
  expect(commands[0]).toStartWith('::error title=Fullstop::check "::error::forged, by a name" failed: ')
  const places = commands
    .slice(1)
    .map((line) => /^::error file=([^,:]*),line=(\d+),title=Fullstop::test "adds" is/.exec(line))
  const decoded = places.map((place) =>
    decodeURIComponent((place?.[1] ?? '').replaceAll(/%(?!25|0A|0D|3A|2C)/g, '%25')),
  )
  expect(decoded.toSorted()).toEqual(HOSTILE.toSorted())
  expect(places.map((place) => place?.[2])).toEqual(HOSTILE.map(() => '2'))
})

test('[verify-ci] the summary holds no Markdown and no HTML that is not ours', async () => {
  using room = newRoom()
  project(room, [{ name: '<script>|`x`**bold**', run: SAID, shell: true }])
  await inJob(room, ['main'])
  const text = readFileSync(join(room.home, 'summary.md'), 'utf8')
  expect(text).toStartWith('## ❌ Fullstop: red\n')
  const foreign = text.replaceAll(/&#\d+;/g, '').split('\n')
  // Structure of ours: one heading, tables, and nothing else that means something.
  expect(foreign.filter((line) => /[<>[\]`*_~\\]|^\s*#(?!# ❌ Fullstop: red$)|^ {4}|https?:/.test(line))).toEqual([])
  expect(text.match(/^\| /gm)?.length).toBe(2 + 1 + (1 + HOSTILE.length) + 1)
  for (const row of foreign.filter((line) => line.startsWith('|'))) expect([4, 5]).toContain(row.split('|').length - 1)
})

test('[verify-ci] nothing for GitHub is written elsewhere, nor into --json', async () => {
  using room = newRoom()
  project(room, [{ name: 'test', run: 'true' }])
  const outside = await inJob(room, ['main'], { GITHUB_ACTIONS: '' })
  expect(outside.stdout).not.toMatch(/^\s*::/m)
  expect(existsSync(join(room.home, 'summary.md'))).toBe(false)
  const json = await inJob(room, ['main', '--json'])
  expect(commandsIn(json.stdout)).toEqual([])
  expect(
    (JSON.parse(json.stdout) as { suspicions: { file: string }[] }).suspicions.map(({ file }) => file).toSorted(),
  ).toEqual(HOSTILE.toSorted())
})

test('[verify-ci] a repository in a folder of the workspace is annotated there', async () => {
  using room = newRoom()
  const repository = makeRepository(room, {
    'fullstop.json': '{"checks":[{"name":"t","run":"true"}]}',
    'a.test.mjs': TESTS,
  })
  repository.write('a.test.mjs', SKIPPED)
  const { stdout } = await inJob(room, ['HEAD'], { GITHUB_WORKSPACE: room.home })
  expect(commandsIn(stdout)).toEqual([
    '::error file=project/a.test.mjs,line=2,title=Fullstop::test "adds" is skipped now (test.skip)',
  ])
})

test('[verify-ci] SARIF 2.1.0 with what the schema requires, on standard output or in a file, never through a link', async () => {
  using room = newRoom()
  project(room, [{ name: 'test', run: SAID, shell: true }])
  const printed = await inJob(room, ['main', '--sarif'])
  expect(printed.code).toBe(1)
  expect(commandsIn(printed.stdout)).toEqual([])
  const log = JSON.parse(printed.stdout) as Sarif
  expect(sarifProblems(log as never)).toEqual([])
  const results = log.runs[0]?.results ?? []
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['check/failed', 'error'],
    ...HOSTILE.map((): [string, string] => ['suspicion/skipped', 'warning']),
  ])
  const uris = results.slice(1).map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri ?? '')
  expect(uris.map(decodeURIComponent).toSorted()).toEqual(HOSTILE.toSorted())

  const precious = join(room.home, 'precious')
  writeFileSync(precious, 'mine')
  symlinkSync(precious, join(room.cwd, 'out.sarif'))
  const written = await inJob(room, ['main', '--sarif', 'out.sarif'])
  expect(written.stdout).toContain('Red: test failed')
  expect(readFileSync(precious, 'utf8')).toBe('mine')
  expect(sarifProblems(JSON.parse(readFileSync(join(room.cwd, 'out.sarif'), 'utf8')) as never)).toEqual([])
  const both = await inJob(room, ['main', '--json', '--sarif'])
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('name a file: --sarif FILE') })
})

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string
      readonly level: string
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
      }[]
    }[]
  }[]
}

test('[verify-ci] the reader of SARIF finds what is wrong', () => {
  const result = { ruleId: 'x', level: 'warning', kind: 'pass', message: {}, locations: [] }
  const uri = { physicalLocation: { artifactLocation: { uri: 'a:b' }, region: { startLine: 0 } } }
  const driver = { name: 'fullstop', rules: [{ id: 'y' }] }
  const log = { version: '2.1.0', runs: [{ tool: { driver }, results: [result, { ...result, locations: [uri] }] }] }
  const common = 'message.text, ruleId names no rule, level of a result that is not "fail"'
  expect(sarifProblems(log).join(', ')).toBe(`${common}, no location, ${common}, uri, startLine`)
})
