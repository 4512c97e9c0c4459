// `fullstop version`: the version, the program that runs, and where it keeps its files: what a bug report needs.
import { selfFacts } from '../../../adapters/platform/processes/self.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { findUserFile } from '../../../flows/project/load-policy.ts'
import { type Command, jsonOption } from '../command.ts'
import { version } from '../version.ts'
import { paperFor, pathOn } from '../screen/paper.ts'
import { fitLines } from '../screen/wrap.ts'

export const command: Command = {
  name: 'version',
  group: 'Configure',
  summary: 'Print the version, the program, and where its files are',
  args: [],
  options: jsonOption,
  examples: [
    { line: 'fullstop version', does: 'what to put into a bug report' },
    { line: 'fullstop version --json', does: 'the same for a script; `fullstop --version` prints the number alone' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    world.store.close()
    const facts = { version, ...selfFacts(), state: world.stateHome, config: findUserFile(world).userFile }
    if (context.options['json'] === true) context.print(`${JSON.stringify(facts, null, 2)}\n`)
    else {
      const paper = paperFor(context)
      context.print(
        `${fitLines(
          [
            `fullstop ${paper.style.bold(version)}`,
            `program  ${pathOn(paper, facts.program)}`,
            `runtime  ${facts.runtime}`,
            `state    ${pathOn(paper, facts.state)}`,
            `config   ${pathOn(paper, facts.config)}`,
          ],
          paper.columns,
        ).join('\n')}\n`,
      )
    }
    return exitCode.yes
  },
}
