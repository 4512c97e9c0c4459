// The real Claude Code under `--permissions edits`: it may run the command of a trusted check and nothing else that asks
// (U4); what it was denied is permitted by the option that the card names.
import { expect, test } from 'bun:test'
import { callTool } from '../model-server/script.ts'
import { installAgent, claudePackage } from './install.ts'
import { openProject, suite } from './checked-project.ts'
import { completeTask, outcomesIn } from './gate.ts'
import { claude } from './run-claude.ts'
import { openBench } from './run-agent.ts'

const bash = (command: string) => callTool('Bash', { command, description: 'Work on it' })

test('U4: the command of a trusted check runs, another is denied and named with the option that permits it', async () => {
  const installed = await installAgent(claudePackage)
  if (installed.kind === 'unavailable') throw new Error(installed.reason)
  const { room } = openProject({ checks: [suite] })
  const repair = callTool('Write', {
    file_path: `${room.cwd}/add.js`,
    content: 'export const add = (one, other) => one + other\n',
  })
  const script = [bash('node --test 2>&1 | tail -40'), bash('node -p 6*7'), 'I may not.', bash('node -p 6*7'), 'No.']
  const more = [bash('node -p 6*7'), repair, completeTask(), 'It is repaired.']
  const { model, run, resume, close } = await openBench(claude, installed.binary, {
    room,
    script: [...script, ...more],
  })
  try {
    const first = await run('Repair add.', '--permissions', 'edits')
    const results = JSON.stringify(model.mainRequests().at(-1)?.body)
    expect(results).toContain('two and three are five')
    expect(results).toContain('This command requires approval')
    expect([first.exitCode, outcomesIn(room)]).toEqual([12, ['needs-input']])
    expect(first.stdout).toContain('  denied   Bash (node -p 6*7)\n')
    const [, id = ''] = /fullstop resume (task_\w+) -- --allowedTools 'Bash\(node -p 6\*7\)'/.exec(first.stdout) ?? []
    const second = await resume(id, '--', '--allowedTools', 'Bash(node -p 6*7)').ended
    expect(JSON.stringify(model.mainRequests().at(-1)?.body)).toContain('"42"')
    expect([second.exitCode, outcomesIn(room).at(-1)]).toEqual([0, 'completed'])
  } finally {
    await close()
  }
})
