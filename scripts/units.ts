// What is set aside in the binary: modules of which a plain stop calls nothing, by what asks for them together.
import type { Units } from './set-aside.ts'

export const units: Units = {
  // How last words tell of the agent's own work.
  'own-work': [
    ...below('domain/last-words', [
      'asked',
      'owed',
      'excused.ts',
      'giving-up.ts',
      'labels.ts',
      'own-share.ts',
      'own-work.ts',
      'status-rows.ts',
    ]),
  ],
  secrets: below('domain/text/secrets', [
    'addresses.ts',
    'blocks.ts',
    'commands.ts',
    'headers.ts',
    'named-spans.ts',
    'names.ts',
    'pairs.ts',
    'values.ts',
    'vendor-spans.ts',
    'vendors.ts',
    'words.ts',
  ]),
  // Command lines that the agent ran.
  shell: [
    ...below('domain/shell', ['commands.ts', 'endless.ts', 'lexemes.ts', 'read-only.ts', 'unwrapped.ts', 'writes.ts']),
    'agents/formats/command-read.ts',
  ],
  // A claim, and what is weighed for it.
  claim: [
    ...below('domain/gate', [
      'left-over.ts',
      'suspicions.ts',
      'weigh-checks.ts',
      'weigh-criteria.ts',
      'words/contract-text.ts',
      'words/test-titles.ts',
    ]),
    'domain/tasks/called.ts',
  ],
  'loose-claim': below('domain/strategies', ['alone.ts', 'heuristic.ts', 'relaxed-tag.ts']),
  prompt: [
    ...below('flows/hook', ['answer-order.ts', 'on-prompt.ts', 'orders.ts']),
    'domain/last-words/prompt-languages.ts',
  ],
  session: ['flows/hook/on-session.ts', 'flows/session/feedback.ts'],
  delivered: ['agents/formats/delivered-entries.ts', 'domain/tasks/request/delivered.ts'],
  'todo-list': ['domain/tasks/request/todo-list.ts'],
  opencode: below('agents/opencode', ['ends.ts', 'parts.ts']),
  // A task that is opened asks for its policy; later stops find it in the task.
  policy: [
    ...below('domain/policy', ['keys.ts', 'resolve-key.ts']),
    ...below('flows/project', ['plain-config.ts', 'trust.ts']),
  ],
  supervised: ['domain/tasks/run/run.ts', 'flows/home/stint-files.ts'],
  folds: ['domain/checks/fold.ts', 'domain/memory/fold.ts', 'domain/memory/merge.ts'],
  platform: [
    ...below('adapters/platform', ['account.ts', 'files/private-files.ts']),
    ...below('adapters/store', ['machine-names.ts', 'sqlite/add-machine.ts']),
  ],
  commands: ['frontends/cli/commands/index.ts'],
}

function below(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}`)
}
