// `fullstop checklist`: what to go through before a claim.
import { exitCode } from '../../../contract/exit-code.ts'
import { checklist } from '../../../domain/gate/words/checklist.ts'
import type { Command } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { fitLines } from '../screen/wrap.ts'

export const command: Command = {
  name: 'checklist',
  group: 'For agents and scripts',
  summary: 'Print the checklist to go through before a claim',
  args: [],
  options: {},
  examples: [{ line: 'fullstop checklist', does: 'for people, and for agents that ask what done means' }],
  run: async (context) => {
    context.print(fitLines(checklist.split('\n'), paperFor(context).columns).join('\n'))
    return exitCode.yes
  },
}
