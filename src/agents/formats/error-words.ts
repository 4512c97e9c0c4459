// The last words of a program that failed, from its standard error: the message of its error where a stack trace ends the
// text, else the last lines.

const LINES = 3

/** `Error: …`, `ValueError: …`, `Error [ERR_X]: …`, `error: …` */
const IS_MESSAGE = /^(?:Uncaught |Unhandled )?(?:[A-Za-z_$][\w$.]{0,60})?(?:[Ee]rror|Exception)(?: \[\w+\])?: +\S/

/** What runtimes print below a message: frames, the fields of the error, their own version. */
const IS_TRACE = /^(?:at |(?:Node\.js|Bun) v\d|[\^~{}\s]+$|\w{1,40}: (?:'.{0,400}'|-?\d+|.{0,400}(?:,| \}))$)/

export function errorWords(errors: string): string {
  const lines = errors
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const at = lines.findLastIndex((line) => IS_MESSAGE.test(line))
  const message = lines[at]
  if (message !== undefined && lines.slice(at + 1).every((line) => IS_TRACE.test(line))) {
    return message.replace(/ \{$/, '')
  }
  return lines.slice(-LINES).join(' ')
}
