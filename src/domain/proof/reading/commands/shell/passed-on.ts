// Functions of a shell script that run what they are handed: `step() { echo "$*"; "$@"; }`.

const OWN_FUNCTION = /^(?:function[ \t]+)?([\w-]{1,40})[ \t]*\(\)[ \t]*\{?$/
const PASSES_ON = /^(?:time[ \t]+)?"\$@"$/

/** Gives back a command without such a function in front of it: it runs as it stands, and fails as before. */
export function withoutPassing(lines: readonly string[]): (command: string) => string {
  const plain = lines.map((line) => line.trim())
  const names = plain.flatMap((text, index) => {
    const name = OWN_FUNCTION.exec(text)?.[1]
    const end = plain.indexOf('}', index + 1)
    return name !== undefined && end > 0 && PASSES_ON.test(plain[end - 1] ?? '') ? [name] : []
  })
  return (command) => {
    const name = names.find((one) => command.startsWith(`${one} `))
    return name === undefined ? command : command.slice(name.length + 1).trimStart()
  }
}
