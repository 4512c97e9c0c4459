// A program that no driver knows: told in its prompt which signal to print. Its own words alone can claim, however it ends.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import { isVariant, quarterOf, someOf } from '../rounds.ts'
import { type Ran, REQUEST, running, type Running } from './running.ts'

const TAG = '<promise>COMPLETE</promise>'
const quick = { FULLSTOP_FIRST_PAUSE_MS: '5' }

interface Plain extends Running {
  readonly start: (args?: readonly string[], prompt?: string) => Promise<Ran>
  /** What the program read on its standard input, start by start. */
  readonly told: () => string[]
}

/** `line` is the program, in the shell; `$n` counts its starts, `$in` is what it read. */
async function plain(line: string, config: Config = {}, more = ''): Promise<Plain> {
  const at = await running(undefined, config)
  const folder = join(at.room.root, 'agent')
  const program = join(at.room.root, 'agent.sh')
  const count = `n=$(( $(ls '${folder}' | wc -l) + 1 )); in='${folder}'/$n; cat > "$in"`
  writeFileSync(program, `${count}\n${line}\n`)
  return {
    ...at,
    start: (args = [], prompt = REQUEST) =>
      at.goOn(['run', '--agent-command', `sh ${program}${more}`, ...args, prompt], { env: quick }),
    told: () => readdirSync(folder).map((_, index) => readFileSync(join(folder, `${index + 1}`), 'utf8')),
  }
}

const completed = (channel: string, end = 'stopped'): string[] => [
  'starts: first',
  `ends: ${end}`,
  `claims success by ${channel}`,
  'completed by 4: checks-passed',
  'ended: completed',
]

test('[run-plain token-claim] it is told the token in words, and can put it together from them', async () => {
  const prefix = `sed -n 's/.*the word "\\([A-Z_]*\\)", two colons, and "\\([a-z0-9_]*\\)".*/\\1::\\2/p' "$in"`
  using at = await plain(`echo 42 > answer; echo "Wrote it."; ${prefix}`)
  const { code, story } = await at.start()
  expect(story).toEqual(completed('done-token'))
  expect(code).toBe(0)
  const [told = ''] = at.told()
  expect(told).toEndWith(`\n\n${REQUEST}`)
  expect(told).toContain('These checks are then run, and must pass: answer.')
  expect(told).not.toContain('FULLSTOP_DONE::task_')
  expect(told).not.toContain(TAG)
})

test.skipIf(isVariant)(
  '[run-plain] the environment names the task; the token of another task is no claim',
  async () => {
    using at = await plain(
      'echo 42 > answer; if test $n = 1; then echo FULLSTOP_DONE::task_00000000; else echo "FULLSTOP_DONE::$FULLSTOP_TASK_ID"; fi',
    )
    const { code, story } = await at.start()
    expect(story.filter((line) => !line.startsWith('ends'))).toEqual([
      'starts: first',
      'continue by 11: no-claim',
      'starts: fresh',
      'claims success by done-token',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    expect(code).toBe(0)
  },
)

test('[run-plain] a promise tag counts whatever the exit code', async () => {
  using at = await plain(`echo 42 > answer; echo "All of it. ${TAG}"; exit 3`)
  const { code, story } = await at.start()
  expect(story).toEqual(completed('promise-tag', 'crashed'))
  expect(code).toBe(0)
})

test('[run-plain F4] exit code 0 alone is no claim: it is started anew, with the brief', async () => {
  using at = await plain(`echo 42 > answer; echo "Everything went well."; test $n = 1 || echo "${TAG}"`)
  const { code, story } = await at.start()
  expect(story.slice(0, 4)).toEqual(['starts: first', 'ends: stopped', 'continue by 11: no-claim', 'starts: fresh'])
  expect(code).toBe(0)
  const [, second = ''] = at.told()
  expect(second).toContain('> Write the answer.\n> It is 42.')
  expect(second).toContain('FULLSTOP (1/5) Stop refused: nothing says that the task is done.')
  expect(second).toContain('You work under Fullstop')
})

test.skipIf(isVariant)(
  '[run-plain] what it said is told where it changed nothing: in the report and by show',
  async () => {
    using at = await plain(
      `echo "Two findings:"; echo "  1. the key AKIAIOSFODNN7EXAMPLE is in the log"; echo; echo "${TAG}"`,
      {
        checks: [{ name: 'fine', run: 'true' }],
      },
    )
    const { code, stdout } = await at.start()
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ {2}changed  nothing\n {2}said     Two findings:\n {13}1\. the key (?!AKIA)\S+ is in the log\n/m,
    )
    expect((await at.room.run(['show'])).stdout).toMatch(
      /^said     Two findings:\n {11}1\. the key (?!AKIA)\S+ is in the log\nclaimed /m,
    )
  },
)

test.each(
  quarterOf(
    [
      ['{promt}', 'did you mean {prompt}?'],
      ['--file={Promt}', 'did you mean {prompt}?'],
      ['{something}', 'use {prompt} or {text}'],
    ],
    1,
  ),
)('[run-plain] a misspelt placeholder is refused before anything starts: %s', async (word, hint) => {
  using at = await running()
  const { code, stderr } = await at.room.run(['run', '--agent-command', `sh agent.sh ${word}`, REQUEST])
  expect([code, stderr.split('\n')[0]]).toEqual([
    2,
    `fullstop: run: --agent-command: "${word}" stands for nothing: ${hint}`,
  ])
})

test.skipIf(isVariant)(
  '[run-plain] a program that never says it is done: the report names the line to print',
  async () => {
    using at = await plain('echo "I looked at it."')
    const { code, stdout } = await at.start()
    expect(code).not.toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`a program says so by a line of its own, ${TAG}`)
  },
)

