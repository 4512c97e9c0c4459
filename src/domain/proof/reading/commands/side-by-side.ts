// Programs that run several commands, at the same time or one by one, and fail where one of them does.

/** The commands that `concurrently "a b" "c d"` runs, each of whose failures is its own; none where it names scripts. */
export function sideBySide([tool = '', ...words]: readonly string[]): string[] {
  if (tool === 'mix' && words[0] === 'do') return tasksOfMix(words.slice(1).join(' '))
  if (!/^(?:concurrently|conc)$/.test(tool)) return []
  const isPlain = words.every((word) => !word.startsWith('-') || OF_CONCURRENTLY.test(word))
  const commands = words.filter((word, at) => !word.startsWith('-') && !NAMES_FOLLOW.test(words[at - 1] ?? ''))
  return isPlain && commands.every((command) => command.includes(' ')) ? commands : []
}

/** `mix do compile, test` and `mix do compile + test`: the second runs where the first did not fail. */
function tasksOfMix(tasks: string): string[] {
  return tasks.split(/,\s+|\s+\+\s+/).map((task) => `mix ${task}`)
}

/** They say how the output looks, or that the others end when one fails. */
const OF_CONCURRENTLY =
  /^(?:-[ncprkgi]|-kf|--(?:names|prefix|prefix-colors|prefix-length|kill-others(?:-on-fail)?|kill-signal|raw|group|timings|no-color|hide|pad-prefix|name-separator|handle-input)(?:=.*)?)$/
const NAMES_FOLLOW = /^(?:-[ncp]|--(?:names|prefix|prefix-colors|prefix-length|kill-signal|hide|name-separator))$/
