// Every outcome with every reason ends in commands that exist: their words are read by the parser of the command line.
import { describe, expect, test } from 'bun:test'
import { AgentEnd } from '../../contract/agent/agent-end.ts'
import { ReasonCode } from '../../contract/decision.ts'
import { Outcome } from '../../contract/outcome.ts'
import { splitWords } from '../../domain/shell/words.ts'
import { type Ended, nextSteps } from '../../domain/view/task/next-steps.ts'
import { parseConfig } from '../../flows/project/config-file.ts'
import { commands } from './commands/index.ts'
import { parseCommand } from './parse.ts'
import { toFlags, toSetup } from './run/run-options.ts'
import type { Context } from './command.ts'

const ENDED: Ended = {
  task: 'task_7k3f',
  state: 'completed',
  codes: [],
  agent: 'Claude Code',
  hasUntrusted: false,
  hasChecks: false,
  maxContinuations: 5,
  findable: 'checks',
}
const STATES: readonly Ended['state'][] = [...Outcome.options, 'awaiting-review', 'paused']
const VARIANTS: readonly Partial<Ended>[] = [
  {},
  { hasUntrusted: true },
  { hasChecks: true },
  { findable: 'nothing' },
  { findable: 'unrunnable' },
  { folder: "/home/ada/it's here" },
  { raise: '--max-tokens 10000' },
  { permit: ['--allowedTools', 'Bash(npm install)', "Bash(echo 'a')"] },
  { permit: [] },
  { maxContinuations: 0 },
  ...AgentEnd.shape.kind.options.map((end) => ({ end })),
]

/** Throws where a person would read a complaint. */
async function parse(line: string): Promise<void> {
  if (line.startsWith('{')) return parseFile(line)
  const split = splitWords(line)
  if (!split.ok) throw new Error(`${line}: ${split.why}`)
  const [program, name = '', ...args] = split.words[0] === 'cd' ? split.words.slice(3) : split.words
  const command = program === 'fullstop' && Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (!command || command.hidden) throw new Error(`${line}: there is no such command`)
  const parsed = parseCommand(command, args)
  if (name !== 'resume') return
  toFlags(command, parsed)
  toSetup(command, parsed as unknown as Context, { cwd: '/', permissions: 'edits', args: [] })
}

/** The text of a fullstop.json that names a check. */
function parseFile(text: string): void {
  const parsed = parseConfig(text)
  if (!parsed.ok || parsed.config.checks?.length !== 1) throw new Error(`${text}: names no check`)
}

describe('U1, U2, U15: what to do next', () => {
  test.each(STATES.map((state) => [state]))('%s, for every reason: commands that exist', async (state) => {
    for (const code of ReasonCode.options) {
      for (const variant of VARIANTS) {
        const steps = nextSteps({ ...ENDED, state, codes: [code], ...variant })
        expect(steps.length).toBeGreaterThan(0)
        for (const { command, does } of steps) {
          await parse(command)
          expect(does).not.toBe('')
        }
      }
    }
  })

  test('a command that is not there would be found', async () => {
    expect(parse('fullstop proof task_1')).rejects.toThrow('there is no such command')
    expect(parse('fullstop resume task_1 --max-tokens …')).rejects.toThrow('--max-tokens … is not a number')
  })

  const rows: ReadonlyArray<readonly [name: string, ended: Partial<Ended>, commands: readonly string[]]> = [
    [
      'no check, but some can be found',
      { state: 'unverified', codes: ['no-check-exists'] },
      ['fullstop checks find --write', 'fullstop trust', 'fullstop resume task_7k3f'],
    ],
    [
      'no check, and none can be found',
      { state: 'unverified', codes: ['no-check-exists'], findable: 'nothing' },
      ['{"checks":[{"name":"test","run":"YOUR TEST COMMAND"}]}', 'fullstop trust', 'fullstop resume task_7k3f'],
    ],
    [
      'no check, and what is found cannot run here',
      { state: 'unverified', codes: ['no-check-exists'], findable: 'unrunnable' },
      ['fullstop checks find', 'fullstop trust', 'fullstop resume task_7k3f'],
    ],
    [
      'every check was skipped',
      { state: 'unverified', codes: ['no-check-exists'], hasChecks: true },
      ['fullstop check', 'fullstop trust', 'fullstop resume task_7k3f'],
    ],
    [
      'checks that are not trusted',
      { state: 'unverified', codes: ['check-could-not-run'], hasUntrusted: true },
      ['fullstop trust', 'fullstop resume task_7k3f'],
    ],
    [
      'checks that could not run, in another folder',
      { state: 'unverified', codes: ['check-could-not-run'], folder: '/srv/api' },
      ['cd /srv/api && fullstop check', 'fullstop resume task_7k3f'],
    ],
    ['a question', { state: 'needs-input', codes: ['question'] }, ['fullstop resume task_7k3f "your answer"']],
    [
      'a tool was denied, and it got stuck',
      { state: 'stuck', codes: ['no-progress'], permit: ['--allowedTools', 'Bash(npm ci)'] },
      ["fullstop resume task_7k3f -- --allowedTools 'Bash(npm ci)'"],
    ],
    [
      'the cap, on a check that stays red',
      { state: 'capped', codes: ['cap-reached', 'check-failed'] },
      ['fullstop check', 'fullstop resume task_7k3f --max-continuations 10'],
    ],
    ['the cap', { state: 'capped', codes: ['cap-reached'] }, ['fullstop resume task_7k3f --max-continuations 10']],
    [
      'a budget',
      { state: 'over-budget', codes: ['over-budget'], raise: '--max-cost 2' },
      ['fullstop resume task_7k3f --max-cost 2'],
    ],
    ['a review', { state: 'awaiting-review', codes: ['check-disputed'] }, ['fullstop review task_7k3f']],
  ]
  test.each(rows)('%s', (_, ended, expected) =>
    expect(nextSteps({ ...ENDED, ...ended }).map(({ command }) => command)).toEqual([...expected]),
  )
})