test.skipIf(isVariant)('[run-plain F5] a program that fails three times has failed, with its last words', async () => {
  using at = await plain('echo "cannot find my licence" >&2; exit 2')
  const { code, story, stdout } = await at.start()
  expect(story.at(-1)).toBe('ended: agent-failed')
  expect([code, at.told().length]).toEqual([10, 3])
  expect(stdout).toContain('cannot find my licence')
})

test.each(
  someOf([
    ['whole', 'cat "$in"'],
    ['quoted', 'sed "s/^/> /" "$in"'],
    ['broken into other lines', 'fold -w 30 "$in"'],
    [
      'in colour, redrawn',
      String.raw`printf '\033[36m'; sed "s/^/$(printf 'loading\r\033[2K')/" "$in"; printf '\033[0m'`,
    ],
    ['the person’s part of it alone', 'sed -n "/Write the answer/,\\$p" "$in"'],
  ] as const),
)('[run-plain F1] its own prompt printed back is no claim: %s', async (_, line) => {
  using at = await plain(`echo 42 > answer; ${line}`)
  const prompt = `${REQUEST}\nThis is what ends it all, on a line of its own:\n\n${TAG}\n`
  const { code, story } = await at.start(['--max-continuations', '2'], prompt)
  expect(story.filter((one) => one.startsWith('claims'))).toEqual([])
  expect(story.at(-1)).toBe('ended: capped')
  expect(code).toBe(7)
})

test.skipIf(isVariant)('[run-plain F1] what it says after the echo counts', async () => {
  using at = await plain(`echo 42 > answer; cat "$in"; echo; echo "Done. ${TAG}"`)
  const { code, story } = await at.start([], `${REQUEST}\nAt the end say ${TAG}`)
  expect(story).toEqual(completed('promise-tag'))
  expect(code).toBe(0)
})

test('[run-plain F2] a signal that is negated, quoted or promised is none', async () => {
  using at = await plain(
    `echo 42 > answer; echo "I will not print ${TAG} yet."; echo "> ${TAG}"; echo 'Once all is done I will say ${TAG}.'`,
  )
  const { code, story } = await at.start(['--max-continuations', '1'])
  expect(story.filter((one) => one.startsWith('claims'))).toEqual([])
  expect(code).toBe(7)
})

test('[run-plain] escape sequences and redraws are no part of what it says', async () => {
  const colours = String.raw`printf '\033[32m<promise>\033[1mCOMP\033[0mLETE</promise>\033[0m\r\n'`
  const redraws = String.raw`printf 'at work  10%%\rat work 100%%\r\033[2K<promise>COMPLETE</promise>\n'`
  const titles = String.raw`printf '\033]0;agent\007<promise>COMPLETE</promise>\n'`
  for (const line of [colours, redraws, titles]) {
    using at = await plain(`echo 42 > answer; ${line}`)
    expect((await at.start()).story).toEqual(completed('promise-tag'))
  }
  // What was drawn over was never left standing.
  const over = String.raw`printf '<promise>COMPLETE</promise>\rno, there is more to do    \n'`
  using at = await plain(`echo 42 > answer; ${over}`)
  expect((await at.start(['--max-continuations', '1'])).code).toBe(7)
})

