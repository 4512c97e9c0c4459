// Go: a table whose rows name the error that they expect, or none, and one assertion that holds the error against it.

/** Right behind the call that gave it: whatever row it is, an error too many fails like one that is missing. */
const JUDGED =
  /\berr :?= [^\n]{1,300}\n[ \t]{0,40}if !errors\.Is\(err, \w{1,40}\.[a-z]\w{0,40}\) \{\n[ \t]{1,40}t\.(?:Fatal|Error)f?\([^\n]{0,300}\)\n[ \t]{0,40}\}\n/
const LEFT = new RegExp(String.raw`${JUDGED.source}[ \t]{0,40}if err != nil \{\n$`)

export function judgesErrors(code: string): boolean {
  return JUDGED.test(code)
}

/** What follows is for rows without an error; the code ends where the others leave. */
export function leavesWithExpected(code: string): boolean {
  return LEFT.test(code)
}
