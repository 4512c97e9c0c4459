// The commands that a run ends with: typed one after the other, they lead to `completed`.
import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { splitWords } from '../../src/domain/shell/words.ts'
import { isVariant } from '../rounds.ts'
import { storeTrust, writeConfig } from './repository.ts'
import { maskIds } from './room.ts'
import { ANSWER, claims, finishes, type Running, running, saysDone, stops, writes } from './running.ts'
import type { Turn } from '../fake-agents/script.ts'

/** The lines of `next`, without what they are good for. */
function nextOf(stdout: string): string[] {
  const card = stdout.slice(stdout.lastIndexOf('\n\n'))
  const lines = card.slice(card.indexOf('\n  next ')).trimEnd().split('\n').slice(1)
  return lines.map((line) => line.slice(11).split(/ {3}/)[0] ?? '').filter((line) => !line.startsWith('write this'))
}

/** At a terminal, where a person says yes. */
async function type(at: Running, line: string): Promise<{ code: number; screen: string }> {
  if (line.startsWith('{')) {
    writeFileSync(at.file('fullstop.json'), line.replace('YOUR TEST COMMAND', String(ANSWER.run)))
    return { code: 0, screen: '' }
  }
  const split = splitWords(line)
  if (!split.ok || split.words[0] !== 'fullstop') throw new Error(`no command of ours: ${line}`)
  const typed = split.words[1] === 'trust' ? [{ after: '[y/N]', keys: 'y\n' }] : []
  return at.room.runAtTerminal(split.words.slice(1), { ...at.env, TERM: 'dumb' }, { typed })
}

const noProgress: Turn = [{ do: 'say', text: 'I looked around.' }]
const isDenied: Turn = [...stops, { do: 'stop', denied: [{ tool: 'Bash', command: 'npm install' }] }]
const asks: Turn = [{ do: 'say', text: 'Should it be 41 or 42?' }]

interface Case {
  readonly name: string
  readonly turns: readonly Turn[]
  readonly args?: readonly string[]
  readonly prepare?: (at: Running) => void
  readonly next: readonly string[]
}

const cases: readonly Case[] = [
  {
    name: 'U1 no check: write down what was found, trust it, resume',
    turns: [finishes],
    prepare: (at) => {
      at.repository.write('package.json', '{"scripts":{"test":"sh check.sh"}}')
      at.repository.commit()
    },
    next: ['fullstop checks find --write', 'fullstop trust', 'fullstop resume task_ID'],
  },
  {
    name: 'U1 no check, and none is found: write one down, trust it, resume',
    turns: [finishes],
    next: ['{"checks":[{"name":"test","run":"YOUR TEST COMMAND"}]}', 'fullstop trust', 'fullstop resume task_ID'],
  },
  {
    name: 'U2 checks that are not trusted: trust them, resume',
    turns: [finishes],
    prepare: (at) => writeConfig(at.room, { checks: [ANSWER, { name: 'other', run: 'true' }] }),
    next: ['fullstop trust', 'fullstop resume task_ID'],
  },
  {
    name: 'U4 a tool was denied: resume with the option that permits it',
    turns: [isDenied, isDenied],
    prepare: (at) => writeFileSync(at.file('answer'), '41\n'),
    next: ["fullstop resume task_ID -- --allowedTools 'Bash(npm install)'"],
  },
  {
    name: 'capped',
    turns: [noProgress, noProgress],
    args: ['--max-continuations', '1'],
    next: ['fullstop resume task_ID --max-continuations 2'],
  },
  {
    name: 'over-budget',
    turns: [[...stops, { do: 'stop', cost: 2 }]],
    args: ['--max-cost', '1'],
    next: ['fullstop resume task_ID --max-cost 4'],
  },
  { name: 'a question', turns: [asks, asks], next: ['fullstop resume task_ID "your answer"'] },
  {
    name: 'stuck',
    turns: Array.from({ length: 4 }, () => noProgress),
    next: ['fullstop show task_ID', 'fullstop resume task_ID "what helps"'],
  },
  {
    name: 'partial',
    turns: Array.from({ length: 2 }, (): Turn => [claims('partial', { remaining_work: 'the rest' })]),
    next: ['fullstop brief task_ID', 'fullstop resume task_ID'],
  },
  {
    name: 'blocked',
    turns: Array.from({ length: 2 }, (): Turn => [claims('blocked', { remaining_work: 'all of it' })]),
    next: ['fullstop resume task_ID "how it can be done"'],
  },
]

