// What the program of a command line is called on a screen.
import { expect, test } from 'bun:test'
import { programTitle } from './program-title.ts'

test.each([
  [['./plain.sh', '{prompt}'], 'plain.sh'],
  [['/opt/agent'], 'agent'],
  [['sh', '../agents/x.sh', '{prompt}'], 'x.sh'],
  [['/usr/bin/python3.12', 'agent.py'], 'agent.py'],
  [['python3', '-m', 'aider', '--message', '{text}'], 'aider'],
  [['node', 'C:\\agents\\main.mjs'], 'main.mjs'],
  [['npx', '@scope/agent', '-p'], 'agent'],
  [['bun', 'run', 'agent.ts'], 'agent.ts'],
  [['sh', '-c', 'echo x'], 'sh'],
  [['node', '--import', 'a.mjs', 'b.mjs'], 'node'],
  [['bash', '{prompt}'], 'bash'],
  [['sh', 'agents/'], 'sh'],
  [['sh'], 'sh'],
])('%j is called %s', (command, title) => {
  expect(programTitle(command)).toBe(title)
})
