// What each config key and each environment variable means, for `config list`, the reference and editors that read the
// schema. Plain text without the schema library, so that every command can show it.

export interface Meaning {
  readonly meaning: string
  /** What may be written there. */
  readonly values: string
}

const duration = 'a duration: "90s", "10m", "8h", "30d"'

/** The words of which a setting takes one; none where it takes anything else. */
export function wordsOf({ values }: Meaning): readonly string[] {
  return /^[a-z-]+(?:, [a-z-]+)+$/.test(values) ? values.split(', ') : []
}

/** Every key of a config file that is a setting, in the order of the reference. */
export const configMeaning = {
  mode: {
    meaning:
      'How strictly stops are gated. strict: no stop without a claim. balanced: the same, but only after substantial work. watch: decide and record, never refuse. off: do nothing.',
    values: 'strict, balanced, watch, off',
  },
  maxContinuations: {
    meaning:
      'How many times per request the agent is sent back to work before its stop is allowed. 0 removes this cap.',
    values: 'a number from 0; after 100 the stop is allowed in any case',
  },
  blockedPushes: {
    meaning: 'How many times an agent that reports "blocked" is asked to try another way first.',
    values: 'a number from 0',
  },
  'doneToken.prefix': {
    meaning:
      'Prefix of the line with which an agent claims that it is done. Unset: both FULLSTOP_DONE and TASKMASTER_DONE count.',
    values: 'text without spaces',
  },
  'detect.strategies': {
    meaning: 'The ways an agent can claim that it is done, in the order in which they are tried.',
    values: 'a list of tool, cli, done-token, promise-tag, relaxed-tag, heuristic, probe, file-change',
  },
  'detect.phrases': {
    meaning: 'Sentences that the heuristic strategy accepts as a claim.',
    values: 'a list of phrases',
  },
  checks: {
    meaning: 'The commands that must pass before a task counts as completed.',
    values: 'a list of checks, such as {"name": "test", "run": "npm test"}',
  },
  'waiting.ignore': {
    meaning:
      'Background commands that never end by themselves. An agent that stops while only these run is not waiting for anything.',
    values: 'a list of words in the command line',
  },
  baseline: {
    meaning:
      'Whether checks also run when the task opens. record: keep the result. must-not-worsen: refuse a claim only for failures that were not there before.',
    values: 'off, record, must-not-worsen',
  },
  allowCommands: {
    meaning: 'Commands that an agent may name in its claim as its own verification. They run like checks.',
    values: 'a list of command lines',
  },
  tamper: {
    meaning: 'What happens when the agent weakened a test, a check or their configuration.',
    values: 'warn, ask-human, refuse',
  },
  review: {
    meaning: 'When a person has to approve before a task counts as completed.',
    values: 'never, on-warning, always',
  },
  'notify.desktop': {
    meaning: 'Show a desktop notification when a task needs you or has ended.',
    values: 'true, false',
  },
  'notify.command': {
    meaning: 'Program to run at that moment. It gets the details as JSON on standard input.',
    values: 'a command line, or a list of program and arguments',
  },
  'notify.webhook': {
    meaning: 'Address to which the details are sent by POST as JSON.',
    values: 'an https:// or http:// address',
  },
  'notify.secret': {
    meaning: 'Secret that signs the webhook.',
    values: 'the secret, env:NAME, file:/path or file:~/path',
  },
  'notify.ntfy': {
    meaning: 'Topic of an ntfy server to which a message is published.',
    values: 'an address such as https://ntfy.sh/my-topic',
  },
  'ui.url': {
    meaning:
      'Address by which your other devices reach `fullstop ui`. Notifications link to it, and `fullstop ui --invite` shows it. Only in your own file.',
    values: 'an address such as https://mac.tail1234.ts.net, without a path',
  },
  'memory.briefCharacters': {
    meaning: 'Length of the brief that starts a fresh session.',
    values: 'a number of characters from 500',
  },
  'memory.keep': {
    meaning: 'How long saved context and the events of ended tasks are kept.',
    values: duration,
  },
  continue: {
    meaning:
      'Where `fullstop run` continues: in the same agent session, in a fresh one with the brief, or as the situation asks for.',
    values: 'auto, same, fresh',
  },
  'budget.time': {
    meaning: 'Longest time that `fullstop run` may take.',
    values: duration,
  },
  'budget.tokens': {
    meaning: 'Most tokens that the agent may use in `fullstop run`.',
    values: 'a number from 1',
  },
  'budget.cost': {
    meaning: 'Most money, in US dollars, that the agent may spend in `fullstop run`, as the agent reports it.',
    values: 'a number above 0',
  },
  idleTimeout: {
    meaning: '`fullstop run` ends and restarts an agent that printed nothing during this time.',
    values: duration,
  },
  settle: {
    meaning: 'How long a terminal program must be quiet before `fullstop run` treats it as waiting for input.',
    values: duration,
  },
  'limits.wait': {
    meaning: 'Whether `fullstop run` waits until a usage limit resets. A duration sets the longest wait.',
    values: `true, false, or ${duration}`,
  },
  agent: {
    meaning:
      'The agent that `fullstop run` starts when no --agent is given. Unset: the only one installed. Only in your own file.',
    values: 'an agent name',
  },
  'proof.when': {
    meaning:
      'When checks run once more in a copy of the workspace, with the tests of the start (sealed run), with a test that must fail (canary run), or as plain programs without a test around them (plain run). suspicion: when reading the change raised one. always: at every claim of success. read: never.',
    values: 'read, suspicion, always',
  },
  'proof.time': {
    meaning: 'Most time that the extra runs of one claim may take together.',
    values: duration,
  },
  'worktree.setup': {
    meaning:
      'Command that makes a new worktree of a list usable, such as "npm ci". It runs there before the agent starts.',
    values: 'a command line, or a list of program and arguments',
  },
  'worktree.link': {
    meaning:
      'Files and folders that git ignores, brought along from your checkout into each worktree of a list. Files are copied. Folders become folders of links to your own.',
    values: 'a list of paths such as "node_modules" and ".env"',
  },
  'worktree.maxDisk': {
    meaning:
      'No worktree is made if the worktrees of lists would take more than this together, or if the disk has no room.',
    values: 'a size: "500MB", "20GB"',
  },
  trackers: {
    meaning:
      'Other places that tasks are kept in. `fullstop run --tasks tracker:NAME` carries out what is open there, by three commands.',
    values: 'a list of {"name", "list", "take", "close"}: a name and three command lines',
  },
  'subtasks.onChildEnd': {
    meaning:
      'What `fullstop run` does when the subtasks that an agent waits for have ended. continue: the agent is told and continues. wait: the task waits until you run `fullstop resume`.',
    values: 'continue, wait',
  },
  'subtasks.maxDepth': {
    meaning: 'How deep subtasks may be nested. 0: no subtasks.',
    values: 'a number from 0 to 10',
  },
  'subtasks.maxOpen': {
    meaning: 'How many subtasks of one task may be open at the same time. 0: no subtasks.',
    values: 'a number from 0 to 1000',
  },
} as const satisfies Readonly<Record<string, Meaning>>

