// The command that an agent proposes with its claim, as a check that runs beside the configured ones, or as a note that says
// why it does not run. Its secrets were masked when the claim was made.
import type { CheckConfig } from '../../contract/config/config.ts'
import { given } from '../../contract/given.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { joinWords } from '../shell/words.ts'
import { judgeCommand } from './command.ts'

const SHOWN = 80

export interface ProposedCommand {
  readonly checks: readonly CheckConfig[]
  readonly notes: readonly string[]
}

const NOTHING: ProposedCommand = { checks: [], notes: [] }

export function proposedCommand(
  command: string | undefined,
  { checks, allowCommands }: Pick<Policy, 'checks' | 'allowCommands'>,
): ProposedCommand {
  if (command === undefined || command.trim() === '') return NOTHING
  const judged = judgeCommand(command, checks, allowCommands)
  switch (judged.kind) {
    case 'same-as':
      return NOTHING
    case 'not-run': {
      const shown = command.replaceAll(/\s+/g, ' ').slice(0, SHOWN)
      return { checks: [], notes: [`command proposed, not run: ${shown} (${judged.why})`] }
    }
    case 'run': {
      // Whatever the check needs to run at all, its extension needs too.
      const { env, timeout, cwd } = checks.find(({ name }) => name === judged.check) ?? {}
      const name = `command: ${joinWords(judged.argv).slice(0, SHOWN)}`
      return { checks: [{ name, run: judged.argv, ...given({ env, timeout, cwd }) }], notes: [] }
    }
  }
}
