// Stops as agents' transcripts tell them, judged in balanced mode: what was done, what was last said, and what follows.
import { describe, expect, test } from 'bun:test'
import { transcript as claude } from '../../agents/claude/transcript.ts'
import { transcript as codex } from '../../agents/codex/transcript.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import { placeOf } from '../../domain/facts/place.ts'
import { factsOfStop } from '../../domain/facts/of-stop.ts'
import { toRequestRead } from '../../domain/facts/request-read.ts'
import { knownAs, sessionState, stop, stopSources, taskState, transcript } from '../../domain/facts/sources.fixture.ts'
import { decide } from '../../domain/gate/decide.ts'
import { policy } from '../../domain/gate/facts.fixture.ts'
import { textsIn } from '../../domain/last-words/stops.fixture.ts'

type Verdict = 'passes' | 'waits' | 'refused'
interface Call {
  readonly name: string
  readonly input?: object
  readonly error?: string
  /** Further keys of the result's line. */
  readonly line?: object
}

/** A prompt, calls with their results, and the last words, as Claude Code writes them. */
function session(asked: string, calls: readonly Call[], said: string): Entry[] {
  const lines: object[] = [{ type: 'user', message: { role: 'user', content: asked } }]
  for (const [index, { name, input = {}, error, line = {} }] of calls.entries()) {
    const id = `toolu_${index}`
    lines.push({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] } })
    const result = { type: 'tool_result', tool_use_id: id, content: error ?? 'ok', is_error: error !== undefined }
    lines.push({ type: 'user', message: { role: 'user', content: [result] }, ...line })
  }
  lines.push({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: said }] } })
  return lines.flatMap((line) => [...claude.toEntries(line)])
}

function judged(entries: readonly Entry[], said: string): Verdict {
  const known = knownAs(sessionState({ request: undefined as never, promptsHeard: false }), taskState())
  const request = toRequestRead(undefined, transcript({ entries }), (text) => text)
  // The window opens with the prompt, so all of its work has been seen.
  const seen = { ...request, window: { ...request.window, work: { ...request.window.work, whole: true } } }
  const balanced = policy({ mode: 'balanced' })
  const place = placeOf(known, seen)
  const facts = factsOfStop(stopSources({ stop: stop({ lastMessage: said }), policy: balanced, request: seen, place }))
  const decision = decide(facts, balanced)
  if (decision.kind === 'continue') return 'refused'
  return decision.kind === 'allow' && decision.status === 'waiting' ? 'waits' : 'passes'
}

const bash = (command: string, error?: string): Call => ({
  name: 'Bash',
  input: { command },
  ...(error === undefined ? {} : { error }),
})
const edit: Call = { name: 'Edit', input: { file_path: 'src/a.ts' } }
const RED = 'Exit code 1\n2 failed, 12 passed'
const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
const foreign = (tool: string, line: object = {}): Call => ({ name: `mcp__tracker__${tool}`, line })
const times = (count: number, call: Call): Call[] => Array.from({ length: count }, () => call)

type Row = readonly [name: string, asked: string, calls: readonly Call[], said: string, verdict: Verdict]

const failures: readonly Row[] = [
  [
    'a check that is red, and nothing was to be written',
    'Run the check and tell me what fails. Change nothing.',
    [bash('npm test', RED)],
    'Two tests fail: `a` and `b`.',
    'passes',
  ],
  [
    'its twin: a red check after an edit',
    'Fix the parser.',
    [edit, bash('npm test', RED)],
    'I changed `a.ts`.',
    'refused',
  ],
  [
    'a red check after an edit that the person asked to see',
    'Write a test that reproduces the bug and show me that it fails. Do not fix it.',
    [edit, bash('npm test', RED)],
    'The new test fails with "expected 2, got 1".',
    'passes',
  ],
  [
    'its twin: the person wants it green',
    'Write a test that shows the bug, then make it pass.',
    [edit, bash('npm test', RED)],
    'The new test is in `a.test.ts`.',
    'refused',
  ],
  [
    'its twin: something is to be printed, and no failure of a check',
    'Add the option and print its value.',
    [edit, bash('npm test', RED)],
    'The option is in.',
    'refused',
  ],
  [
    'a search without a hit after an edit',
    'Rename the flag.',
    [edit, bash('cd src && grep -rn "oldFlag" .', 'Exit code 1')],
    'The flag is renamed; nothing uses the old name.',
    'passes',
  ],
  [
    'its twin: a search that could not be made',
    'Rename the flag.',
    [edit, bash('grep -rn "oldFlag" nowhere', 'Exit code 2\ngrep: nowhere: No such file or directory')],
    'The flag is renamed.',
    'refused',
  ],
  [
    'its twin: a check before the search may be what failed',
    'Rename the flag.',
    [edit, bash('npm test && grep -rn "oldFlag" .', 'Exit code 1\n1 failed')],
    'The flag is renamed.',
    'refused',
  ],
  [
    'a tool that the person denied',
    'Rename the flag and push.',
    [edit, { ...bash('git push', REJECTED), line: { toolUseResult: 'User rejected tool use' } }],
    'The flag is renamed. I did not push.',
    'passes',
  ],
  [
    'a tool that a rule of the person denied',
    'Rename the flag.',
    [edit, bash('npm publish', 'Permission to use Bash with command npm publish has been denied.')],
    'The flag is renamed.',
    'passes',
  ],
  [
    'its twin: an edit that failed',
    'Rename it.',
    [edit, { ...edit, error: 'String to replace not found' }],
    'Ok.',
    'refused',
  ],
  [
    'only a denied edit: nothing was written',
    'Rename it.',
    [{ ...edit, error: REJECTED }, bash('npm test', RED)],
    'You did not want the edit; the tests are red as before.',
    'passes',
  ],
  [
    'a file written by the shell counts as written',
    'Add the config.',
    [bash("cat > app.json <<'EOF'\n{}\nEOF"), bash('npm test', RED)],
    'Added.',
    'refused',
  ],
  [
    'the log of a check is no file that was written',
    'Run all checks and report.',
    [bash('npm test > test.log 2>&1', RED)],
    'Two tests fail.',
    'passes',
  ],
]

