// OpenCode in the suite of `fullstop run`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from '../model-server/script.ts'
import { opencodePackage } from './install.ts'
import { furnish, offline, opencodeHome, shell } from './opencode-settings.ts'
import { writeFiles } from './room.ts'
import type { RunnableAgent } from './run-agent.ts'
import { runSuite } from './run.suite.ts'

const opencode: RunnableAgent = {
  id: 'opencode',
  title: 'OpenCode',
  package: opencodePackage,
  program: 'opencode',
  furnish,
  shell,
  quick: [
    'A premature stop is continued in the same session',
    'The hooks of `fullstop init` stand aside',
    'A partial claim continues in a fresh session',
    'A usage limit is waited for',
    'A conversation that no longer fits',
    'With its host or itself killed',
  ],
  reach: (room, model) => ({ env: offline(room, model), args: [] }),
  idleTimeout: '30s',
  subscribed: {},
  loggedOut: 'it asks its provider, and a 401 is a key that is not valid',
  asks: { failing: 6, overloaded: 6 },
  saysOfKey: 'The scripted key is not valid.',
  saysOfModel: 'model: scripted',
  background: (command) => shell(`(${command}) > /dev/null 2>&1 &`),
  noBackground: 'it has no background commands of its own, and tells of none',
  givesUp: 'an error inside a stream ends its turn: the run asks again after a pause',
  forbidden: shell('touch made.txt'),
  models: ['scripted/large'],
  todos: {
    open: (content) => todos(content, 'in_progress'),
    close: (content) => todos(content, 'completed'),
  },
  instruct: (room, text) => writeFiles(opencodeHome(room), { 'AGENTS.md': `${text}\n` }),
  addStopHook: (room, command) => writeFiles(opencodeHome(room), { 'plugins/own.js': ownPlugin(command) }),
  addRival: (room, command) => {
    const file = join(opencodeHome(room), 'opencode.json')
    const rival = JSON.stringify({ fullstop: { type: 'local', command, enabled: true } })
    const text = readFileSync(file, 'utf8').replace(/\n {2}"mcp": \{[\s\S]*?\n {2}\},?/, '')
    writeFileSync(file, text.replace('{', `{\n  "mcp": ${rival},`))
  },
  sessions: '.local/share/opencode',
  settings: (room) => ({ 'opencode.json': readFileSync(join(opencodeHome(room), 'opencode.json'), 'utf8') }),
}

await runSuite(opencode)

function todos(content: string, status: string) {
  return callTool('todowrite', { todos: [{ content, status, priority: 'high' }] })
}

/** It has no stop hooks: a plugin of the person that asks a command and speaks up for it. */
function ownPlugin(command: string): string {
  return `import { execFileSync } from 'node:child_process'
export const Own = async ({ client }) => ({
  event: async ({ event }) => {
    const part = event.properties?.part
    if (event.type !== 'message.part.updated' || part?.type !== 'step-finish' || part.reason !== 'stop') return
    const said = execFileSync('sh', ['-c', ${JSON.stringify(command)}], { encoding: 'utf8' }).trim()
    if (said === '') return
    const body = { noReply: true, parts: [{ type: 'text', text: JSON.parse(said).reason }] }
    await client.session.prompt({ path: { id: part.sessionID }, body })
  },
})
`
}
