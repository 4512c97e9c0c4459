// The facts that every way to ask takes from the request.
import { describe, expect, test } from 'bun:test'
import type { Reason } from '../../contract/decision.ts'
import type { Verification } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RequestState } from '../../contract/state.ts'
import type { LastTool, TodoItem } from '../../contract/work.ts'
import { claim, policy, refusals } from '../gate/facts.fixture.ts'
import { allowedBy, AT, refusedBy } from '../tasks/events.fixture.ts'
import { dueChecks, requestFacts, type RequestSources } from './request-facts.ts'
import { calledClaim, check, evidence, requestState, window, work } from './sources.fixture.ts'

type RequestFacts = ReturnType<typeof requestFacts>

const sources = (changes: Partial<RequestSources> = {}): RequestSources => ({
  policy: policy(),
  window: window(),
  read: { nearMisses: [] },
  request: requestState(),
  said: undefined,
  concerns: [],
  isSupervised: false,
  ...changes,
})

const NOTHING: RequestFacts = {
  verification: { kind: 'none' },
  warnings: [],
  tampering: [],
  openTodos: [],
  openSubtasks: [],
  workCalls: 0,
  recentErrors: [],
  continuations: 0,
  refusals: [],
  waits: 0,
  progress: 0,
  blockedPushes: 0,
  questionsPushed: 0,
}

type Row = readonly [name: string, changes: Partial<RequestSources>, expected: Partial<RequestFacts>]
const WORDS = claim('success')

const counts: readonly Row[] = [
  ['nothing has happened', {}, {}],
  ['no request continues', { request: undefined }, {}],
  [
    'the counts of the guards',
    {
      request: requestState({
        continuations: 1,
        refusals: refusals(['f', 2]),
        waits: 3,
        moves: 4,
        newestClaim: { status: 'partial', progress: 5 },
        blockedPushes: 6,
        questionsPushed: 7,
      }),
    },
    {
      continuations: 1,
      refusals: refusals(['f', 2]),
      waits: 3,
      progress: 4,
      newestClaim: { status: 'partial', progress: 5 },
      blockedPushes: 6,
      questionsPushed: 7,
    },
  ],
  [
    'the work, with the moves of the request',
    {
      window: window({
        work: work({ workCalls: 3, progress: 2, recentErrors: ['Bash'], lastTool: { name: 'Edit', failed: false } }),
      }),
      request: requestState({ moves: 4, work: work({ workCalls: 9, progress: 90 }) }),
    },
    { workCalls: 3, progress: 6, recentErrors: ['Bash'], lastTool: { name: 'Edit', failed: false } },
  ],
  [
    'checks are due',
    { policy: policy({ checks: [check('test')] }) },
    { verification: { kind: 'due', checks: ['test'] } },
  ],
]

const verifying = { claim: claim('success', { id: 'clm_0' }), run: 'run_1', evidence: evidence() }
const claims: readonly Row[] = [
  ['the claim that was read', { read: { claim: WORDS, nearMisses: [] } }, { claim: WORDS }],
  ['one whose checks had not ended', { request: requestState({ verifying }) }, { claim: verifying.claim }],
  [
    'the claim that was read before one whose checks had not ended',
    { read: { claim: WORDS, nearMisses: [] }, request: requestState({ verifying }) },
    { claim: WORDS },
  ],
  [
    'none after a stale one',
    { read: { stale: 'you worked on', nearMisses: [] }, request: requestState({ verifying, lapsed: 'partial' }) },
    { staleClaim: 'you worked on' },
  ],
  [
    'one after which the user spoke',
    { request: requestState({ lapsed: 'partial' }) },
    { staleClaim: 'you claimed partial, but the user spoke after it: claim again' },
  ],
]

