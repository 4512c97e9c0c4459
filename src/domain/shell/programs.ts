// The programs that a line of a script names, also behind keywords and inside substitutions. Nothing is expanded or run;
// whether such a program proves anything is left to others.
import { isAssignment, toCommands } from './commands.ts'

const KEYWORD = /^(?:then|do|if|elif|else|while|until|!|[({]+)$/
/** Quotes do not matter: a shell runs what stands in it in double quotes too. */
const SUBSTITUTION = /\$\(([^()`]{0,2000})\)?|`([^`]{0,2000})`?/g

/** Words as they are written: some of them are no program, such as the label of a case. */
export function programsIn(line: string): string[] {
  const inner: string[] = []
  const outer = line.replaceAll(SUBSTITUTION, (_, one: string | undefined, other: string | undefined) => {
    inner.push(one ?? other ?? '')
    return ''
  })
  const own = toCommands(outer).flatMap(
    ({ words }) => words.find((word) => !isAssignment(word) && !KEYWORD.test(word)) ?? [],
  )
  return [...own, ...inner.flatMap(programsIn)]
}
