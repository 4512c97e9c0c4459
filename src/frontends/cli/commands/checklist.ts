// `fullstop checklist`: what to go through before a claim.
import { exitCode } from '../../../contract/exit-code.ts'
import { checklist } from '../../../domain/gate/words/checklist.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  name: 'checklist',
  group: 'For agents and scripts',
  summary: 'Print the checklist to go through before a claim',
  args: [],
  options: {},
  examples: [{ line: 'fullstop checklist', does: 'for people, and for agents that ask what done means' }],
  run: async ({ print }) => {
    print(checklist)
    return exitCode.yes
  },
}