test('[run-plain] {prompt} is a file, {text} is the text itself; then nothing comes on standard input', async () => {
  using byFile = await plain(`cat "$1" > "\${0%.sh}.seen"; echo 42 > answer; echo "${TAG}"`, {}, ' {prompt}')
  expect((await byFile.start()).code).toBe(0)
  const seen = readFileSync(join(byFile.room.root, 'agent.seen'), 'utf8')
  expect(seen).toEndWith(`\n\n${REQUEST}`)
  expect(byFile.told()).toEqual([''])
  using byText = await plain(
    `printf %s "$2" > "\${0%.sh}.seen"; echo 42 > answer; echo "${TAG}"`,
    {},
    ' --message {text}',
  )
  expect((await byText.start([], '$(touch pwned) `touch pwned`; "it" is \'42\' {prompt}')).code).toBe(0)
  const text = readFileSync(join(byText.room.root, 'agent.seen'), 'utf8')
  expect(text).toEndWith('\n\n$(touch pwned) `touch pwned`; "it" is \'42\' {prompt}')
  expect(byText.told()).toEqual([''])
  expect(existsSync(byText.file('pwned'))).toBe(false)
})

test('[run-plain] heuristic: a plain statement counts with exit code 0, and with no other', async () => {
  const config: Config = { detect: { strategies: ['heuristic'] } }
  using good = await plain('echo 42 > answer; echo "Implementation complete."', config)
  const { code, story } = await good.start()
  expect(story).toEqual(completed('heuristic'))
  expect(code).toBe(0)
  expect(good.told()[0]).toContain('plain statement')
  using bad = await plain('echo 42 > answer; echo "Implementation complete."; exit 1', config)
  const failed = await bad.start()
  expect(failed.story.filter((one) => one.startsWith('claims'))).toEqual([])
  expect(failed.code).toBe(10)
})

test.skipIf(isVariant)('[run-plain F16] words about limits that a program prints are no limit', async () => {
  using at = await plain(`echo 42 > answer; echo "429 rate_limit: usage limit reached, resets at 15:52"; echo "${TAG}"`)
  const { code, story } = await at.start()
  expect(story).toEqual(completed('promise-tag'))
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-plain run-hangs] a program that hangs is ended, and told', async () => {
  using at = await plain(`echo 42 > answer; test $n = 1 && sleep 300; echo "${TAG}"`)
  const { code, story } = await at.start(['--idle-timeout', '3s'])
  expect(story.slice(0, 4)).toEqual([
    'starts: first',
    'ends: hung',
    'continue by 2: not-the-agents-choice',
    'starts: fresh',
  ])
  expect(at.told()[1]).toContain('Your turn was ended because nothing happened any more.')
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-plain run-budgets] --max-time ends a program too', async () => {
  using at = await plain('echo at work; sleep 300')
  const { code, story } = await at.start(['--max-time', '1s'])
  expect(story.at(-1)).toBe('ended: over-budget')
  expect(code).toBe(8)
})

test.skipIf(isVariant)('[run-plain] what stands after -- goes to the program', async () => {
  using at = await plain(`echo "$*" > "\${0%.sh}.seen"; echo 42 > answer; echo "${TAG}"`)
  const program = join(at.room.root, 'agent.sh')
  const { code } = await at.goOn(['run', '--agent-command', `sh ${program}`, REQUEST, '--', '--effort', 'very high'])
  expect(code).toBe(0)
  expect(readFileSync(join(at.room.root, 'agent.seen'), 'utf8')).toBe('--effort very high\n')
})

test.skipIf(isVariant)('[run-plain] heuristic beside an explicit channel is ignored, with a note', async () => {
  using at = await plain('echo 42 > answer; echo "Implementation complete."', {
    detect: { strategies: ['done-token', 'heuristic'] },
  })
  const { code, story, events } = await at.start(['--max-continuations', '1'])
  expect(story.at(-1)).toBe('ended: capped')
  expect(code).toBe(7)
  const notes = events.flatMap((event) => (event.kind === 'stop.decided' ? [...event.nearMisses] : []))
  expect(notes[0]).toContain('heuristic: ignored')
})

test.skipIf(isVariant)('[run-plain run-probe] nobody is asked about a request that it was never told', async () => {
  using at = await plain(`echo 42 > answer; grep -q 'asks once' "$in" && echo "${TAG}"; echo Hm.`, {
    detect: { strategies: ['promise-tag', 'probe'] },
  })
  await at.start(['--max-continuations', '1'])
  for (const told of at.told()) expect(told).toContain('Write the answer.')
})
