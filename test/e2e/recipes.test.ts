// Follows the recipes of CONTRIBUTING.md literally, in a copy of the tree, and proves that what they add works there.
import { afterAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type * as SqliteStore from '../../src/adapters/store/sqlite/sqlite-store.ts'
import type { Event } from '../../src/contract/event.ts'
import { taskEvents } from './filling.ts'
import { serve } from './mcp-client.ts'
import { newRoom, type Output, runProgram } from './room.ts'
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
  tool: stepsOf('Add a tool'),
  command: stepsOf('Add a command'),
  event: stepsOf('Add an event'),
}

const copy = mkdtempSync(join(tmpdir(), 'fullstop-recipes-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
cpSync(root, copy, {
  recursive: true,
  filter: (path) => !/^\/(?:node_modules|dist|\.git)$/.test(path.slice(root.length)),
})
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
for (const step of Object.values(recipes).flat()) follow(copy, step)
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
    ['tool', ['src/frontends/mcp/tools/get-checklist.ts'], ['src/frontends/mcp/tools/index.ts', pin]],
    ['command', ['src/frontends/cli/commands/count.ts'], ['src/frontends/cli/commands/index.ts', pin]],
    [
      'event',
      ['src/contract/event/note.ts'],
      ['src/contract/event.ts', 'src/domain/view/event.ts', 'src/domain/view/event.test.ts', pin],
    ],
  ])
})

test('[recipes] the copy passes `npm run check`, its pins, and the tests of what was added', async () => {
  using room = newRoom()
  const pins = '^(commands|tools|tools as clients are shown them|event names|the reference pages .*)$'
  const lines: readonly (readonly [line: string, said: RegExp])[] = [
    ['npm run --silent check', / 0 fail/],
    ['npm run --silent generate', /^/],
    [`npx bun test test/surface.test.ts --update-snapshots --test-name-pattern '${pins}'`, / 5 pass\n.*\n 0 fail/],
    ['npx bun test src/agents/acme src/domain/view/event.test.ts', / 0 fail/],
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
    'no',
    'yes',
    'command, done token, promise tag',
    'no',
    'no',
    'no',
    'looks',
    '1.0.0',
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

test('[recipes] the new tool is listed and answers a call', async () => {
  using room = newRoom()
  await using server = await serve(room, { program })
  const { tools } = await server.client.listTools()
  expect(tools.map(({ name }) => name)).toContain('get_checklist')
  const { checklist } = await import('../../src/domain/gate/checklist.ts')
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
  const log = await runProgram(program, ['log', 'task_one'], { env, cwd: room.cwd })
  expect(log.stdout.split('\n').slice(-2)).toEqual([`${at} note     Look here. (terminal)`, ''])
  const json = await runProgram(program, ['log', 'task_one', '--json'], { env, cwd: room.cwd })
  expect(JSON.parse(json.stdout.trim().split('\n').at(-1) ?? '')).toEqual(note)
  expect(invalidInCopy(state)).toEqual([])
  expect(invalidEvents(state)).toEqual([expect.stringContaining('kind: Invalid')])
  await append([{ ...note, id: 'evt_note_2', text: 7 }])
  expect(invalidInCopy(state)).toEqual([expect.stringContaining('text: Invalid input')])
})