const because = (code: Reason['code'], text: string): Reason => ({ code, text })
const TODO = because('todo-open', 'open todo: docs')
const FAILED = because('check-failed', 'check "test" failed\nexpected 1')
const OPEN: TodoItem = { id: '1', text: 'docs', status: 'open' }
const refused = (rule: number, ...reasons: readonly Reason[]) => ({ ...refusedBy(rule), because: [...reasons] })
const decided = (
  decision: NonNullable<RequestState['lastDecision']>['decision'],
  more: Partial<RequestState> = {},
) => ({
  request: requestState({
    lastDecision: { key: 'k', at: AT, decision },
    newestClaim: { status: 'success', progress: 0 },
    ...more,
  }),
})
const newestClaim = { status: 'success', progress: 0 } as const
const { newestClaim: _none, ...UNCLAIMED } = decided(refused(5, FAILED)).request
const untold = (decision: NonNullable<RequestState['lastDecision']>['decision']) => ({
  untold: { task: 'task_1', decision },
})

const REFUSED_TWICE = refusals(['5:check-failed=check "test" failed', 0], ['11:claim-refused-before=the old words', 0])

const repeated: readonly Row[] = [
  [
    'by its call',
    { called: calledClaim({ decision: refused(5, FAILED, TODO) }) },
    { refusedClaim: 'the last claim was refused: check "test" failed; open todo: docs', isRefusedForCheck: true },
  ],
  ['a call that was allowed', { called: calledClaim({ decision: allowedBy(4) }) }, {}],
  [
    'by its call, before a late result',
    { called: calledClaim({ decision: refused(9, because('blocked', 'why')) }), ...untold(refused(5, FAILED)) },
    { refusedClaim: 'the last claim was refused: why' },
  ],
  [
    'late',
    untold(refused(5, FAILED)),
    { refusedClaim: 'the last claim did not hold: check "test" failed', isRefusedForCheck: true },
  ],
  ['a late result that allows', untold(allowedBy(4)), {}],
  [
    'late, after a stop that was refused',
    { ...untold(refused(5, FAILED)), ...decided(refused(9, because('blocked', 'why'))) },
    { newestClaim, refusedClaim: 'the last claim did not hold: check "test" failed', isRefusedForCheck: true },
  ],
  [
    'by the last stop',
    decided(refused(5, FAILED)),
    { newestClaim, refusedClaim: 'the last claim was refused: check "test" failed', isRefusedForCheck: true },
  ],
  ['by the last stop, but without a claim', { request: UNCLAIMED }, {}],
  [
    'a stop that waits for its checks',
    decided(refused(6, because('checks-running', 'still running'))),
    { newestClaim },
  ],
  ['a stop without a claim', decided(refused(11, because('no-claim', 'nothing'))), { newestClaim }],
  ['a stop that was allowed', decided(allowedBy(9)), { newestClaim }],
  [
    'by an earlier stop: it hears the same words again',
    {
      request: {
        ...UNCLAIMED,
        lastDecision: { key: 'k', at: AT, decision: refused(11, because('claim-refused-before', 'the old words')) },
      },
    },
    { refusedClaim: 'the old words' },
  ],
  [
    'by an earlier stop, for a check',
    {
      request: {
        ...UNCLAIMED,
        refusals: REFUSED_TWICE,
        lastDecision: { key: 'k', at: AT, decision: refused(11, because('claim-refused-before', 'the old words')) },
      },
    },
    { refusedClaim: 'the old words', isRefusedForCheck: true, refusals: REFUSED_TWICE },
  ],
  [
    'allowed although it was refused before',
    decided({ ...allowedBy(12), because: [because('claim-refused-before', 'the old words')] }),
    { newestClaim },
  ],
  [
    'for todos that are closed now',
    decided(refused(5, TODO)),
    { newestClaim, refusedClaim: 'the todos that your claim was refused for are closed now: claim again' },
  ],
  [
    'for todos that are still open',
    { ...decided(refused(5, TODO)), window: window({ todos: [OPEN] }) },
    { newestClaim, openTodos: ['docs'], refusedClaim: 'the last claim was refused: open todo: docs' },
  ],
  [
    'for todos that are closed now and for a check',
    decided(refused(5, TODO, FAILED)),
    {
      newestClaim,
      refusedClaim: 'the last claim was refused: open todo: docs; check "test" failed',
      isRefusedForCheck: true,
    },
  ],
]

