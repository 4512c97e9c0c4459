// Follows the recipes of CONTRIBUTING.md literally, in a copy of the tree, and proves that what they add works there.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type * as Reference from '../../scripts/reference.ts'
import type * as SqliteStore from '../../src/adapters/store/sqlite/sqlite-store.ts'
import type { Event } from '../../src/contract/event.ts'
import type * as Library from '../../src/index.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isExhaustive } from '../rounds.ts'
import { NO_CLAIM, unverified } from './expected.ts'
import { taskEvents } from './filling.ts'
import { serve } from './mcp-client.ts'
import { makeRepository, trustChecks, writeUserConfig } from './repository.ts'
import { newRoom, type Output, type Room, runProgram } from './room.ts'
import { ANSWER, REQUEST, story } from './running.ts'
import type * as ValidEvents from './valid-events.ts'
import { invalidEvents } from './valid-events.ts'

const root = join(import.meta.dirname, '..', '..')

/** A code block of a recipe: a new file, or a change to one that is there. */
interface Step {
  readonly kind: 'file' | 'change'
  readonly path: string
  readonly text: string
}

/** The code blocks of a section, each with the last path that the text before it names. */
function stepsOf(heading: string): Step[] {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const steps: Step[] = []
  let before = ''
  for (const [prose = '', block = ''] of section.matchAll(/[\s\S]*?^( *```\w+\n[\s\S]*?^ *```)$/gm)) {
    before += prose.slice(0, -block.length)
    const [, indent = '', language = ''] = /^( *)```(\w+)/.exec(block) ?? []
    const lines = block.split('\n').slice(1, -1)
    const path = [...before.matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g)].at(-1)?.[1] ?? ''
    const plain = lines.map((line) => `${line.slice(indent.length)}\n`).join('')
    steps.push({ kind: language === 'diff' ? 'change' : 'file', path, text: plain })
  }
  return steps
}

function follow(copy: string, { kind, path, text }: Step): void {
  const target = join(copy, path)
  if (kind === 'file') {
    mkdirSync(dirname(target), { recursive: true })
    return writeFileSync(target, text, { flag: 'wx' })
  }
  const lines = text.split('\n').slice(0, -1)
  const side = (mark: string): string =>
    lines.flatMap((line) => (line.startsWith(mark) ? [] : [`${line.slice(1)}\n`])).join('')
  const parts = readFileSync(target, 'utf8').split(side('+'))
  if (parts.length !== 2) throw new Error(`CONTRIBUTING.md: ${path} has this ${parts.length - 1} times:\n${side('+')}`)
  return writeFileSync(target, parts.join(side('-')))
}

const recipes = {
  agent: stepsOf('Add an agent'),
  claim: stepsOf('Add a way to claim'),
  tool: stepsOf('Add a tool'),
  command: stepsOf('Add a command'),
  event: stepsOf('Add an event'),
}

const copy = mkdtempSync(join(tmpdir(), 'fullstop-recipes-'))
beforeAll(() => {
  cpSync(root, copy, {
    recursive: true,
    // A build beside this test makes and removes a file here.
    filter: (path) => !/^\/(?:node_modules|dist|\.git|[^/]*\.(?:bun-build|log))$/.test(path.slice(root.length)),
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // What the types of the checkout were found to be: those of the recipes are checked on top of it.
  for (const name of ['dist/check.tsbuildinfo', 'dist/check-web.tsbuildinfo'])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name))
  for (const step of Object.values(recipes).flat()) follow(copy, step)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))
const program = join(copy, 'bin', 'fullstop')

test('[recipes] each recipe is one new file or folder, one line in a table, and its pin', () => {
  const touched = (steps: readonly Step[], kind: Step['kind']): string[] => [
    ...new Set(steps.filter((step) => step.kind === kind).map(({ path }) => path)),
  ]
  const shape = Object.entries(recipes).map(([name, steps]) => [name, touched(steps, 'file'), touched(steps, 'change')])
  const acme = ['hook.ts', 'index.ts', 'fixtures/1.0.0/hooks.jsonl', 'index.test.ts']
  const pin = 'test/surface.test.ts'
  expect(shape).toEqual([
    ['agent', acme.map((file) => `src/agents/acme/${file}`), ['src/agents/index.ts']],
    [
      'claim',
      ['src/domain/strategies/done-mark.ts', 'src/domain/strategies/done-mark.test.ts'],
      ['src/domain/strategies/index.ts', pin],
    ],
    ['tool', ['src/frontends/mcp/tools/get-checklist.ts'], ['src/frontends/mcp/tools/index.ts', pin]],
    ['command', ['src/frontends/cli/commands/count.ts'], ['src/frontends/cli/commands/index.ts', pin]],
    [
      'event',
      ['src/contract/event/note.ts'],
      ['src/contract/event.ts', 'src/domain/view/event.ts', 'src/domain/view/event.test.ts', pin],
    ],
  ])
})

const written = [...new Set(Object.values(recipes).flatMap((steps) => steps.map(({ path }) => path)))]

/** The tools of `npm run check` on what was written, and the types of what that imports: less than half of what all costs. */
function checks(): readonly (readonly [line: string, said: RegExp])[] {
  const files = written.filter((path) => path.endsWith('.ts'))
  const config = {
    extends: './tsconfig.json',
    include: ['src/**/*.d.ts'],
    files: files.filter((path) => path.startsWith('src/')),
  }
  writeFileSync(join(copy, 'tsconfig.recipes.json'), JSON.stringify(config))
  const bin = 'node_modules/.bin'
  return [
    [`${bin}/oxfmt --check ${written.join(' ')}`, /All matched files use the correct format/],
    [`${bin}/oxlint ${files.join(' ')}`, /Found 0 warnings and 0 errors/],
    [`GOGC=off ${bin}/tsc --noEmit -p tsconfig.recipes.json --checkers 1`, /^$/],
    [`${bin}/bun test test/architecture.test.ts`, / 0 fail/],
  ]
}

test('[recipes] the copy passes `npm run check`, its pins, and the tests of what was added', async () => {
  using room = newRoom()
  const pins =
    '^(commands|agents:.*|the versions that .*|tools|tools as clients .*|words of the contract|event names|the reference pages .*)$'
  const lines: readonly (readonly [line: string, said: RegExp])[] = [
    ...(isExhaustive ? [['npm run --silent check', / 0 fail/] as const] : checks()),
    ['npm run --silent generate', /^/],
    [
      `node_modules/.bin/bun test test/surface.test.ts --update-snapshots --test-name-pattern '${pins}'`,
      / 8 pass\n.*\n 0 fail/,
    ],
    [
      'node_modules/.bin/bun test src/agents/acme src/domain/strategies/done-mark.test.ts src/domain/view/event.test.ts',
      / 0 fail/,
    ],
  ]
  for (const [line, said] of lines) {
    const { code, stdout, stderr } = await runProgram('sh', ['-c', line], { env: room.env, cwd: copy })
    expect([line, code, `${stdout}${stderr}`]).toEqual([line, 0, expect.stringMatching(said)])
  }
})

test('[recipes] the new agent is listed, and its stop is refused', async () => {
  using room = newRoom()
  const env = { ...room.env, FULLSTOP_MODE: 'strict' }
  const agents = await runProgram(program, ['agents'], { env, cwd: room.cwd })
  const row = agents.stdout.split('\n').find((line) => line.startsWith('Acme'))
  expect(row?.split(/ {2,}/)).toEqual([
    'Acme',
    '1.0.0',
    'command, done token, promise tag',
    'no',
    'no',
    'no',
    'looks at its files',
    'no: npm install -g @acme/cli',
  ])
  const recorded = readFileSync(join(copy, 'src/agents/acme/fixtures/1.0.0/hooks.jsonl'), 'utf8').trim().split('\n')
  const answers: string[] = []
  for (const line of recorded) {
    const { input } = JSON.parse(line) as { input: object }
    const { code, stdout, stderr } = await runProgram(program, ['hook', 'acme'], {
      input: JSON.stringify({ ...input, cwd: room.cwd }),
      env,
      cwd: room.cwd,
    })
    expect([code, stderr]).toEqual([0, ''])
    answers.push(stdout)
  }
  expect(answers).toEqual(['', expect.stringMatching(/^\{"decision":"block","reason":"FULLSTOP \(1\/5\)/)])
})

interface ConfigSchema {
  readonly properties: {
    readonly detect: { readonly properties: { readonly strategies: { readonly items: { readonly enum: string[] } } } }
  }
}

const MARK = 'All parts are there.\n\n[[done]]\n'
const DESCRIBED = 'end your message with the word done in double square brackets.'

/** A room whose command line is that of the copy, where nothing but the new way to claim is on. */
function roomOfMark(): Room {
  const room = newRoom()
  writeUserConfig(room, { detect: { strategies: ['done-mark'] } })
  const run: Room['run'] = (args, options = {}) =>
    runProgram(program, args, { cwd: room.cwd, ...options, env: { ...room.env, ...options.env } })
  return { ...room, run }
}

test('[recipes A2] the hook reads the new way to claim; contract and refusal name it', async () => {
  using room = roomOfMark()
  const session = claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } })
  expect((await session.start()).stdout).toContain('check each part, then end your message with [[done]]\\n')
  await session.type('Build the parser.')
  session.edit(2)
  const refusal = (count: string): Output => {
    const lines = [
      `FULLSTOP (${count}) ${NO_CLAIM}`,
      'Done: re-read the request, check each part, then end with [[done]]',
      'Not done: keep working.',
      'Stuck: say what blocks you and end with a question to the user.',
    ]
    return { code: 0, stdout: `${JSON.stringify({ decision: 'block', reason: lines.join('\n') })}\n`, stderr: '' }
  }
  expect(await session.sayAndStop('I wrote half of it.')).toEqual(refusal('1/5'))
  expect(await session.sayAndStop('I will write [[done]] at the end.')).toEqual(refusal('2/5'))
  expect(await session.sayAndStop(MARK)).toEqual(unverified)
  const claim = room.allEvents().find((event) => event.kind === 'claim.made')
  expect(claim?.claim).toMatchObject({ status: 'success', channel: 'done-mark', text: '[[done]]' })
})

test('[recipes A2] `fullstop run` tells a program of the new way to claim, and reads it', async () => {
  using room = roomOfMark()
  await trustChecks(room, makeRepository(room, { 'check.sh': 'test "$(cat answer)" = 42\n' }), [ANSWER])
  const told = join(room.root, 'told.txt')
  const line = `sh -c 'cat > ${told}; echo 42 > answer; echo [[done]]'`
  expect((await room.run(['run', '--agent-command', line, REQUEST])).code).toBe(0)
  expect(story(room.allEvents())).toEqual([
    'starts: first',
    'ends: stopped',
    'claims success by done-mark',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(readFileSync(told, 'utf8')).toContain(DESCRIBED)
})

test('[recipes A2] `detect`, the library and the reference pages have the new way to claim', async () => {
  using room = roomOfMark()
  const names = ['done-token', 'promise-tag', 'relaxed-tag', 'heuristic', 'done-mark']
  const found = { completed: true, matchedStrategy: 'done-mark', matchedText: '[[done]]', reasons: [] }
  const detected = await room.run(['detect', '--strategies', 'done-mark', '--json'], { input: MARK })
  expect(detected).toEqual({ code: 0, stdout: `${JSON.stringify(found)}\n`, stderr: '' })
  const { detectCompletion } = (await import(join(copy, 'src/index.ts'))) as typeof Library
  expect(detectCompletion({ stdout: MARK }, ['done-mark' as never])).toEqual(found as never)
  const { referencePages } = (await import(join(copy, 'scripts/reference.ts'))) as typeof Reference
  const pages = await referencePages()
  expect(pages['docs/reference/commands.md']).toContain(`comma-separated, in order: ${names.join(', ')}\n`)
  const schema = JSON.parse(pages['docs/reference/fullstop.schema.json'] ?? '') as ConfigSchema
  const known = ['tool', 'cli', ...names, 'probe', 'file-change']
  expect(schema.properties.detect.properties.strategies.items.enum).toEqual(known)
})

test('[recipes] the new tool is listed and answers a call', async () => {
  using room = newRoom()
  await using server = await serve(room, { program })
  const { tools } = await server.client.listTools()
  expect(tools.map(({ name }) => name)).toContain('get_checklist')
  const { checklist } = await import('../../src/domain/gate/words/checklist.ts')
  expect(await server.call('get_checklist')).toEqual({
    content: [{ type: 'text', text: checklist }],
    structuredContent: { checklist },
  })
})

test('[recipes] the new command shows in help and runs', async () => {
  using room = newRoom()
  const run = (...args: string[]): Promise<Output> => runProgram(program, args, { env: room.env, cwd: room.cwd })
  expect((await run('--help')).stdout).toMatch(/^ {2}count +Print how many tasks there are$/m)
  expect((await run('count', '--help')).stdout).toContain('fullstop count')
  expect(await run('count')).toEqual({ code: 0, stdout: '0\n', stderr: '' })
})

test('[recipes] the new event is stored, validated and shown by `log`', async () => {
  using room = newRoom()
  // Not the state of the room: that is held to the events of the checkout.
  const state = join(room.root, 'with-notes')
  const { openSqliteStore } = (await import(
    join(copy, 'src/adapters/store/sqlite/sqlite-store.ts')
  )) as typeof SqliteStore
  const { invalidEvents: invalidInCopy } = (await import(join(copy, 'test/e2e/valid-events.ts'))) as typeof ValidEvents
  const at = '2026-11-15T12:00:00.000Z'
  const note = { id: 'evt_note', at, kind: 'note.left', task: 'task_one', actor: 'terminal', text: 'Look\nhere.' }
  const append = async (events: readonly object[]): Promise<void> => {
    const store = openSqliteStore({ home: state, busyMs: 5000 })
    expect(await store.append(events as Event[])).toBe('appended')
    store.close()
  }
  await append([...taskEvents('one', { days: 1 }), note])
  const env = { ...room.env, FULLSTOP_HOME: state }
  const log = await runProgram(program, ['log', 'task_one', '--utc'], { env, cwd: room.cwd })
  expect(log.stdout.split('\n').slice(-2)).toEqual([`${at} note     Look here. (terminal)`, ''])
  const json = await runProgram(program, ['log', 'task_one', '--json'], { env, cwd: room.cwd })
  expect(JSON.parse(json.stdout.trim().split('\n').at(-1) ?? '')).toEqual(note)
  expect(invalidInCopy(state)).toEqual([])
  expect(invalidEvents(state)).toEqual([expect.stringContaining('kind: Invalid')])
  await append([{ ...note, id: 'evt_note_2', text: 7 }])
  expect(invalidInCopy(state)).toEqual([expect.stringContaining('text: Invalid input')])
})
