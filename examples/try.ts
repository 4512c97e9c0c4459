// `npm run try`: the main job in a few seconds, with a scripted agent and a store of its own. At a terminal with the live
// screen, in a pipe with plain lines.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const PROMPT = 'Write greet.mjs with a function greet(name) that says hello.'

/** The yardstick, there before the agent begins: one check that you trusted. */
const PROJECT = {
  'fullstop.json': '{ "checks": [{ "name": "test", "run": "node greet.test.mjs" }] }\n',
  'greet.test.mjs': [
    "import { greet } from './greet.mjs'",
    "const said = greet('Ada')",
    'if (said !== \'Hello, Ada!\') throw new Error(`expected "Hello, Ada!", got "${said}"`)',
    "console.log('1 test passed')",
    '',
  ].join('\n'),
}

const root = join(import.meta.dirname, '..')
const fullstop = join(root, 'bin', 'fullstop')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-try-'))

try {
  const { folder, env } = makePlace()
  print(introduction())
  const ran = spawnSync(fullstop, ['run', '--agent', 'claude', PROMPT], { cwd: folder, env, stdio: 'inherit' })
  if (ran.status !== 0) throw new Error(`fullstop run ended with exit ${ran.status}`)
  print(next())
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function makePlace(): { folder: string; env: Record<string, string | undefined> } {
  const [home, folder, programs] = ['home', 'project', 'programs'].map((name) => join(temp, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, folder, programs]) mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(folder, name), text)
  const program = join(programs, 'claude')
  const agent = join(import.meta.dirname, 'scripted-agent.ts')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${agent}' "$@"\n`)
  chmodSync(program, 0o755)
  const { PATH = '', TERM, LANG, LC_ALL, NO_COLOR } = process.env
  const env = {
    PATH: `${programs}${delimiter}${PATH}`,
    HOME: home,
    FULLSTOP_HOME: join(home, 'fullstop'),
    // For people who watch; in a pipe nobody does.
    SCRIPTED_AGENT_PAUSE_MS: process.stdout.isTTY ? '900' : '50',
    TERM,
    LANG,
    LC_ALL,
    NO_COLOR,
  }
  // At your own terminal you would be asked; this is how CI does it.
  const { stdout } = spawnSync(fullstop, ['trust', '--hash'], { cwd: folder, env, encoding: 'utf8' })
  return { folder, env: { ...env, FULLSTOP_TRUST: stdout.trim() } }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function introduction(): string {
  return `A scripted agent, which prints what Claude Code would, is given this task in a folder of its own:

  ${PROMPT}

The folder has one check, which you trusted: node greet.test.mjs
The agent will stop early, then claim success while the check is red.

  fullstop run --agent claude "${PROMPT}"
`
}

function next(): string {
  return `
"completed" is the only success: every check passed, on the very files that are there.

Next:
  find the checks of your project   cd your-project && fullstop checks find
  run your own agent on a task      fullstop run --agent claude "…"   (or codex, or any program)
  put the gate into your agent      fullstop init
  what each command does            bin/fullstop --help`
}
