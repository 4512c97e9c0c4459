// No text that a model reads names a way to switch us off: what is sent as it stands, and every file from which other texts
// are put together, for all agents.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FullstopError } from '../../contract/error.ts'
import type { Context } from '../../frontends/cli/command.ts'
import { refuseAgent } from '../../frontends/cli/person.ts'
import { instructions } from '../../frontends/mcp/instructions.ts'
import { toListed } from '../../frontends/mcp/listing.ts'
import { tools } from '../../frontends/mcp/tools/index.ts'
import { checklist } from './words/checklist.ts'
import { skill } from './words/skill-text.ts'

const WAY_OUT =
  /fullstop["'`]?\s+(?:off|pause|cancel|uninstall|forget|trust|config)\b|FULLSTOP_MODE|TASKMASTER_MAX|"?mode"?\s*[:=]\s*["']?off\b|disable (?:the )?(?:hook|gate)/i

const src = join(import.meta.dirname, '..', '..')
/** The string literals of a file. */
const textsIn = (file: string): string => {
  const code = readFileSync(join(src, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
  return (code.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? []).join('\n')
}

const texts: ReadonlyArray<readonly [name: string, text: string]> = [
  ['the skill', skill.text],
  ['the checklist', checklist],
  ['the instructions of the server', instructions],
  ...tools.map((tool) => [`the tool ${tool.name}`, JSON.stringify(toListed(tool))] as const),
]

const folder = (path: string): string[] =>
  readdirSync(join(src, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js\.txt)$/.test(name) && !/\.(?:test|suite|fixture)\.ts$/.test(name))
    .map((name) => join(path, name))

/** Everything from which texts for models are put together; a new file is among them until it is named below. */
const WINGS = ['domain', 'flows', 'agents', 'frontends/mcp']
/** Commands that agents call, or that stand behind one: what they print is read by a model. */
const FOR_AGENTS = folder('frontends/cli/commands').filter((file) =>
  readFileSync(join(src, file), 'utf8').includes("group: 'For agents and scripts'"),
)
/** Read by a person, or by the program of an agent, and never by a model. */
const FOR_OTHERS = [
  /^domain\/(?:view|policy|edits)\//,
  /^domain\/gate\/words\/person-text\.ts$/,
  /^flows\/(?:doctor|install|project)\//,
  // Errors of commands that a person types.
  /^flows\/lists\/(?:tracker-calls|worktree-needs|open-list)\.ts$/,
  /^flows\/run\/opening\/(?:find-runs|only-agent|run-folder)\.ts$/,
  /^flows\/review\/answer\.ts$/,
  // A model may read why a check did not run: `fullstop trust` lets it run, and takes a person.
  /^flows\/verify\/to-evidence\.ts$/,
  // What stands in settings files.
  /^agents\/[^/]+\/(?:install|trial|places)\.ts$/,
]

const files = [
  ...WINGS.flatMap(folder).filter((file) => !FOR_OTHERS.some((pattern) => pattern.test(file))),
  ...FOR_AGENTS,
]

test.each(texts)('%s', (_name, text) => {
  expect(WAY_OUT.exec(text)?.[0]).toBeUndefined()
})

test.each(files)('the texts in %s', (file) => {
  expect(WAY_OUT.exec(textsIn(file))?.[0]).toBeUndefined()
})

test.each(['cancel', 'pause', 'unpause', 'trust', 'forget', 'importing contexts'])(
  'an agent that tries to %s is told no other way',
  (order) => {
    const context = { env: { CLAUDECODE: '1' }, terminal: { input: true, output: true } } as unknown as Context
    const told = (): string => {
      try {
        return `${refuseAgent(context, order)}`
      } catch (error) {
        return error instanceof FullstopError ? `${error.message} ${error.hint}` : ''
      }
    }
    expect(told()).toBe(
      `${order} needs a person, but CLAUDECODE shows that an agent runs this run it in a terminal of your own`,
    )
  },
)

test.each([
  'domain/gate/words/message.ts',
  'domain/gate/words/contract-text.ts',
  'domain/gate/words/how-to-claim.ts',
  'domain/lists/item-text.ts',
  'domain/memory/brief.ts',
  'domain/review/feedback.ts',
  'domain/subtasks/heed.ts',
  'domain/subtasks/news.ts',
  'flows/acp/editor-side.ts',
  'flows/acp/turn-end.ts',
  'flows/hook/on-prompt.ts',
  'flows/session/subtask-news.ts',
  'flows/subtasks/start-subtask.ts',
  'agents/acp/driver.ts',
  'agents/opencode/gate-plugin.js.txt',
  'frontends/mcp/tools/start-subtask.ts',
  'frontends/mcp/tools/list-subtasks.ts',
  'frontends/mcp/tools/address-comment.ts',
  'frontends/cli/commands/acp.ts',
  'frontends/cli/commands/claim.ts',
  'frontends/cli/commands/brief.ts',
])('%s is among them, with its texts', (file) => {
  expect(files).toContain(file)
  expect(textsIn(file).length).toBeGreaterThan(50)
})

test('a way out would be found', () => {
  for (const text of ['type `fullstop off`', 'set FULLSTOP_MODE=off', '{"mode": "off"}', 'run fullstop uninstall'])
    expect(WAY_OUT.test(text)).toBe(true)
})