const REFUSED_TODOS = { refusals: refusals(['5:todo-open:docs', 0]) }
const explained = (said: string | undefined, todo: string, more: Partial<RequestState> = REFUSED_TODOS) => ({
  window: window({ todos: [{ ...OPEN, text: todo }] }),
  said,
  request: requestState(more),
})
const todos: readonly Row[] = [
  [
    'only open ones count',
    {
      window: window({
        todos: [OPEN, { id: '2', text: 'tests', status: 'done' }, { id: '3', text: 'lint', status: 'cancelled' }],
      }),
    },
    { openTodos: ['docs'] },
  ],
  [
    'a long one is cut',
    { window: window({ todos: [{ ...OPEN, text: 'x'.repeat(130) }] }) },
    { openTodos: ['x'.repeat(120)] },
  ],
  ['explained after a refusal', explained('I moved the DOCS.', ' Docs '), REFUSED_TODOS],
  ['not explained after a refusal', explained('Done.', 'Docs'), { ...REFUSED_TODOS, openTodos: ['Docs'] }],
  ['nothing was said after a refusal', explained(undefined, 'Docs'), { ...REFUSED_TODOS, openTodos: ['Docs'] }],
  ['explained before any refusal', explained('The docs are elsewhere.', 'docs', {}), { openTodos: ['docs'] }],
  [
    'explained after a refusal for something else',
    explained('The docs are elsewhere.', 'docs', { refusals: refusals(['5:check-failed', 0]) }),
    { refusals: refusals(['5:check-failed', 0]), openTodos: ['docs'] },
  ],
  [
    'explained in a request that is not known',
    { ...explained('The docs are elsewhere.', 'docs'), request: undefined },
    { openTodos: ['docs'] },
  ],
  ['a blank one cannot be explained', explained('Done.', ' '), { ...REFUSED_TODOS, openTodos: [' '] }],
]

const lastTool = (changes: Partial<LastTool>): LastTool => ({ name: 'Bash', failed: true, ...changes })
const after = (
  tool: LastTool,
  warnings: readonly string[],
): readonly [Partial<RequestSources>, Partial<RequestFacts>] => [
  { window: window({ work: work({ lastTool: tool }) }) },
  { lastTool: tool, warnings },
]
const waits = (detail: string) => after(lastTool({ detail }), [])
const runs = (detail: string) => after(lastTool({ detail }), [`the last tool call failed: Bash (${detail})`])
const dropped = (text: string, more: Partial<RequestSources['window']> = {}, said?: string) => ({
  window: window({ work: work({ dropped: [text] }), ...more }),
  said,
})
const silent = (text: string) => ({ warnings: [`a todo was cancelled without a word: ${text}`] })

const warnings: readonly Row[] = [
  ['the last tool call failed', ...after(lastTool({}), ['the last tool call failed: Bash'])],
  ['the last tool call did not fail', ...after(lastTool({ failed: false }), [])],
  ['a failed command', ...runs('npm test')],
  [
    'a long failed command is cut and put on one line',
    ...after(lastTool({ detail: `a\n  b ${'x'.repeat(90)}` }), [
      `the last tool call failed: Bash (a b ${'x'.repeat(76)})`,
    ]),
  ],
  ['our wait', ...waits(' fullstop wait ')],
  ['our wait for some checks', ...waits('fullstop wait run_1 --quiet')],
  ['our wait in a folder, by its path, with a limit', ...waits('cd /repo && timeout 60 ./bin/fullstop wait')],
  ['another command of ours', ...runs('fullstop claim')],
  ['our wait and something after it', ...runs('fullstop wait && npm test')],
  ['something before our wait', ...runs('npm test && fullstop wait')],
  ['a todo was cancelled without a word', dropped('docs'), silent('docs')],
  ['a long one is cut', dropped('x'.repeat(130)), silent('x'.repeat(120))],
  ['the last words name it', dropped(' Docs ', {}, 'I left out the DOCS.'), {}],
  ['the last words name another', dropped('docs', {}, 'I left the tests out.'), silent('docs')],
  ['it is back on the list', dropped('docs', { todos: [{ ...OPEN, status: 'done' }] }), {}],
  ['it is on the list as cancelled', dropped('docs', { todos: [{ ...OPEN, status: 'cancelled' }] }), silent('docs')],
  ['another is on the list', dropped('docs', { todos: [{ ...OPEN, text: 'tests', status: 'done' }] }), silent('docs')],
]