/** The keys of one entry of `checks`. */
export const checkMeaning = {
  name: { meaning: 'Name shown in reports and refusals. Must be unique.', values: 'text' },
  run: {
    meaning: 'The command. Exit code 0 passes.',
    values: 'a command line, or a list of program and arguments',
  },
  shell: { meaning: 'Run the line in a shell, for pipes, && and variables.', values: 'true, false' },
  cwd: { meaning: 'Folder in which it runs, relative to the project.', values: 'a folder such as "packages/web"' },
  timeout: { meaning: 'The check fails as timed out after this time. Default: 10 minutes.', values: duration },
  paths: {
    meaning: 'Skip the check unless a file that matches one of these patterns has changed.',
    values: 'a list of patterns such as "web/**"',
  },
  env: { meaning: 'Environment variables for this check.', values: 'an object of names and texts' },
  expect: {
    meaning: 'What a pass must show besides exit code 0: a number of tests, or a line of output.',
    values: '{"tests": NUMBER} or {"output": "REGULAR EXPRESSION"}',
  },
  repeat: {
    meaning:
      'Whether the check may run once more in a copy of the workspace to settle a suspicion. Unset: only if its command consists of known test runners, linters and compilers, and only with isolation. true: in any case. false: never.',
    values: 'true, false',
  },
} as const satisfies Readonly<Record<string, Meaning>>

export interface VariableMeaning extends Meaning {
  readonly name: string
  /** The config key that it overrides. */
  readonly key?: string
}

/** The environment variables that a person may set. */
export const variableMeaning: readonly VariableMeaning[] = [
  {
    name: 'FULLSTOP_MODE',
    key: 'mode',
    meaning:
      'Makes the mode stricter for this environment. A value that would loosen the gate is ignored with a warning.',
    values: 'strict, balanced, watch, off',
  },
  {
    name: 'FULLSTOP_MAX',
    key: 'maxContinuations',
    meaning: 'Overrides maxContinuations.',
    values: 'a number from 0',
  },
  {
    name: 'TASKMASTER_MAX',
    key: 'maxContinuations',
    meaning:
      'The same, for users of the taskmaster stop hook; also repeats its reminder that many times. FULLSTOP_MAX wins.',
    values: 'a number from 0',
  },
  {
    name: 'TASKMASTER_DONE_PREFIX',
    key: 'doneToken.prefix',
    meaning: 'Overrides doneToken.prefix, for users of the taskmaster stop hook.',
    values: 'text without spaces',
  },
  {
    name: 'FULLSTOP_AGENT',
    key: 'agent',
    meaning: 'Overrides agent.',
    values: 'an agent name',
  },
  {
    name: 'FULLSTOP_TRUST',
    meaning:
      'Trusts the fullstop.json of exactly this content without asking. For CI, where nobody can answer `fullstop trust`.',
    values: 'the hash that `fullstop trust --hash` prints; several with commas',
  },
  {
    name: 'FULLSTOP_HOME',
    meaning:
      'Folder for the store and logs, instead of the state folder of the system. A config.json in it is still read as your own file.',
    values: 'an absolute path',
  },
  {
    name: 'XDG_CONFIG_HOME',
    meaning: 'Your own file is fullstop/config.json below this folder. Default: ~/.config.',
    values: 'an absolute path',
  },
  {
    name: 'NO_COLOR',
    meaning: 'Any value turns colors off.',
    values: 'any text',
  },
]
