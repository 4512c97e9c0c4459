// `npm run try`: the gate at work in a few seconds, with a scripted agent and a store of its own.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Place, type Played, playSession, type Turn } from './scripted-agent.ts'

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

const turns: readonly Turn[] = [
  {
    files: { 'greet.mjs': 'export const greet = (name) => `Hello ${name}`\n' },
    says: () => 'I wrote greet.mjs. Good progress, I will stop here.',
  },
  {
    says: (session) => `Everything works, all tests pass.\n\nTASKMASTER_DONE::${session}`,
  },
  {
    files: { 'greet.mjs': 'export const greet = (name) => `Hello, ${name}!`\n' },
    says: (session) => `The greeting is what the test expects now.\n\nTASKMASTER_DONE::${session}`,
  },
]

const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-try-'))
const isColoured = process.stdout.isTTY === true && !process.env['NO_COLOR']
const paint = (code: number, text: string): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)

try {
  const place = makePlace()
  print('A scripted agent works behind the gate, in a folder of its own, in strict mode: no claim, no stop.')
  print('The folder has one check, which you trusted: node greet.test.mjs\n')
  print(`${paint(1, 'you')}    ${PROMPT}`)
  for (const played of playSession(place, 'try-session', PROMPT, turns)) show(place, played)
  print('\nThis is what was recorded (fullstop show):\n')
  print(indent(run(place, ['show'])))
  print(next())
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function makePlace(): Place {
  const home = join(temp, 'home')
  const folder = join(temp, 'project')
  for (const path of [home, folder]) mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(folder, name), text)
  const env = { PATH: process.env['PATH'] ?? '', FULLSTOP_HOME: join(home, 'fullstop'), FULLSTOP_MODE: 'strict' }
  const place = { command: join(root, 'bin', 'fullstop'), home, folder, env }
  // At your own terminal you would run `fullstop trust`; this is how CI does it.
  return { ...place, env: { ...env, FULLSTOP_TRUST: run(place, ['trust', '--hash']).trim() } }
}

function show(place: Place, { says, files, refusal, line }: Played): void {
  print('')
  for (const file of files) print(`${paint(1, 'agent')}  writes ${file}`)
  print(`${paint(1, 'agent')}  stops: ${says.replaceAll(/\s+/g, ' ')}`)
  const stop = lastStop(place)
  const verdict = refusal === undefined ? paint(32, 'ALLOWED') : paint(31, 'REFUSED')
  print(`${paint(1, 'gate')}   ${verdict} by rule ${stop.rule}: ${stop.because}`)
  for (const miss of stop.nearMisses) print(`       not a claim: ${miss}`)
  if (refusal) print(`       the agent is told:\n${indent(refusal, 9)}`)
  if (line) print(`       you are told:\n         ${line}`)
}

/** The decision as it was recorded, from the log of the newest task. */
function lastStop(place: Place): { rule: number; because: string; nearMisses: string[] } {
  const events = run(place, ['log', '--json'])
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          kind: string
          decision?: { rule: number; because: { text: string }[] }
          nearMisses?: string[]
        },
    )
  const stop = events.findLast((event) => event.kind === 'stop.decided')
  return {
    rule: stop?.decision?.rule ?? 0,
    because: stop?.decision?.because.map((reason) => reason.text.split('\n')[0]).join('; ') ?? '',
    nearMisses: stop?.nearMisses ?? [],
  }
}

function run({ command, home, folder, env }: Place, args: readonly string[]): string {
  const options = { encoding: 'utf8' as const, cwd: folder, env: { ...env, HOME: home } }
  const { stdout, stderr, status } = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`fullstop ${args.join(' ')} ended with exit ${status}: ${stderr}`)
  return stdout
}

function indent(text: string, by = 2): string {
  return text.trimEnd().replaceAll(/^/gm, ' '.repeat(by))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function next(): string {
  return `
"completed" is the only success: every check passed, on the very files that are there.

Next:
  find the checks of your project   cd your-project && fullstop checks find
  put the gate into Claude Code     README.md, "Put it into Claude Code"
  what each command does            bin/fullstop --help
  check any program's output        echo 'All done. <promise>COMPLETE</promise>' | bin/fullstop detect`
}
