// `npm run try`: the main job in a few seconds, with a scripted agent and a store of its own, which stays. At a terminal with
// the live screen, in a pipe with plain lines.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROMPT = 'Write greet(name) in greet.mjs.'

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
const program = join(root, 'bin', 'fullstop')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-try-'))
/** Knows the folder, the store and the scripted agent: every command that we print can be typed as it is printed. */
const fullstop = join(temp, 'fullstop')

const env = makePlace()
print(introduction())
const ran = spawnSync(fullstop, ['run', '--agent', 'claude', PROMPT], { env, stdio: 'inherit' })
if (ran.status !== 0) throw new Error(`fullstop run ended with exit ${ran.status}`)
print(next())

function makePlace(): Record<string, string | undefined> {
  const [home, folder, programs] = ['home', 'project', 'programs'].map((name) => join(temp, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, folder, programs]) mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(folder, name), text)
  const agent = join(import.meta.dirname, 'scripted-agent.ts')
  writeProgram(join(programs, 'claude'), `exec '${process.execPath}' '${agent}' "$@"`)
  const settings = [
    `PATH='${programs}':"$PATH"`,
    `HOME='${home}'`,
    // Not below its home folder: a path with ~ would lead you to your own.
    `FULLSTOP_HOME='${join(temp, 'state')}'`,
    `FULLSTOP_CALLED='${fullstop}'`,
    // For people who watch; in a pipe nobody does.
    `SCRIPTED_AGENT_PAUSE_MS=${process.stdout.isTTY ? '900' : '50'}`,
  ]
  const knows = (more: readonly string[]): string =>
    `cd '${folder}' || exit\nexport ${[...settings, ...more].join(' ')}\nexec '${program}' "$@"`
  writeProgram(fullstop, knows([]))
  const { PATH, TERM, LANG, LC_ALL, NO_COLOR } = process.env
  const env = { PATH, TERM, LANG, LC_ALL, NO_COLOR }
  const author = ['-c', 'user.name=try', '-c', 'user.email=try@example.com']
  for (const args of [
    ['init', '--quiet'],
    ['add', '.'],
    [...author, 'commit', '--quiet', '--message', 'Start'],
  ])
    spawnSync('git', args, { cwd: folder, env: { PATH, HOME: home } })
  // At your own terminal you would be asked; this is how CI does it.
  const { stdout } = spawnSync(fullstop, ['trust', '--hash'], { env, encoding: 'utf8' })
  writeProgram(fullstop, knows([`FULLSTOP_TRUST='${stdout.trim()}'`]))
  return env
}

function writeProgram(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`)
  chmodSync(path, 0o755)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function introduction(): string {
  return `A scripted agent plays Claude Code in a folder of its own. It will stop early,
then claim success while the one check, node greet.test.mjs, is red.

$ ${fullstop} run --agent claude \\
    "${PROMPT}"
`
}

function next(): string {
  const { stdout } = spawnSync(fullstop, ['tasks', '--all', '--json'], { env, encoding: 'utf8' })
  const [task] = JSON.parse(stdout) as { id: string }[]
  return `
Look at this run again; its store stays in ${temp}:
  ${fullstop} show ${task?.id}
  ${fullstop} log ${task?.id}
What each command does:
  ${fullstop} --help
To remove it: rm -r ${temp}
In a repository of your own: install it (README.md), then fullstop init.
Still without an agent: examples/plain.sh, as docs/run.md shows`
}