/** Told by those beside them in another form; each has a test of its own elsewhere. */
const AGAIN: readonly string[] = [
  'U1 no check: write down what was found, trust it, resume',
  'over-budget',
  'a question',
  'partial',
  'blocked',
]

test.each(cases.filter(({ name }) => !isVariant || !AGAIN.includes(name)).map((one) => [one.name, one] as const))(
  '[run-output run-resume] %s: the commands of the card lead to completed',
  async (name, { turns, args = [], prepare, next }) => {
    using at = await running(/^U[12]/.test(name) ? [] : [ANSWER])
    prepare?.(at)
    at.script(turns, [writes(), saysDone])
    const first = await at.run([...args])
    expect(nextOf(first.stdout).map(maskIds)).toEqual([...next])
    expect(first.stdout).not.toContain('completed')
    const typed: string[] = []
    for (const line of nextOf(first.stdout)) typed.push((await type(at, line)).screen)
    expect(typed.at(-1)).toMatch(/^completed in /m)
    // Only the checks were missing: the claim that was made is proven without the agent.
    const isProven = name.startsWith('U1') || name.startsWith('U2')
    if (!isProven) return
    expect(at.calls().length).toBe(1)
    expect(typed.at(-1)).toContain('● checking the claim that was made')
    expect(typed.at(-1)).toMatch(/^ {2}changed {2}answer \(new\)$/m)
  },
)

test('[run-output run-resume] U15: every check was skipped: widen "paths", trust that, resume', async () => {
  using at = await running([{ ...ANSWER, paths: ['elsewhere/**'] }])
  at.script([finishes], [writes(), saysDone])
  const first = await at.run()
  expect(nextOf(first.stdout).map(maskIds)).toEqual(['fullstop check', 'fullstop trust', 'fullstop resume task_ID'])
  writeConfig(at.room, { checks: [ANSWER] })
  const [check = '', trust = '', resume = ''] = nextOf(first.stdout)
  expect((await type(at, trust)).screen).toContain('Trusted.')
  expect((await type(at, check)).code).toBe(0)
  expect((await type(at, resume)).screen).toMatch(/^completed in /m)
})

test('[run-resume] issue 17: while no check can prove it, the agent is not paid to claim it again', async () => {
  using at = await running([])
  at.script([finishes], [writes(), saysDone])
  await at.run()
  const resumed = await at.goOn(['resume'])
  expect([resumed.code, resumed.calls.length]).toEqual([3, 1])
  expect(resumed.stdout).toContain('● checking the claim that was made')
  expect(nextOf(resumed.stdout).map(maskIds).slice(1)).toEqual(['fullstop trust', 'fullstop resume task_ID'])
  const [task] = await at.room.tasks()
  const worded = await at.goOn(['resume', task?.id ?? '', 'Add a test.'])
  expect(worded.calls.length).toBe(2)
})

test('[run-resume] issue 17: without git and without a project file, the claim is proven without the agent', async () => {
  using at = await running([])
  rmSync(at.file('.git'), { recursive: true })
  at.script([finishes], [writes(), saysDone])
  expect((await at.run()).code).toBe(3)
  expect((await at.goOn(['resume'])).code).toBe(3)
  writeConfig(at.room, { checks: [ANSWER] })
  await storeTrust(at.room)
  const proven = await at.goOn(['resume'])
  expect([proven.code, proven.calls.length]).toEqual([0, 1])
  expect(proven.stdout).toContain('changed  not known: there is no repository')
})

test('[run-output] issue 17: Ctrl-D at a question before the run starts no agent, and declines nothing', async () => {
  using at = await running([])
  at.repository.write('package.json', '{"scripts":{"test":"sh check.sh"}}')
  at.script([finishes])
  const question = 'Add test: npm test? [y/n/e/a/q] '
  const ask = async (typed: readonly { after: string; keys: string }[]) =>
    at.room.runAtTerminal(['run', '--agent', 'claude', 'Write it.'], { ...at.env, TERM: 'dumb' }, { typed: [...typed] })
  const first = await ask([{ after: question, keys: '\u0004' }])
  expect([first.code, at.calls().length]).toEqual([1, 0])
  expect(first.screen).toContain('fullstop: the agent was not started: the input ended at a question')
  const second = await ask([
    { after: question, keys: 'y\n' },
    { after: '[y/N] ', keys: '\u0004' },
  ])
  expect([second.code, at.calls().length]).toEqual([1, 0])
  expect(second.screen).toContain('Trust this content in this folder? [y/N] ')
})
