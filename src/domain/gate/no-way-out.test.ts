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
import { checklist } from './checklist.ts'
import { skill } from './skill-text.ts'

const WAY_OUT =
  /fullstop["'`]?\s+(?:off|pause|cancel|uninstall|forget|trust|config)\b|FULLSTOP_MODE|TASKMASTER_MAX|"?mode"?\s*[:=]\s*["']?off\b|disable (?:the )?(?:hook|gate)/i

const src = join(import.meta.dirname, '..', '..')
/** Comments are for people. */
const codeOf = (file: string): string =>
  readFileSync(join(src, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')

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

const files = [
  'domain/gate/message.ts',
  'domain/gate/answer.ts',
  'domain/gate/contract-text.ts',
  'domain/gate/how-to-claim.ts',
  'domain/gate/quoted.ts',
  'flows/hook/on-prompt.ts',
  ...folder('domain/memory'),
  ...folder('flows/acp'),
  ...folder('flows/claim'),
  ...folder('flows/stint'),
  'domain/review/feedback.ts',
  ...folder('domain/strategies'),
  ...folder('frontends/mcp'),
  ...readdirSync(join(src, 'agents'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => folder(join('agents', name)))
    // What stands in settings files is read by nobody but the agent's program.
    .filter((file) => !/\/(?:install|trial|places)\.ts$/.test(file)),
]

test.each(texts)('%s', (_name, text) => {
  expect(WAY_OUT.exec(text)?.[0]).toBeUndefined()
})

test.each(files)('the texts in %s', (file) => {
  expect(WAY_OUT.exec(codeOf(file))?.[0]).toBeUndefined()
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

test('a way out would be found', () => {
  for (const text of ['type `fullstop off`', 'set FULLSTOP_MODE=off', '{"mode": "off"}', 'run fullstop uninstall'])
    expect(WAY_OUT.test(text)).toBe(true)
})