const readings: readonly Row[] = [
  [
    'eight reading calls in answer to a question',
    'Which issues are open?',
    times(8, foreign('list_issues')),
    'Twelve are open.',
    'passes',
  ],
  ['nine of them where work was ordered', 'Sort the issues.', times(9, foreign('get_issue')), 'I looked.', 'passes'],
  [
    'its twin: calls that change something',
    'Sort the issues.',
    times(9, foreign('update_issue')),
    'Sorted.',
    'refused',
  ],
  [
    'its twin: a tool that declares to change something, whatever its name',
    'Sort the issues.',
    times(9, foreign('get_issue', { toolUseResult: 'ok', mcpCallNotReadOnly: 'declared', permissionDecision: {} })),
    'Sorted.',
    'refused',
  ],
  [
    'a tool that declares to be read-only, whatever its name',
    'What does the query say?',
    times(9, foreign('run_query', { toolUseResult: [{ type: 'text', text: 'ok' }], permissionDecision: {} })),
    'It says 4.',
    'passes',
  ],
  [
    'its twin: no hint, and a name that changes something',
    'What does the query say?',
    times(9, foreign('run_query', { toolUseResult: 'ok', mcpCallNotReadOnly: 'no_hint', permissionDecision: {} })),
    'It says 4.',
    'refused',
  ],
]

for (const [title, rows] of [
  ['J2: what failed, and what only looks like it', failures],
  ['J3: reading tools of other servers are no work', readings],
] as const) {
  describe(title, () => {
    for (const [name, asked, calls, said, verdict] of rows) {
      test(name, () => expect(judged(session(asked, calls, said), said)).toBe(verdict))
    }
  })
}

describe('J2: Codex', () => {
  const item = (type: string, more: object): object => ({
    type: 'event_msg',
    payload: { type: 'item_completed', item: { type, id: 'exec-1', status: 'completed', ...more } },
  })
  const entriesOf = (lines: readonly object[]): Entry[] => lines.flatMap((line) => [...codex.toEntries(line)])
  const asked = item('UserMessage', { content: [{ type: 'text', text: 'Rename the flag.' }] })
  const patched = item('FileChange', { id: 'exec-0', changes: { 'a.ts': {} } })
  const command = (line: string, more: object): object =>
    item('CommandExecution', { command: ['/bin/bash', '-lc', line], status: 'failed', ...more })
  const rows: ReadonlyArray<readonly [name: string, last: object, verdict: Verdict]> = [
    ['a search without a hit', command('rg oldFlag src', { exit_code: 1 }), 'passes'],
    ['its twin: a search that broke', command('rg oldFlag src', { exit_code: 2 }), 'refused'],
    ['its twin: a red check', command('npm test', { exit_code: 1 }), 'refused'],
    ['a command that the person declined', command('git push', { status: 'declined' }), 'passes'],
  ]
  for (const [name, last, verdict] of rows) {
    test(name, () => expect(judged(entriesOf([asked, patched, last]), 'The flag is renamed.')).toBe(verdict))
  }
})

describe('J4, J5: last words after an edit', () => {
  const VERDICTS: Readonly<Record<string, Verdict>> = { asks: 'waits', over: 'passes', unfinished: 'refused' }
  for (const file of ['last-words.txt', 'last-words-held.txt', 'last-words-more.txt', 'last-words-last.txt']) {
    for (const [verdict, said] of textsIn(file)) {
      test(`${verdict}: ${JSON.stringify(said.slice(0, 80))}`, () => {
        expect(judged(session('Add the option.', [edit], said), said)).toBe(VERDICTS[verdict] as never)
      })
    }
  }
  for (const [head, said] of textsIn('last-words-asked.txt')) {
    const [verdict = '', prompt = ''] = head.split(': ')
    if (verdict === 'asks') continue
    test(`${head}: ${JSON.stringify(said.slice(0, 80))}`, () => {
      expect(judged(session(prompt, [edit], said), said)).toBe(VERDICTS[verdict] as never)
    })
  }
  test('its twin: nothing was written, so nothing is left half done', () => {
    const said = 'I still have to write the tests.'
    expect(judged(session('Add the option.', [bash('ls')], said), said)).toBe('passes')
  })
})