const wrote = (
  changes: Parameters<typeof work>[0] = {},
  more: Partial<RequestSources> = {},
): Partial<RequestSources> => ({ window: window({ work: work({ writes: 1, ...changes }) }), ...more })
const REMAINS = 'I still have to write the tests.'
const BALANCED = policy({ mode: 'balanced' })
const FAILED_TOOL = lastTool({})
const SAW = { hasWritten: true, lastTool: FAILED_TOOL, warnings: ['the last tool call failed: Bash'] } as const
const ASKED = 'Run the tests and tell me what fails.'

const leftOver: readonly Row[] = [
  ['nothing was written', { policy: BALANCED, said: REMAINS }, {}],
  ['something was written', wrote(), { hasWritten: true }],
  ['and nothing was said', wrote({}, { policy: BALANCED }), { hasWritten: true }],
  [
    'the agent names what is left',
    wrote({}, { policy: BALANCED, said: REMAINS }),
    { hasWritten: true, ownRemainder: REMAINS },
  ],
  ['it names nothing', wrote({}, { policy: BALANCED, said: 'All of it works.' }), { hasWritten: true }],
  ['strict mode holds it anyway', wrote({}, { said: REMAINS }), { hasWritten: true }],
  [
    'so does much work',
    wrote({ workCalls: 8 }, { policy: BALANCED, said: REMAINS }),
    { hasWritten: true, workCalls: 8 },
  ],
  [
    'a little less work',
    wrote({ workCalls: 7 }, { policy: BALANCED, said: REMAINS }),
    { hasWritten: true, workCalls: 7, ownRemainder: REMAINS },
  ],
  [
    'a failure that was asked for',
    wrote({ lastTool: FAILED_TOOL }, { prompts: ['Hello.', ASKED] }),
    { ...SAW, isFailureAsked: true },
  ],
  ['a failure that nobody asked for', wrote({ lastTool: FAILED_TOOL }, { prompts: ['Hello.'] }), SAW],
  ['no prompt is known', wrote({ lastTool: FAILED_TOOL }), SAW],
  [
    'a failure that was asked for and did not come',
    wrote({ lastTool: lastTool({ failed: false }) }, { prompts: [ASKED] }),
    { hasWritten: true, lastTool: lastTool({ failed: false }) },
  ],
]

describe.each([
  ['counts', counts],
  ['claim', claims],
  ['a claim that was refused before', repeated],
  ['todos', todos],
  ['warnings', warnings],
  ['what is left over', leftOver],
] as const)('%s', (_part, rows) => {
  test.each(rows)('%s', (_name, changes, expected) => {
    expect(requestFacts(sources(changes))).toStrictEqual({ ...NOTHING, ...expected })
  })
})

describe('dueChecks', () => {
  const rows: readonly (readonly [string, Policy, Verification])[] = [
    ['no check', policy(), { kind: 'none' }],
    [
      'checks, and some that are not trusted',
      policy({ checks: [check('test')], untrustedChecks: ['lint'] }),
      { kind: 'due', checks: ['test', 'lint'] },
    ],
    ['only some that are not trusted', policy({ untrustedChecks: ['lint'] }), { kind: 'due', checks: ['lint'] }],
    ['changed files', policy({ strategies: ['file-change'], root: '/repo' }), { kind: 'due', checks: [] }],
    ['changed files of no folder', policy({ strategies: ['file-change'] }), { kind: 'none' }],
    ['a folder without checks', policy({ root: '/repo' }), { kind: 'none' }],
  ]
  test.each(rows)('%s', (_name, rules, expected) => {
    expect(dueChecks(rules)).toStrictEqual(expected)
  })
})
