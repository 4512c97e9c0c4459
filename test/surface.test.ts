// What users and other programs rely on, as literals: a change here needs a line in CHANGELOG.md.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as library from '../src/index.ts'
import { referencePages } from '../scripts/reference.ts'
import { agents } from '../src/agents/index.ts'
import { instructions } from '../src/frontends/mcp/instructions.ts'
import { toListed } from '../src/frontends/mcp/listing.ts'
import { tools } from '../src/frontends/mcp/tools/index.ts'
import { commands } from '../src/frontends/cli/commands/index.ts'
import { ClaimStatus, Needs } from '../src/contract/claim.ts'
import { Config, Mode } from '../src/contract/config/config.ts'
import { ReasonCode } from '../src/contract/decision.ts'
import { Event } from '../src/contract/event.ts'
import { exitCode, outcomeExit } from '../src/contract/exit-code.ts'
import { Outcome, TaskStatus } from '../src/contract/outcome.ts'
import { strategies } from '../src/domain/strategies/index.ts'

import * as packages from './real-agents/install.ts'

const root = join(import.meta.dirname, '..')

test('commands', async () => {
  expect(Object.keys(commands)).toEqual([
    'run',
    'resume',
    'acp',
    'attach',
    'scan',
    'init',
    'doctor',
    'agents',
    'uninstall',
    'hook',
    'status',
    'tasks',
    'show',
    'stats',
    'log',
    'review',
    'ui',
    'checks',
    'trust',
    'check',
    'wait',
    'verify',
    'evidence',
    'explain',
    'brief',
    'context',
    'claim',
    'mcp',
    'cancel',
    'pause',
    'unpause',
    'forget',
    'detect',
    'notify',
    'config',
    'checklist',
    'completions',
    'version',
    'runner',
    'reaper',
    'notifier',
    'resumer',
    'complete',
    'host',
    'scan-reader',
    'stint-reaper',
  ])
  for (const [name, load] of Object.entries(commands)) {
    const command = await load()
    expect(command.name).toBe(name)
    expect(command.examples.length).toBeGreaterThan(0)
  }
})

test('exit codes', () => {
  expect(exitCode).toEqual({ yes: 0, no: 1, usage: 2, internal: 70, stillRunning: 75, unverified: 3, look: 9 })
})

test('exit codes of a run', () => {
  expect(outcomeExit).toEqual({
    completed: 0,
    unverified: 3,
    partial: 4,
    blocked: 5,
    rejected: 6,
    capped: 7,
    stuck: 7,
    'over-budget': 8,
    'awaiting-review': 9,
    'agent-failed': 10,
    'usage-limited': 11,
    'needs-input': 12,
    interrupted: 130,
    cancelled: 130,
  })
})

test('agents: each folder is in the table, and none that was released is missing', () => {
  const ids = agents.map((agent) => agent.id)
  const folder = join(root, 'src', 'agents')
  const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')))
  // An agent that speaks ACP is named on the command line.
  expect(folders.filter((name) => name !== 'acp').toSorted()).toEqual(ids.toSorted())
  expect(['claude', 'codex', 'opencode'].filter((id) => !ids.includes(id))).toEqual([])
})

test('tools', () => {
  expect(tools.map((tool) => tool.name)).toEqual([
    'complete_task',
    'attempt_completion',
    'update_session_context',
    'get_session_context',
    'clear_session_context',
    'address_comment',
    'start_subtask',
    'list_subtasks',
  ])
})

test('tools as clients are shown them', () => {
  expect(tools.map(toListed)).toMatchSnapshot()
})

test('what the server says of itself fits into 500 characters', () => {
  expect(instructions.length).toBeLessThanOrEqual(500)
  expect(instructions).toMatchSnapshot()
})

test('words of the contract', () => {
  expect(Mode.options).toEqual(['off', 'watch', 'balanced', 'strict'])
  expect(ClaimStatus.options).toEqual(['success', 'partial', 'blocked'])
  expect(strategies.filter(({ kind }) => kind !== 'fact').map(({ name }) => name)).toEqual([
    'tool',
    'cli',
    'done-token',
    'promise-tag',
    'relaxed-tag',
    'heuristic',
    'probe',
  ])
  expect(Needs.options).toEqual(['input', 'credentials', 'permission', 'external'])
  expect(TaskStatus.options).toEqual(['open', 'verifying', 'waiting', 'paused', 'awaiting-review', 'ended'])
  expect(Outcome.options).toEqual([
    'completed',
    'unverified',
    'partial',
    'blocked',
    'needs-input',
    'rejected',
    'capped',
    'stuck',
    'over-budget',
    'agent-failed',
    'usage-limited',
    'interrupted',
    'cancelled',
  ])
})

