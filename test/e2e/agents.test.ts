// `fullstop agents`: what works with which agent, and which of them are here.
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, newMachine } from './installing.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly program: string | null
  readonly signs: readonly string[]
}

test('[agents] one line an agent, with what is here of it', async () => {
  using machine = newMachine()
  const program = machine.program('claude', 'echo should not be run; exit 9')
  mkdirSync(join(machine.project, '.codex'))
  const { code, stdout, stderr } = await machine.run(['agents'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [head = '', ...lines] = stdout.trimEnd().split('\n')
  expect(head.split(/ {2,}/)).toEqual(['AGENT', 'TESTED', 'HERE'])
  const here = Object.fromEntries(lines.slice(0, lines.indexOf('')).map((line) => line.split(/ {2,}/).toSpliced(1, 1)))
  expect(here).toMatchObject({ 'Claude Code': program, Codex: 'files only: npm install -g @openai/codex' })
  expect(stdout).toEndWith(`
All of them:
  stop hook  yes
  claims by  tool, command, done token, promise tag
  memory     yes
  run        yes
  init       yes
  doctor     starts it without a network
`)
})

test('[agents] --json: the same for machines, with the files that were found', async () => {
  using machine = newMachine()
  machine.write('.claude.json', '{}')
  const { code, stdout } = await machine.run(['agents', '--json'])
  expect(code).toBe(0)
  const rows = JSON.parse(stdout) as Row[]
  const here = Object.fromEntries(rows.map(({ id, title, program, signs }) => [id, { title, program, signs }]))
  expect(here).toMatchObject({
    claude: { title: 'Claude Code', program: null, signs: [join(machine.home, '.claude.json')] },
    codex: { title: 'Codex', program: null, signs: [] },
  })
})

test('[agents] none of them here is no error, and nothing is written', async () => {
  using machine = newMachine()
  const before = filesIn(machine.room.root)
  const { code, stdout } = await machine.run(['agents'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Claude Code .* no: npm install -g @anthropic-ai\/claude-code$/m)
  expect(stdout).toMatch(/^Codex .* no: npm install -g @openai\/codex$/m)
  expect(filesIn(machine.room.root)).toEqual(before)
})
