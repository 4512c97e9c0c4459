// `npm run try`: the gate at work in a few seconds, with a scripted agent and a store of its own.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Place, type Played, playSession, type Turn } from './scripted-agent.ts'

const PROMPT = 'Write greet.js with a function greet(name), and a test for it.'

const turns: readonly Turn[] = [
  {
    files: { 'greet.js': 'export const greet = (name) => `Hello, ${name}!`\n' },
    says: () => 'I wrote greet.js. Good progress, I will stop here.',
  },
  {
    says: (session) => `Understood. I will print TASKMASTER_DONE::${session} once the test is written too.`,
  },
  {
    files: {
      'greet.test.js':
        "import { greet } from './greet.js'\nif (greet('Ada') !== 'Hello, Ada!') throw new Error('no')\n",
    },
    says: (session) => `The function and its test are written.\n\nTASKMASTER_DONE::${session}`,
  },
]

const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-try-'))
const isColoured = process.stdout.isTTY === true && !process.env['NO_COLOR']
const paint = (code: number, text: string): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)

try {
  const place = makePlace()
  print('A scripted agent works behind the gate, in a folder of its own, in strict mode: no claim, no stop.\n')
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
  const env = { PATH: process.env['PATH'] ?? '', FULLSTOP_HOME: join(home, 'fullstop'), FULLSTOP_MODE: 'strict' }
  return { command: join(root, 'bin', 'fullstop'), home, folder, env }
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
    because: stop?.decision?.because.map((reason) => reason.text).join('; ') ?? '',
    nearMisses: stop?.nearMisses ?? [],
  }
}

function run({ command, home, env }: Place, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8', env: { ...env, HOME: home } })
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
"unverified" is honest: the agent claimed success, but no check exists here that could show it.

Next:
  put the gate into Claude Code     README.md, "Put it into Claude Code"
  what each command does            bin/fullstop --help
  check any program's output        echo 'All done. <promise>COMPLETE</promise>' | bin/fullstop detect`
}