test('event names', () => {
  expect(Event.options.map((option) => option.shape.kind.value)).toEqual([
    'session.seen',
    'session.ended',
    'session.mode-set',
    'task.opened',
    'request.opened',
    'prompt.joined',
    'claim.made',
    'claim.bound',
    'claim.voided',
    'claim.verifying',
    'claim.verified',
    'claim.decided',
    'stop.decided',
    'checks.started',
    'check.started',
    'check.finished',
    'checks.finished',
    'proof.started',
    'proof.finished',
    'trust.given',
    'trust.revoked',
    'stop.failed',
    'subagent.stopped',
    'compaction.started',
    'tool.used',
    'brief.given',
    'context.saved',
    'context.erased',
    'context.withdrawn',
    'context.cleared',
    'task.ended',
    'task.resumed',
    'run.attached',
    'stint.started',
    'stint.known',
    'stint.told',
    'stint.settled',
    'stint.ended',
    'wait.started',
    'wait.ended',
    'budget.warned',
    'clock.skipped',
    'task.paused',
    'task.unpaused',
    'task.cancelled',
    'task.withdrawn',
    'subtask.started',
    'subtask.ended',
    'subtask.telling',
    'subtask.told',
    'review.viewed',
    'comment.drafted',
    'comment.removed',
    'file.viewed',
    'review.approved',
    'review.changes-requested',
    'review.rejected',
    'review.answered',
    'feedback.told',
    'comment.addressed',
    'notification.sent',
    'notification.failed',
    'list.opened',
    'list.resumed',
    'list.paused',
    'list.ended',
    'item.started',
    'item.sent-back',
    'item.merged',
    'item.ended',
    'item.resumed',
    'hook.failed',
  ])
})

test('reason codes', () => {
  expect(ReasonCode.options).toMatchSnapshot()
})

test('config keys', () => {
  expect(Object.keys(Config.shape)).toEqual([
    '$schema',
    'mode',
    'maxContinuations',
    'blockedPushes',
    'doneToken',
    'detect',
    'completion',
    'checks',
    'waiting',
    'baseline',
    'allowCommands',
    'tamper',
    'review',
    'notify',
    'ui',
    'memory',
    'continue',
    'budget',
    'idleTimeout',
    'settle',
    'limits',
    'agent',
    'proof',
    'worktree',
    'trackers',
    'subtasks',
  ])
})

test('the library exports two functions', () => {
  expect(Object.keys(library).toSorted()).toEqual(['decide', 'detectCompletion'])
})

test('the versions that the docs name are those that the tests run', () => {
  const ran = new Map(
    Object.values(packages).flatMap((one) => (typeof one === 'object' ? [[one.agent, one.version] as const] : [])),
  )
  expect(['claude', 'codex', 'opencode'].filter((id) => !ran.has(id))).toEqual([])
  expect(agents.flatMap(({ id, tested }) => (ran.has(id) && ran.get(id) !== tested ? [id] : []))).toEqual([])
})

test('the launcher of the plugin is executable', () => {
  expect(statSync(join(root, 'plugins', 'fullstop', 'bin', 'fullstop')).mode & 0o111).toBe(0o111)
})

test('what is registered, and how it is started', async () => {
  const query = {
    scope: 'user',
    places: { home: '/home/u', root: '/repo', env: {} },
    commandLine: (args: readonly string[]) => ['/l/fullstop', ...args].join(' '),
    argv: (args: readonly string[]) => ['/l/fullstop', ...args] as const,
    skill: { text: 'the skill', known: /the skill/ },
    settings: () => undefined,
    preview: () => undefined,
    sha256: () => 'hash',
  } as const
  for (const agent of agents) expect((await agent.install?.())?.install.edits(query)).toMatchSnapshot(agent.id)
})

test('the reference pages are those that `npm run generate` writes', async () => {
  for (const [path, text] of Object.entries(await referencePages())) {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text)
  }
})
